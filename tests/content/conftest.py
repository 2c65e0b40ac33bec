"""Editors, publishers and readers, each with a browser that is logged in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from apps.accounts.models import User
from apps.content.access import EDITORS, PUBLISHERS, editors_of, ensure_groups
from apps.content.models import Entry


@pytest.fixture
def studio(db, settings):
    """The base packs as release 1 and as drafts, the groups, and short trial games."""
    from apps.content.services import publish_base_packs

    settings.TRIAL_SECONDS = 0.6
    settings.WEIGHING_SECONDS = 0.6
    ensure_groups()
    return publish_base_packs()


@pytest.fixture
def staff(studio) -> Callable[..., User]:
    """Makes staff by name, in groups."""

    def make(name: str, *groups: str, **kwargs: bool) -> User:
        user = User.objects.create_user(name, display_name=name.title(), **({"is_staff": True} | kwargs))
        user.groups.set(Group.objects.filter(name__in=groups))
        return user

    return make


@pytest.fixture
def editor(staff) -> User:
    return staff("ann", editors_of("dogfight"))


@pytest.fixture
def publisher(staff) -> User:
    return staff("pat", EDITORS, PUBLISHERS)


@pytest.fixture
def browse() -> Callable[[User | None], Client]:
    """A browser in which somebody is logged in."""

    def open_(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return open_


def draft(kind: str, slug: str, game: str = "dogfight") -> Entry:
    """A draft by name."""
    return Entry.objects.get(game=game, kind=kind, slug=slug)


def sent(entry: Entry, **fields: str) -> dict[str, str]:
    """What the form of an entry sends, with some fields typed anew."""
    from apps.content.studio.drafts import DraftForm

    form = DraftForm(entry.game, entry.kind, entry)
    data = {"version": str(form.version), "_save": "1"}
    for node in form.root.walk():
        if node.shape.widget in ("rows", "table"):
            data[f"{node.path}.rows"] = " ".join(str(index) for index in range(len(node.children)))
        elif node.is_leaf and (node.shape.widget != "switch" or node.typed):
            data[node.path] = node.typed
    return data | {f"f.{name}": value for name, value in fields.items()}
