"""What every game must hold, checked while random games are played.

The checks know nothing of any game: they hold a rulebook to the `Rulebook` protocol, to the two laws
of hidden information, and to its own list of invariants and endings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import (
    PUBLIC,
    REVEALED,
    Action,
    Audience,
    Event,
    IllegalAction,
    Result,
    Rulebook,
    Step,
    Zone,
)

MOST_ACTIONS = 20_000
DRAWS = 20  # within so many draws every hidden zone that could differ must do so ...
MORE_DRAWS = 400  # ... or, where one reading is far likelier than the others, within so many more
MARKER = "PLANTED-MARKER"


class ContractBroken(AssertionError):
    """A game that does not keep the contract; the message names the seed and the number of the action."""


class Played(msgspec.Struct, frozen=True):
    """A game that kept the contract: its length, its end, and the digest of its last state."""

    actions: int
    result: Result
    digest: str


def digest_of(state: Any) -> str:
    """A digest of a state: equal for equal states."""
    return hashlib.blake2b(msgspec.msgpack.encode(state), digest_size=16).hexdigest()


def play_checked(
    book: Rulebook,
    content: Any,
    options: Mapping[str, str],
    seed: str,
    laws_every: int = 1,
    sample_every: int = 41,
) -> Played:
    """Play one random game and check everything on the way; raises ContractBroken.

    After each action: the invariants, the legal lists and the stored form. After each `laws_every`-th:
    both laws of hidden information, for every seat and for everyone. At each `sample_every`-th: that
    hidden zones do differ, that markers planted in them reach no other screen, that events tell no
    more than screens, and that illegal actions are refused. At the end: the line is played again.
    """
    return Checked(book, content, options, seed).play(laws_every, sample_every)


class Checked:
    """A game under check: what it must hold at each moment, one method for each thing."""

    def __init__(self, book: Rulebook, content: Any, options: Mapping[str, str], seed: str) -> None:
        self.book = book
        self.content = content
        self.options = dict(options)
        self.seed = seed
        self.secret = hashlib.blake2b(seed.encode(), digest_size=32).digest()
        self.luck = Chance(self.secret, -1)  # for choosing actions and samples, apart from the game's own chance
        self.seats = tuple(spec.number for spec in book.seats(content, options))
        self.number = 0
        self.line: list[tuple[int, Action]] = []
        self.stale: Action | None = None

    def broken(self, words: str) -> NoReturn:
        """Say which game broke the contract, where and how."""
        raise ContractBroken(
            f"{self.book.slug}, seed {self.seed!r}, options {self.options}, action {self.number}: {words}"
        )

    def play(self, laws_every: int, sample_every: int) -> Played:
        """Play it to its end at random; how often what is checked, see `play_checked`."""
        step = self.book.setup(self.content, self.options, Chance(self.secret, 0))
        state = step.state
        self.check_step(state, step)
        self.check_laws(state)
        while True:
            waiting = self.book.waiting_on(state)
            result = self.book.result(self.content, state)
            legal = self.check_waiting(state, waiting, result)
            if result is not None:
                break
            if self.number >= MOST_ACTIONS:
                self.broken("the game does not end")
            seat = self.luck.pick(sorted(waiting), "seat")
            action = self.luck.pick(legal[seat], "action")
            self.number += 1
            if self.number % sample_every == 0 or self.number == 1:
                self.check_zones(state)
                self.check_markers(state, seat, action)
                self.check_events(state, seat, legal[seat], action)
                self.check_refusals(state, seat, legal)
                self.check_concession(state, seat)
            step = self.book.apply(self.content, state, seat, action, Chance(self.secret, self.number))
            self.line.append((seat, action))
            self.stale = action
            state = step.state
            self.check_step(state, step)
            if self.number % laws_every == 0:
                self.check_laws(state)
        self.check_markers(state, None, None)
        self.check_laws(state)
        self.check_result(result)
        digest = digest_of(state)
        self.check_replay(digest)
        return Played(self.number, result, digest)

    def check_waiting(
        self, state: Any, waiting: frozenset[int], result: Result | None
    ) -> dict[int, tuple[Action, ...]]:
        """Legal lists: complete for those waited on, empty for others; nobody is waited on at the end."""
        if (result is None) != bool(waiting):
            self.broken(f"waits for {sorted(waiting)} with the result {result}")
        if not waiting <= set(self.seats):
            self.broken(f"waits for {sorted(waiting)}, which are not all seats")
        legal = {seat: self.book.legal_actions(self.content, state, seat) for seat in self.seats}
        for seat, actions in legal.items():
            if seat in waiting and not actions:
                self.broken(f"seat {seat} is waited on and can do nothing")
            if seat not in waiting and actions:
                self.broken(f"seat {seat} is not waited on and could do {actions[0]}")
            if len(set(actions)) != len(actions):
                self.broken(f"seat {seat} is offered the same action twice")
        return legal

    def check_step(self, state: Any, step: Step[Any]) -> None:
        """The invariants, the stored form of state and action, and events that can be shown."""
        faults = self.book.check(self.content, state)
        if faults:
            self.broken("; ".join(faults))
        if msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=self.book.state_type) != state:
            self.broken("the state is another one after being stored")
        if (
            self.number % 16 == 0
            and msgspec.json.decode(msgspec.json.encode(state), type=self.book.state_type) != state
        ):
            self.broken("the state is another one after being written as JSON")
        if self.line:
            action = self.line[-1][1]
            if msgspec.json.decode(msgspec.json.encode(action), type=self.book.actions) != action:
                self.broken(f"the action {action} is another one after being sent")
        for event in step.events:
            str(event.text)
            if event.to is not None and not set(event.to) <= set(self.seats):
                self.broken(f"the event {event.kind} is addressed to nobody at the table")

    def check_laws(self, state: Any) -> None:
        """Screens and legal lists say nothing that their audience does not know."""
        for audience in (*map(Audience.of, self.seats), PUBLIC):
            guess = self.book.determinize(self.content, state, audience, self.luck)
            if guess == state:
                continue
            if self.book.scene(self.content, state, audience) != self.book.scene(self.content, guess, audience):
                self.broken(f"the screen of {audience} tells a secret")
            if audience.role == "seat" and self.book.legal_actions(
                self.content, state, audience.seat
            ) != self.book.legal_actions(self.content, guess, audience.seat):
                self.broken(f"the choices of {audience} tell a secret")
        if self.book.determinize(self.content, state, REVEALED, self.luck) != state:
            self.broken("something is hidden from an audience that may see everything")

    def check_zones(self, state: Any) -> None:
        """Every hidden zone that could be otherwise is otherwise in some draw."""
        for audience in (*map(Audience.of, self.seats), PUBLIC):
            zones = self.book.hidden_zones(self.content, state, audience)
            open_ = [zone for zone in zones if zone.could_differ(state)]
            for draw in range(DRAWS + MORE_DRAWS):
                if not open_:
                    break
                guess = self.book.determinize(self.content, state, audience, self.luck)
                faults = self.book.check(self.content, guess) if draw < DRAWS else []
                if faults:
                    self.broken(f"a guess of {audience} is no possible state: {'; '.join(faults)}")
                open_ = [zone for zone in open_ if zone.read(guess) == zone.read(state)]
            if open_:
                self.broken(f"{audience} is never shown another {open_[0].name}")
        if self.book.hidden_zones(self.content, state, REVEALED):
            self.broken("a zone is hidden from an audience that may see everything")

    def check_markers(self, state: Any, seat: int | None, action: Action | None) -> None:
        """Marker texts planted in hidden zones appear on no other screen and in no event others may read."""
        for audience in (*map(Audience.of, self.seats), PUBLIC):
            zones = tuple(zone for zone in self.book.hidden_zones(self.content, state, audience) if zone.plant)
            planted = state
            for index, zone in enumerate(zones):
                assert zone.plant is not None
                planted = zone.plant(planted, f"{MARKER}-{index}")
                if MARKER not in repr(zone.read(planted)):
                    self.broken(f"no marker could be planted in {zone.name}")
            if not zones:
                continue
            if MARKER in msgspec.json.encode(self.book.scene(self.content, planted, audience)).decode():
                self.broken(f"the screen of {audience} shows what was planted in {zones[0].name}")
            if seat is not None and action is not None:
                self.check_marked_events(planted, audience, zones, seat, action)

    def check_marked_events(
        self, planted: Any, audience: Audience, zones: tuple[Zone, ...], seat: int, action: Action
    ) -> None:
        """What the action tells of the planted state says nothing of the markers either."""
        try:
            step = self.book.apply(self.content, planted, seat, action, Chance(self.secret, self.number))
        except IllegalAction:  # the marker took the place of what the action needs
            return
        told = [event for event in step.events if event.readable_by(audience)]
        if MARKER in repr(told):
            self.broken(f"an event tells {audience} what was planted in {zones[0].name}")

    def check_events(self, state: Any, seat: int, legal: tuple[Action, ...], action: Action) -> None:
        """Events tell nobody more than the screen does: where screens are the same, so are they.

        Outcomes of the action under other rolls, and of some other actions, are compared with each other.
        """
        tried = [(action, luck) for luck in range(6)]
        tried += [(self.luck.pick(legal, "event"), luck) for _ in range(6) for luck in range(2)]
        told: dict[tuple[Audience, bytes], tuple[Event, ...]] = {}
        for other, luck in tried:
            step = self.book.apply(self.content, state, seat, other, Chance(b"other-%d" % luck, self.number))
            for audience in (*map(Audience.of, self.seats), PUBLIC):
                if audience.seat == seat:
                    continue
                screen = msgspec.json.encode(self.book.scene(self.content, step.state, audience))
                events = tuple(event for event in step.events if event.readable_by(audience))
                if told.setdefault((audience, screen), events) != events:
                    self.broken(f"after {other}, the events tell {audience} more than the screen does")

    def check_refusals(self, state: Any, seat: int, legal: dict[int, tuple[Action, ...]]) -> None:
        """Actions of the wrong seat, of an earlier moment, or of no kind are refused and change nothing."""
        before = digest_of(state)
        tried: list[tuple[int, Action]] = [(max(self.seats) + 1, legal[seat][0]), (seat, _Nonsense())]
        tried += [(other, legal[seat][0]) for other in self.seats if legal[seat][0] not in legal[other]]
        if self.stale is not None and self.stale not in legal[seat]:
            tried.append((seat, self.stale))
        for other, action in tried:
            try:
                self.book.apply(self.content, state, other, action, Chance(self.secret, self.number))
            except IllegalAction as refused:
                if not str(refused.message):
                    self.broken(f"{action} is refused without a reason")
            else:
                self.broken(f"seat {other} could do {action}, which is not in its legal list")
        if digest_of(state) != before:
            self.broken("a refused action changed the state")

    def check_concession(self, state: Any, seat: int) -> None:
        """Giving up is possible at any moment and ends the game for that seat or for all."""
        step = self.book.concede(self.content, state, seat)
        faults = self.book.check(self.content, step.state)
        if faults:
            self.broken(f"after giving up: {'; '.join(faults)}")
        if seat in self.book.waiting_on(step.state):
            self.broken(f"seat {seat} is waited on after giving up")
        result = self.book.result(self.content, step.state)
        if result is not None:
            self.check_result(result)

    def check_result(self, result: Result) -> None:
        """An ending that is on the list, and winners who sat at the table."""
        if result.ending not in self.book.endings:
            self.broken(f"the ending {result.ending} is not on the list of endings")
        if not set(result.winners) <= set(self.seats):
            self.broken(f"the winners {result.winners} are not all seats")
        if not str(result.text):
            self.broken("the result has no words")

    def check_replay(self, digest: str) -> None:
        """The same secret and the same actions give the same state, with every roll the same."""
        state = self.book.setup(self.content, self.options, Chance(self.secret, 0)).state
        for number, (seat, action) in enumerate(self.line, start=1):
            state = self.book.apply(self.content, state, seat, action, Chance(self.secret, number)).state
        if digest_of(state) != digest:
            self.broken("played again, the same line leads to another state")


class _Nonsense(msgspec.Struct, frozen=True, tag="no-such-action"):
    """An action of no game."""
