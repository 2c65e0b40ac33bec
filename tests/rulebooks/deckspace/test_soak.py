"""Many seeded battles: invariants after each action, states that survive being stored, and laws that always hold."""

import collections

import msgspec
import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import distance
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import BeginTurn, EndTurn, NextGame, Thrust
from apps.rulebooks.deckspace.play import concede, waiting_on

from .helpers import CONTENT, edited, with_parts

MAPS = sorted({slug for slug, entry in CONTENT.maps.items() if entry.free} | set(CONTENT.generators))


def at_random(state, legal, chance):
    return chance.pick(legal, "any")


def warily(state, legal, chance):
    """Every kind of action as often as any other, and slow ships: longer battles, in which more comes about."""
    ship = state.ship(state.active)
    if ship is not None and ship.speed > 1 and Thrust("decelerate") in legal:
        return Thrust("decelerate")
    kinds = sorted({type(action).__name__ for action in legal if not isinstance(action, EndTurn)} or {"EndTurn"})
    kind = chance.pick(kinds, "kind")
    return chance.pick([action for action in legal if type(action).__name__ == kind], "any")


def play(seed, choose, options=None, watch=lambda before, action, step: None, stop=4000, content=CONTENT):
    """A whole game; every state is checked."""
    secret = f"soak {seed}".encode().ljust(16, b".")
    state = RULEBOOK.setup(content, options or {}, Chance(secret)).state
    line = []
    while waiting := waiting_on(state):
        if len(line) >= stop:
            break
        seat, chance = min(waiting), Chance(secret, len(line) + 1)
        action = choose(state, RULEBOOK.legal_actions(content, state, seat), chance.fork("choice"))
        step = RULEBOOK.apply(content, state, seat, action, chance)
        faults = RULEBOOK.check(content, step.state)
        assert not faults, f"seed {seed}, action {len(line) + 1}, {action}: {faults}"
        watch(state, action, step)
        line.append((seat, action))
        state = step.state
    return state, line


@pytest.mark.parametrize("choose", [at_random, warily])
@pytest.mark.parametrize("slug", MAPS)
def test_battles_end_and_hold_their_invariants(slug, choose):
    for seed in range(3):
        state, _ = play(seed, choose, {"map": slug, "markers": "plenty"})
        assert RULEBOOK.result(CONTENT, state).ending in RULEBOOK.endings


def test_most_of_what_can_happen_does():
    """In an edition where cannons reach far and every deck has an EMP, forty battles have some of everything."""
    deck = tuple(sorted((*CONTENT.decks["duel"], "emp", "emp")))
    far = edited(pdc_range=30)
    content = with_parts(far, decks={**far.decks, "duel": deck})
    seen = collections.Counter()

    def count(before, action, step):
        seen.update(event.kind for event in step.events)

    for seed in range(40):
        slug = ("classic", "gilded", "tide", "random-3")[seed % 4]
        play(seed, warily, {"map": slug, "markers": "plenty"}, count, content=content)
    assert {"blast", "rock-exploded", "hit", "beam", "emp", "jumped", "marker", "card-taken", "drifted", "strike",
            "stunned", "turn-lost", "ordnance-hit", "ordnance-lost", "destroyed", "pdc"} <= set(seen), seen  # fmt: skip


@pytest.mark.rule("DS-31", "DS-80", "DS-81", "DS-33", "DS-69", "DS-71", "DS-164")
@settings(max_examples=25, deadline=None)
@examples(seed=st.integers(0, 10**6), slug=st.sampled_from(MAPS))
def test_laws_that_always_hold(seed, slug):
    """Nobody moves further than its speed, rocks only go, NULLs stay, ordnance is never left unmoved."""

    def watch(before, action, step):
        after = step.state
        if isinstance(action, NextGame):
            return
        assert {rock.field for rock in after.rocks} <= {rock.field for rock in before.rocks}
        assert len(after.rocks) <= len(before.rocks)
        assert set(after.solid) <= set(before.solid)
        for ship in before.ships:
            now = next(one for one in after.everyone() if one.number == ship.number)
            assert now.cards.count("null") >= ship.cards.count("null")
            assert now.max_health >= ship.max_health
            assert now.max_speed >= ship.max_speed
            if ship.number != before.active:
                assert now.at == ship.at, "only the ship whose turn it is moves"
        if isinstance(action, EndTurn):
            ship = before.ship(before.active)
            now = next(one for one in after.everyone() if one.number == ship.number)
            assert distance(ship.at, now.at) <= ship.speed
            assert not [piece for piece in before.ordnance if piece.owner == ship.number and piece.moves
                        and CONTENT.ordnance[piece.kind].must_move]  # fmt: skip

    play(seed, warily, {"map": slug, "markers": "many"}, watch, stop=250)


@pytest.mark.rule("DS-A65")
@settings(max_examples=25, deadline=None)
@examples(seed=st.integers(0, 10**6), moments=st.lists(st.integers(1, 200), min_size=1, max_size=3))
def test_giving_up_is_possible_at_any_moment(seed, moments):
    secret = f"give {seed}".encode().ljust(16, b".")
    state = RULEBOOK.setup(CONTENT, {"map": "random-4", "series": "3", "markers": "plenty"}, Chance(secret)).state
    for number in range(1, 260):
        waiting = waiting_on(state)
        if not waiting:
            break
        if number in moments:
            seat = [seat for seat in range(4) if seat not in state.retired][seed % 2]
            state = concede(CONTENT, state, seat).state
            assert RULEBOOK.check(CONTENT, state) == []
            assert seat not in waiting_on(state)
            continue
        seat, chance = min(waiting), Chance(secret, number)
        legal = RULEBOOK.legal_actions(CONTENT, state, seat)
        assert legal
        assert (legal == (BeginTurn(),)) == (state.phase == "ready")
        state = RULEBOOK.apply(CONTENT, state, seat, warily(state, legal, chance.fork("c")), chance).state
        assert RULEBOOK.check(CONTENT, state) == []


def test_states_and_actions_survive_being_stored():
    kept = []

    def watch(before, action, step):
        assert msgspec.json.decode(msgspec.json.encode(action), type=RULEBOOK.actions) == action
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(step.state), type=RULEBOOK.state_type) == step.state
        kept.append(len(msgspec.msgpack.encode(step.state)))

    play(7, warily, {"map": "classic"}, watch)
    assert max(kept) < 4000
