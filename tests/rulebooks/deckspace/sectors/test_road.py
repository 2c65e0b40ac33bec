"""The road as a whole: random walks, whole runs with real battles, and who decides on them."""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.contracts import digest_of, play_checked
from apps.rulebooks.core.protocol import PUBLIC, REVEALED, Audience, IllegalAction
from apps.rulebooks.core.roads import EARNED
from apps.rulebooks.core.scene import DeckPanel
from apps.rulebooks.core.simulation import deed_of, play_road
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.sectors.actions import Launch, TakeCard
from apps.rulebooks.deckspace.sectors.road import ROAD
from apps.rulebooks.registry import roads_of
from tests.test_symbols import DRAWN, symbols_in

from ..helpers import CONTENT
from .helpers import at_sector, begun, cleared, flying, legal, lost, won

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
