"""A sector as a battle: what is drawn for it, the orders for its table, and what the table must report (DS-92)."""

from __future__ import annotations

from collections import Counter

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.roads import ORDERS, Outing
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace import ending, fleet
from apps.rulebooks.deckspace.content import Idle
from apps.rulebooks.deckspace.craft import HERO, PILOT, BattleReport, Craft, enemies_of, hero_of
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors.content import SectorType
from apps.rulebooks.deckspace.sectors.state import Plan, RunState
from apps.rulebooks.deckspace.sectors.unlocks import more_maps
from apps.rulebooks.deckspace.state import ChartKey, Objective, Terms

ENEMY_LEVEL = "hunter"  # who sits on the enemies' seat; each ship flies as its own profile says (DS-A36)
WON = "mission-won"
ENDINGS = (*ending.ENDINGS, *ending.MISSION_ENDINGS)
_SEEDS = 1 << 40
_PLACES = b"places in a sector of Deckspace"


def sector_of(content: Content, state: RunState) -> SectorType:
    """The sector that the run has come to."""
    return content.sectors.order[state.sector - 1]


def drawn_plan(content: Content, number: int, active: tuple[str, ...], chance: Chance) -> Plan:
    """A map and a line-up for a sector, drawn from all it has (DS-92, DS-A67)."""
    sector = content.sectors.order[number - 1]
    maps = (*sector.maps, *more_maps(content, active, sector.slug))
    lineup = chance.pick(sector.lineups, "sector-enemies")
    return Plan(chance.pick(maps, "sector-map"), lineup.enemies, chance.below(_SEEDS, "sector-places"))


def pool(content: Content, known: tuple[str, ...]) -> tuple[str, ...]:
    """What C markers offer: copies of each skill that is known beyond the first cards, made anew (DS-97, N37)."""
    basic = set(content.decks[content.sectors.numbers.deck])
    found: list[str] = []
    for card in known:
        most = content.cards[card].most
        copies = content.sectors.numbers.copies
        found += [card] * (0 if card in basic else min(copies, most) if most else copies)
    return tuple(sorted(found))


def unexplained(content: Content, state: RunState) -> tuple[str, ...]:
    """The skills that are explained when they are first played: the new ones, and those that nobody has played yet."""
    late = [skill for sector in content.sectors.order[: state.sector - 1] for skill in sector.skills]
    return (*sector_of(content, state).skills, *(skill for skill in late if skill not in state.explained))


def orders(content: Content, state: RunState) -> fleet.Orders:
    """The battle of the sector: the pilot moves first, and the enemies start where the seed puts them (DS-A46)."""
    sector, plan = sector_of(content, state), state.plan
    key = ChartKey(plan.map)
    starts = content.chart(key).starts
    return fleet.Orders(
        chart=key,
        arrivals=(
            hero_of(state.craft, starts[0], name=content.sectors.numbers.ship),
            *enemies_of(content, plan.enemies, starts[1:], Chance(_PLACES, plan.seed)),
        ),
        pool=pool(content, state.known),
        first=0,
        objective=Objective("destroy", HERO),
        terms=Terms(title=sector.name, text=sector.story, skills=unexplained(content, state)),
    )


def outing(content: Content, state: RunState) -> Outing | None:
    """The table of the sector while it is fought for; the run waits between sectors (DS-92, DS-104)."""
    if state.phase != "fighting":
        return None
    name = sector_of(content, state).name
    return Outing(
        number=state.outing,
        title=say("Sector {number}: {name}", number=state.sector, name=name),
        options={ORDERS: fleet.written(orders(content, state))},
        seats=(PILOT, ENEMY_LEVEL),
    )


def checked(content: Content, state: RunState, report: BattleReport) -> BattleReport:
    """The report of the battle under way; raises IllegalAction for any other, and for one that cannot be."""
    if state.phase != "fighting" or report.outing != state.outing:
        raise IllegalAction("outing", say("That battle is not the one under way: it does not count."))
    if not _is_possible(content, state, report):
        raise IllegalAction("report", say("That is not how this battle can have ended: it does not count."))
    return report


def _is_possible(content: Content, state: RunState, report: BattleReport) -> bool:
    """Whether a battle of this sector can have ended so: no card lost, none gained but from the pool or an EMP."""
    if report.ending not in ENDINGS or len(report.downed) > len(state.plan.enemies) or report.length < 1:
        return False
    if report.hull < 0 or not set(report.taught) <= set(unexplained(content, state)):
        return False
    if report.ending != WON:
        return True
    ship = report.ship
    if ship is None or ship.number != HERO or not 0 < ship.health <= ship.max_health <= content.numbers.health_cap:
        return False
    gained = cards_gained(state.craft, ship.cards)
    found = Counter(card for card in gained if not is_dead_weight(content, card))
    return not Counter(state.craft.deck) - Counter(ship.cards) and not found - Counter(pool(content, state.known))


def cards_gained(craft: Craft, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that a deck has more than before: those kept from C markers, and NULLs (DS-111, DS-A15)."""
    return tuple(sorted((Counter(cards) - Counter(craft.deck)).elements()))


def is_dead_weight(content: Content, card: str) -> bool:
    """Whether a card does nothing, as a NULL (DS-71)."""
    entry = content.cards.get(card)
    return entry is not None and isinstance(entry.effect, Idle)
