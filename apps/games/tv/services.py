"""Screens: a TV shows a code, a phone at a table sends the table to it."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from apps.games.live.push import announce_screen
from apps.games.models import Screen, Table
from apps.games.selectors import HEAVY, visible_to
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.text import say

CODE_LETTERS = "ACDEFGHJKLMNPQRTUVWXY34679"  # read aloud and from a sofa without mistakes
CODE_LENGTH = 5


def new_code() -> str:
    """A short code for a screen."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def open_screen(token: str | None) -> Screen:
    """The screen of a cookie, or a new one with a code of its own.

    It shows its table no longer once whoever sent it there may not see that any more.
    """
    screen = _screens().filter(token=token).first() if token else None
    if screen is not None and not _may_show(screen):
        release_screen(screen)
    while screen is None:
        try:
            with transaction.atomic():
                screen = Screen.objects.create(code=new_code())
        except IntegrityError:  # the code is in use
            continue
    return screen


def pair_screen(*, code: str, table: Table, user: Any) -> Screen:
    """Send a table to the screen that shows `code`.

    Only those with a seat, the host, or anyone at a table that all may watch can do so. The code is
    used up: the screen gets a new one. Raises IllegalAction.
    """
    screen = Screen.objects.filter(code=code.strip().upper().replace(" ", "")).first()
    if screen is None:
        raise IllegalAction("no-screen", say(_("No screen shows that code. Look at the TV and type it again.")))
    screen.table, screen.paired_by, screen.code = table, user if user.is_authenticated else None, new_code()
    screen.save()
    transaction.on_commit(lambda: announce_screen(screen.pk))
    return screen


def screen_of(token: str) -> tuple[int, int | None] | None:
    """A screen by the token in its cookie, and the table that it may show, if there is one."""
    screen = _screens().filter(token=token).first() if token else None
    return None if screen is None else (screen.pk, screen.table_id if _may_show(screen) else None)


def release_unfit(tables: QuerySet[Table]) -> None:
    """Let the screens at some tables show their codes again where whoever sent them there may see it no longer."""
    for screen in _screens().filter(table__in=tables):
        if not _may_show(screen) and Screen.objects.filter(pk=screen.pk, table=screen.table).update(table=None):
            transaction.on_commit(partial(announce_screen, screen.pk))


def release_screen(screen: Screen) -> None:
    """Let a screen show its code again."""
    screen.table = None
    screen.save()
    transaction.on_commit(lambda: announce_screen(screen.pk))


def _screens() -> QuerySet[Screen]:
    return Screen.objects.select_related("table", "paired_by").defer(*(f"table__{field}" for field in HEAVY))


def _may_show(screen: Screen) -> bool:
    """Whether a screen may show the table that it is at: one that is not open to all needs somebody who may see it."""
    table = screen.table
    if table is None or table.visibility != Table.Visibility.PRIVATE:
        return True
    return screen.paired_by is not None and visible_to(screen.paired_by).filter(pk=table.pk).exists()
