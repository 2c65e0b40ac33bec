"""The waiting room of a table: who sits, who is missing, and how to get them."""

from __future__ import annotations

from typing import Any

import msgspec
import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.games.live.regions import translated
from apps.games.lobby.cards import COLOURS, cover_of, who_sits
from apps.games.models import Seat, Table
from apps.games.services import idle_text
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Rulebook
from config.local import lan_address


class Chair(msgspec.Struct, frozen=True):
    """One seat in the waiting room and what the reader may do with it."""

    number: int
    colour: int
    side: str
    who: str
    kind: str
    mine: bool
    free: bool
    can_sit: bool
    can_leave: bool
    can_seat_bot: bool
    can_free: bool
    invite: str = ""
    invite_url: str = ""
    qr: SafeString = mark_safe("")

    @property
    def emblem(self) -> str:
        """The symbol of the side."""
        return f"emblem-{self.colour}"


class Level(msgspec.Struct, frozen=True):
    """A strength of bot, in the reader's language."""

    slug: str
    name: str
    blurb: str


def room_context(snapshot: Snapshot, user: Any, request: HttpRequest) -> dict[str, Any]:
    """Everything that `lobby/room.html` shows of a table that has not begun."""
    shown = ("host", "visibility", "idle_limit", "slug", "status")
    table = Table.objects.select_related("host").only(*shown).get(pk=snapshot.table_id)
    seats = Seat.objects.filter(table_id=snapshot.table_id).select_related("user").order_by("number")
    specs = snapshot.book.seats(snapshot.content, snapshot.options)
    is_host = user.is_authenticated and snapshot.host_id == user.pk
    gathering = snapshot.status == Table.Status.OPEN
    chairs = [
        _chair(seat, COLOURS[spec.colour], translated(spec.name), user, request, snapshot, is_host and gathering)
        for seat, spec in zip(seats, specs, strict=False)
    ]
    return {
        "snapshot": snapshot,
        "table": table,
        "slug": snapshot.slug,
        "game": translated(snapshot.book.name),
        "cover": cover_of(snapshot.game),
        "host": table.host.shown_name if table.host else "",
        "is_host": is_host,
        "gathering": gathering,
        "chairs": chairs,
        "news": _news(snapshot),
        "seated": any(chair.mine for chair in chairs),
        "missing": sum(chair.free for chair in chairs),
        "levels": levels(snapshot.book),
        "usual": default_level(snapshot.book),
        "lonely": _lonely(request),
        "chosen": options_in_words(snapshot.book, snapshot.content, snapshot.options),
        "visibility": table.get_visibility_display(),
        "patience": translated(idle_text(table.idle_limit)),
        "waits": Table.IdleLimit.choices,
        "wait": table.idle_limit,
    }


def _news(snapshot: Snapshot) -> str:
    """What happened last, in words."""
    events = snapshot.tail[-1].events if snapshot.tail else ()
    return " ".join(translated(event.text) for event in events)


def default_level(book: Rulebook) -> str:
    """The bot that a first game is played against: the middle one."""
    return book.bot_levels[(len(book.bot_levels) - 1) // 2].slug


def levels(book: Rulebook) -> list[Level]:
    """The strengths of bot that a game has, weakest first."""
    return [Level(level.slug, translated(level.name), translated(level.blurb)) for level in book.bot_levels]


def options_in_words(book: Rulebook, content: Any, options: dict[str, str]) -> list[tuple[str, str]]:
    """The chosen variants: name and value."""
    return [
        (translated(option.name), translated(label))
        for option in book.options(content)
        for value, label in option.choices
        if options.get(option.slug, option.choices[0][0]) == value
    ]


def qr_code(address: str) -> SafeString:
    """An address as a QR code in the current colour; the page gives it a white quiet zone."""
    code = segno.make(address, error="m")
    drawn = code.svg_inline(omitsize=True, border=0, svgclass="qr-code", lineclass=None)
    return mark_safe(drawn.replace('stroke="#000"', 'stroke="currentColor"'))


def _lonely(request: HttpRequest) -> str:
    """A hint for a host who opened the site under a name that only this machine understands."""
    if request.get_host().split(":")[0] not in ("localhost", "127.0.0.1", "[::1]"):
        return ""
    address = lan_address()
    if not address:
        return _("This link works on this device only.")
    return _("This link works on this device only. For others, open {address} and copy it there.").format(
        address=f"http://{address}:{request.get_port()}/"
    )


def _chair(
    seat: Seat, colour: int, side: str, user: Any, request: HttpRequest, snapshot: Snapshot, hosting: bool
) -> Chair:
    open_table = snapshot.status == Table.Status.OPEN
    mine = user.is_authenticated and seat.user_id == user.pk
    free = open_table and not seat.is_taken
    # A kept seat's link is the host's to give; an open seat's link is for everyone who sees the table.
    shared = free and (hosting or seat.kind == Seat.Kind.OPEN)
    address = request.build_absolute_uri(reverse("invite", args=[snapshot.slug, seat.invite])) if shared else ""
    return Chair(
        number=seat.number,
        colour=colour,
        side=side,
        who=who_sits(seat),
        kind=seat.kind,
        mine=mine,
        free=free,
        can_sit=free and (seat.kind == Seat.Kind.OPEN or hosting),
        can_leave=open_table and mine,
        can_seat_bot=free and hosting,
        can_free=hosting and seat.is_taken and not mine,
        invite=seat.invite if shared else "",
        invite_url=address,
        qr=qr_code(address) if address else mark_safe(""),
    )
