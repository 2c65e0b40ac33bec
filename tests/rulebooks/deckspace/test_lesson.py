"""The guided first battle: every step is reached, none tells a secret, and following them is a whole game."""

import collections
import functools

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import BOTS, Audience
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import (
    Detonate,
    EndTurn,
    Hold,
    KeepNothing,
    Launch,
    PlayCard,
    Steer,
    TakeCard,
    Thrust,
)
from apps.rulebooks.deckspace.edition import base_content
from apps.rulebooks.deckspace.play import legal_actions, waiting_on

CONTENT = base_content()
LESSON = RULEBOOK.lesson(CONTENT)
PUPIL = 0


def tag(action):
    return action.__struct_config__.tag


def obedient(step, legal, chance):
    """Does what the coach says, as a beginner would: the first thing of the right kind, more or less."""
    wanted = {
        "card": PlayCard, "thrust": Thrust, "thrust-on": Thrust, "launch": Launch, "steer": Steer, "steer-on": Hold,
        "nuke": Steer | Detonate, "keep": KeepNothing, "choose": TakeCard, "end": EndTurn, "end-on": EndTurn,
        "status": PlayCard, "missile": PlayCard, "no-missile": PlayCard, "win": PlayCard,
    }.get(step)  # fmt: skip
    fitting = [action for action in legal if wanted is not None and isinstance(action, wanted)]
    if step in ("missile", "status"):
        fitting = [action for action in fitting if action.card in ("missile", "small-nuke")] or fitting
    if step == "card":
        fitting = [action for action in fitting if action.card == "thrust"] or fitting
    if step == "edge":
        fitting = [action for action in legal if isinstance(action, Thrust)]
        fitting = fitting or [action for action in legal if isinstance(action, PlayCard)]
    others = [action for action in legal if not isinstance(action, EndTurn)]
    return chance.pick(fitting or others or legal, "pupil")


def headlong(step, legal, chance):
    """Does anything, and keeps thrusting: over the edge, into markers, wherever."""
    faster = [action for action in legal if isinstance(action, Thrust) and action.move in ("accelerate", "forward")]
    return chance.pick(faster or legal, "pupil")


@functools.cache
def flown(pupil, seed):
    """One lesson: the steps in their order, the deeds done, how it ended, and every (state, done) on the way."""
    secret = b"lesson %d" % seed
    options = {**LESSON.options, BOTS: "1"}
    state = RULEBOOK.setup(CONTENT, options, Chance(secret)).state
    bot = RULEBOOK.bot(LESSON.level)
    done, steps, seen = frozenset(), [], []
    for number in range(1, 900):
        step = RULEBOOK.lesson_step(CONTENT, state, PUPIL, done)
        if not steps or steps[-1] != step:
            steps.append(step)
        seen.append((state, done))
        waiting = waiting_on(state)
        if not waiting:
            break
        seat, chance = min(waiting), Chance(secret, number)
        if seat == PUPIL:
            action = pupil(step, legal_actions(CONTENT, state, seat), chance.fork("pupil"))
            done |= {tag(action)}
        else:
            guess = RULEBOOK.determinize(CONTENT, state, Audience.of(seat), chance.fork("guess"))
            action = bot.decide(CONTENT, guess, seat, chance.fork("bot"), 0.05).action
        state = RULEBOOK.apply(CONTENT, state, seat, action, chance).state
    return steps, done, state, seen


@pytest.mark.rule("DS-10")
def test_the_lesson_is_a_short_battle_on_a_small_calm_map_against_one_drone():
    assert LESSON.level == "drone"
    assert [spec.number for spec in RULEBOOK.seats(CONTENT, LESSON.options)] == [0, 1]
    slugs = [slug for slug, _ in RULEBOOK.options(CONTENT)[0].choices]
    assert LESSON.options["map"] in slugs
    small, others = (CONTENT.chart(RULEBOOK.setup(CONTENT, {"map": slug}, Chance(b"m")).state.chart)
                     for slug in (LESSON.options["map"], "classic"))  # fmt: skip
    assert len(small.hexes) < 0.7 * len(others.hexes)
    assert (small.drifts, small.solid) == ((), ())


@pytest.mark.rule("DS-10")
def test_it_teaches_turn_cards_status_thrust_missile_and_the_end_of_a_turn():
    ids = [step.id for step in LESSON.steps]
    assert {"card", "status", "thrust", "launch", "steer", "end"} <= set(ids)
    assert {step.deed for step in LESSON.steps if step.deed} == {"play-card", "thrust", "launch", "steer", "end-turn"}
    assert all(len(str(step.text)) <= 240 for step in LESSON.steps)


@pytest.mark.rule("DS-10")
def test_following_the_coach_is_a_whole_game_that_teaches_everything():
    taught = collections.Counter()
    for seed in range(12):
        steps, done, state, _ = flown(obedient, seed)
        assert steps[-1] == "over"
        assert state.outcome is not None
        assert steps[0] in ("card", "watch")
        own = [step for step in steps if step != "watch"]
        assert own[0] == "card"
        taught.update({"play-card", "thrust", "launch", "steer", "end-turn"} & done)
    assert taught["play-card"] == taught["end-turn"] == 12
    assert min(taught["thrust"], taught["launch"], taught["steer"]) >= 10, taught


@pytest.mark.rule("DS-10")
def test_every_step_is_reached():
    seen = set()
    for seed in range(25):
        seen |= {*flown(obedient, seed)[0], *flown(headlong, seed)[0]}
    assert seen == {step.id for step in LESSON.steps}


@pytest.mark.rule("DS-10")
def test_the_coach_tells_no_secret():
    for seed in range(3):
        for number, (state, done) in enumerate(flown(obedient, seed)[3]):
            guess = RULEBOOK.determinize(CONTENT, state, Audience.of(PUPIL), Chance(b"guess", number))
            for deeds in (done, frozenset()):
                told = RULEBOOK.lesson_step(CONTENT, state, PUPIL, deeds)
                assert told == RULEBOOK.lesson_step(CONTENT, guess, PUPIL, deeds)


@pytest.mark.rule("DS-10")
def test_an_edition_without_the_map_teaches_on_the_first():
    raw = RULEBOOK.base_pack()
    content = RULEBOOK.read_content({**raw, "map": [entry for entry in raw["map"] if entry["slug"] != "range"]})
    assert RULEBOOK.lesson(content).options == {}
