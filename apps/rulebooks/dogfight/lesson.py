"""The coach of a first battle: what to say when, in the numbers of the edition."""

from __future__ import annotations

from apps.rulebooks.core.teaching import Lesson, LessonStep
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.combat import attacks_of, can_pay_attack, follow_ups
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.hand import purse
from apps.rulebooks.dogfight.play import waiting_on
from apps.rulebooks.dogfight.state import State, in_base

DEEDS = ("build-fleet", "place-ship", "draw", "move", "attack")  # what a first battle teaches, in this order


def lesson(content: Content) -> Lesson:
    """A battle against the mildest admiral."""
    return Lesson(
        level="cadet",
        steps=(*_before(content), *_turns(content), *_fights(content), *_ends(content)),
        promise=say("Afterwards you can build a fleet, move, shoot, dodge, and know how to win."),
    )


def lesson_step(content: Content, state: State, seat: int, done: frozenset[str]) -> str:
    """What to say now. Nothing here looks at what the other side holds."""
    if state.phase == "over":
        return "over"
    if state.phase == "fleets":
        return "wait" if state.sides[seat].built else "fleet"
    mine = seat in waiting_on(state)
    if state.phase == "placing":
        if not mine:
            return "wait"
        return "place-on" if state.fleet(seat) else "place"
    if state.phase == "reacting":
        return "brace" if mine else "wait"
    if not mine:
        return "watch"
    if state.phase == "drawing":
        return "draw-on" if state.room else "end"
    return _own_turn(content, state, seat, done)


def _own_turn(content: Content, state: State, seat: int, done: frozenset[str]) -> str:
    """What to say while a player may draw or spend."""
    ap = purse(state, state.sides[seat])
    if follow_ups(content, state, seat):
        return "follow-up"
    if state.phase == "spending" and not ap:
        return "end"
    if not ap:
        return "draw" if "draw" not in done else "draw-again"
    if "move" not in done:
        return "move"
    targets = can_pay_attack(content, state, seat) and any(
        attacks_of(content, state, ship) for ship in state.fleet(seat)
    )
    if targets and "attack" not in done:
        return "attack"
    if "attack" in done or any(in_base(content, ship) for ship in state.fleet(seat)):
        return "win"
    return "close-in"


def _before(content: Content) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            "fleet",
            say("Choose your fleet"),
            say(
                "You are Red and start at the bottom. Every fleet in the list is worth {budget} points: many light "
                "ships, or a few that take a beating. Four or five is a good first fleet. Blue will not see it.",
                budget=content.fleet.budget,
            ),
            "actions",
            "DF-08",
            "build-fleet",
        ),
        LessonStep(
            "place",
            say("Place a ship"),
            say(
                "Touch a ship in your hand, then a lit square in your own {depth} rows, then “Do it”. "
                "Keep the way ahead clear: asteroids block it.",
                depth=content.board.zone_depth,
            ),
            "hand",
            "DF-12",
            "place-ship",
        ),
        LessonStep(
            "place-on",
            say("Place the others"),
            say("You take turns. Neighbours help each other later, when they attack the same target."),
            "hand",
            "DF-A22",
        ),
        LessonStep(
            "wait", say("Blue decides"), say("A moment. The bar at the top says whom the game waits for."), "turn"
        ),
    )


def _turns(content: Content) -> tuple[LessonStep, ...]:
    numbers = content.numbers
    return (
        LessonStep(
            "draw",
            say("Draw counters"),
            say(
                "Your hand is empty, and everything you do costs action points, AP. Press “Draw a counter”. "
                "Up to {draw} in one turn, and a turn of drawing is nothing else.",
                draw=numbers.draw,
            ),
            "actions",
            "DF-16",
            "draw",
        ),
        LessonStep(
            "draw-on",
            say("One more?"),
            say(
                "Take what you can: you hold {limit} at most and lose none between turns. A Move Asteroid counter "
                "goes off at once. When you have enough, end the turn.",
                limit=numbers.hand_limit,
            ),
            "actions",
            "DF-A13",
        ),
        LessonStep(
            "end", say("End your turn"), say("That is all for now. What you hold, you keep."), "actions", "DF-22"
        ),
        LessonStep(
            "watch",
            say("Blue's turn"),
            say("Watch the board: the last move stays marked, and every die is shown with what it needed."),
            "log",
            "DF-A23",
        ),
        LessonStep(
            "draw-again",
            say("Out of AP"),
            say("No AP, no action: draw again. A hand full of other counters is thinned first, by putting some back."),
            "actions",
            "DF-15",
        ),
        LessonStep(
            "move",
            say("Move a ship"),
            say(
                "Now spend. Touch one of your ships: lit squares are in its reach, for {cost} AP. Touch one, then "
                "“Do it”. Forward or sideways; there is no way back.",
                cost=numbers.move_cost,
            ),
            "board",
            "DF-24",
            "move",
        ),
    )


def _fights(content: Content) -> tuple[LessonStep, ...]:
    numbers = content.numbers
    return (
        LessonStep(
            "close-in",
            say("Close in"),
            say(
                "An attack costs {cost} AP and needs an enemy right next to your ship, not diagonally. "
                "Go up as a pair, and arrive with AP to spare: drawing first is no shame.",
                cost=numbers.attack_cost,
            ),
            "board",
            "DF-30",
        ),
        LessonStep(
            "attack",
            say("Attack!"),
            say(
                "An enemy is in reach. Touch your ship, then the target: the bar tells your chance to destroy it. "
                "A second ship beside the target makes it better. Then “Do it”, and the dice fall."
            ),
            "board",
            "DF-31",
            "attack",
        ),
        LessonStep(
            "follow-up",
            say("Again, at once?"),
            say(
                "It got away. The same ship may fire again for {cost} AP, if you do it before anything else.",
                cost=numbers.follow_up_cost,
            ),
            "board",
            "DF-34",
        ),
        LessonStep(
            "brace",
            say("You are under fire"),
            say(
                "The die has hit. Each button says the chance to dodge: brace with a Defense counter for a ship that "
                "matters, or take it and save the counter."
            ),
            "actions",
            "DF-36",
        ),
    )


def _ends(content: Content) -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            "win",
            say("Now win it"),
            say(
                "Two ways: destroy the whole enemy fleet, or bring all you have left into the far {depth} rows. Once "
                "both fleets are home, points decide. You know all you need; the coach can go.",
                depth=content.board.zone_depth,
            ),
            "info",
            "DF-47",
        ),
        LessonStep(
            "over",
            say("Your first battle is over"),
            say("Won or lost, that was the whole game. Play again below, or against a friend."),
            "",
            "DF-48",
        ),
    )
