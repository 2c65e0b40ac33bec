"""Sets the stage for Deckspace: battles that stand where a test wants them, found by playing them at random."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from unittest import mock

from apps.accounts.models import User
from apps.content.services import content_of, newest_release
from apps.games import services, snapshots
from apps.games.models import Table
from apps.games.services import SeatPlan
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Choice, Scene
from apps.rulebooks.registry import rulebook

SEEDS = 400
STEPS = 160
Wish = Callable[[Scene], bool]
# What a pilot with no plan does first, so that much happens: everything but ending the turn.
EAGER = ("TakeCard", "FireBeam", "Launch", "Pulse", "Jump", "FirePdc", "Detonate", "Steer", "PlayCard", "Thrust")


def offered(scene: Scene, verb: str) -> list[Choice]:
    """The choices of a kind."""
    return [choice for choice in scene.choices if choice.verb == verb]


def cards(*names: str) -> Wish:
    """The first seat begins, with these cards in its hand."""

    def wish(scene: Scene) -> bool:
        held = {choice.card.partition("-")[2].partition("-")[2] for choice in offered(scene, "play")}
        return scene.status.waiting == (0,) and held.issuperset(names)

    return wish


def steering(count: int) -> Wish:
    """So many missiles of the first seat must still move, and no card is in use."""

    def wish(scene: Scene) -> bool:
        return len(offered(scene, "hold")) >= count and bool(offered(scene, "play"))

    return wish


def fatal(scene: Scene) -> bool:
    """Ending the turn would lose the ship."""
    return any("off the board" in choice.confirm.msgid for choice in offered(scene, "end-turn"))


def eventful(scene: Scene) -> bool:
    """Several things happened one after the other in the last action."""
    return any(mark.order >= 2 for mark in scene.board.marks) and bool(scene.choices)


def choosing(scene: Scene) -> bool:
    """Cards of the pool are on offer."""
    return bool(offered(scene, "keep")) and offered(scene, "keep")[0].card.startswith("offer-")


def battle(host: User, guest: User, wish: Wish, *, at_once: bool = False, **options: str) -> Table:
    """A battle of two people that stands where `wish` is true for the first seat; `at_once` before any action."""
    secret, actions = _found(wish, 0 if at_once else STEPS, options)
    with mock.patch("secrets.token_bytes", lambda count: secret if count == len(secret) else os.urandom(count)):
        seats = [SeatPlan("me"), SeatPlan("open")]
        made = services.create_table(
            game="deckspace", host=host, seats=seats, visibility="public", options=dict(options)
        )
    services.take_seat(table_id=made.pk, number=1, user=guest)
    for number, action in enumerate(actions):
        snapshot = snapshots.current(made.pk)
        seat = snapshot.waiting[0]
        services.act(
            table_id=made.pk, seat=seat, expected=snapshot.seat_seqs[seat], key=f"battle-{number}", action=action
        )
    return made


def _found(wish: Wish, steps: int, options: dict[str, str]) -> tuple[bytes, list[Any]]:
    """A secret and the actions that lead there."""
    book = rulebook("deckspace")
    content = content_of(newest_release("deckspace").pk)
    for seed in range(SEEDS):
        secret, actions = seed.to_bytes(32, "big"), []
        state = book.setup(content, options, Chance(secret, 0)).state
        for number in range(1, steps + 2):
            waiting = book.waiting_on(state)
            if not waiting:
                break
            seat = min(waiting)
            if seat == 0 and wish(book.scene(content, state, Audience.of(0))):
                return secret, actions
            legal = book.legal_actions(content, state, seat)
            eager = [action for kind in EAGER for action in legal if type(action).__name__ == kind]
            chance = Chance(secret, -number)
            action = chance.pick(eager if eager and chance.below(5, "eager") else legal, "any")
            actions.append(action)
            state = book.apply(content, state, seat, action, Chance(secret, number)).state
    raise AssertionError("no game comes to that")


def set_up(ann: User, ben: User) -> dict[str, Table]:
    """The battles that the tests ask for."""
    tables = {
        "deck-cards": battle(ann, ben, cards("missile", "mass-driver"), at_once=True),
        "deck-beam": battle(ann, ben, cards("mass-driver"), at_once=True),
        "deck-worm": battle(ann, ben, cards("wormhole"), at_once=True, map="expanse"),
        "deck-phone": battle(ann, ben, cards("missile", "thrust"), at_once=True),
        "deck-look": battle(ann, ben, cards("thrust"), at_once=True),
        "deck-steer": battle(ann, ben, steering(2)),
        "deck-edge": battle(ann, ben, fatal),
        "deck-still": battle(ann, ben, eventful),
        "deck-offer": battle(ann, ben, choosing, markers="plenty"),
    }
    for name in ("deck-mouse", "deck-keys", "deck-thumb"):
        seats = [SeatPlan("me"), SeatPlan("bot", "hunter")]
        options = {"map": "narrows"}
        tables[name] = services.create_table(
            game="deckspace", host=ann, seats=seats, visibility="public", options=options
        )
    beside = [SeatPlan("me"), *(SeatPlan("hotseat", name=name) for name in ("Bo", "Cy", "Di"))]
    tables["deck-four"] = services.create_table(
        game="deckspace", host=ann, seats=beside, visibility="public", options={"map": "crossing"}
    )
    tables["deck-series"] = battle(ann, ben, lambda scene: True, at_once=True, map="narrows", series="3")
    return tables
