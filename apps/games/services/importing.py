"""Bringing a finished game in from a file: it is played again before anything of it is kept.

Nothing is taken on trust: states, events and the result are what playing again gives, the file only
says what was done. A game that does not come out as the file claims is refused, with the reason.
"""

from __future__ import annotations

import logging
import time
from base64 import b64decode
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from apps.content.services import digest_of as content_digest
from apps.content.services import keep_foreign
from apps.games.models import Entry, Keyframe, Origin, Seat, Table
from apps.games.services.gamefile import EntryPart, GameFile, has_nul, kept_time
from apps.games.services.storing import KEYFRAME_EVERY
from apps.games.services.tables import bot_name, chosen_options, known_level
from apps.games.snapshots import encode_state
from apps.rulebooks.core.abilities import AgreesDraws
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.core.protocol import (
    BOTS,
    PUBLIC,
    REVEALED,
    Audience,
    ContentError,
    Event,
    IllegalAction,
    Step,
)
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.registry import RULEBOOKS

log = logging.getLogger(__name__)

MOST_BYTES = 4_000_000
MOST_ENTRIES = 8_000
MOST_SECONDS = 20.0  # for playing again


class Refused(Exception):
    """A file that is not brought in; `message` tells its owner why."""

    def __init__(self, code: str, message: Text) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message


class Played(msgspec.Struct, frozen=True):
    """One line of a game as it was played again."""

    part: EntryPart
    line: int
    step: Step[Any]
    chance: Chance | None


def import_game(data: bytes, user: Any = None) -> Table:
    """Keep the finished game in a file as a table of `user`. Raises Refused, and then keeps nothing."""
    file = read_file(data)
    book, content = _book_and_content(file)
    seats = _seats(file, book, content)
    played = _played_again(file, book, content)
    _as_claimed(file, book, content, played)
    with transaction.atomic():
        table = _table(file, played[-1], book.result(content, played[-1].step.state), user)
        Seat.objects.bulk_create(Seat(table=table, number=number, **seat) for number, seat in enumerate(seats))
        _journal(file, table, played, user)
    return table


def read_file(data: bytes) -> GameFile:
    """A file as what it says, nothing of it believed yet. Raises Refused."""
    if len(data) > MOST_BYTES:
        raise Refused("size", say(_("The file is too large: at most {most} MB can be read."), most=MOST_BYTES // 10**6))
    try:
        file = msgspec.json.decode(data, type=GameFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        words = say(_("This is not a game of Starboard, or not a whole one: {fault}"), fault=str(fault)[:200])
        raise Refused("format", words) from fault
    if not file.complete:
        raise Refused(
            "running", say(_("This file was made while its game was running. Only finished games are whole."))
        )
    if len(file.entries) > MOST_ENTRIES:
        raise Refused("long", say(_("The game is too long: at most {most} actions can be read."), most=MOST_ENTRIES))
    try:
        for at in (file.started_at, file.finished_at, *(part.at for part in file.entries)):
            kept_time(at, timezone.now())
    except ValueError as fault:
        raise Refused("time", say(_("There is a date in the file that cannot be true."))) from fault
    return file


def _book_and_content(file: GameFile) -> tuple[Any, Any]:
    book = RULEBOOKS.get(file.game)
    if book is None:
        raise Refused("game", say(_("This house does not know the game “{game}”."), game=file.game))
    data = file.release.content
    if data is None or content_digest(data) != file.release.digest:
        raise Refused("digest", say(_("The content in the file is not the one that it was made from.")))
    if has_nul(msgspec.json.encode(data)):
        raise Refused("content", say(_("The content in the file cannot be read.")))
    try:
        content = book.read_content(data)
    except ContentError as faults:
        words = say(_("The content in the file cannot be played: {fault}"), fault=str(faults)[:300])
        raise Refused("content", words) from faults
    except Exception as fault:
        raise Refused("content", say(_("The content in the file cannot be read."))) from fault
    return book, content


def _seats(file: GameFile, book: Any, content: Any) -> list[dict[str, Any]]:
    """What the seats of the table will be. Raises Refused."""
    try:
        if {**chosen_options(book, content, file.options), **_bots(file)} != file.options:
            raise Refused("options", say(_("The variants in the file are not those of this game.")))
        if len(book.seats(content, file.options)) != len(file.seats):
            raise Refused("seats", say(_("The file has {count} seats, which do not fit."), count=len(file.seats)))
        return [_seat(book, number, part) for number, part in enumerate(file.seats)]
    except IllegalAction as illegal:
        raise Refused(illegal.code, illegal.message) from illegal


def _bots(file: GameFile) -> dict[str, str]:
    """The seats that bots had from the start, as the setup was told."""
    seats = file.options.get(BOTS, "")
    known = [str(number) for number in range(len(file.seats))]
    return {BOTS: seats} if seats and all(seat in known for seat in seats.split(",")) else {}


def _seat(book: Any, number: int, part: Any) -> dict[str, Any]:
    if part.kind == "bot":
        level = known_level(book, part.bot_level)
        return {"kind": Seat.Kind.BOT, "bot_level": level, "name": str(bot_name(book, level))}
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in part.name).split())
    return {"kind": Seat.Kind.PERSON, "name": name[:30] or f"Player {number + 1}"}


def _played_again(file: GameFile, book: Any, content: Any) -> list[Played]:
    """Every line of the game, carried out. Raises Refused at the first that does not go."""
    if file.secret is None or not file.entries or file.entries[0].kind != "start":
        raise Refused("incomplete", say(_("The file lacks the beginning or the secret of the game.")))
    secret = bytes.fromhex(file.secret)
    deadline = time.monotonic() + MOST_SECONDS
    played: list[Played] = []
    for line, part in enumerate(file.entries):
        if time.monotonic() > deadline:
            raise Refused("slow", say(_("Playing the game again takes too long.")))
        chance = Chance(secret, line)
        if part.seat is not None and part.seat >= len(file.seats):
            raise Refused("illegal", _at(line, say(_("There is no such seat."))))
        try:
            step = _start(file, book, content, chance) if line == 0 else _go_on(book, content, played[-1], part, chance)
        except Refused:
            raise
        except IllegalAction as illegal:
            raise Refused("illegal", _at(line, illegal.message)) from illegal
        except msgspec.ValidationError as fault:
            words = say(_("That is no action of this game: {fault}"), fault=str(fault)[:200])
            raise Refused("action", _at(line, words)) from fault
        except Exception as fault:
            log.info("an imported game failed at line %s", line, exc_info=True)
            raise Refused("failed", _at(line, say(_("That cannot be carried out.")))) from fault
        if tuple(chance.rolls) != part.chance:
            raise Refused("rolls", _at(line, say(_("The dice and draws do not follow from the secret of the game."))))
        played.append(Played(part, line, step, chance))
    return played


def _at(line: int, message: Text) -> Text:
    return say(_("Action {line}: {reason}"), line=line, reason=message)


def _start(file: GameFile, book: Any, content: Any, chance: Chance) -> Step[Any]:
    if file.origin is None:
        return book.setup(content, file.options, chance)
    try:
        state = msgspec.msgpack.decode(b64decode(file.origin.state, validate=True), type=book.state_type)
        sound = not book.check(content, state) and book.waiting_on(state)
        for audience in (PUBLIC, REVEALED, *(Audience.of(number) for number in range(len(file.seats)))):
            book.scene(content, state, audience)
            book.determinize(content, state, audience, Chance(b"import"))
    except Exception as fault:
        raise Refused("origin", say(_("The state that the game began in cannot be read."))) from fault
    if not sound:
        raise Refused("origin", say(_("The state that the game began in breaks the rules.")))
    words = say(_("This game goes on from action {line} of an earlier one."), line=file.origin.line)
    return Step(state, (Event("continued", words),))


def _go_on(book: Any, content: Any, before: Played, part: EntryPart, chance: Chance) -> Step[Any]:
    state = before.step.state
    if not book.waiting_on(state):
        raise IllegalAction("over", say(_("The game was over before this.")))
    if part.kind == "agree" and isinstance(book, AgreesDraws):
        return book.agree_draw(content, state)
    if part.seat is None or part.kind not in ("act", "concede"):
        raise IllegalAction("entry", say(_("Nobody can have done that.")))
    if part.kind == "concede":
        return book.concede(content, state, part.seat)
    action = msgspec.convert(part.action, book.actions)
    if part.seat not in book.waiting_on(state):
        raise IllegalAction("seat", say(_("It was not that seat's turn.")))
    return book.apply(content, state, part.seat, action, chance)


def _as_claimed(file: GameFile, book: Any, content: Any, played: list[Played]) -> None:
    state = played[-1].step.state
    result = book.result(content, state)
    if result is None or book.waiting_on(state):
        raise Refused("unfinished", say(_("The game in the file does not come to its end.")))
    if result != file.result:
        raise Refused("result", say(_("The game ends otherwise than the file claims: {result}"), result=result.text))
    if digest_of(state) != file.digest:
        raise Refused("state", say(_("The game does not end in the state that the file claims.")))


def _table(file: GameFile, last: Played, result: Any, user: Any) -> Table:
    release = keep_foreign(file.game, file.release.content or {})
    now = timezone.now()
    started, finished = kept_time(file.started_at, now), kept_time(file.finished_at, now)
    return Table.objects.create(
        game=file.game,
        release=release,
        options=file.options,
        idle_limit=file.idle_limit,
        host=user,
        status=Table.Status.FINISHED,
        imported=True,
        started_at=started,
        moved_at=finished,
        finished_at=finished,
        secret=bytes.fromhex(file.secret or ""),
        state=encode_state(last.step.state),
        seq=last.line + 1,
        line=last.line,
        seat_seqs=[0] * len(file.seats),
        result=msgspec.to_builtins(result),
    )


def _journal(file: GameFile, table: Table, played: list[Played], user: Any) -> None:
    actions = RULEBOOKS[file.game].actions
    name = "?" if user is None else user.shown_name
    note, now = Event("imported", say(_("{name} brought this game in from a file."), name=name)), timezone.now()
    rows = [
        Entry(
            table=table,
            seq=done.line + 1,
            kind=done.part.kind,
            seat=done.part.seat if done.line else None,
            line=done.line,
            action=msgspec.to_builtins(msgspec.convert(done.part.action, actions)) if done.part.kind == "act" else None,
            events=msgspec.to_builtins((*done.step.events, note) if not done.line else done.step.events),
            chance=[] if done.chance is None else msgspec.to_builtins(done.chance.rolls),
            barrier=True,
            key=f"import-{done.line}",
            at=kept_time(done.part.at, now),
        )
        for done in played
    ]
    Entry.objects.bulk_create(rows, batch_size=500)
    frames = [done for done in played if done.line % KEYFRAME_EVERY == 0]
    Keyframe.objects.bulk_create(
        Keyframe(table=table, seq=done.line + 1, line=done.line, state=encode_state(done.step.state)) for done in frames
    )
    if file.origin is not None:
        Origin.objects.create(table=table, line=file.origin.line, state=b64decode(file.origin.state))
