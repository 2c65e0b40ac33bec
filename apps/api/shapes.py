"""What programs may send: strict shapes, and faults that name the field."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from django.http import HttpRequest, UnreadablePostError
from django.utils.translation import gettext as _
from msgspec import Meta

from apps.api.faults import Fault

MOST_BYTES = 64 * 1024  # of one request
_PLAIN = r"\A[^\x00-\x1f\x7f]*\Z"  # no control characters

Body = TypeVar("Body", bound=msgspec.Struct)
Key = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_.:-]{1,64}\Z")]
Sequence = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Slug = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,40}\Z")]
Line = Annotated[str, Meta(max_length=30, pattern=_PLAIN)]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request: fields it does not have are refused, so that a typing error is noticed."""


class SeatWish(Shape):
    """Who shall sit somewhere at a new table."""

    who: Annotated[str, Meta(pattern=r"\A(me|hotseat|open|invited|bot)\Z")]
    bot_level: Slug | None = None
    name: Line = ""


class NewTable(Shape):
    """A table to be made."""

    game: Slug
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=12)]
    options: dict[Slug, Slug] = {}
    visibility: Annotated[str, Meta(pattern=r"\A(public|unlisted|private)\Z")] = "unlisted"
    idle_limit: Literal[300, 3600, 86400, 259200, 0] = 86400


class Take(Shape):
    """A seat to be taken; with its invitation if it is kept for somebody."""

    invite: Annotated[str, Meta(max_length=40, pattern=r"\A[A-Za-z0-9_-]*\Z")] = ""


class Nothing(Shape):
    """A request that says all in its address."""


class Act(Shape):
    """A choice of the scene to be carried out."""

    choice: Annotated[str, Meta(pattern=r"\A[0-9a-f]{12}\Z")]
    expected: Sequence
    key: Key


class TakeBack(Shape):
    """The last action, or all since the last that cannot be taken back."""

    expected: Sequence
    key: Key
    all_of_turn: bool = False


class Resign(Shape):
    """The game to be given up."""

    key: Key


class Propose(Shape):
    """A draw, or going back `to` a point (before the last action if it is left out): all must agree to it."""

    kind: Literal["draw", "back"]
    expected: Sequence
    key: Key
    to: Literal["action", "turn"] | Sequence | None = None


class Answer(Shape):
    """Yes or no to the proposal that entry `proposal` made; from whoever made it, no withdraws it."""

    proposal: Sequence
    yes: bool
    key: Key


def read_body(request: HttpRequest, shape: type[Body]) -> Body:
    """The body of a request as a value. Raises Fault 400, 413 or 415."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isascii() and length.isdigit() and (len(length) > 9 or int(length) > MOST_BYTES):
        raise Fault(413, "too-large", _("A request may have {most} bytes.").format(most=MOST_BYTES))
    try:
        raw = request.read(MOST_BYTES + 1)
    except (OSError, UnreadablePostError) as broken:
        raise Fault(400, "unreadable", _("The request broke off.")) from broken
    if len(raw) > MOST_BYTES:
        raise Fault(413, "too-large", _("A request may have {most} bytes.").format(most=MOST_BYTES))
    if request.content_type != "application/json" and (raw or request.content_type):
        raise Fault(415, "not-json", _("Send JSON, with Content-Type: application/json."))
    try:
        return msgspec.json.decode(raw or b"{}", type=shape)
    except msgspec.ValidationError as wrong:
        raise Fault(400, "wrong-field", str(wrong)) from wrong
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
        raise Fault(400, "not-json", _("That is not well-formed JSON.")) from wrong


def read_number(request: HttpRequest, name: str, default: int, most: int) -> int:
    """A whole number of the query. Raises Fault 400 naming it."""
    given = request.GET.get(name)
    if given is None:
        return default
    if not (given.isascii() and given.isdigit() and len(given) < 11 and int(given) <= most):
        raise Fault(400, "wrong-field", _("Expected a number from 0 to {most} - at `{name}`").format(
            most=most, name=name))  # fmt: skip
    return int(given)


def read_word(request: HttpRequest, name: str, words: tuple[str, ...]) -> str:
    """One of a few words of the query; the first if it is left out. Raises Fault 400 naming it."""
    given = request.GET.get(name, words[0])
    if given not in words:
        raise Fault(400, "wrong-field", _("Expected one of {words} - at `{name}`").format(
            words=", ".join(words), name=name))  # fmt: skip
    return given
