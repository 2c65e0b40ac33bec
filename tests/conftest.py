"""What all tests share: calm settings, base content, and people."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """No test sees what another left in memory."""
    from django.core.cache import cache

    from apps.content.services import forget_contents
    from apps.games import snapshots

    snapshots.forget()
    forget_contents()
    cache.clear()


@pytest.fixture(autouse=True)
def _same_chance_every_run(request, monkeypatch):
    """Tables made in this process get secrets that depend on the test alone: a failure happens again."""
    import hashlib
    import itertools

    from apps.games.models import Table

    count = itertools.count()
    monkeypatch.setattr(
        Table._meta.get_field("secret"),
        "_get_default",
        lambda: hashlib.sha256(f"{request.node.nodeid} {next(count)}".encode()).digest(),
    )


@pytest.fixture
def released(transactional_db):
    """The base packs, published."""
    from apps.content.services import publish_base_packs

    return publish_base_packs()


@pytest.fixture
def person(transactional_db):
    """Makes members by name."""
    from apps.accounts.models import User

    def make(name: str) -> User:
        return User.objects.create_user(name)

    return make


@pytest.fixture(scope="module")
def _web_of_module(tmp_path_factory, django_db_setup, django_db_blocker):
    """A real server on the test database, with its worker; started again by tests that kill it."""
    from tests.servers import QUIET, Web, database_url

    with django_db_blocker.unblock():
        env = {**QUIET, "DATABASE_URL": database_url(), "REDIS_URL": ""}
    server = Web(env, tmp_path_factory.mktemp("web") / "web.log")
    yield server
    server.stop()


@pytest.fixture
def web(_web_of_module, released):
    """A running server that knows the base content."""
    if _web_of_module.child is None:
        _web_of_module.start()
    return _web_of_module
