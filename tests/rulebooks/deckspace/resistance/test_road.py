"""The run as a road: the contract of every rulebook over random walks, secrets, replays, whole runs with battles."""

import collections

import msgspec
import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.contracts import digest_of, play_checked
from apps.rulebooks.core.protocol import PUBLIC, REVEALED, action_id
from apps.rulebooks.core.recorded import RecordedChance
from apps.rulebooks.core.roads import EARNED, HasRoads
from apps.rulebooks.core.simulation import play_road, usual_options
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.resistance.actions import Travel, Wait
from apps.rulebooks.deckspace.resistance.content import Answer, Encounter
from apps.rulebooks.deckspace.resistance.hidden import SECRET, hidden_zones
from apps.rulebooks.deckspace.resistance.road import ROAD
from tests.test_symbols import DRAWN, symbols_in

from ..helpers import CONTENT
from .helpers import (
    CALM,
    FAR,
    PORT,
    SEAT,
    begun,
    came_back,
    changed,
    do,
    flying,
    hub,
    legal,
    looming,
    made_up,
    numbered,
    offer,
    reported,
    step,
    threat,
    trips,
)


class Reporting:
    """The run with every battle reported at once, as chance has it: a rulebook like any other."""

    def __getattr__(self, name):
        return getattr(ROAD, name)

    def setup(self, content, options, chance):
        return ROAD.setup(content, options, chance)

    def apply(self, content, state, seat, action, chance):
        done = ROAD.apply(content, state, seat, action, chance)
        if done.state.sortie is None:
            return done
        back = ROAD.report(content, done.state, made_up(done.state, chance.fork("battle")), chance)
        return replace(back, events=())  # they tell of a battle that everybody has seen, and that there was not


@pytest.mark.parametrize("game", range(16))
def test_random_walks_keep_the_contract(game):
    rich = {"supplies": 25, "strength": 30} if game % 2 else {"supplies": 6, "strength": 12}
    content = numbered(CONTENT, **rich)
    options = {"system": ("tamarisk", "karst")[game // 2 % 2], EARNED: "full-hold,listening-post" if game % 3 else ""}
    played = play_checked(Reporting(), content, options, f"run-{game}", sample_every=9)
    assert played.result.ending in ROAD.endings


def test_random_walks_come_to_every_end_of_their_own():
    ends = collections.Counter()
    for game in range(30):
        book, secret = Reporting(), b"ends-%d" % game
        content = numbered(CONTENT, strength=30)
        state = book.setup(content, {}, Chance(secret)).state
        number = 0
        while book.result(content, state) is None:
            number += 1
            action = Chance(secret, number).pick(book.legal_actions(content, state, 0), "any")
            state = book.apply(content, state, 0, action, Chance(secret, number)).state
        ends[book.result(content, state).ending] += 1
    assert set(ends) == {"system-free", "resistance-broken"}


def test_reports_are_part_of_the_line():
    state = flying("supply")
    report = came_back(state, health=2, downed=2, pods=3)
    one, other = (ROAD.report(CALM, state, report, Chance(b"same", 7)).state for _ in range(2))
    assert digest_of(one) == digest_of(other)
    chance = Chance(b"same", 7)
    ROAD.report(CALM, state, report, chance)
    again = ROAD.report(CALM, state, report, RecordedChance(chance.rolls)).state
    assert again == one
    assert msgspec.json.decode(msgspec.json.encode(report), type=ROAD.report_type) == report


def test_the_state_with_a_battle_under_way_is_stored_and_read_back():
    for kind in ("supply", "defend", "strike", "hunt", "retake"):
        state = flying(kind)
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=ROAD.state_type) == state
        assert msgspec.json.decode(msgspec.json.encode(state), type=ROAD.state_type) == state


# --- Secrets ----------------------------------------------------------------------------------


@pytest.mark.rule("DS-120", "DS-A59")
def test_the_next_threat_is_secret_until_it_is_made_or_heard():
    state = hub(looming=looming(FAR, PORT, "mirk"))
    draws = [ROAD.determinize(CALM, state, SEAT, Chance(b"draw", n)) for n in range(40)]
    assert {draw.looming.planet for draw in draws} == {FAR, PORT, "mirk"}
    for audience in (SEAT, PUBLIC):
        for draw in draws:
            assert ROAD.scene(CALM, draw, audience) == ROAD.scene(CALM, state, audience)
            assert legal(draw) == legal(state)
        assert [zone.name for zone in hidden_zones(CALM, state, audience)] == [SECRET]
    heard = replace(state, fittings=("long-range-comms",))
    assert hidden_zones(CALM, heard, SEAT) == ()
    assert {ROAD.determinize(CALM, heard, SEAT, Chance(b"d", n)).looming.planet for n in range(20)} == {FAR}
    assert ROAD.determinize(CALM, state, REVEALED, Chance(b"x")) == state
    assert hidden_zones(CALM, state, REVEALED) == ()


# --- Whole runs -------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "system"), [("strategist", "tamarisk"), ("courier", "karst")])
def test_a_whole_run_with_its_battles(level, system):
    record = play_road(ROAD, RULEBOOK, CONTENT, {"system": system}, (level,), "whole", seconds=0.1, flyer="drone")
    assert record.broken == ()
    assert record.result.ending in ROAD.endings
    assert record.told["battle-ended"] == record.told["mission-began"] + record.told["struck-early"] > 0


def test_it_is_registered_with_its_game():
    assert isinstance(RULEBOOK, HasRoads)
    assert RULEBOOK.roads["resistance"] is ROAD
    assert (ROAD.slug, ROAD.game) == ("resistance", RULEBOOK.slug)
    assert usual_options(ROAD.options(CONTENT)) == {"system": "tamarisk", "legacy": "kept"}
    assert [seat.number for seat in ROAD.seats(CONTENT, {})] == [0]
    assert [level.slug for level in ROAD.bot_levels] == ["courier", "strategist"]


# --- Bots -------------------------------------------------------------------------------------


def decided(state, level="strategist"):
    """What a bot does."""
    return ROAD.bot(level).decide(CALM, state, 0, Chance(b"bot"), 1.0).action


@pytest.mark.parametrize("level", ["courier", "strategist"])
def test_bots_decide_legally_and_the_same_way_again(level):
    state = begun()
    for number in range(60):
        if ROAD.result(CALM, state) is not None:
            break
        if state.sortie is not None:
            state = reported(state, made_up(state, Chance(b"bots", number))).state
            continue
        action = decided(state, level)
        assert action in legal(state)
        assert decided(state, level) == action
        state = do(state, action, seed=b"bots-%d" % number)


def test_the_strategist_mends_defends_and_comes_prepared():
    assert type(decided(hub(PORT, supplies=9, craft={"health": 2}))).__name__ == "RepairHull"
    # A planet about to fall is worth more than a hunt as far away.
    state = hub(PORT, offers=(offer("defend", FAR), offer("hunt", "mirk")), threats=(threat(FAR, 5),), supplies=0)
    assert decided(state) == Travel(FAR)
    # Hunts that will be gone are not flown to.
    late = hub("saint-odile", day=3, offers=(offer("hunt", FAR),), supplies=0)
    assert decided(late) != Travel(FAR)
    strike = hub(PORT, owners={PORT: "held"}, offers=(offer("strike"),), supplies=0)
    assert type(decided(strike)).__name__ == "FlyMission"
    assert str(ROAD.bot("strategist").decide(CALM, strike, 0, Chance(b"x"), 1.0).why)
    assert type(decided(hub(supplies=0, strength=20))).__name__ in ("Wait", "Travel")


def test_the_strategist_looks_at_nothing_hidden():
    state = begun()
    guesses = {decided(replace(state, looming=looming(planet, PORT, FAR))) for planet in (PORT, FAR)}
    assert len(guesses) == 1


# --- Screens ----------------------------------------------------------------------------------


def test_every_symbol_is_drawn_and_every_choice_names_its_action():
    named, verbs = set(), set()
    for game in range(12):
        secret = b"screens-%d" % game
        content = numbered(CONTENT, supplies=20, strength=20)
        state = ROAD.setup(content, {"system": ("tamarisk", "karst")[game % 2]}, Chance(secret)).state
        for number in range(1, 120):
            scene = ROAD.scene(content, state, SEAT)
            named |= symbols_in(scene)
            assert [choice.id for choice in scene.choices] == [
                action_id(action) for action in ROAD.legal_actions(content, state, 0)
            ]
            assert ROAD.scene(content, state, PUBLIC).choices == ()
            cards = {card.id for panel in scene.panels for card in getattr(panel, "cards", ())}
            tiles = {tile.id for tile in scene.board.tiles}
            for choice in scene.choices:
                verbs.add(choice.verb)
                assert str(choice.label)
                assert not choice.card or choice.card in cards
                assert not choice.tile or choice.tile in tiles
            assert all(piece.at in tiles for piece in scene.board.pieces)
            assert scene.board.geometry == "plane"
            if ROAD.result(content, state) is not None:
                break
            if state.sortie is not None:
                state = ROAD.report(
                    content, state, made_up(state, Chance(secret, number)), Chance(secret, number)
                ).state
                continue
            action = Chance(secret, -number).pick(ROAD.legal_actions(content, state, 0), "any")
            state = ROAD.apply(content, state, 0, action, Chance(secret, number)).state
    assert named <= DRAWN
    assert {"travel", "wait", "supply", "buy", "repair", "research", "fit", "remove", "boss", "answer"} <= verbs


@pytest.mark.rule("DS-107", "DS-119", "DS-124")
def test_the_system_view_shows_whose_every_planet_is_and_its_deadline():
    state = hub(owners={"mirk": "held", "verge": "fallen"}, threats=(threat(PORT, 6),), offers=(offer("retake", FAR),))
    board = ROAD.scene(CALM, state, SEAT).board
    kinds = {tile.id: tile.kind for tile in board.tiles}
    assert (kinds["sun"], kinds["larder"], kinds["anvil"]) == ("sun", "home-base", "anvil")
    assert (kinds["mirk"], kinds["verge"], kinds[PORT]) == ("planet-held", "planet-held", "planet-threatened")
    assert kinds["low-harrow"] == "planet"
    (flag,) = [piece for piece in board.pieces if piece.symbol == "flag-threat"]
    assert (flag.at, flag.badges[0].text) == (PORT, "6")
    (ship,) = [piece for piece in board.pieces if piece.id == "ship"]
    assert (ship.at, ship.seat) == ("larder", 0)
    orbits = {mark.reach for mark in board.marks if mark.kind == "orbit"}
    assert orbits == {place.orbit.radius for place in _places()}
    moved = ROAD.scene(CALM, do(state, Wait()), SEAT).board
    assert [tile.id for tile in moved.tiles] == [tile.id for tile in board.tiles]
    assert moved.tiles != board.tiles


def _places():
    system = CALM.resistance.systems["tamarisk"]
    return (*system.planets, system.home, system.anvil)


@pytest.mark.rule("DS-107")
def test_a_ship_on_its_way_is_between_its_places():
    stop = Encounter("stop", "Stop", "Stop.", answers=(Answer("Go", "On."), Answer("Stay", "No.")), when="trip")
    content = changed(numbered(event_chance=100), events={"stop": stop})
    to = max(trips(hub()), key=lambda place: trips(hub())[place])
    state = step(hub(), Travel(to), content).state
    assert state.phase == "event"
    board = ROAD.scene(content, state, SEAT).board
    assert [piece.at for piece in board.pieces if piece.id == "ship"] == ["under-way"]
    assert [(mark.at, mark.to) for mark in board.marks if mark.kind == "course"] == [("under-way", to)]
