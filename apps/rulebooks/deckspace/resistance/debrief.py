"""What a battle's report does to the run (DS-110 to DS-133, DS-141 to DS-147)."""

from __future__ import annotations

from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.craft import BattleReport
from apps.rulebooks.deckspace.resistance import meridian, missions, owned, parts, port, threats
from apps.rulebooks.deckspace.resistance.outcome import with_outcome
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import Ending, Offer, Planet, Sortie
from apps.rulebooks.deckspace.resistance.words import strength_words
from apps.rulebooks.deckspace.state import Ship

WON, ESCAPED = "mission-won", "escaped"
NEWS = {  # what the news tells of a mission won, by its kind, and the rule
    "defend": ("saved", "DS-118"),
    "strike": ("strike", "DS-126"),
    "retake": ("retake", "DS-131"),
    "hunt": ("hunt", "DS-128"),
}
ENDINGS = (WON, ESCAPED, "mission-lost", "left-early", "conceded", "agreed")


def awaited(run: Run, report: BattleReport) -> Sortie:
    """The battle that a report is about; raises IllegalAction unless it is the one under way, and makes sense."""
    sortie = run.state.sortie
    if sortie is None:
        raise IllegalAction("no-outing", say("No battle is being flown."))
    if report.outing != sortie.number:
        raise IllegalAction("other-outing", say("That battle is not the one being flown."))
    if report.ending not in ENDINGS or (report.ship is None and report.ending in (WON, ESCAPED)):
        raise IllegalAction("no-such-end", say("A mission does not end like that."))
    return sortie


def take(run: Run, sortie: Sortie, report: BattleReport) -> None:
    """Everything that comes of a battle, but for the days it took."""
    offer = sortie.offer
    run.change(sortie=None)
    meridian.destroyed(run, len(report.downed))
    if report.ship is None:
        gave_up = report.ending == "conceded"
        ship = run.numbers.ship
        words = say("Hull 0: {ship} is lost.", ship=ship)
        if gave_up:
            words = say("The battle is given up, and {ship} with it.", ship=ship)
        run.tell("ship-lost", words, "DS-141")
        run.end(Ending("resistance-broken", "ship"))
        return
    come_home(run, report.ship)
    if offer.kind == "boss":
        _boss(run, report)
        return
    won = report.ending == WON
    missions.close(run, offer, won)
    if offer.kind == "supply":
        _deliver(run, report.pods)
    if won:
        _won(run, offer, report.pods)
    elif report.ending == ESCAPED:
        run.count(escaped=1)
        run.tell("escaped", say("The runner got away. No strength lost, only face."), "DS-129")
    else:
        _left(run, offer)


def come_home(run: Run, ship: Ship) -> None:
    """The ship as it comes back: what markers gave is over, but for armor, rounds and cards; the hull mends (DS-111).

    Armor and what it has earned stay (DS-144), rounds carry over (DS-152), cards of the deck too, NULLs among them
    (DS-A15); hull above the ship's own most is cut, and then it mends (DS-147, DS-A28).
    """
    craft = run.state.craft
    mended = min(craft.max_health, min(ship.health, craft.max_health) + owned.mending(run.content, run.state))
    if mended > ship.health:
        run.tell("mended", say("The hull mends to {hull} of {most}.", hull=mended, most=craft.max_health), "DS-147")
    run.refit(
        health=mended,
        armor=ship.armor,
        earned=max(craft.earned, ship.earned),
        rounds=max(0, ship.rounds),
        deck=tuple(sorted(ship.cards)),
    )


def _boss(run: Run, report: BattleReport) -> None:
    """The Anvil: every ship destroyed, or the run is over (DS-141, DS-142)."""
    if report.ending != WON:
        run.end(Ending("resistance-broken", "anvil"))
        return
    if run.state.early:
        run.count(spared=run.system.days - run.state.day)
    run.end(Ending("system-free", "won"))


def _deliver(run: Run, pods: int) -> None:
    """Every pod that was dropped pays (DS-116, N05)."""
    if not pods:
        return
    run.count(pods=pods)
    before = run.state
    run.supply(pods * owned.pay(run.content, run.state))
    run.strengthen(pods * run.numbers.pod_strength)
    words = say("1 pod delivered:") if pods == 1 else say("{pods} pods delivered:", pods=pods)
    run.tell("delivered", with_outcome(words, run.content, before, run.state), "DS-116")


def _won(run: Run, offer: Offer, pods: int) -> None:
    """What a mission won brings, by its kind (DS-118, DS-126, DS-128, DS-131, DS-163).

    A Supply run that has lost every pod pays nothing, also of what it pays on top (DS-A55).
    """
    mission, numbers, kind = missions.mission_of(run.content, offer), run.numbers, offer.kind
    before = run.state
    run.count(**{kind: 1})
    if pods or kind != "supply":
        run.supply(mission.supplies)
    if kind == "defend":
        threats.saved(run, offer.planet)
        run.strengthen(numbers.saved_strength)
    elif kind in ("strike", "retake"):
        run.weaken(works=-1)
        more = numbers.retake_strength if kind == "retake" else 0
        run.strengthen(numbers.strike_strength + more)
        if kind == "retake":
            threats.own(run, Planet(offer.planet, "free"))
            port.stock(run, offer.planet)
    elif kind == "hunt":
        run.weaken(network=-1)
        run.strengthen(numbers.hunt_strength)
    words = say("{title}: done.", title=mission.title)
    run.tell("mission-won", with_outcome(words, run.content, before, run.state), "DS-106")
    if kind in NEWS:
        when, rule = NEWS[kind]
        run.report(when, offer.planet, rule)
    parts.salvage(run, kind)


def _left(run: Run, offer: Offer) -> None:
    """Left with the mission unfinished: strength is lost (DS-122)."""
    run.count(left=1)
    run.strengthen(-run.numbers.leave_strength)
    words = say("{ship} leaves with the mission undone: {price}, {left} left.", ship=run.numbers.ship,
                price=strength_words(-run.numbers.leave_strength), left=run.state.strength)  # fmt: skip
    run.tell("left-early", words, "DS-122")
