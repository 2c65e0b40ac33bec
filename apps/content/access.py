"""Who may do what in the studio.

Staff read. The members of "Editors" change the drafts of all games, those of "Editors: <game>" see and
change one game, those of "Publishers" publish; to be in one of these groups is enough. Every page asks
here, whatever its buttons show.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from apps.content.models import Entry
from apps.rulebooks.registry import RULEBOOKS

EDITORS = "Editors"
PUBLISHERS = "Publishers"
PUBLISH = "publish"


def editors_of(game: str) -> str:
    """The name of the group that edits one game."""
    return f"{EDITORS}: {RULEBOOKS[game].name}"


@transaction.atomic
def ensure_groups() -> None:
    """Make the groups of the studio and their permissions, for games that are new too."""
    content_type = ContentType.objects.get_for_model(Entry)

    def permission(codename: str, name: str) -> Permission:
        found, _made = Permission.objects.get_or_create(
            content_type=content_type, codename=codename, defaults={"name": name}
        )
        return found

    everything = Group.objects.get_or_create(name=EDITORS)[0]
    for game, book in RULEBOOKS.items():
        edit = permission(f"edit_{game}", f"Can edit the content of {book.name}")
        everything.permissions.add(edit)
        Group.objects.get_or_create(name=editors_of(game))[0].permissions.add(edit)
    publish = permission(PUBLISH, "Can publish releases")
    Group.objects.get_or_create(name=PUBLISHERS)[0].permissions.add(publish)


def may_enter(user: Any) -> bool:
    """Whether somebody may enter the admin at all: staff, and whoever may change or publish anything."""
    if not user.is_active or not user.is_authenticated or user.is_guest:
        return False
    return bool(user.is_staff or user.has_perm(f"content.{PUBLISH}") or _edited_by(user))


def can_edit(user: Any, game: str) -> bool:
    """Whether somebody may change the drafts of a game."""
    return may_enter(user) and game in RULEBOOKS and user.has_perm(f"content.edit_{game}")


def can_publish(user: Any, game: str) -> bool:
    """Whether somebody may publish a game and roll it back."""
    return may_enter(user) and can_see(user, game) and user.has_perm(f"content.{PUBLISH}")


def can_see(user: Any, game: str) -> bool:
    """Whether somebody may look at the content of a game."""
    return game in games_seen_by(user)


def games_seen_by(user: Any) -> tuple[str, ...]:
    """The games whose content somebody may look at: for editors their own, for other staff all."""
    if not may_enter(user):
        return ()
    own = _edited_by(user)
    return tuple(RULEBOOKS) if not own or user.has_perm(f"content.{PUBLISH}") else own


def _edited_by(user: Any) -> tuple[str, ...]:
    return tuple(game for game in RULEBOOKS if user.has_perm(f"content.edit_{game}"))
