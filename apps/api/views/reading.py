"""What a program may look at."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from apps.api.door import Way, endpoint
from apps.api.faults import Fault, answer, not_found
from apps.api.lists import MOST_ON_PAGE, PAGE, game_facts, page_of_tables, seen_table, table_facts
from apps.api.lists import games as all_games
from apps.api.scenes import picture
from apps.api.shapes import read_number, read_word
from apps.games import snapshots
from apps.games.live.speech import speak
from apps.games.live.views_of import may_watch
from apps.games.lobby.selectors import turn_count
from apps.games.models import Table
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import PUBLIC, Audience
from apps.rulebooks.registry import RULEBOOKS

MOST_SEQ = 2**31 - 1


def me(request: HttpRequest) -> HttpResponse:
    """Whose token it is, what it may do, and at how many tables it is their turn."""
    person, token = request.user, request.token
    return answer(
        {
            "username": person.username,
            "name": person.shown_name,
            "token": {"name": token.name, "scope": token.scope},
            "turns": turn_count(person),
        }
    )


def games(request: HttpRequest) -> HttpResponse:
    """Every game with its variants, bots and seats."""
    return answer({"games": all_games()})


def game(request: HttpRequest, game: str) -> HttpResponse:
    """One game."""
    if game not in RULEBOOKS:
        raise not_found()
    return answer(game_facts(RULEBOOKS[game]))


def tables(request: HttpRequest) -> HttpResponse:
    """One's own tables, or public ones with an open seat."""
    which = read_word(request, "list", ("mine", "open"))
    limit = max(1, read_number(request, "limit", PAGE, MOST_ON_PAGE))
    page, cursor = page_of_tables(which, request.user, request.GET.get("cursor", "")[:10], limit)
    return answer({"tables": [table_facts(table, request) for table in page], "next": cursor})


def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The facts of one table."""
    return answer(table_facts(seen_table(slug, request.user), request))


def scene(request: HttpRequest, slug: str) -> HttpResponse:
    """What one of the person's seats sees, or with `seat=public` what everyone sees; 304 if that is known."""
    snapshot = seen_snapshot(slug, request.user.pk)
    audience = _audience(snapshot, request)
    tag = f'"{snapshot.seq}-{audience.role}{audience.seat}-{speak()}"'
    if tag in [known.strip().removeprefix("W/") for known in request.headers.get("If-None-Match", "").split(",")]:
        response = HttpResponse(status=304)
    else:
        since = read_number(request, "since", -1, MOST_SEQ)
        response = answer(picture(snapshot, audience, request.user.pk, None if since < 0 else since))
    response["ETag"] = tag
    return response


def seen_snapshot(slug: str, user_id: int) -> Snapshot:
    """A table at its newest sequence, for somebody who may watch it. Raises Fault 404."""
    table = Table.objects.filter(slug=slug).only("pk", "seq").first()
    snapshot = None if table is None else snapshots.newest(table)
    if snapshot is None or not may_watch(snapshot, user_id):
        raise not_found()
    return snapshot


def own_seat(snapshot: Snapshot, number: int, user_id: int) -> int:
    """The number of a seat of this person. Raises Fault 403."""
    if number not in snapshot.seats_of(user_id):
        raise Fault(403, "no-seat", _("That is not your seat."))
    return number


def _audience(snapshot: Snapshot, request: HttpRequest) -> Audience:
    """As whom the table is looked at: a seat of one's own, the first one unless `seat` says otherwise."""
    seats = snapshot.seats_of(request.user.pk)
    asked = request.GET.get("seat", "")
    if asked == "public" or (not asked and not seats):
        return PUBLIC
    if not asked:
        return Audience.of(seats[0])
    return Audience.of(own_seat(snapshot, read_number(request, "seat", 0, 99), request.user.pk))


me_url = endpoint(GET=Way(me))
games_url = endpoint(GET=Way(games))
game_url = endpoint(GET=Way(game))
table_url = endpoint(GET=Way(table))
scene_url = endpoint(GET=Way(scene))
