"""Choices about Mass Driver, EMP, point defence cannons and the wormhole."""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import degrees, distance, moved, name
from apps.rulebooks.core.protocol import action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.actions import FireBeam, FirePdc, Jump, Pulse
from apps.rulebooks.deckspace.content import Beaming, Jumping, Pulsing
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.lanes import beam_hexes
from apps.rulebooks.deckspace.state import State
from apps.rulebooks.deckspace.words import ship_name, way_name


def choice(content: Content, state: State, action: FireBeam | Pulse | Jump | FirePdc) -> Choice:
    """One of these actions, described."""
    ship = state.ship(state.active)
    assert ship is not None
    id = action_id(action)
    if isinstance(action, FirePdc):
        target = state.ship(action.target)
        assert target is not None
        preview = say("It does 1 to {die}.", die=content.numbers.pdc_die)
        if target.pdc and target.rounds:
            preview = say("It fires back: the lower roll takes the difference.")
        label = say("Fire PDC at {ship}", ship=ship_name(target))
        return Choice(
            id, "fire-pdc", label, preview, target=f"ship-{target.number}", tile=name(target.at), key="p", final=True,
            rule="DS-72",
        )  # fmt: skip
    effect = content.cards[state.card].effect
    if isinstance(action, Pulse):
        assert isinstance(effect, Pulsing)
        least, most = effect.plus + 1, effect.plus + effect.die
        near = sum(1 for other in state.ships if other.number != ship.number and distance(other.at, ship.at) <= most)
        preview = say(
            "It reaches {least} to {most} hexes; {near} ships are that near.", least=least, most=most, near=near
        )
        return Choice(id, "pulse", say("Set off the EMP"), preview, key="g", final=True, rule="DS-68")
    if isinstance(action, Jump):
        assert isinstance(effect, Jumping)
        label = say("Open the wormhole at {at}", at=name(action.to))
        return Choice(id, "jump", label, group=say("Wormhole"), tile=name(action.to), final=True, rule="DS-79")
    assert isinstance(effect, Beaming)
    return _beam(content, state, action, effect, id)


def _beam(content: Content, state: State, action: FireBeam, effect: Beaming, id: str) -> Choice:
    """A beam with all its lanes, and what would end them as things stand (DS-64 to DS-66)."""
    ship = state.ship(state.active)
    assert ship is not None
    hexes = content.chart(state.chart).hexes
    things = {other.at: ship_name(other) for other in state.ships if other.number != ship.number}
    rocks = {*state.solid, *(rock.at for rock in state.rocks)}
    stops = {*things, *rocks, *(piece.at for piece in state.ordnance)}
    lanes = beam_hexes(hexes, stops, ship.at, action.direction, effect.lanes)
    hit: list[Text] = []
    for lane in lanes:
        if lane and lane[-1] in things:
            hit.append(say("{ship} takes {damage}.", ship=things[lane[-1]], damage=effect.damage))
        elif lane and lane[-1] in rocks:
            hit.append(say("The rock at {at} explodes.", at=name(lane[-1])))
        elif lane and lane[-1] in stops:
            hit.append(say("What flies at {at} is destroyed.", at=name(lane[-1])))
    preview: Text = hit[0] if hit else say("It hits nothing.")
    for words in hit[1:]:
        preview = say("{some} {more}", some=preview, more=words)
    to = moved(ship.at, action.direction)
    return Choice(
        id, "beam", say("Fire to the {way}", way=way_name(action.direction)), preview, say("Mass Driver"),
        tile=name(to) if to in hexes else "", area=tuple(name(at) for lane in lanes for at in lane),
        aim=degrees(action.direction), key=str(action.direction + 1), final=True, rule="DS-64",
    )  # fmt: skip
