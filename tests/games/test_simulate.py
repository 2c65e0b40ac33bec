"""The command that plays games between bots: what it sums up, for games and for campaigns."""

import json

import pytest
from django.core.management import CommandError, call_command

from apps.games.management.commands import simulate
from apps.games.management.commands.simulate import road_summary, summary_of
from apps.rulebooks.core.protocol import Result
from apps.rulebooks.core.roads import EARNED
from apps.rulebooks.core.simulation import GameRecord
from apps.rulebooks.core.text import say


def record(seed, winners, score, **more):
    ending = "cleared" if winners else "lost"
    return GameRecord(seed, ("navigator",), 10, Result(ending, winners, (score,), say("Over.")), **more)


RECORDS = [
    record("a", (0,), 5, told={"marker": 4, "repaired": 1}, picks={"reward-upgrade plating": 2}),
    record("b", (), 2, told={"marker": 1}, picks={"reward-card emp": 1}, earned=("minefield",)),
    record("c", (), 2),
]


def test_a_campaign_that_is_not_won_is_lost():
    summary = summary_of(RECORDS, 1.0, draws=False)
    assert summary["wins_by_seat"] == {"0": 1}
    assert summary["score_by_level"] == {"navigator": 0.3333}


def test_a_game_without_a_winner_is_a_draw():
    assert summary_of(RECORDS, 1.0)["score_by_level"] == {"navigator": 0.6667}


def test_a_campaign_tells_what_was_decided_and_what_winners_did():
    assert road_summary(RECORDS) == {
        "picks": {"reward-upgrade plating": 2, "reward-card emp": 1},
        "earned": {"minefield": 1},
        "scores": {"2": 2, "5": 1},
        "won": 1,
        "events_of_winners": {"marker": 1, "repaired": 1},
        "picks_of_winners": {"reward-upgrade plating": 1},
        "kinds_of_winners": {"reward-upgrade plating": [1, 2]},
    }


def test_kinds_of_decisions_are_counted_over_all_places():
    runs = [
        record("a", (0,), 5, picks={"fly-mission strike mirk": 2, "fly-mission strike verge": 1, "wait": 3}),
        record("b", (0,), 5, picks={"fly-mission strike verge": 1}),
    ]
    assert road_summary(runs)["kinds_of_winners"] == {"fly-mission strike": [2, 4], "wait": [1, 3]}


def test_a_campaign_is_played_by_its_name(capsys):
    call_command("simulate", "deckspace/sectors", games=1, seats="navigator", flyer="drone", json=True)
    summary = json.loads(capsys.readouterr().out)
    assert summary["games"] == 1
    assert summary["broken"] == []
    assert summary["picks"]["launch-sector"] == summary["events"]["sector-begun"]


@pytest.mark.parametrize(("earned", "count"), [("", 0), ("all", 8), ("thicker-skin,minefield", 2)])
def test_a_campaign_can_begin_with_unlocks(monkeypatch, earned, count):
    begun = []
    monkeypatch.setattr(simulate, "play_one", lambda *task: begun.append(task[-1][0]) or RECORDS[0])
    call_command("simulate", "deckspace/sectors", games=1, seats="navigator", earned=earned, json=True)
    assert len([slug for slug in begun[0].get(EARNED, "").split(",") if slug]) == count


@pytest.mark.parametrize(
    ("game", "earned"), [("deckspace/sectors", "thicker-skin,nothing"), ("deckspace", "thicker-skin")]
)
def test_an_unlock_that_does_not_exist_is_refused(game, earned):
    with pytest.raises(CommandError, match=r"unlock|--earned"):
        call_command("simulate", game, games=1, earned=earned)


def test_a_level_that_does_not_exist_is_refused():
    with pytest.raises(CommandError):
        call_command("simulate", "deckspace/sectors", games=1, flyer="nobody")
