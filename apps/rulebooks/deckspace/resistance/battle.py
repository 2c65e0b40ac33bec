"""The orders of a mission's battle: the map, who comes, what it is about (DS-112, DS-124, DS-127, DS-132)."""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import Hex, distance, moved
from apps.rulebooks.deckspace.chart import Chart, Start
from apps.rulebooks.deckspace.craft import HERO, enemies_of, enemy_of, hero_of
from apps.rulebooks.deckspace.fleet import POOL, Arrival, Orders
from apps.rulebooks.deckspace.resistance import meridian, missions, owned
from apps.rulebooks.deckspace.resistance.content import Mission
from apps.rulebooks.deckspace.resistance.fate import breaks
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import Offer, Sortie
from apps.rulebooks.deckspace.state import ChartKey, Objective, Terms

AIMS = {
    "supply": "supply", "defend": "destroy", "strike": "station", "retake": "station", "hunt": "runner",
    "boss": "destroy",
}  # fmt: skip


def fly(run: Run, offer: Offer) -> None:
    """Begin a mission: from now on the run waits for the report of its battle."""
    number = run.state.sorties + 1
    run.change(sorties=number, sortie=Sortie(number, offer, _orders(run, offer)))


def _orders(run: Run, offer: Offer) -> Orders:
    mission = missions.mission_of(run.content, offer)
    key = ChartKey(offer.map)
    chart = run.content.chart(key)
    foes = _boss(run, mission, chart) if offer.kind == "boss" else _foes(run, mission, chart)
    hero = hero_of(
        run.state.craft,
        chart.starts[0],
        name=run.numbers.ship,
        exits=chart.gates,
        pods=owned.pods(run.content, run.state) if offer.kind == "supply" else 0,
    )
    return Orders(
        chart=key,
        arrivals=(hero, *foes),
        pool=run.content.decks[POOL],
        objective=Objective(AIMS[offer.kind], HERO),  # type: ignore[arg-type]
        terms=_terms(run, mission),
    )


def _terms(run: Run, mission: Mission) -> Terms:
    """Armor and rounds are counted for the run (DS-144, DS-149, DS-151)."""
    return Terms(
        title=mission.title,
        text=mission.text,
        leave=run.numbers.leave_strength,
        breaks=breaks(run.state, run.numbers.leave_strength),
        counted=True,
        armor=run.numbers.armor,
        rounds=run.numbers.rounds_found,
        most_rounds=max(run.state.craft.rounds, owned.most_rounds(run.content, run.state)),
    )


def line_up(mission: Mission, size: int) -> tuple[str, ...]:
    """The first so many of the ships that a mission brings, over again where it names fewer."""
    return tuple(mission.foes[place % len(mission.foes)] for place in range(size))


def _foes(run: Run, mission: Mission, chart: Chart) -> tuple[Arrival, ...]:
    """As many ships as the fleet sends, beside the station or the runner (DS-132, N14)."""
    size = meridian.battle_size(run.numbers, run.state.fleet, mission.kind)
    starts = chart.starts[1:]
    others = enemies_of(run.content, line_up(mission, min(size, len(starts))), starts, run.chance)
    if mission.kind in ("strike", "retake"):
        assert chart.station is not None
        return (enemy_of(run.content.enemies[mission.target], Start(chart.station, 0, 0)), *others)
    if mission.kind == "hunt":
        return (_runner(run, mission, chart), *others)
    return others


def _runner(run: Run, mission: Mission, chart: Chart) -> Arrival:
    """The runner, and its exit: the gate farthest from where it starts (DS-127)."""
    assert chart.runner is not None
    start, gate = chart.runner, exit_of(chart)
    facing = min(range(6), key=lambda way: (distance(moved(start, way), gate), way))
    return enemy_of(run.content.enemies[mission.target], Start(start, facing, 1), exits=(gate,))


def exit_of(chart: Chart) -> Hex:
    """The gate farthest from where the runner starts (DS-127)."""
    assert chart.runner is not None
    start = chart.runner
    return max(chart.gates, key=lambda gate: (distance(gate, start), gate))


def _boss(run: Run, mission: Mission, chart: Chart) -> tuple[Arrival, ...]:
    """The Warden and its escorts, with more hull against a large fleet (DS-138 to DS-140)."""
    more = meridian.more_hull(run.numbers, run.state.fleet)
    count = meridian.escorts(run.numbers, run.state.fleet, run.state.strength)
    warden = enemy_of(run.content.enemies[mission.target], chart.starts[1], more)
    starts = chart.starts[2:]
    return (warden, *enemies_of(run.content, line_up(mission, min(count, len(starts))), starts, run.chance, more))
