"""Beginning a lesson, finding it again, and sending the coach away."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from apps.content.services import content_of, newest_release
from apps.games import services
from apps.games.models import Table
from apps.games.selectors import HEAVY
from apps.games.services import SeatPlan
from apps.rulebooks.core.teaching import Lesson, Teaches
from apps.rulebooks.registry import RULEBOOKS

LEFT = "lessons-left"  # in the session: the tables whose coach was sent away
REMEMBERED = 20


def lesson_of(game: str) -> Lesson | None:
    """The lesson of a game in the numbers of its newest release; None if the game has none."""
    book = RULEBOOKS.get(game)
    return book.lesson(content_of(newest_release(game).pk)) if isinstance(book, Teaches) else None


def unfinished(game: str, user: Any) -> Table | None:
    """The lesson that a person has begun and not played to its end."""
    if not user.is_authenticated:
        return None
    tables = Table.objects.filter(game=game, host=user, lesson=True, status=Table.Status.PLAYING)
    return tables.defer(*HEAVY).order_by("-created_at").first()


def begin(game: str, user: Any) -> Table:
    """A table for a lesson: the person on the first seat, bots on all others. Raises LookupError without one."""
    lesson = lesson_of(game)
    if lesson is None:
        raise LookupError(game)
    count = len(RULEBOOKS[game].seats(content_of(newest_release(game).pk), lesson.options))
    seats = [SeatPlan("me"), *[SeatPlan("bot", lesson.level)] * (count - 1)]
    return services.create_table(game=game, host=user, seats=seats, options=lesson.options, lesson=True)


def coached(request: HttpRequest, slug: str) -> bool:
    """Whether this person still wants the coach at a lesson."""
    return slug not in request.session.get(LEFT, [])


def send_coach(request: HttpRequest, slug: str, *, away: bool) -> None:
    """Remember for this session whether the coach of a table is wanted."""
    left = [known for known in request.session.get(LEFT, []) if known != slug]
    request.session[LEFT] = [*left, slug][-REMEMBERED:] if away else left
