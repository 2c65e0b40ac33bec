"""The road as a whole: random walks, whole runs with real battles, care of the ledger, screens, bots, content."""

import copy
from collections import Counter
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.contracts import digest_of, play_checked
from apps.rulebooks.core.protocol import PUBLIC, REVEALED, Audience, ContentError, IllegalAction
from apps.rulebooks.core.roads import EARNED, Unfit
from apps.rulebooks.core.scene import DeckPanel, ObjectivePanel, SeatPanel, StoryPanel, TrackPanel
from apps.rulebooks.core.simulation import deed_of, play_road
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.edition import read_content
from apps.rulebooks.deckspace.sectors.actions import Launch, RestartSector, TakeCard
from apps.rulebooks.deckspace.sectors.road import ROAD
from apps.rulebooks.deckspace.state import ChartKey
from apps.rulebooks.registry import roads_of
from tests.test_symbols import DRAWN, symbols_in

from ..helpers import CONTENT, with_parts
from .helpers import ROAD_AUDIENCE, at_sector, begun, cleared, do, flying, legal, lost, told, won

AUDIENCES = (Audience.of(0), PUBLIC, REVEALED)


def walk(seed: int, options: dict[str, str], most: int = 80):
    """A random walk with made-up battles: every state, and what led to it."""
    secret = b"walk-%d" % seed
    luck = Chance(secret, -1)
    state = ROAD.setup(CONTENT, options, Chance(secret, 0)).state
    line = [("setup", None, state)]
    for number in range(1, most):
        if ROAD.result(CONTENT, state) is not None:
            break
        chance = Chance(secret, number)
        if state.phase == "fighting" and luck.below(3, "report"):
            deed = made_up(state, luck)
            state = ROAD.report(CONTENT, state, deed, chance).state
        else:
            deed = luck.pick(legal(state), "action")
            state = ROAD.apply(CONTENT, state, 0, deed, chance).state
        line.append((secret, deed, state))
    return line


def made_up(state, luck):
    """A battle that ended somehow."""
    if luck.below(12, "lost") == 0:
        return lost(state, luck.pick(("mission-lost", "conceded", "left-early"), "how"))
    skill = ("high-thrust",) if "high-thrust" in state.known else ()
    gained = luck.pick(((), ("null",), ("null", "null"), skill), "gain")
    return won(
        state, gained=gained, health=1 + luck.below(state.craft.max_health, "hull"),
        downed=len(state.plan.enemies), length=1 + luck.below(40, "rounds"),
    )  # fmt: skip


WALKS = [{}, {"legacy": "kept", EARNED: ",".join(CONTENT.sectors.unlocks)}]


@pytest.mark.parametrize("seed", range(40))
def test_random_walks_keep_the_invariants_and_can_be_stored_and_played_again(seed):
    options = WALKS[seed % 2]
    line = walk(seed, options)
    for number, (secret, deed, state) in enumerate(line):
        assert ROAD.check(CONTENT, state) == []
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=ROAD.state_type) == state
        assert msgspec.json.decode(msgspec.json.encode(state), type=ROAD.state_type) == state
        over = ROAD.result(CONTENT, state) is not None
        assert bool(ROAD.waiting_on(state)) != over
        assert bool(legal(state)) != over
        assert len(set(legal(state))) == len(legal(state))
        assert ROAD.legal_actions(CONTENT, state, 1) == ()
        assert (ROAD.outing(CONTENT, state) is not None) == (state.phase == "fighting")
        if number:
            before = line[number - 1][2]
            chance = Chance(secret, number)
            sent = msgspec.json.encode(deed)
            if isinstance(deed, ROAD.report_type):
                played = ROAD.report(CONTENT, before, msgspec.json.decode(sent, type=ROAD.report_type), chance)
            else:
                played = ROAD.apply(CONTENT, before, 0, msgspec.json.decode(sent, type=ROAD.actions), chance)
            assert digest_of(played.state) == digest_of(state)


class Reporting(type(ROAD)):
    """The road with battles that are made up as soon as they begin, so that the contract of rulebooks can hold it."""

    def apply(self, content, state, seat, action, chance):
        """Decide; a battle under way then ends, or now and then goes on."""
        step = ROAD.apply(content, state, seat, action, chance)
        luck = chance.fork("battle")
        if step.state.phase != "fighting" or luck.below(5, "goes-on") == 0:
            return step
        after = ROAD.report(content, step.state, made_up(step.state, luck), chance)
        return replace(after, events=(*step.events, *after.events))


@pytest.mark.parametrize("seed", range(12))
def test_random_walks_keep_the_contract_of_every_rulebook(seed):
    played = play_checked(Reporting(), CONTENT, WALKS[seed % 2], f"sectors-{seed}", sample_every=5)
    assert played.result.ending in ROAD.endings


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_scenes_of_random_walks_show_the_choices_and_only_what_is_drawn(seed):
    for _secret, _deed, state in walk(seed, WALKS[seed // 4 % 2]):
        for audience in AUDIENCES:
            scene = ROAD.scene(CONTENT, state, audience)
            assert symbols_in(scene) <= DRAWN
            msgspec.json.encode(scene)
            cards = {card.id for panel in scene.panels if isinstance(panel, DeckPanel) for card in panel.cards}
            assert {choice.card for choice in scene.choices if choice.card} <= cards
            count = len(legal(state)) if audience.role == "seat" else 0
            assert len({choice.id for choice in scene.choices}) == len(scene.choices) == count
            assert ROAD.determinize(CONTENT, state, audience, Chance(b"guess")) == state
            assert ROAD.hidden_zones(CONTENT, state, audience) == ()


def test_every_ending_is_reached():
    ends = Counter(line[-1][2].ending for line in (walk(seed, {}) for seed in range(60)))
    assert set(ROAD.endings) <= {*ends, "cleared"}
    assert ROAD.result(CONTENT, cleared(at_sector(5))).ending == "cleared"


@pytest.mark.rule("DS-92")
def test_giving_up_is_possible_at_any_moment():
    for state in (begun(), flying(), cleared(begun())):
        step = ROAD.concede(CONTENT, state, 0)
        assert ROAD.check(CONTENT, step.state) == []
        assert ROAD.result(CONTENT, step.state).ending == "given-up"
    with pytest.raises(IllegalAction):
        ROAD.concede(CONTENT, step.state, 0)
    with pytest.raises(IllegalAction):
        ROAD.concede(CONTENT, begun(), 1)


# --- Whole runs -------------------------------------------------------------------------------


def test_the_game_names_its_road():
    assert roads_of("deckspace")["sectors"] is ROAD
    assert (ROAD.slug, ROAD.game) == ("sectors", "deckspace")
    assert [spec.number for spec in ROAD.seats(CONTENT, {})] == [0]


@pytest.mark.rule("DS-92")
@pytest.mark.parametrize("level", ["wanderer", "navigator"])
def test_whole_runs_with_real_battles_come_to_an_end_and_can_be_walked_again(level):
    records = [play_road(ROAD, RULEBOOK, CONTENT, {}, [level], f"whole-{level}", flyer="drone") for _ in range(2)]
    assert records[0] == records[1]
    record = records[0]
    assert record.broken == ()
    assert record.result.ending in ("cleared", "lost")
    assert record.picks["launch-sector"] == record.told["sector-begun"] >= 1


def test_a_pick_is_written_in_one_line():
    assert deed_of(TakeCard("emp")) == "reward-card emp"
    assert deed_of(Launch()) == "launch-sector"


def test_bots_decide_what_is_legal_and_do_not_begin_again_what_is_lost():
    for level in ROAD.bot_levels:
        bot = ROAD.bot(level.slug)
        for number in range(2, 6):
            state = cleared(at_sector(number - 1))
            decision = bot.decide(CONTENT, state, 0, Chance(b"bot"), 1.0)
            assert decision.action in legal(state)
            assert str(decision.why)
        assert bot.decide(CONTENT, begun(), 0, Chance(b"bot"), 1.0).action == Launch()


def tastes(state):
    """How often the navigator takes which reward, over many runs of luck."""
    bot = ROAD.bot("navigator")
    return Counter(deed_of(bot.decide(CONTENT, state, 0, Chance(b"%d" % n), 1.0).action) for n in range(400))


def test_the_navigator_likes_armor_and_hull_best_and_tries_everything():
    state = cleared(begun())
    taken = tastes(state)
    assert {pick for pick, _ in taken.most_common(2)} == {"reward-upgrade plating", "reward-upgrade bulkheads"}
    assert {pick.split()[0] for pick in taken} == {"reward-card", "reward-upgrade", "reward-removal"}


def test_the_navigator_rather_throws_out_dead_weight_than_take_a_plain_card():
    state = cleared(begun())
    best = replace(state.craft, armor=2, max_health=6, health=6, max_speed=5, deck=(*state.craft.deck, "null"))
    tired = replace(state, craft=replace(best, deck=tuple(sorted(best.deck))), offers=("thrust",))
    assert tastes(tired).most_common(1)[0][0] == "reward-removal null"


# --- Screens ----------------------------------------------------------------------------------


@pytest.mark.rule("DS-92")
def test_the_road_is_shown_with_what_is_cleared_and_where_the_ship_is():
    board = ROAD.scene(CONTENT, at_sector(3), ROAD_AUDIENCE).board
    assert board.geometry == "plane"
    assert [tile.kind for tile in board.tiles] == ["sector-cleared"] * 2 + ["sector-here"] + ["sector"] * 2
    assert [mark.kind for mark in board.marks] == ["road"] * 2 + ["course"] * 2
    (ship,) = board.pieces
    assert (ship.at, ship.seat) == ("sector-3", 0)
    assert len(board.marks) == 4
    places = [(tile.col, tile.row) for tile in board.tiles]
    assert all(abs(a - b) + abs(c - d) >= 150 for (a, c), (b, d) in pairwise(places))


def panels_of(state):
    return ROAD.scene(CONTENT, state, ROAD_AUDIENCE).panels


@pytest.mark.rule("DS-95")
def test_the_briefing_tells_the_story_the_enemies_and_the_new_skill():
    state = at_sector(2)
    (story,) = [panel for panel in panels_of(state) if isinstance(panel, StoryPanel)]
    assert str(story.text) == CONTENT.sectors.order[1].story
    (aim,) = [panel for panel in panels_of(state) if isinstance(panel, ObjectivePanel) and panel.id == "sector"]
    assert "Small Nuke" in str(aim.text)
    for slug in state.plan.enemies:
        assert CONTENT.enemies[slug].name in str(aim.text)
    assert CONTENT.maps[state.plan.map].name in str(aim.text)


def test_the_ship_its_deck_and_the_way_are_shown():
    state = at_sector(4)
    panels = panels_of(state)
    (seat,) = [panel for panel in panels if isinstance(panel, SeatPanel)]
    assert {stat.symbol: stat.value for stat in seat.stats} == {
        "stat-health": str(state.craft.health), "stat-armor": str(state.craft.armor),
        "stat-speed": str(state.craft.max_speed), "stat-deck": str(len(state.craft.deck)),
    }  # fmt: skip
    (deck,) = [panel for panel in panels if isinstance(panel, DeckPanel)]
    assert sum(card.count for card in deck.cards) == deck.count == len(state.craft.deck)
    (track,) = [panel for panel in panels if isinstance(panel, TrackPanel)]
    assert (track.value, track.maximum) == (3, 5)


@pytest.mark.rule("DS-98", "DS-100")
def test_every_reward_says_what_it_will_do():
    state = cleared(begun())
    state = replace(state, craft=replace(state.craft, health=1))
    choices = ROAD.scene(CONTENT, state, ROAD_AUDIENCE).choices
    assert {str(choice.group) for choice in choices} == {"Take a card", "Upgrade the ship", "Remove a card"}
    for action, choice in zip(legal(state), choices, strict=True):
        after = do(state, action).craft
        assert f"After repairs hull {after.health} of {after.max_health}." in str(choice.preview)
        assert choice.final
    offered = [panel for panel in panels_of(state) if isinstance(panel, DeckPanel) and panel.offered]
    assert [card.id for card in offered[0].cards] == [f"offer-{card}" for card in state.offers]


def test_restarts_are_shown():
    state = do(flying(), RestartSector())
    (seat,) = [panel for panel in panels_of(state) if isinstance(panel, SeatPanel)]
    assert "1" in str(seat.note)


# --- Care of the ledger -----------------------------------------------------------------------


def test_numbers_of_the_ship_can_be_set_right_within_bounds():
    state = begun()
    bounds = {entry.slug: (entry.value, entry.least, entry.most) for entry in ROAD.correctable(CONTENT, state)}
    assert bounds == {"hull": (4, 1, 4), "max-hull": (4, 1, 6), "max-speed": (3, 1, 5), "armor": (0, 0, 2)}
    for slug, value in (("hull", 2), ("max-hull", 6), ("max-speed", 5), ("armor", 2)):
        done = ROAD.correct(CONTENT, state, slug, value)
        assert {entry.slug: entry.value for entry in ROAD.correctable(CONTENT, done.state)}[slug] == value
        assert told(done) == ["corrected"]
        assert ROAD.check(CONTENT, done.state) == []
    lower = ROAD.correct(CONTENT, state, "max-hull", 2).state
    assert (lower.craft.health, lower.craft.max_health) == (2, 2)


@pytest.mark.parametrize(("slug", "value"), [("hull", 0), ("hull", 5), ("max-hull", 7), ("armor", 3), ("deck", 1)])
def test_other_corrections_are_refused(slug, value):
    with pytest.raises(IllegalAction):
        ROAD.correct(CONTENT, begun(), slug, value)


def test_nothing_is_corrected_while_a_battle_is_under_way():
    assert ROAD.correctable(CONTENT, flying()) == ()
    with pytest.raises(IllegalAction):
        ROAD.correct(CONTENT, flying(), "hull", 2)


def test_a_ledger_goes_on_under_other_content_cut_to_its_limits():
    state = replace(begun(), earned=("thicker-skin", "gone"), craft=replace(begun().craft, max_health=6, health=6))
    other = with_parts(CONTENT, numbers=replace(CONTENT.numbers, health_cap=5))
    after = ROAD.refit(other, state)
    assert (after.craft.health, after.craft.max_health, after.earned) == (5, 5, ("thicker-skin",))
    assert ROAD.check(other, after) == []
    assert ROAD.refit(CONTENT, begun()) == begun()


def unfit(state, **parts):
    with pytest.raises(Unfit) as caught:
        ROAD.refit(with_parts(CONTENT, **parts), state)
    return {(fault.kind, fault.slug) for fault in caught.value.faults}


def without(entries, *slugs):
    return {slug: entry for slug, entry in entries.items() if slug not in slugs}


def test_what_is_missing_in_other_content_is_named():
    state = begun()
    enemy = state.plan.enemies[0]
    assert unfit(state, cards=without(CONTENT.cards, "missile")) == {("card", "missile")}
    assert unfit(state, enemies=without(CONTENT.enemies, enemy)) == {("enemy", enemy)}
    assert unfit(state, maps=without(CONTENT.maps, state.plan.map)) == {("map", state.plan.map)}
    larger = replace(CONTENT.sectors, numbers=replace(CONTENT.sectors.numbers, floor=9))
    assert unfit(state, sectors=larger) == {("campaign", "")}
    assert unfit(state, sectors=type(CONTENT.sectors)()) == {("sector", "")}


def test_invariants_have_teeth():
    state = at_sector(2)
    for broken in (
        replace(state, craft=replace(state.craft, health=9)),
        replace(state, craft=replace(state.craft, armor=3)),
        replace(state, craft=replace(state.craft, deck=("thrust",) * 5)),
        replace(state, craft=replace(state.craft, deck=state.craft.deck[::-1])),
        replace(state, craft=replace(state.craft, pdc=True)),
        replace(state, known=("thrust",)),
        replace(state, offers=("thrust",)),
        replace(state, sector=3),
        replace(state, phase="over"),
        replace(state, ending="lost"),
        replace(state, phase="fighting", outing=0),
        replace(cleared(begun()), offers=("emp",)),
    ):
        assert ROAD.check(CONTENT, broken)


# --- Content ----------------------------------------------------------------------------------


def entries(**changes):
    """The base pack with the entries of some kinds changed, by kind: a function of the list of entries."""
    raw = copy.deepcopy({kind: list(there) for kind, there in RULEBOOK.base_pack().items()})
    for kind, change in changes.items():
        change(raw[kind])
    return raw


def faults_of(**changes):
    with pytest.raises(ContentError) as caught:
        read_content(entries(**changes))
    return [(fault.kind, fault.slug, fault.field.split(".")[0], fault.message) for fault in caught.value.faults]


def of(there, slug):
    return next(entry for entry in there if entry["slug"] == slug)


@pytest.mark.parametrize(
    ("kind", "slug", "changed", "fault"),
    [
        ("sector", "quarry", {"maps": ["atlantis"]}, ("sector", "quarry", "maps", "'atlantis'")),
        ("sector", "quarry", {"number": 3}, ("sector", "", "number", "no sector 2")),
        ("sector", "quarry", {"number": 6}, ("sector", "quarry", "number", "5 sectors")),
        ("sector", "quarry", {"skills": ["tea"]}, ("sector", "quarry", "skills", "'tea'")),
        ("sector", "quarry", {"skills": ["large-nuke"]}, ("card", "large-nuke", "lesson", "explained")),
        ("sector", "quarry", {"skills": ["emp"]}, ("sector", "quarry", "lineups", "'emp'")),
        ("sector", "quarry", {"lineups": [{"enemies": ["nobody"]}]}, ("sector", "quarry", "lineups", "'nobody'")),
        ("sector", "quarry", {"lineups": [{"enemies": ["sapper"] * 5}]}, ("sector", "quarry", "maps", "starts")),
        ("campaign", "campaign", {"floor": 9}, ("campaign", "campaign", "deck", "fewer than 9")),
        ("campaign", "campaign", {"floor": 3}, ("campaign", "campaign", "floor", "more than 3")),
        ("campaign", "campaign", {"deck": "none"}, ("campaign", "campaign", "deck", "'none'")),
        ("campaign", "campaign", {"offered": 4}, ("campaign", "campaign", "offered", "only 3")),
        ("reward", "plating", {"gives": {"type": "upgrade"}}, ("reward", "plating", "gives", "better")),
        ("reward", "card-emp", {"gives": {"type": "card", "card": "tea"}}, ("reward", "card-emp", "gives", "'tea'")),
        ("reward", "card-emp", {"gives": {"type": "card", "card": "null"}}, ("reward", "card-emp", "gives", "nothing")),
        ("unlock", "minefield", {"effect": {"type": "map", "sector": "sieve", "map": "atlantis"}},
         ("unlock", "minefield", "effect", "'atlantis'")),
        ("unlock", "minefield", {"effect": {"type": "map", "sector": "here", "map": "undertow"}},
         ("unlock", "minefield", "effect", "'here'")),
        ("unlock", "minefield", {"effect": {"type": "swap", "out": "thrust", "into": "tea"}},
         ("unlock", "minefield", "effect", "'tea'")),
        ("unlock", "minefield", {"effect": {"type": "known", "card": "null"}},
         ("unlock", "minefield", "effect", "never")),
    ],
)  # fmt: skip
def test_faults_are_named_at_their_entry(kind, slug, changed, fault):
    found = faults_of(**{kind: lambda there: of(there, slug).update(changed)})
    assert any(one[:3] == fault[:3] and fault[3] in one[3] for one in found), found


def test_a_sector_too_few_is_named():
    found = faults_of(sector=lambda there: there.remove(of(there, "sieve")))
    assert ("sector", "", "number", "there is no sector 3") in found


def test_an_edition_from_before_the_campaign_still_reads():
    raw = {kind: there for kind, there in RULEBOOK.base_pack().items()
           if kind not in ("sector", "reward", "unlock", "campaign")}  # fmt: skip
    assert read_content(raw).sectors.order == ()


@pytest.mark.rule("DS-46", "DS-92")
def test_sectors_are_big_and_each_has_maps_with_drifting_fields():
    for sector in CONTENT.sectors.order:
        assert len(sector.maps) >= 2
        assert len(sector.lineups) >= 3
        for slug in sector.maps:
            chart = CONTENT.chart(ChartKey(slug))
            assert chart.drifts
            assert len(chart.hexes) > 600
