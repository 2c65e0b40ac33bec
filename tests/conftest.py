"""What all tests share: calm settings, base content, and people."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """No test sees what another left in memory."""
    from django.core.cache import cache

    from apps.content.services import content_of
    from apps.games import snapshots

    snapshots.forget()
    content_of.cache_clear()
    cache.clear()


@pytest.fixture()
def released(transactional_db):
    """The base packs, published."""
    from apps.content.services import publish_base_packs

    return publish_base_packs()


@pytest.fixture()
def person(transactional_db):
    """Makes members by name."""
    from apps.accounts.models import User

    def make(name: str) -> User:
        return User.objects.create_user(name, password="correct-horse-battery")

    return make
