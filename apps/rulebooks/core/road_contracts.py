"""What every road must hold, checked while random runs are walked, with the tables they ask for played by bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.contracts import Checked, Played, digest_of
from apps.rulebooks.core.protocol import IllegalAction, Rulebook
from apps.rulebooks.core.recorded import RecordedChance
from apps.rulebooks.core.roads import Outing, Road
from apps.rulebooks.core.simulation import play_table


def walk_checked(road: Road, book: Rulebook, content: Any, options: Mapping[str, str], seed: str, flyer: str) -> Played:
    """Walk one random run and check everything on the way; raises ContractBroken.

    Decisions are taken at random, tables are flown by the bot `flyer`. Beside what every game must hold: reports are
    taken once and only for the outing under way, a ledger can be played again from its rolls alone, corrections keep
    within bounds, and the content that it stands on fits it.
    """
    return _Journey(road, book, content, options, seed).walk(flyer)


class _Journey(Checked):
    def __init__(self, road: Road, book: Rulebook, content: Any, options: Mapping[str, str], seed: str) -> None:
        super().__init__(road, content, options, seed)
        self.road, self.tables = road, book
        self.reports: dict[int, Any] = {}
        self.rolls: list[list[Any]] = []

    def walk(self, flyer: str) -> Played:
        state = self._first()
        while self.road.result(self.content, state) is None:
            self.number += 1
            outing = self.road.outing(self.content, state)
            if outing is not None and self.luck.below(8, "restart") != 0:
                state = self._table(state, outing, flyer)
            elif self.road.waiting_on(state):
                state = self._decide(state)
            elif outing is not None:
                state = self._table(state, outing, flyer)
            else:
                self.broken("the road waits for nobody and for no table")
        result = self.road.result(self.content, state)
        assert result is not None
        if self.road.waiting_on(state) or self.road.outing(self.content, state) is not None:
            self.broken("something is waited for after the end")
        self.check_laws(state)
        self.check_result(result)
        self._again(digest_of(state))
        return Played(self.number, result, digest_of(state))

    def _first(self) -> Any:
        chance = Chance(self.secret, 0)
        step = self.road.setup(self.content, self.options, chance)
        self.rolls.append(chance.rolls)
        self.check_step(step.state, step)
        self.check_laws(step.state)
        return step.state

    def _decide(self, state: Any) -> Any:
        seat = self.luck.pick(sorted(self.road.waiting_on(state)), "seat")
        legal = {one: self.road.legal_actions(self.content, state, one) for one in self.seats}
        if not legal[seat] or len(set(legal[seat])) != len(legal[seat]):
            self.broken(f"seat {seat} is waited on with {len(legal[seat])} choices, some of them twice or none at all")
        action = self.luck.pick(legal[seat], "action")
        if self.number % 7 == 1:
            self.check_zones(state)
            self.check_markers(state, seat, action)
            self.check_events(state, seat, legal[seat], action)
            self.check_refusals(state, seat, legal)
            self.check_concession(state, seat)
            self._correctable(state)
        chance = Chance(self.secret, self.number)
        step = self.road.apply(self.content, state, seat, action, chance)
        self.line.append((seat, action))
        self.rolls.append(chance.rolls)
        self.check_step(step.state, step)
        self.check_laws(step.state)
        if self.road.refit(self.content, step.state) != step.state:
            self.broken("the content that it stands on does not fit it")
        return step.state

    def _table(self, state: Any, outing: Outing, flyer: str) -> Any:
        levels = [who if isinstance(who, str) else flyer for who in outing.seats]
        seed = f"{self.seed}-table-{self.number}"
        played, last = play_table(self.tables, self.content, outing.options, levels, seed, 0.2, check=False)
        if last is None:
            self.broken(f"table {outing.number} does not end: {played.broken}")
        report = self.road.reported(self.content, outing, last)
        if msgspec.json.decode(msgspec.json.encode(report), type=self.road.report_type) != report:
            self.broken("the report is another one after being stored")
        chance = Chance(self.secret, self.number)
        step = self.road.report(self.content, state, report, chance)
        self.reports[self.number] = report
        self.rolls.append(chance.rolls)
        self.check_step(step.state, step)
        self.check_laws(step.state)
        try:
            self.road.report(self.content, step.state, report, Chance(self.secret, self.number))
        except IllegalAction as refused:
            if not str(refused.message):
                self.broken("a report that comes twice is refused without a reason")
        else:
            self.broken("a report was taken twice")
        return step.state

    def _correctable(self, state: Any) -> None:
        for one in self.road.correctable(self.content, state):
            for value in {one.least, one.most}:
                faults = self.road.check(self.content, self.road.correct(self.content, state, one.slug, value).state)
                if faults:
                    self.broken(f"with {one.slug} corrected to {value}: {'; '.join(faults)}")
            for value in (one.least - 1, one.most + 1):
                try:
                    self.road.correct(self.content, state, one.slug, value)
                except IllegalAction:
                    continue
                self.broken(f"{one.slug} could be corrected to {value}")

    def _again(self, digest: str) -> None:
        """The same decisions and reports give the same state, from the secret and from the rolls alone."""
        for recorded in (False, True):
            chances = [
                RecordedChance(rolls, number) if recorded else Chance(self.secret, number)
                for number, rolls in enumerate(self.rolls)
            ]
            line = iter(self.line)
            state = self.road.setup(self.content, self.options, chances[0]).state
            for number, chance in enumerate(chances[1:], start=1):
                if number in self.reports:
                    state = self.road.report(self.content, state, self.reports[number], chance).state
                else:
                    seat, action = next(line)
                    state = self.road.apply(self.content, state, seat, action, chance).state
            if digest_of(state) != digest:
                self.broken("played again, the same line leads to another state")
