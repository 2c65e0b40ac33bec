"""The coach of a first battle: what to say when, in the numbers of the edition (DS-10)."""

from __future__ import annotations

from apps.rulebooks.core.teaching import Lesson, LessonStep
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.content import Launching, Thrusting
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.flight import way_of
from apps.rulebooks.deckspace.ordnance import owing
from apps.rulebooks.deckspace.play import waiting_on
from apps.rulebooks.deckspace.state import Ship, State

GROUND = "range"  # the map that lessons are flown on, where an edition has it


def lesson(content: Content) -> Lesson:
    """A short battle against one Drone."""
    return Lesson(
        level="drone",
        steps=(*_turn(content), *_missiles(content), *_later(content)),
        options={"map": GROUND} if GROUND in content.maps and content.maps[GROUND].free else {},
        promise=say("Afterwards you can fly, turn, launch and steer, and know what keeps a ship in one piece."),
    )


def lesson_step(content: Content, state: State, seat: int, done: frozenset[str]) -> str:
    """What to say now. Nothing here looks at what the other side holds."""
    if state.outcome is not None:
        return "over"
    if seat not in waiting_on(state) or state.phase not in ("acting", "keeping", "choosing"):
        return "watch"
    if state.phase == "keeping":
        return "keep"
    if state.phase == "choosing":
        return "choose"
    ship = state.ship(state.active)
    assert ship is not None
    return _acting(content, state, ship, done)


def _acting(content: Content, state: State, ship: Ship, done: frozenset[str]) -> str:
    """What to say in the middle of the pupil's own turn."""
    off = way_of(content, state, ship)[1]
    if state.card:
        effect = content.cards[state.card].effect
        if isinstance(effect, Thrusting):
            return "edge" if off and "thrust" in done else "thrust" if "thrust" not in done else "thrust-on"
        return "launch" if isinstance(effect, Launching) else "aim"
    if owing(content, state, ship):
        return "steer" if "steer" not in done else "steer-on"
    if state.played < content.numbers.plays and ship.hand:
        return _to_play(content, state, ship, done, off)
    nukes = (piece for piece in state.ordnance if content.ordnance[piece.kind].radius)
    if "detonate" not in done and any(piece.owner == ship.number for piece in nukes):
        return "nuke"
    return "end" if "end-turn" not in done else "edge" if off else "end-on"


def _to_play(content: Content, state: State, ship: Ship, done: frozenset[str], off: bool) -> str:
    """Which card the coach has in mind."""
    if "play-card" not in done:
        return "card"
    if off:
        return "edge"
    if state.round == 2:
        return "status"
    armed = any(isinstance(content.cards[card].effect, Launching) for card in ship.hand)
    if "launch" not in done:
        return "missile" if armed else "no-missile"
    return "win"


def _turn(content: Content) -> tuple[LessonStep, ...]:
    numbers = content.numbers
    return (
        LessonStep(
            "card",
            say("Play a card"),
            say(
                "You are Red. In a turn you play {plays} of the {hand} cards you hold, and its buttons appear. Begin "
                "with Thrust, if you have it: touch it, then “Do it”.",
                plays=numbers.plays,
                hand=numbers.hand,
            ),
            "hand",
            "DS-30",
            "play-card",
        ),
        LessonStep(
            "thrust",
            say("Thrust"),
            say(
                "Now steer: faster, slower, left or right. One press is one thrust move. The line ahead of your ship "
                "shows where it will fly."
            ),
            "actions",
            "DS-A40",
            "thrust",
        ),
        LessonStep(
            "thrust-on",
            say("More thrust"),
            say("You have thrust moves left. Use them, or leave it at that: nothing makes you."),
            "actions",
            "DS-A40",
        ),
        LessonStep(
            "end",
            say("End the turn"),
            say(
                "That was your card. End the turn, and your ship flies its speed, straight ahead, by itself. "
                "It does so every turn. Think ahead, or think of walls."
            ),
            "actions",
            "DS-31",
            "end-turn",
        ),
        LessonStep(
            "keep",
            say("Keep one?"),
            say("One card you did not play can stay in your hand. A Thrust is a good friend near the edge."),
            "hand",
            "DS-A02",
        ),
        LessonStep(
            "watch",
            say("The Drone's turn"),
            say("It closes in and fires, and seldom looks where it is going. The last move stays marked on the board."),
            "log",
            "DS-07",
        ),
        LessonStep(
            "status",
            say("Your ship"),
            say(
                "Your panel has it all: {health} hull, and armor, which takes damage first. Speed is how far you "
                "fly, {speed} at most. Now another card: a Missile, if you hold one.",
                health=numbers.health,
                speed=numbers.max_speed,
            ),
            "seats",
            "DS-21",
        ),
    )


def _missiles(content: Content) -> tuple[LessonStep, ...]:
    missile = content.ordnance.get("missile") or next(iter(content.ordnance.values()))
    return (
        LessonStep(
            "missile",
            say("Arm yourself"),
            say("You hold something to launch. Play it; you need not look at the enemy to shoot."),
            "hand",
            "DS-47",
        ),
        LessonStep(
            "no-missile",
            say("Nothing to shoot with"),
            say("No Missile yet. Close in with Thrust, or take a marker: what it gives stays yours, and it stays too."),
            "hand",
            "DS-80",
        ),
        LessonStep(
            "launch",
            say("Launch"),
            say(
                "Six hexes around your ship, any of them will do. Best one that leads to the enemy: it flies on "
                "that way."
            ),
            "board",
            "DS-47",
            "launch",
        ),
        LessonStep(
            "steer",
            say("Steer it"),
            say(
                "It has {moves} movement a turn: a hex ahead or a turn costs 1, and all of it must be used. Fly it "
                "into the Drone for {damage} damage. Your own ship counts as a target too.",
                moves=missile.moves,
                damage=missile.damage,
            ),
            "board",
            "DS-54",
            "steer",
        ),
        LessonStep(
            "steer-on",
            say("All of it"),
            say("A missile must use its whole movement before you can end the turn. Far from everything? Let it hold."),
            "actions",
            "DS-33",
        ),
        LessonStep(
            "nuke",
            say("A nuke of your own"),
            say(
                "A nuke need not move. Fly it near the Drone, and set it off when your own ship is out of its reach: "
                "this turn, or a later one."
            ),
            "board",
            "DS-61",
        ),
        LessonStep(
            "aim",
            say("Something special"),
            say("This card wants a hex or a direction, and shows what it will do before you say yes. Go on."),
            "board",
            "DS-16",
        ),
    )


def _later(content: Content) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            "edge",
            say("Mind the edge"),
            say(
                "Your line leads off the board, and out there you are lost. Turn, brake, or turn about at a standstill."
            ),
            "board",
            "DS-34",
        ),
        LessonStep(
            "choose",
            say("A present"),
            say("A C marker: keep one of these. It goes on top of your pile, so you draw it next."),
            "actions",
            "DS-83",
        ),
        LessonStep(
            "end-on",
            say("Done for now"),
            say("Check the line ahead of your ship, then end the turn."),
            "actions",
            "DS-31",
        ),
        LessonStep(
            "win",
            say("Now win it"),
            say(
                "That is all there is to it: momentum, a card a turn, and missiles that you fly yourself. Rocks "
                "explode, markers help, the edge does not. The last ship flying wins. The coach can go."
            ),
            "info",
            "DS-01",
        ),
        LessonStep(
            "over",
            say("Your first battle is over"),
            say("Won or lost, that was the whole game. Fly again below, or against a friend."),
            "",
            "DS-01",
        ),
    )
