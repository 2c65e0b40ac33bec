"""The contract that every road must keep, over random runs with their tables.

`STARBOARD_CONTRACT_RUNS` sets how many runs are walked for each road.
"""

import functools
import itertools
import os

import pytest

from apps.rulebooks.core.road_contracts import walk_checked
from apps.rulebooks.core.roads import EARNED
from apps.rulebooks.core.simulation import mixtures
from apps.rulebooks.registry import RULEBOOKS, roads_of, rulebook

RUNS = int(os.environ.get("STARBOARD_CONTRACT_RUNS", "8"))
ROADS = [(game, slug) for game in sorted(RULEBOOKS) for slug in roads_of(game)]


@functools.cache
def content_of(game):
    return rulebook(game).read_content(rulebook(game).base_pack())


@pytest.mark.parametrize(("game", "slug"), ROADS)
@pytest.mark.parametrize("number", range(RUNS))
def test_random_runs_keep_the_contract(game, slug, number):
    book, road, content = rulebook(game), roads_of(game)[slug], content_of(game)
    options = next(itertools.islice(mixtures(road.options(content)), number, None))
    if number % 2:
        options[EARNED] = ",".join(unlock.slug for unlock in road.unlocks(content))
    played = walk_checked(road, book, content, options, f"{slug}-{number}", book.bot_levels[0].slug)
    assert played.result.ending in road.endings


@pytest.mark.parametrize(("game", "slug"), ROADS)
def test_a_road_describes_itself(game, slug):
    road, content = roads_of(game)[slug], content_of(game)
    assert (road.slug, road.game) == (slug, game)
    assert str(road.name)
    assert str(road.tagline)
    assert [level.slug for level in road.bot_levels]
    for level in road.bot_levels:
        assert str(level.blurb)
        assert road.bot(level.slug)
    slugs = [unlock.slug for unlock in road.unlocks(content)]
    assert len(slugs) == len(set(slugs)) >= 6
    for unlock in road.unlocks(content):
        assert str(unlock.name)
        assert str(unlock.text)
        assert str(unlock.how)
