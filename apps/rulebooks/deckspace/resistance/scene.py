"""State to Scene: the system view, which is the pilot's home between battles (DS-106)."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Badge, Board, Mark, Piece, Scene, Tile
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import threats
from apps.rulebooks.deckspace.resistance.choices import choices
from apps.rulebooks.deckspace.resistance.circles import position
from apps.rulebooks.deckspace.resistance.content import Place
from apps.rulebooks.deckspace.resistance.panels import panels
from apps.rulebooks.deckspace.resistance.run import PILOT
from apps.rulebooks.deckspace.resistance.state import State
from apps.rulebooks.deckspace.resistance.status import status
from apps.rulebooks.deckspace.resistance.words import KINDS

SUN, UNDER_WAY = "sun", "under-way"


def scene(content: Content, state: State, audience: Audience) -> Scene:
    """All that a screen of `audience` may know: everything, but for the threat that nobody has heard of yet."""
    own = choices(content, state, audience.seat) if audience.role == "seat" else ()
    return Scene(
        "deckspace", status(content, state, audience), board(content, state), panels(content, state, audience), own
    )  # fmt: skip


def board(content: Content, state: State) -> Board:
    """The sun, and every place where it stands today."""
    system = content.resistance.systems[state.system]
    places = (*system.planets, system.home, system.anvil)
    tiles = [Tile(SUN, 0, 0, say("{system}", system=system.name), "sun", "sun")]
    tiles += [_tile(content, state, place) for place in places]
    pieces = [piece for place in system.planets for piece in _standing(content, state, place)]
    journey = state.journey
    if journey is not None:
        tiles.append(_under_way(content, state))
    radii = sorted({place.orbit.radius for place in places})
    marks = [Mark(SUN, "orbit", say("An orbit"), reach=radius) for radius in radii]
    if journey is not None:
        marks.append(Mark(UNDER_WAY, "course", say("The course"), PILOT, to=journey.to))
    return Board("plane", tuple(tiles), (*pieces, *_ship(content, state)), tuple(marks))


def _tile(content: Content, state: State, place: Place) -> Tile:
    x, y = position(place, state.day)
    kind, label = _standing_of(content, state, place)
    return Tile(place.slug, x, y, label, kind, place.symbol)


def _standing_of(content: Content, state: State, place: Place) -> tuple[str, Text]:
    """Whose a place is, as a kind of tile and in words."""
    system = content.resistance.systems[state.system]
    planet, threat = state.planet(place.slug), state.threat(place.slug)
    if place.slug == system.home.slug:
        return "home-base", say("{place}, home base", place=place.name)
    if planet is None:
        return "anvil", say("{place}, MERIDIAN's yard", place=place.name)
    if planet.owner == "held":
        return "planet-held", say("{place}, held by MERIDIAN", place=place.name)
    if planet.owner == "fallen":
        return "planet-held", say("{place}, fallen to MERIDIAN", place=place.name)
    if threat is not None:
        if threat.deadline > system.days:
            return "planet-threatened", say("{place}, threatened, holds to the end", place=place.name)
        return "planet-threatened", say("{place}, threatened, falls on day {day}", place=place.name,
                                        day=threat.deadline)  # fmt: skip
    if threats.heard(content, state) == place.slug:
        return "planet-threatened", say("{place}, MERIDIAN's next target", place=place.name)
    return "planet", say("{place}, Resistance", place=place.name)


def _standing(content: Content, state: State, place: Place) -> list[Piece]:
    """The threat to a planet with its deadline, and the missions on offer there."""
    pieces = []
    threat = state.threat(place.slug)
    if threat is not None:
        label = say("Threat to {place}: deadline day {day}", place=place.name, day=threat.deadline)
        badges = (Badge("stat-days", str(threat.deadline), say("Falls on day {day}", day=threat.deadline)),)
        pieces.append(Piece(f"threat-{place.slug}", place.slug, "flag-threat", label, badges=badges))
    for offer in state.offers:
        if offer.planet == place.slug and not (offer.kind == "defend" and threat is not None):
            label = say("{kind} at {place}", kind=KINDS[offer.kind], place=place.name)
            pieces.append(Piece(f"offer-{offer.kind}-{place.slug}", place.slug, f"verb-{offer.kind}", label))
    return pieces


def _ship(content: Content, state: State) -> list[Piece]:
    """The own ship; one that is lost is nowhere."""
    if state.ending is not None and state.ending.cause == "ship":
        return []
    craft = state.craft
    at = UNDER_WAY if state.journey is not None else state.place
    if state.sortie is not None:
        at = state.sortie.offer.planet
    where = say("under way") if at == UNDER_WAY else say("at {place}", place=_name(content, state, at))
    label = say("{ship} {where}, hull {hull} of {most}, armor {armor}", ship=content.resistance.numbers.ship,
                where=where, hull=craft.health, most=craft.max_health, armor=craft.armor)  # fmt: skip
    badge = Badge("stat-health", str(craft.health), say("Hull"))
    return [Piece("ship", at, "cruiser-1", label, PILOT, badges=(badge,))]


def _name(content: Content, state: State, slug: str) -> str:
    return content.resistance.systems[state.system].place(slug).name


def _under_way(content: Content, state: State) -> Tile:
    """Where the ship is on a trip: on the straight line from where it came to where it goes, as things stand today."""
    system, journey = content.resistance.systems[state.system], state.journey
    assert journey is not None
    (x, y) = position(system.place(state.place), state.day)
    (u, v) = position(system.place(journey.to), state.day)
    flown = journey.days - journey.left
    col, row = x + (u - x) * flown // journey.days, y + (v - y) * flown // journey.days
    return Tile(UNDER_WAY, col, row, say("On the way to {place}", place=system.place(journey.to).name), "under-way")
