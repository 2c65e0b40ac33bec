"""The run: setup, legal actions, what they do, and what a finished battle changes (DS-92 to DS-105)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Event, IllegalAction, Result, Step
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.craft import BattleReport
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors import battle, rewards, unlocks
from apps.rulebooks.deckspace.sectors.actions import (
    Launch,
    RemoveCard,
    RestartSector,
    TakeCard,
    TakeUpgrade,
    TrimCard,
)
from apps.rulebooks.deckspace.sectors.refusals import refusal
from apps.rulebooks.deckspace.sectors.state import CLEARED, GIVEN_UP, LOST, RunState
from apps.rulebooks.deckspace.words import card_name

PILOT = 0
Told = list[Event]


def setup(content: Content, options: Mapping[str, str], chance: Chance) -> Step[RunState]:
    """A new run before its first sector: Thrust and Missile, and what earlier runs have earned if asked for (DS-94)."""
    before = unlocks.unlocked(content, options)
    active = before if options.get(unlocks.LEGACY) == unlocks.KEPT else ()
    state = RunState(
        phase="briefing",
        sector=1,
        craft=unlocks.first_craft(content, active),
        known=unlocks.first_known(content, active),
        plan=battle.drawn_plan(content, 1, active, chance),
        spare=unlocks.spare_removals(content, active),
        unlocked=before,
        active=active,
    )
    events = [
        _event("run-began", say("A run through {count} sectors begins.", count=len(content.sectors.order)), "DS-92")
    ]
    names = [content.sectors.unlocks[slug].name for slug in active]
    events += [_event("unlock-used", say("Aboard from earlier runs: {name}.", name=name), "DS-105") for name in names]
    return Step(state, (*events, _arrival(content, state)))


def waiting_on(state: RunState) -> frozenset[int]:
    """The pilot decides everything, until the run is over."""
    return frozenset() if state.phase == "over" else frozenset((PILOT,))


def legal_actions(content: Content, state: RunState, seat: int) -> tuple[Action, ...]:
    """Everything the pilot may decide now."""
    if seat not in waiting_on(state):
        return ()
    if state.phase == "briefing":
        return (Launch(),)
    if state.phase == "fighting":
        return (RestartSector(),)
    removable = rewards.removable(content, state.craft)
    return (
        *(TakeCard(card) for card in state.offers),
        *(TakeUpgrade(slug) for slug, _ in rewards.upgrades(content, state.craft)),
        *(RemoveCard(card) for card in removable),
        *(TrimCard(card) for card in removable if state.spare),
    )


def apply(content: Content, state: RunState, seat: int, action: Action, chance: Chance) -> Step[RunState]:
    """Do `action`; raises IllegalAction with a reason unless it is legal now."""
    if action not in legal_actions(content, state, seat):
        raise refusal(content, state, seat, action)
    return _DO[type(action)](content, state, action, chance)


def _launch(content: Content, state: RunState, action: Launch, chance: Chance) -> Step[RunState]:
    name = battle.sector_of(content, state).name
    words = say("{ship} flies into sector {number}, {name}.", ship=content.sectors.numbers.ship, number=state.sector,
                name=name)  # fmt: skip
    return Step(replace(state, phase="fighting", outing=state.outing + 1), (_event("sector-begun", words, "DS-92"),))


def _restart(content: Content, state: RunState, action: RestartSector, chance: Chance) -> Step[RunState]:
    """Hull and deck are those that the sector began with; the battle left behind does not count (DS-104, DS-A27)."""
    tally = replace(state.tally, restarts=state.tally.restarts + 1)
    name = battle.sector_of(content, state).name
    words = say("Sector {number}, {name}, begins again as it was at its start.", number=state.sector, name=name)
    after = replace(state, outing=state.outing + 1, tally=tally)
    return Step(after, (_event("sector-restarted", words, "DS-104"),), barrier=True)


def _take_card(content: Content, state: RunState, action: TakeCard, chance: Chance) -> Step[RunState]:
    words = say("{card} joins the deck.", card=card_name(content, action.card))
    craft = rewards.with_card(state.craft, action.card)
    return _next_sector(content, replace(state, craft=craft), [_event("reward-card", words, "DS-98")], chance)


def _take_upgrade(content: Content, state: RunState, action: TakeUpgrade, chance: Chance) -> Step[RunState]:
    craft = dict(rewards.upgrades(content, state.craft))[action.reward]
    words = say("{ship} is fitted with {name}.", ship=content.sectors.numbers.ship,
                name=content.sectors.rewards[action.reward].name)  # fmt: skip
    return _next_sector(content, replace(state, craft=craft), [_event("reward-upgrade", words, "DS-98")], chance)


def _remove_card(content: Content, state: RunState, action: RemoveCard, chance: Chance) -> Step[RunState]:
    state, told = _without(content, state, action.card, "reward-removal")
    return _next_sector(content, state, told, chance)


def _trim_card(content: Content, state: RunState, action: TrimCard, chance: Chance) -> Step[RunState]:
    state, told = _without(content, replace(state, spare=state.spare - 1), action.card, "card-trimmed")
    return Step(state, tuple(told))


def _without(content: Content, state: RunState, card: str, kind: str) -> tuple[RunState, Told]:
    """A card goes; never below the least a deck may have (DS-99)."""
    words = say("{card} leaves the deck.", card=card_name(content, card))
    tally = replace(state.tally, removed=state.tally.removed + 1)
    state = replace(state, craft=rewards.without_card(state.craft, card), tally=tally)
    return _with_unlocks(content, state, [_event(kind, words, "DS-98")])


def _next_sector(content: Content, state: RunState, told: Told, chance: Chance) -> Step[RunState]:
    """After the reward the hull is repaired, and the run comes to the next sector (DS-100)."""
    craft = rewards.repaired(content, state.craft)
    if craft.health > state.craft.health:
        words = say("Repairs: hull {health} of {most}.", health=craft.health, most=craft.max_health)
        told.append(_event("repaired", words, "DS-100"))
    number = state.sector + 1
    plan = battle.drawn_plan(content, number, state.active, chance)
    state = replace(state, phase="briefing", sector=number, craft=craft, plan=plan, offers=())
    return Step(state, (*told, _arrival(content, state)), barrier=True)


_DO: dict[type[Action], Callable[[Content, RunState, Any, Chance], Step[RunState]]] = {
    Launch: _launch,
    RestartSector: _restart,
    TakeCard: _take_card,
    TakeUpgrade: _take_upgrade,
    RemoveCard: _remove_card,
    TrimCard: _trim_card,
}


def report(content: Content, state: RunState, report: BattleReport, chance: Chance) -> Step[RunState]:
    """Go on from a battle: the run is over, or the sector cleared and something is salvaged (DS-92, DS-93, DS-96).

    Raises IllegalAction unless it is the battle under way that reports, and as it can have ended.
    """
    report = battle.checked(content, state, report)
    state = replace(state, tally=replace(state.tally, downed=state.tally.downed + len(report.downed)))
    if report.ending != battle.WON or report.ship is None:
        return _lost(content, state, report)
    state, told = _cleared(content, state, report)
    if state.sector == len(content.sectors.order):
        state = replace(state, phase="over", ending=CLEARED)
        told.append(_event("run-won", sentence(state), "DS-92"))
    else:
        state = replace(state, phase="reward")
        state = replace(state, offers=rewards.drawn_offers(content, state, chance))
    state, told = _with_unlocks(content, state, told)
    return Step(state, tuple(told), barrier=True)


def _lost(content: Content, state: RunState, report: BattleReport) -> Step[RunState]:
    """The ship is lost, time is up, or the pilot gave up: the run is over, what was earned stays (DS-93, DS-A47)."""
    ending = GIVEN_UP if report.ending == "conceded" else LOST
    state = replace(state, phase="over", ending=ending, overtime=ending == LOST and report.ship is not None)
    told = [_event("run-lost", sentence(state), "DS-93")]
    if ending == LOST:
        words = say("{ship} is lost.", ship=content.sectors.numbers.ship)
        if state.overtime:
            words = say("Time is up: the sector is not cleared.")
        told.insert(0, _event("sector-lost", words, "DS-A47" if state.overtime else "DS-93"))
    state, told = _with_unlocks(content, state, told)
    return Step(state, tuple(told), barrier=True)


def _cleared(content: Content, state: RunState, report: BattleReport) -> tuple[RunState, Told]:
    """What comes back from a battle that was won: hull, cards, and the skill of the sector (DS-96, DS-111, DS-A52).

    Hull that was lost counts as lost although a marker has healed it (DS-105).
    """
    assert report.ship is not None
    counts, craft, sector = state.tally, state.craft, battle.sector_of(content, state)
    health = min(report.ship.health, craft.max_health)
    told = [_event("sector-cleared", say("Sector {number} is cleared.", number=state.sector), "DS-92")]
    told += _gains(content, battle.cards_gained(craft, report.ship.cards))
    craft = replace(craft, health=health, deck=tuple(sorted(report.ship.cards)))
    for skill in sector.skills:
        name = card_name(content, skill)
        if rewards.has_room(content, craft, skill):
            craft = rewards.with_card(craft, skill)
            words = say("{ship} salvages {card}. From now on C markers (cards) and rewards may offer it.",
                        ship=content.sectors.numbers.ship, card=name)  # fmt: skip
        else:
            words = say("{card} is known from now on; the deck has no room for another.", card=name)
        told.append(_event("salvaged", words, "DS-96"))
    unhurt = counts.unhurt + (not report.hull and health >= state.craft.health)
    rounds = (*counts.rounds, report.length)
    tally = replace(counts, cleared=counts.cleared + 1, rounds=rounds, unhurt=unhurt)
    known = tuple(sorted({*state.known, *sector.skills}))
    explained = tuple(sorted({*state.explained, *report.taught}))
    return replace(state, craft=craft, known=known, tally=tally, explained=explained), told


def _gains(content: Content, gained: tuple[str, ...]) -> Told:
    """Cards from C markers stay in the deck, and so do NULLs (DS-111, DS-A15)."""
    told = []
    for card, count in sorted(Counter(gained).items()):
        name = card_name(content, card)
        if battle.is_dead_weight(content, card):
            words = say("{count} {card} stays in the deck until it is removed.", count=count, card=name)
            told.append(_event("dead-weight", words, "DS-A15"))
        else:
            words = say("{count} {card} from markers stays in the deck.", count=count, card=name)
            told.append(_event("card-kept", words, "DS-111"))
    return told


def concede(content: Content, state: RunState, seat: int) -> Step[RunState]:
    """Give the run up; what was earned stays (DS-93)."""
    if state.phase == "over":
        raise IllegalAction("over", say("The run is over."))
    if seat != PILOT:
        raise IllegalAction("seat", say("Only the pilot can give up the run."))
    state = replace(state, phase="over", ending=GIVEN_UP)
    return Step(state, (_event("run-lost", sentence(state), "DS-93"),), barrier=True)


def _with_unlocks(content: Content, state: RunState, told: Told) -> tuple[RunState, Told]:
    new = unlocks.newly_earned(content, state)
    return replace(state, earned=(*state.earned, *new)), [*told, *unlocks.announcements(content, state, new)]


def earned(content: Content, state: RunState) -> tuple[str, ...]:
    """The unlocks whose conditions this run has met (DS-105)."""
    return state.earned


def result(content: Content, state: RunState) -> Result | None:
    """How the run ended; the score is the number of sectors cleared."""
    if state.phase != "over":
        return None
    winners = (PILOT,) if state.ending == CLEARED else ()
    return Result(state.ending, winners, (state.tally.cleared,), sentence(state))


def sentence(state: RunState) -> Text:
    """How the run ended, in words."""
    cleared = state.tally.cleared
    if state.ending == CLEARED:
        return say("All {count} sectors are cleared. The Admiralty denies having doubted it.", count=cleared)
    if state.ending == GIVEN_UP:
        return say("The run is given up, with {count} sectors cleared.", count=cleared)
    if state.overtime:
        return say("Time ran out in sector {number}: the run ends with {count} cleared.", number=cleared + 1,
                   count=cleared)  # fmt: skip
    return say("The ship is lost in sector {number}: the run ends with {count} cleared.", number=cleared + 1,
               count=cleared)  # fmt: skip


def _arrival(content: Content, state: RunState) -> Event:
    name = battle.sector_of(content, state).name
    return _event("sector-reached", say("Sector {number} lies ahead: {name}.", number=state.sector, name=name), "DS-92")


def _event(kind: str, text: Text, rule: str) -> Event:
    return Event(kind, text, rule=rule, seat=PILOT)
