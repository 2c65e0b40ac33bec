"""Recorded games play again to the same end, one for every way a game can end."""

from __future__ import annotations

import pytest

from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.registry import RULEBOOKS, rulebook
from tests.replays.recording import content_for, recordings, replayed

GAMES = [pytest.param(record, id=f"{slug}-{path.stem}") for slug in RULEBOOKS for path, record in recordings(slug)]


@pytest.mark.parametrize("record", GAMES)
def test_a_recorded_game_plays_again_to_the_same_end(record):
    book = rulebook(record.game)
    state = replayed(record)
    assert book.result(content_for(record), state) == record.result
    assert digest_of(state) == record.digest


@pytest.mark.parametrize("slug", sorted(RULEBOOKS))
def test_every_ending_has_a_recorded_game(slug):
    assert {path.stem for path, _record in recordings(slug)} == set(rulebook(slug).endings)
