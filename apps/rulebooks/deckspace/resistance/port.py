"""Ports: what they repair and sell (DS-145, DS-151, DS-157, N24, N27, N33, N34)."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import owned
from apps.rulebooks.deckspace.resistance.actions import BuyCard, BuyRounds, RepairArmor, RepairHull
from apps.rulebooks.deckspace.resistance.content import Ware
from apps.rulebooks.deckspace.resistance.effects import add_cards, load
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import Shelf, State
from apps.rulebooks.deckspace.resistance.words import supplies_words


def here(content: Content, state: State) -> bool:
    """Whether the ship is at a port: the home base, or a planet of the Resistance (N38)."""
    if state.journey is not None:
        return False
    planet = state.planet(state.place)
    return at_home(content, state) or (planet is not None and planet.owner == "free")


def at_home(content: Content, state: State) -> bool:
    """Whether the ship is at the home base."""
    return state.journey is None and state.place == content.resistance.systems[state.system].home.slug


def restock(run: Run) -> None:
    """New cards in every port, with every MERIDIAN move."""
    open_ = [planet.slug for planet in run.state.planets if planet.owner == "free"]
    run.change(shelves=())
    for place in (run.system.home.slug, *open_):
        stock(run, place)


def stock(run: Run, place: str) -> None:
    """Cards for one port."""
    wares = run.chance.shuffled(tuple(run.edition.wares), "shelf")[: run.numbers.shelf]
    others = tuple(shelf for shelf in run.state.shelves if shelf.place != place)
    run.change(shelves=(*others, Shelf(place, tuple(sorted(wares)))))


def shelf(state: State, place: str) -> tuple[str, ...]:
    """What a port has on its shelf."""
    return next((shelf.wares for shelf in state.shelves if shelf.place == place), ())


def price(content: Content, ware: Ware) -> int:
    """What a card costs, by its tier (N34)."""
    return content.resistance.numbers.card_prices[ware.tier - 1]


def sold(content: Content, state: State) -> tuple[Action, ...]:
    """Everything that can be bought or repaired here and now."""
    if not here(content, state):
        return ()
    numbers, craft = content.resistance.numbers, state.craft
    found: list[Action] = []
    if craft.health < craft.max_health and state.supplies >= numbers.hull_price:
        found.append(RepairHull())
    if craft.armor < craft.earned and state.supplies >= numbers.armor_price:
        found.append(RepairArmor())
    if craft.rounds < owned.most_rounds(content, state) and state.supplies >= numbers.rounds_price:
        found.append(BuyRounds())
    for slug in shelf(state, state.place):
        ware = content.resistance.wares[slug]
        most = content.cards[ware.card].most
        if state.supplies >= price(content, ware) and not (most and craft.deck.count(ware.card) >= most):
            found.append(BuyCard(slug))
    return tuple(found)


def buy_card(run: Run, slug: str) -> None:
    """A card off the shelf and into the deck."""
    ware, place = run.edition.wares[slug], run.state.place
    left = tuple(other for other in shelf(run.state, place) if other != slug)
    others = tuple(shelf for shelf in run.state.shelves if shelf.place != place)
    run.change(shelves=(*others, Shelf(place, left)))
    run.supply(-price(run.content, ware))
    add_cards(run, ware.card)
    words = say("{ship} buys {card} for {price} supplies.", ship=run.numbers.ship,
                card=run.content.cards[ware.card].name, price=price(run.content, ware))  # fmt: skip
    run.tell("bought", words, "DS-157")


def buy_rounds(run: Run) -> None:
    """PDC rounds, up to the most that the ship carries (DS-151)."""
    before = run.state.craft.rounds
    run.supply(-run.numbers.rounds_price)
    load(run, run.numbers.rounds_sold)
    words = say("{ship} buys {count} PDC rounds for {price} supplies.", ship=run.numbers.ship,
                count=run.state.craft.rounds - before, price=run.numbers.rounds_price)  # fmt: skip
    run.tell("bought", words, "DS-151")


def repair_hull(run: Run) -> None:
    """A point of hull (DS-157)."""
    run.refit(health=run.state.craft.health + 1)
    craft = run.state.craft
    words = say("Hull repaired to {hull} of {most}.", hull=craft.health, most=craft.max_health)
    _mended(run, run.numbers.hull_price, words, "DS-157")


def repair_armor(run: Run) -> None:
    """A point of armor that was shot off, up to what markers have earned (DS-145)."""
    run.refit(armor=run.state.craft.armor + 1)
    craft = run.state.craft
    words = say("Armor repaired to {armor} of {most}.", armor=craft.armor, most=craft.earned)
    _mended(run, run.numbers.armor_price, words, "DS-145")


def _mended(run: Run, price: int, words: Text, rule: str) -> None:
    run.supply(-price)
    run.tell("repaired", say("{words} {cost}.", words=words, cost=supplies_words(-price)), rule)
