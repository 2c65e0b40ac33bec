"""What a program may do: at most what its person may do on the pages, and no more often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.api.door import PLAY, Way, endpoint, hold_back
from apps.api.faults import Fault, answer
from apps.api.lists import invited_table, seen_table, table_facts
from apps.api.scenes import picture, proposal_of
from apps.api.shapes import Act, Answer, NewTable, Nothing, Propose, Resign, Take, TakeBack
from apps.api.views.reading import own_seat, seen_snapshot, tables
from apps.games import services
from apps.games.selectors import visible_table
from apps.games.services import SeatPlan
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import PUBLIC, Audience
from apps.rulebooks.registry import RULEBOOKS


def create(request: HttpRequest, body: NewTable) -> HttpResponse:
    """Make a table; the person hosts it."""
    hold_back(request, "tables", settings.RATE_TABLES)
    if body.game not in RULEBOOKS:
        raise Fault(422, "game", _("There is no such game."))
    made = services.create_table(
        game=body.game,
        host=request.user,
        seats=[SeatPlan(seat.who, seat.bot_level or "", seat.name) for seat in body.seats],
        options=body.options,
        visibility=body.visibility,
        idle_limit=body.idle_limit,
    )
    response = answer(table_facts(seen_table(made.slug, request.user), request), 201)
    response["Location"] = reverse("api:table", args=[made.slug])
    return response


def take(request: HttpRequest, slug: str, number: int, body: Take) -> HttpResponse:
    """Sit down on a free seat."""
    hold_back(request, "act", settings.RATE_ACTIONS)
    table = invited_table(slug, number, body.invite, request.user)
    _settled(services.take_seat, table_id=table.pk, number=number, user=request.user, invite=body.invite)
    return answer(table_facts(seen_table(slug, request.user), request))


def leave(request: HttpRequest, slug: str, number: int, body: Nothing) -> HttpResponse:
    """Get up again before the game begins."""
    hold_back(request, "act", settings.RATE_ACTIONS)
    table = visible_table(slug, request.user)
    _settled(services.leave_seat, table_id=table.pk, number=number, user=request.user)
    return HttpResponse(status=204)


def act(request: HttpRequest, slug: str, number: int, body: Act) -> HttpResponse:
    """Carry out a choice."""
    return _done(request, slug, number, services.act, expected=body.expected, key=body.key, choice=body.choice)


def take_back(request: HttpRequest, slug: str, number: int, body: TakeBack) -> HttpResponse:
    """Take back the last action, or all since the last that cannot be taken back."""
    how = {"expected": body.expected, "key": body.key, "all_of_turn": body.all_of_turn}
    return _done(request, slug, number, services.take_back, **how)


def resign(request: HttpRequest, slug: str, number: int, body: Resign) -> HttpResponse:
    """Give the game up."""
    return _done(request, slug, number, services.concede, key=body.key)


def propose(request: HttpRequest, slug: str, number: int, body: Propose) -> HttpResponse:
    """Offer a draw, or ask to go back further than one may alone."""
    if body.kind == "draw" and body.to is not None:
        raise Fault(400, "wrong-field", _("A draw goes nowhere - at `$.to`"))
    asked: dict[str, Any] = {"expected": body.expected, "key": body.key}
    if body.kind == "draw":
        return _done(request, slug, number, services.propose_draw, **asked)
    return _done(request, slug, number, services.propose_back, to="action" if body.to is None else body.to, **asked)


def reply(request: HttpRequest, slug: str, number: int, body: Answer) -> HttpResponse:
    """Agree to what somebody proposes, refuse it, or withdraw it."""
    return _done(request, slug, number, services.answer, motion=body.proposal, yes=body.yes, key=body.key)


def rematch(request: HttpRequest, slug: str, body: Nothing) -> HttpResponse:
    """The next game of the same people: made, or found if it is there already."""
    hold_back(request, "act", settings.RATE_ACTIONS)
    following = services.rematch(table=visible_table(slug, request.user), user=request.user)
    return answer(table_facts(seen_table(following.slug, request.user), request))


def _done(request: HttpRequest, slug: str, number: int, change: Callable[..., Any], **how: Any) -> HttpResponse:
    """Act at one's own seat, and say at which sequence that stands."""
    hold_back(request, "act", settings.RATE_ACTIONS)
    snapshot = seen_snapshot(slug, request.user.pk)
    seat = own_seat(snapshot, number, request.user.pk)
    done = _settled(change, table_id=snapshot.table_id, seat=seat, user_id=request.user.pk, **how)
    standing = proposal_of(done.snapshot, request.user.pk)
    return answer({"seq": done.seq, "repeated": done.repeated, "status": done.snapshot.status, "proposal": standing})


def _settled(change: Callable[..., Any], **how: Any) -> Any:
    """What a service answers. Raises Fault 409, with the scene as it is now, if the table has moved on."""
    try:
        return change(**how)
    except services.Conflict as conflict:
        current = _current(conflict.snapshot, how.get("seat"), how.get("user_id"))
        raise Fault(409, "moved-on", _("The table has moved on. Look again, then choose."), **current) from conflict


def _current(snapshot: Snapshot, seat: int | None, user_id: int | None) -> dict[str, Any]:
    """The table as it is now, for a seat if it is still theirs."""
    if snapshot.state is None:
        return {}
    mine = seat is not None and seat in snapshot.seats_of(user_id)
    return {"current": picture(snapshot, Audience.of(seat) if mine and seat is not None else PUBLIC, user_id)}


tables_url = endpoint(GET=Way(tables), POST=Way(create, PLAY, NewTable))
take_url = endpoint(POST=Way(take, PLAY, Take))
leave_url = endpoint(POST=Way(leave, PLAY, Nothing))
act_url = endpoint(POST=Way(act, PLAY, Act))
take_back_url = endpoint(POST=Way(take_back, PLAY, TakeBack))
resign_url = endpoint(POST=Way(resign, PLAY, Resign))
propose_url = endpoint(POST=Way(propose, PLAY, Propose))
answer_url = endpoint(POST=Way(reply, PLAY, Answer))
rematch_url = endpoint(POST=Way(rematch, PLAY, Nothing))
