"""The contract that every game of the house must keep, over many random games.

`STARBOARD_CONTRACT_GAMES` sets how many games are played for each rulebook.
"""

import collections
import functools
import itertools
import os

import pytest

from apps.rulebooks.core.contracts import play_checked
from apps.rulebooks.core.simulation import mixtures
from apps.rulebooks.registry import RULEBOOKS, rulebook

GAMES = int(os.environ.get("STARBOARD_CONTRACT_GAMES", "40"))
BATCH = 20


@functools.cache
def content_of(slug):
    return rulebook(slug).read_content(rulebook(slug).base_pack())


def option_sets(book):
    """Mixtures of the game's options, the default first."""
    return list(itertools.islice(mixtures(book.options(content_of(book.slug))), GAMES))


@pytest.mark.parametrize("batch", range((GAMES + BATCH - 1) // BATCH))
@pytest.mark.parametrize("slug", sorted(RULEBOOKS))
def test_random_games_keep_the_contract(slug, batch):
    book = rulebook(slug)
    variants = option_sets(book)
    ends = collections.Counter()
    for game in range(batch * BATCH, min(GAMES, (batch + 1) * BATCH)):
        # Every second game is played with the default options, the others go through all mixtures.
        options = variants[0] if game % 2 == 0 else variants[(game // 2) % len(variants)]
        played = play_checked(book, content_of(slug), options, f"{slug}-{game}")
        ends[played.result.ending] += 1
    assert set(ends) <= set(book.endings)


@pytest.mark.parametrize("slug", sorted(RULEBOOKS))
def test_a_rulebook_describes_itself(slug):
    book = rulebook(slug)
    assert book.slug == slug
    assert str(book.name)
    assert str(book.tagline)
    assert len(set(book.endings)) == len(book.endings) > 0
    assert [level.slug for level in book.bot_levels]
    for level in book.bot_levels:
        assert str(level.name)
        assert str(level.blurb)
        assert book.bot(level.slug)
    seats = book.seats(content_of(slug), {})
    assert [seat.number for seat in seats] == list(range(len(seats)))
