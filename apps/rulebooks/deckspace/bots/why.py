"""What bots say about their decisions, in public: only what the board shows, never a word about cards held."""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import distance
from apps.rulebooks.core.protocol import Action
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.actions import (
    Detonate,
    EndTurn,
    FireBeam,
    FirePdc,
    Hold,
    Jump,
    Launch,
    PlayCard,
    Pulse,
    SkipPdc,
    Steer,
    TakeCard,
    Thrust,
)
from apps.rulebooks.deckspace.bots.sight import Sight
from apps.rulebooks.deckspace.content import Beaming, Idle, Jumping, Launching, Pulsing, Thrusting
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.flight import way_of
from apps.rulebooks.deckspace.state import State
from apps.rulebooks.deckspace.words import ship_name

EDGE = say("Away from the edge.")
CLOSING = say("Closing in.")
OPENING = say("Keeping my distance.")
TURNING = say("Coming about.")
DRIFTING = say("Flying on.")
STANDING = say("Holding still.")
LAUNCHING = say("Away it goes.")
SHOOTING = say("Lined up.")
PULSING = say("Lights out.")
JUMPING = say("Elsewhere.")
FIRING = say("In range.")
WAITING = say("Not yet.")
STEERING = say("On its way.")
HOLDING = say("It can wait there.")
BANG = say("Near enough.")
CHOOSING = say("That one.")
STEERING_SHIP = say("Changing course.")
COMING = say("Something is coming.")
AIMING = say("Brace.")
CHARGING = say("Quiet, everybody.")
OPENING_UP = say("Time to go.")
IDLING = say("Never mind.")


def of(sight: Sight, action: Action) -> Text:
    """A few words about an action.

    None where there is nothing to announce: a further step of a piece that is under way, a turn that begins, what is
    kept of a hand.
    """
    if isinstance(action, Thrust):
        return _thrusting(sight, action)
    if isinstance(action, EndTurn):
        return DRIFTING if sight.ship.speed and not sight.ship.station else STANDING
    if isinstance(action, Steer) and _under_way(sight, action):
        return NOTHING
    if isinstance(action, FirePdc):
        target = sight.state.ship(action.target)
        return say("{ship} is in range.", ship=ship_name(target)) if target is not None else FIRING
    if isinstance(action, PlayCard):
        return _PLAYING[type(sight.content.cards[action.card].effect)]
    return _PLAIN.get(type(action), NOTHING)


_PLAIN: dict[type[Action], Text] = {
    Launch: LAUNCHING, FireBeam: SHOOTING, Pulse: PULSING, Jump: JUMPING, SkipPdc: WAITING, Steer: STEERING,
    Hold: HOLDING, Detonate: BANG, TakeCard: CHOOSING,
}  # fmt: skip
_PLAYING: dict[type, Text] = {
    Thrusting: STEERING_SHIP, Launching: COMING, Beaming: AIMING, Pulsing: CHARGING, Jumping: OPENING_UP, Idle: IDLING,
}  # fmt: skip


def _under_way(sight: Sight, action: Steer) -> bool:
    """Whether a piece has been steered this turn already, and words were said then."""
    piece = next(piece for piece in sight.own if piece.number == action.ordnance)
    return piece.moves < sight.kind(piece).moves


def _thrusting(sight: Sight, action: Thrust) -> Text:
    """Why the ship steers, as far as the board shows it."""
    if going_over(sight.content, sight.state):
        return EDGE
    if action.move in ("left", "right"):
        return TURNING
    foe = sight.foe
    if foe is None:
        return DRIFTING
    ahead = sight.flown(sight.ship, sight.pose)[0]
    nearer = bool(ahead) and distance(ahead[-1], foe.at) < distance(sight.ship.at, foe.at)
    return CLOSING if nearer == (action.move != "decelerate") else OPENING


def going_over(content: Content, state: State) -> bool:
    """Whether the ship flies off the board if its turn ends now (DS-35)."""
    ship = state.ship(state.active)
    return ship is not None and not ship.station and way_of(content, state, ship)[1]
