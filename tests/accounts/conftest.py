"""People who can log in."""

from __future__ import annotations

import pytest


@pytest.fixture
def person(transactional_db):
    """Makes members by name, all with the same password."""
    from apps.accounts.models import User

    def make(name: str) -> User:
        return User.objects.create_user(name, password="correct-horse-battery")

    return make
