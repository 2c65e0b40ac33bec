"""Screens: a TV shows a code, a phone at a table sends the table to it."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as _

from apps.games.live.push import announce_screen
from apps.games.models import Screen, Table
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.text import say

CODE_LETTERS = "ACDEFGHJKLMNPQRTUVWXY34679"  # read aloud and from a sofa without mistakes
CODE_LENGTH = 5


def new_code() -> str:
    """A short code for a screen."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def open_screen(token: str | None) -> Screen:
    """The screen of a cookie, or a new one with a code of its own."""
    screen = Screen.objects.select_related("table").filter(token=token).first() if token else None
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


def release_screen(screen: Screen) -> None:
    """Let a screen show its code again."""
    screen.table = None
    screen.save()
    transaction.on_commit(lambda: announce_screen(screen.pk))
