"""Forms made from types: what they show, what they read, and what they say."""

from __future__ import annotations

import tomllib
from typing import Annotated, Literal

import msgspec
import pytest
from django.http import QueryDict
from msgspec import Meta

from apps.content.shapes import MISSING, About, Node, attach, field_words, form_of, press, tidied
from apps.rulebooks.core.editing import ContentKind
from apps.rulebooks.core.protocol import Fault
from apps.rulebooks.core.text import say
from apps.rulebooks.core.toml import write_kind


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    damage: Annotated[int, Meta(ge=1, le=9, description="How much it hurts.", extra={"unit": "hull"})]
    range: Annotated[int, Meta(ge=1)] = 1


class Heal(msgspec.Struct, frozen=True, tag="heal"):
    amount: int


class Slot(msgspec.Struct, frozen=True):
    slug: str
    role: Literal["gun", "shield"] = "gun"
    costs: dict[str, Annotated[int, Meta(ge=0)]] = {}
    effects: tuple[Attack | Heal, ...] = ()


class Boss(msgspec.Struct, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=20)]
    hull: int = 3


class Card(msgspec.Struct, frozen=True):
    slug: Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
    name: Annotated[str, Meta(min_length=1, max_length=30, title="Title")]
    slots: Annotated[tuple[Slot, ...], Meta(min_length=1)]
    map: Annotated[str, Meta(extra={"lines": 8, "grid": True})] = ""
    weight: Annotated[float, Meta(gt=0, le=2)] = 1.0
    unique: bool = False
    limit: Annotated[int, Meta(ge=1)] | None = None
    boss: Boss | None = None
    dice: tuple[int, ...] = (1, 2)
    tags: tuple[Annotated[str, Meta(max_length=20)], ...] = ()
    start: tuple[int, int] = (0, 0)


CARD = {
    "slug": "big-gun",
    "name": "Big Gun",
    "slots": [
        {"slug": "a", "costs": {"fuel": 2, "ammo": 1}, "effects": [{"type": "attack", "damage": 3}]},
        {"slug": "b", "role": "shield", "effects": [{"type": "heal", "amount": 1}, {"type": "attack", "damage": 1}]},
    ],
    "map": " /\\ /\\\n \\/ \\/\n",
    "limit": 4,
    "boss": {"name": "Old One"},
    "tags": ["loud", "hot, very"],
    "start": [2, 5],
}


def sent(node: Node) -> QueryDict:
    """What a browser would send of a form."""
    data = QueryDict(mutable=True)
    for part in node.walk():
        widget = part.shape.widget
        if widget in ("rows", "table"):
            data[f"{part.path}.rows"] = " ".join(str(index) for index in range(len(part.children)))
        elif widget == "maybe":
            data[f"{part.path}.rows"] = "0" if part.children else ""
        elif widget == "either":
            data[f"{part.path}.tag"] = data[f"{part.path}.was"] = part.typed
        elif part.is_leaf and (widget != "switch" or part.typed):
            data[part.path] = str(part.typed).replace("\n", "\r\n")
    return data


def read(data: QueryDict) -> Node:
    return form_of(Card).read(data, "f", "f", About())


def loaded() -> QueryDict:
    return sent(form_of(Card).load(CARD, "f", About()))


def at(node: Node, path: str) -> Node:
    return next(part for part in node.walk() if part.path == path)


def test_what_a_form_shows_it_reads_back_unchanged():
    node = read(loaded())
    assert not node.is_wrong
    assert tidied(form_of(Card), node.value, CARD) == CARD
    msgspec.convert(tidied(form_of(Card), node.value, CARD), Card)


def test_defaults_are_shown_but_not_stored_unless_they_were():
    shape = form_of(Card)
    assert tidied(shape, read(loaded()).value).keys() == CARD.keys()
    explicit = {**CARD, "weight": 1.0, "dice": [1, 2], "unique": False}
    assert tidied(shape, read(loaded()).value, explicit) == explicit


def test_bounds_units_and_help_are_told():
    node = form_of(Card).load(CARD, "f", About())
    damage = at(node, "f.slots.0.effects.0.attack.damage")
    assert (damage.about.help, damage.about.unit, damage.about.bounds) == ("How much it hurts.", "hull", "1 to 9")
    assert at(node, "f.name").about.label == "Title"
    assert at(node, "f.weight").about.bounds == "more than 0 and at most 2"
    assert at(node, "f.map").is_long


@pytest.mark.parametrize(
    ("path", "typed", "words"),
    [
        ("f.slots.0.effects.0.attack.damage", "12", "12 is not allowed: 1 to 9."),
        ("f.slots.0.effects.0.attack.damage", "many", "“many” is not a whole number."),
        ("f.slots.0.effects.0.attack.damage", "", "Fill this in."),
        ("f.slots.0.effects.0.attack.damage", "1.5", "“1.5” is not a whole number."),
        ("f.weight", "nan", "“nan” is not a number."),
        ("f.weight", "9" * 40, f"“{'9' * 40}” is not a number."),
        ("f.weight", "0", "0 is not allowed: more than 0 and at most 2."),
        ("f.slots.0.role", "sword", "“sword” is not one of the choices."),
        ("f.slug", "Big Gun", "“Big Gun” is not allowed. Small letters, digits and single hyphens."),
        ("f.name", "", "Fill this in."),
        ("f.name", "x" * 31, "31 characters are too long: at most 30 are allowed."),
        ("f.name", "a\x00b", "There are characters in it that cannot be seen. Type it again."),
        ("f.dice", "1, two", "“two” is not a whole number."),
        ("f.start.1", "x", "“x” is not a whole number."),
        ("f.slots.0.costs.0.value", "-1", "-1 is not allowed: at least 0."),
        ("f.boss.it.name", "", "Fill this in."),
    ],
)
def test_a_wrong_value_is_named_at_its_field_and_stays_as_typed(path, typed, words):
    data = loaded()
    data[path] = typed
    node = read(data)
    wrong = [part for part in node.walk() if part.errors]
    assert [(part.path, part.errors, part.typed) for part in wrong] == [(path, [words], typed)]
    assert node.value is MISSING


def test_an_emptied_field_with_a_default_means_the_default():
    data = loaded()
    data["f.weight"], data["f.limit"] = "", ""
    node = read(data)
    assert (node.value["weight"], node.value["limit"]) == (1.0, None)
    assert "limit" not in tidied(form_of(Card), node.value, CARD)


def test_rows_are_added_dropped_and_moved_without_losing_anything():
    data = loaded()
    data["f.slots.0.effects.0.attack.damage"] = "seven"
    data["_row"] = "down:f.slots:0"
    node = read(press(data))
    assert at(node, "f.slots.0.slug").typed == "b"
    assert at(node, "f.slots.1.effects.0.attack.damage").typed == "seven"
    data["_row"] = "drop:f.slots:0"
    assert [child.children[0].typed for child in at(read(press(data)), "f.slots").children] == ["b"]
    data["_row"] = "add:f.slots.1.effects"
    effects = at(read(press(data)), "f.slots.1.effects")
    assert [child.typed for child in effects.children] == ["heal", "attack", "attack"]
    assert not effects.children[2].is_wrong, "a new row is not told off"
    data["_row"] = "add:f.slots.0.costs"
    assert len(at(read(press(data)), "f.slots.0.costs").children) == 3


def test_what_may_be_there_can_be_taken_away_and_added():
    data = loaded()
    data["_row"] = "drop:f.boss:0"
    node = read(press(data))
    assert "boss" not in tidied(form_of(Card), node.value, CARD)
    data["f.boss.rows"], data["_row"] = "", "add:f.boss"
    assert at(read(press(data)), "f.boss.it.hull").typed == "3"


def test_another_alternative_shows_its_own_fields():
    data = loaded()
    data["f.slots.0.effects.0.tag"] = "heal"
    node = read(data)
    assert at(node, "f.slots.0.effects.0.heal.amount").errors == ["Fill this in."]
    data["f.slots.0.effects.0.was"], data["f.slots.0.effects.0.heal.amount"] = "heal", "2"
    assert read(data).value["slots"][0]["effects"] == [{"type": "heal", "amount": 2}]


def test_a_list_that_needs_one_says_so_and_a_name_is_given_once():
    data = loaded()
    data["f.slots.rows"] = ""
    assert at(read(data), "f.slots").errors == ["At least 1 is needed."]
    data = loaded()
    data["f.slots.0.costs.1.key"] = data["f.slots.0.costs.0.key"]
    assert "is there already" in at(read(data), "f.slots.0.costs.1.key").errors[0]


def test_stored_data_of_another_time_is_shown_with_what_is_wrong():
    node = form_of(Card).load({**CARD, "name": "x" * 40, "weight": "heavy", "slots": "none"}, "f", About())
    assert at(node, "f.name").typed == "x" * 40
    assert at(node, "f.name").errors
    assert at(node, "f.weight").errors == ["“heavy” is not a number."]
    assert at(node, "f.slots").errors


def test_faults_of_the_rulebook_land_at_their_fields():
    node = form_of(Card).load(CARD, "f", About())
    faults = [
        Fault("card", "big-gun", "slots[1].effects[1].damage", "too much"),
        Fault("card", "big-gun", "start.1", "off the map"),
        Fault("card", "big-gun", "", "there are too many cards"),
    ]
    assert attach(node, faults) == faults[2:]
    assert at(node, "f.slots.1.effects.1.attack.damage").warnings == ["Too much."]
    assert at(node, "f.start.1").warnings == ["Off the map."]


def test_nested_content_is_the_same_text_and_comes_back_the_same():
    kind = ContentKind(Card, say("Card"), say("Cards"), note="All cards.")
    text = write_kind(kind, [CARD, {"slug": "x", "name": "X", "slots": [{"slug": "s"}]}])
    assert tomllib.loads(text)["entry"][0] == CARD
    shuffled = dict(reversed(CARD.items()))
    assert write_kind(kind, [shuffled, *tomllib.loads(text)["entry"][1:]]) == text
    assert "map = '''\n /\\ /\\\n \\/ \\/\n'''" in text


@pytest.mark.parametrize(
    ("field", "words"),
    [("maps.0", "maps › 1"), ("answers[1].effects", "answers › 2 › effects"), ("name", "name"), ("", "")],
)
def test_rows_are_counted_as_people_count(field, words):
    assert field_words(field) == words
