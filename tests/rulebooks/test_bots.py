"""What bots of all games share."""

from __future__ import annotations

from collections import Counter

import pytest

from apps.rulebooks.core.bots import lean
from apps.rulebooks.core.chance import Chance


def taken(things, warmth, times=3000):
    """How often each thing is taken, over so many positions of one stream."""
    return Counter(lean(things, warmth, Chance(b"a secret of a bot", number), "lean") for number in range(times))


def test_the_better_is_the_likelier_by_e_for_each_warmth():
    counts = taken([(1.0, "plain"), (3.0, "better"), (5.0, "best")], warmth=2.0)
    assert counts["best"] / counts["better"] == pytest.approx(2.72, rel=0.15)
    assert counts["better"] / counts["plain"] == pytest.approx(2.72, rel=0.2)


def test_things_of_one_worth_are_taken_alike_and_bad_ones_not_never():
    counts = taken([(-4.0, "one"), (-4.0, "other"), (-400.0, "bad")], warmth=1.0)
    assert counts["one"] == pytest.approx(counts["other"], rel=0.1)
    assert 0 < counts["bad"] < 60


def test_the_same_chance_takes_the_same():
    things = [(float(number), number) for number in range(8)]
    assert taken(things, 3.0, 50) == taken(things, 3.0, 50)


def test_of_nothing_nothing_is_taken():
    with pytest.raises(ValueError, match="empty"):
        lean([], 1.0, Chance(b"a secret of a bot"), "lean")
