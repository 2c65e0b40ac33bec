"""The bots: legal, deterministic, blind to what they may not see, and sensible where a position speaks for itself."""

import itertools

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import distance, moved
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.deckspace.actions import (
    BeginTurn,
    Detonate,
    EndTurn,
    FireBeam,
    FirePdc,
    KeepCard,
    KeepNothing,
    Launch,
    NextGame,
    PlayCard,
    Pulse,
    SkipPdc,
    Steer,
    TakeCard,
    Thrust,
)
from apps.rulebooks.deckspace.bots import LEVELS, why
from apps.rulebooks.deckspace.bots.sight import Sight
from apps.rulebooks.deckspace.content import MapType
from apps.rulebooks.deckspace.edition import base_content
from apps.rulebooks.deckspace.rulebook import RULEBOOK
from apps.rulebooks.deckspace.state import (
    ChartKey,
    Objective,
    Offer,
    Ordnance,
    Rock,
    Rules,
    Series,
    Ship,
    State,
)

from .helpers import with_parts

LEVEL_SLUGS = [level.slug for level in LEVELS]
NE, E, SE, SW, W, NW = range(6)
MIDDLE = (6, 12)  # of the range, twelve hexes from every corner
DECK = ("high-thrust", "mass-driver", "missile", "missile", "small-nuke", "thrust", "thrust", "thrust")


def drawing(radius=12):
    """A bare hexagon, without the field at its edge that every real map has."""
    rows = []
    for row in range(2 * radius + 1):
        count = 2 * radius + 1 - abs(row - radius)
        rows.append(" " * abs(row - radius) + " ".join("." * count))
    return "\n".join(rows)


def with_range():
    """The content of the game with a map for target practice, on which there is nothing at all."""
    base = base_content()
    bare = MapType("range", "Range", "Nothing here.", drawing(), ("NE", "SW"))
    maps = {**base.maps, "range": bare}
    return with_parts(base, maps=maps)


CONTENT = with_range()


def ship(number=1, at=MIDDLE, facing=E, speed=1, hand=(), **more):
    """A ship of the seat before its number, each for itself."""
    cards = {"draw": DECK, "hand": tuple(sorted(hand)), "health": 4, "max_health": 4, "max_speed": 3, **more}
    seat = cards.pop("seat", number - 1)
    return Ship(number=number, seat=seat, side=cards.pop("side", seat), at=at, facing=facing, speed=speed, **cards)


def piece(number=1, owner=1, kind="missile", at=MIDDLE, facing=E, fuel=0, moves=None):
    """A missile or nuke at the start of a turn."""
    entry = CONTENT.ordnance[kind]
    return Ordnance(number, owner, kind, at, facing, entry.moves if moves is None else moves, entry.turns, fuel)


def battle(*ships, pieces=(), rocks=(), phase="acting", **more):
    """A moment of the turn of ship 1 on the range."""
    seats = max(each.seat for each in ships) + 1
    sides = tuple(next((each.side for each in ships if each.seat == seat), seat) for seat in range(seats))
    order = tuple(each.number for each in ships)
    state = State(
        rules=Rules(), chart=ChartKey("range"), sides=sides, series=Series(1, (0,) * seats), ships=ships,
        ordnance=tuple(pieces), launched=len(pieces), rocks=tuple(Rock(at) for at in sorted(rocks)), order=order,
        active=order[0], phase=phase, pool=CONTENT.decks["pool"],
    )  # fmt: skip
    return replace(state, **more)


def decide(level, state, secret=b"bots", content=CONTENT):
    seat = min(RULEBOOK.waiting_on(state))
    return RULEBOOK.bot(level).decide(content, state, seat, Chance(secret), 1.0)


def turn(level, state):
    """The actions of one whole turn, and the state after it."""
    seat, active = min(RULEBOOK.waiting_on(state)), state.active
    done = []
    for number in itertools.count(1):
        action = decide(level, state).action
        assert action in RULEBOOK.legal_actions(CONTENT, state, seat)
        state = RULEBOOK.apply(CONTENT, state, seat, action, Chance(b"turn", number)).state
        done.append(action)
        if state.active != active or state.phase in ("over", "between") or number > 60:
            return done, state
    return done, state


def game(levels, seed, options=None):
    """Every state of a game between bots, with the seat to act and what it decided."""
    secret = seed.encode().ljust(16, b".")
    state = RULEBOOK.setup(CONTENT, options or {"map": "classic"}, Chance(secret)).state
    for number in range(1, 3000):
        waiting = RULEBOOK.waiting_on(state)
        if not waiting:
            return
        seat = min(waiting)
        known = RULEBOOK.determinize(CONTENT, state, Audience.of(seat), Chance(secret, number))
        decision = RULEBOOK.bot(levels[seat]).decide(CONTENT, known, seat, Chance(secret, number), 1.0)
        yield state, seat, decision
        state = RULEBOOK.apply(CONTENT, state, seat, decision.action, Chance(secret, number)).state


@pytest.fixture(scope="module")
def positions():
    """Moments out of a few games, each with the seat to act."""
    played = [*game(("hunter", "drone"), "one"), *game(("drone", "hunter"), "two", {"map": "random-2"})]
    return [(state, seat) for state, seat, _ in played][::4]


@pytest.mark.rule("DS-07")
@pytest.mark.parametrize("level", LEVEL_SLUGS)
def test_decisions_are_legal_and_the_same_for_the_same_chance(level, positions):
    for state, seat in positions:
        decision = decide(level, state)
        assert decision.action in RULEBOOK.legal_actions(CONTENT, state, seat)
        assert decision == decide(level, state)


@pytest.mark.rule("DS-A61")
@pytest.mark.parametrize("level", LEVEL_SLUGS)
def test_hidden_cards_change_no_decision(level, positions):
    for number, (state, seat) in enumerate(positions):
        other = RULEBOOK.determinize(CONTENT, state, Audience.of(seat), Chance(b"dealt anew", number))
        assert decide(level, other) == decide(level, state)


SILENT = (BeginTurn, NextGame, KeepCard, KeepNothing)  # nothing that anybody waits to hear of


def active_seat(state):
    """The seat that decides."""
    return min(RULEBOOK.waiting_on(state))


@pytest.mark.rule("DS-A61")
@pytest.mark.parametrize("level", LEVEL_SLUGS)
def test_reasons_name_no_card_and_can_be_worked_out_from_the_board(level, positions):
    """With any other hand the same action has the same words."""
    names = [card.name.lower() for card in CONTENT.cards.values()]
    for state, _ in positions:
        decision = decide(level, state)
        words = str(decision.why).lower()
        forced = len(RULEBOOK.legal_actions(CONTENT, state, active_seat(state))) == 1
        assert words or forced or isinstance(decision.action, (Steer, *SILENT)), "all else is announced"
        assert not (words and isinstance(decision.action, SILENT))
        assert not any(name in words for name in names)
        active = state.ship(state.active)
        empty = replace(active, hand=(), draw=(*active.draw, *active.hand))
        ships = tuple(empty if each.number == active.number else each for each in state.ships)
        bare = replace(state, ships=ships)
        sight = Sight(CONTENT, bare, empty, CONTENT.bots[level])
        if not forced:
            assert why.of(sight, decision.action) == decision.why


@pytest.mark.rule("DS-07", "DS-A24")
@pytest.mark.parametrize(
    ("levels", "options"),
    [
        (("hunter", "drone", "drone"), {"map": "random-3"}),
        (("drone", "hunter", "hunter", "drone"), {"map": "random-4", "bots": "1,2,3"}),
    ],
)
def test_three_and_four_ships_fight_to_an_end(levels, options):
    *_, (state, _, _) = game(levels, "crowd", options)
    assert state.round <= CONTENT.numbers.round_limit


@pytest.mark.rule("DS-101")
def test_the_drone_closes_in():
    state = battle(ship(at=(0, 12), hand=("thrust", "thrust")), ship(2, at=(14, 10)))
    done, after = turn("drone", state)
    assert done[:2] == [PlayCard("thrust"), Thrust("accelerate")]
    assert distance(after.ship(1).at, after.ship(2).at) < distance((0, 12), (14, 10)) - 1


@pytest.mark.rule("DS-101")
def test_the_drone_fires_at_what_is_near():
    state = battle(ship(hand=("missile", "thrust")), ship(2, at=moved(MIDDLE, E, 5)))
    done, after = turn("drone", state)
    assert done[0] == PlayCard("missile")
    assert after.ship(2).health == 3


@pytest.mark.rule("DS-102")
def test_the_hunter_does_not_close_in_on_a_ship_that_can_hurt_it():
    foe = ship(2, at=moved(MIDDLE, E, 4), facing=W, pdc=True)
    state = battle(ship(hand=("thrust",), speed=2), foe)
    _, after = turn("hunter", state)
    assert distance(after.ship(1).at, foe.at) >= 4
    _, bold = turn("drone", state)
    assert distance(bold.ship(1).at, foe.at) < 4


@pytest.mark.rule("DS-102")
def test_the_hunter_leads_its_shots():
    """A missile that cannot hit this turn waits where its target is going to be, not where it is."""
    foe = ship(2, at=(0, 12), facing=E, speed=3)
    aim = moved(foe.at, E, 3)
    start = moved(aim, NE, 8)
    state = battle(ship(at=(20, 4), facing=NW, speed=0), foe, pieces=(piece(at=start, facing=SW),))
    _, after = turn("hunter", state)
    (missile,) = after.ordnance
    assert distance(missile.at, aim) < distance(missile.at, foe.at)
    assert distance(missile.at, aim) <= 6


@pytest.mark.rule("DS-102", "DS-57")
@pytest.mark.parametrize(("level", "fuel"), [("drone", 0), ("hunter", 3)])
def test_a_kill_in_reach_is_taken(level, fuel):
    """The Hunter burns its fuel for it; the Drone never thinks of fuel."""
    foe = ship(2, at=moved(MIDDLE, E, 6 + fuel), health=1)
    state = battle(ship(at=(2, 16)), foe, pieces=(piece(at=MIDDLE, fuel=fuel),))
    done, after = turn(level, state)
    assert done == [Steer(1, "forward")] * (6 + fuel)
    assert after.outcome.winners == (0,)


@pytest.mark.rule("DS-102", "DS-38")
@pytest.mark.parametrize("level", LEVEL_SLUGS)
def test_a_missile_is_steered_round_a_rock_to_hit(level):
    foe = ship(2, at=moved(MIDDLE, E, 2), health=1)
    rocks = (moved(MIDDLE, E, 1), moved(MIDDLE, NE, 1))
    state = battle(ship(at=(2, 16)), foe, pieces=(piece(at=MIDDLE),), rocks=rocks)
    done, after = turn(level, state)
    assert Steer(1, "right") in done
    assert after.outcome.winners == (0,)
    assert {rock.at for rock in after.rocks} == set(rocks)


@pytest.mark.rule("DS-102", "DS-39")
def test_a_rock_beside_an_enemy_is_a_weapon():
    """The missile cannot get past the wall to the ship, but the wall explodes as well as a rock does."""
    foe = ship(2, at=moved(MIDDLE, E, 6), health=1)
    rock = moved(MIDDLE, E, 5)
    state = battle(ship(at=(2, 16)), foe, pieces=(piece(at=MIDDLE, moves=5),), rocks=(rock,))
    _, after = turn("hunter", state)
    assert after.outcome.winners == (0,)


@pytest.mark.rule("DS-102", "DS-50", "DS-62")
def test_the_hunter_does_not_set_off_its_nuke_beside_itself():
    foe = ship(2, at=moved(MIDDLE, E, 2))
    nuke = piece(kind="large-nuke", at=moved(MIDDLE, E, 1))
    state = battle(ship(health=2, speed=0), foe, pieces=(nuke,))
    done, after = turn("hunter", state)
    assert Detonate(1) not in done
    assert after.ship(1).health == 2


@pytest.mark.rule("DS-102", "DS-61")
def test_the_hunter_sets_a_nuke_off_where_it_reaches_only_the_enemy():
    foe = ship(2, at=moved(MIDDLE, E, 4))
    state = battle(ship(speed=0), foe, pieces=(piece(kind="medium-nuke", at=moved(MIDDLE, E, 1)),))
    done, after = turn("hunter", state)
    assert Detonate(1) in done
    assert after.ship(2).health == 2
    assert after.ship(1).health == 4


@pytest.mark.rule("DS-102", "DS-34")
@pytest.mark.parametrize("level", LEVEL_SLUGS)
def test_who_can_steer_turns_before_the_edge(level):
    edge = moved(MIDDLE, E, 11)
    state = battle(ship(at=edge, speed=3, hand=("missile", "missile", "thrust")), ship(2, at=moved(MIDDLE, W, 3)))
    done, after = turn(level, state)
    assert PlayCard("thrust") in done
    assert after.ship(1) is not None


@pytest.mark.rule("DS-102", "DS-A02")
def test_the_hunter_keeps_the_card_that_saves_it_from_the_edge():
    edge = moved(MIDDLE, E, 11)
    there = ship(at=edge, speed=3, hand=("mass-driver", "thrust"), draw=("missile",) * 5)
    state = battle(there, ship(2, at=moved(MIDDLE, W, 3)), phase="keeping")
    assert decide("hunter", state).action == KeepCard("thrust")
    calm = replace(there, at=MIDDLE, speed=1)
    state = battle(calm, ship(2, at=moved(MIDDLE, W, 3), speed=0), phase="keeping")
    assert decide("hunter", state).action == KeepCard("mass-driver")


@pytest.mark.rule("DS-102", "DS-39", "DS-52")
def test_the_hunter_flies_round_what_would_destroy_it():
    ahead = (moved(MIDDLE, E, 1), moved(MIDDLE, E, 2))
    state = battle(ship(health=1, speed=2, hand=("thrust",)), ship(2, at=(0, 20)), rocks=ahead)
    done, after = turn("hunter", state)
    assert PlayCard("thrust") in done
    assert after.ship(1).health == 1


@pytest.mark.rule("DS-102", "DS-64", "DS-103")
@pytest.mark.parametrize("profile", ["", "warden"])
def test_a_beam_is_fired_when_its_lane_is_clear_and_kept_when_it_is_not(profile):
    foe = ship(2, at=moved(MIDDLE, SE, 7), speed=0)
    state = battle(ship(hand=("mass-driver", "thrust"), speed=0, profile=profile), foe)
    done, after = turn("hunter", state)
    assert FireBeam(SE) in done
    assert after.ship(2).health == 1
    rock = moved(MIDDLE, SE, 2), moved(moved(MIDDLE, SE, 2), E), moved(moved(MIDDLE, SE, 2), W)
    assert not any(isinstance(action, FireBeam) for action in turn("hunter", replace(state, rocks=rocks_at(rock)))[0])


def rocks_at(places):
    return tuple(Rock(at) for at in sorted(places))


@pytest.mark.rule("DS-102", "DS-69", "DS-70", "DS-103")
@pytest.mark.parametrize("profile", ["", "warden"])
def test_an_emp_answers_missiles_that_are_about_to_hit(profile):
    foe = ship(2, at=moved(MIDDLE, E, 4))
    missiles = tuple(piece(number, 2, at=moved(MIDDLE, number, 3), facing=(number + 3) % 6) for number in (2, 3, 4))
    state = battle(ship(hand=("emp", "missile"), health=3, profile=profile), foe, pieces=missiles)
    done, after = turn("hunter", state)
    assert done[:2] == [PlayCard("emp"), Pulse()]
    assert not after.ordnance


@pytest.mark.rule("DS-76", "DS-77")
@pytest.mark.parametrize("level", LEVEL_SLUGS)
def test_cannons_are_fired_at_a_ship_without_any(level):
    foe = ship(2, at=moved(MIDDLE, E, 2))
    state = battle(ship(pdc=True), foe, phase="prompt")
    assert decide(level, state).action == FirePdc(2)


@pytest.mark.rule("DS-74", "DS-76")
def test_the_hunter_holds_its_fire_when_the_answer_may_destroy_it():
    foe = ship(2, at=moved(MIDDLE, E, 2), pdc=True, health=6, max_health=6, armor=2)
    state = battle(ship(pdc=True, health=1), foe, phase="prompt")
    assert decide("hunter", state).action == SkipPdc()


@pytest.mark.rule("DS-83")
def test_the_hunter_takes_the_best_card_on_offer():
    offer = Offer(("high-thrust", "mass-driver", "wormhole"), 1)
    state = battle(ship(), ship(2, at=(14, 10)), phase="choosing", offer=offer, flight=0)
    assert decide("hunter", state).action == TakeCard("mass-driver")


@pytest.mark.rule("DS-102", "DS-50")
def test_a_missile_stays_out_of_the_way_of_its_own_ship():
    state = battle(ship(speed=3), ship(2, at=(24, 0), facing=NE), pieces=(piece(at=moved(MIDDLE, E, 1), facing=W),))
    _, after = turn("hunter", state)
    assert after.ship(1).health == 4


@pytest.mark.rule("DS-101", "DS-102", "DS-50")
@pytest.mark.parametrize("level", LEVEL_SLUGS)
def test_friends_are_not_shot_at(level):
    friend = ship(3, seat=0, side=0, at=moved(MIDDLE, E, 2))
    foe = ship(2, at=moved(MIDDLE, E, 3), health=1)
    state = battle(ship(hand=("mass-driver",), speed=0), foe, friend, pieces=(piece(at=moved(MIDDLE, E, 1)),))
    _, after = turn(level, state)
    assert after.ship(3) is None or after.ship(3).health == 4
    assert after.outcome.winners == (0,)


@pytest.mark.rule("DS-127", "DS-A57")
def test_a_runner_flies_to_its_gate():
    gate = moved(MIDDLE, SE, 6)
    runner = ship(profile="runner", speed=1, exits=(gate,), hand=("thrust", "thrust"), draw=("thrust",) * 5)
    hero = ship(2, at=(14, 2), speed=0)
    state = battle(runner, hero, objective=Objective("runner", 2))
    for _ in range(8):
        if state.outcome is not None:
            break
        if state.active == 1:
            _, state = turn("hunter", state)
        else:
            state = RULEBOOK.apply(CONTENT, state, 1, RULEBOOK.legal_actions(CONTENT, state, 1)[-1], Chance(b"x")).state
    assert state.outcome.ending == "escaped"


@pytest.mark.rule("DS-125")
def test_a_station_launches_and_steers():
    station = ship(profile="station", speed=0, max_speed=0, station=True, hand=("missile",), draw=("missile",) * 3)
    state = battle(station, ship(2, at=moved(MIDDLE, SE, 6)), objective=Objective("station", 2))
    done, after = turn("hunter", state)
    assert isinstance(done[1], Launch)
    assert after.ship(2).health == 3
    assert EndTurn() in done


@pytest.mark.rule("DS-101", "DS-102")
def test_a_ship_with_a_profile_is_flown_by_it_whatever_the_level():
    hand = ("thrust",)
    foe = ship(2, at=moved(MIDDLE, E, 4), facing=W, pdc=True)
    as_drone = battle(ship(hand=hand, speed=2, profile="drone"), foe)
    assert turn("hunter", as_drone)[0] == turn("drone", battle(ship(hand=hand, speed=2), foe))[0]
