"""Tables at several points of their lives."""

from __future__ import annotations

import pytest

from apps.games import services
from apps.games.history import moments
from tests.games.helpers import duel
from tests.games.history.playing import go_on


@pytest.fixture(autouse=True)
def _no_moments_remembered():
    moments.forget()


@pytest.fixture
def ada(person):
    return person("ada")


@pytest.fixture
def bo(person):
    return person("bo")


@pytest.fixture
def running(released, ada, bo):
    """A game between Ada (red) and Bo (blue), some way in."""
    table = duel(ada, bo)
    go_on(table, 70)
    table.refresh_from_db()
    return table


@pytest.fixture
def finished(running):
    """The same, given up by Bo."""
    services.concede(table_id=running.pk, seat=1, key="enough")
    running.refresh_from_db()
    return running
