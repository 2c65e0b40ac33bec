"""Many seeded games: invariants after each action, endings, and states that survive being stored."""

import collections
from pathlib import Path

import msgspec
import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.dogfight import RULEBOOK
from apps.rulebooks.dogfight.actions import Draw, EndTurn, Move, UseBlankAsAsteroid

from .helpers import CONTENT

RULES = Path(__file__).parents[3] / "apps/rulebooks/dogfight/RULES.md"


def play(seed, choose, options=None):
    """A whole game, with `choose(legal, chance)` for both sides; every state is checked."""
    secret = f"soak {seed}".encode()
    state, number, line = RULEBOOK.setup(CONTENT, options or {}, Chance(secret)).state, 0, []
    while waiting := RULEBOOK.waiting_on(state):
        number += 1
        seat = max(waiting)
        chance = Chance(secret, number)
        action = choose(RULEBOOK.legal_actions(CONTENT, state, seat), chance.fork("choice"))
        state = RULEBOOK.apply(CONTENT, state, seat, action, chance).state
        faults = RULEBOOK.check(CONTENT, state)
        assert not faults, f"seed {seed}, action {number}, {action}: {faults}"
        line.append((seat, action))
    return state, line


def at_random(legal, chance):
    return chance.pick(legal, "any")


def eagerly(legal, chance):
    """Fights where it can, else moves, else draws: games that end in other ways than random ones."""
    attacks = [a for a in legal if not isinstance(a, Move | Draw | EndTurn | UseBlankAsAsteroid)]
    moves = [a for a in legal if isinstance(a, Move)]
    return chance.pick(attacks or moves or [a for a in legal if isinstance(a, Draw)] or legal, "eager")


def homeward(legal, chance):
    """Goes forward as fast as it can and never fights."""
    moves = sorted((a for a in legal if isinstance(a, Move)), key=lambda a: abs(a.to[1] - 5.5))
    draws = [a for a in legal if isinstance(a, Draw)]
    return moves[-1] if moves else chance.pick(draws or legal, "homeward")


@pytest.mark.parametrize("choose", [at_random, eagerly, homeward])
def test_games_end_and_hold_their_invariants(choose):
    for seed in range(25):
        state, _ = play(seed, choose)
        assert RULEBOOK.result(CONTENT, state).ending in RULEBOOK.endings


def test_most_endings_come_up_by_themselves():
    seen = collections.Counter()
    for seed in range(60):
        for choose in (at_random, eagerly, homeward):
            options = {"draw_on_tie": "draw"} if seed % 2 else {}
            seen[play(seed, choose, options)[0].outcome.ending] += 1
    assert {"eliminated", "home", "home-first", "drawn", "stalled"} <= set(seen), seen


def test_states_and_actions_survive_being_stored():
    state, line = play(7, eagerly)
    for _, action in line:
        assert msgspec.json.decode(msgspec.json.encode(action), type=RULEBOOK.actions) == action
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(action), type=RULEBOOK.actions) == action
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=RULEBOOK.state_type) == state
    assert msgspec.json.decode(msgspec.json.encode(state), type=RULEBOOK.state_type) == state
    assert len(msgspec.msgpack.encode(state)) < 1000


def test_the_rules_text_has_every_requirement_once():
    text = RULES.read_text(encoding="utf-8")
    wanted = [f"DF-{n:02}" for n in range(1, 53)] + [f"DF-A{n:02}" for n in range(1, 30)]
    for rule in wanted:
        assert text.count(f"**{rule}**") == 1, rule


def test_bots_play_whole_games():
    for level in RULEBOOK.bot_levels:
        state = RULEBOOK.setup(CONTENT, {}, Chance(b"bots")).state
        bot = RULEBOOK.bot(level.slug)
        for number in range(1, 41):
            waiting = RULEBOOK.waiting_on(state)
            if not waiting:
                break
            seat = min(waiting)
            chance = Chance(b"bots", number)
            guess = RULEBOOK.determinize(CONTENT, state, Audience.of(seat), chance.fork("guess"))
            decision = bot.decide(CONTENT, guess, seat, chance.fork("bot"), 0.02)
            assert decision.action in RULEBOOK.legal_actions(CONTENT, state, seat)
            state = RULEBOOK.apply(CONTENT, state, seat, decision.action, chance).state
