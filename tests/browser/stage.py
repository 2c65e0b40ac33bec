"""Sets the stage for the browser: people with sessions, and a table for each scene."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.db import SessionStore

from apps.accounts.models import User
from apps.games import services, snapshots
from apps.games.models import Table
from apps.games.services import SeatPlan
from tests.browser import battles

BACKEND = "django.contrib.auth.backends.ModelBackend"


def person(name: str) -> tuple[User, str]:
    """A person who is logged in, and the key of their session."""
    user, _ = User.objects.get_or_create(username=name, defaults={"display_name": name.title()})
    session = SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session["_auth_user_backend"] = BACKEND
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.create()
    return user, session.session_key


def table(host: User, *who: str, guests: tuple[User, ...] = (), **options: Any) -> Table:
    """A table in play: "me" is the host, "hotseat" too, "open" a guest, anything else a level of bot."""
    plans = [SeatPlan(w) if w in ("me", "hotseat", "open") else SeatPlan("bot", w) for w in who]
    made = services.create_table(game="dogfight", host=host, seats=plans, visibility="public", **options)
    waiting = list(guests)
    for number, name in enumerate(who):
        if name == "open" and waiting:
            services.take_seat(table_id=made.pk, number=number, user=waiting.pop(0))
    return made


def advance(made: Table, until: str = "", steps: int = 0) -> None:
    """Let the first legal action be done until `until` is among the verbs offered, or for some steps."""
    snapshot = snapshots.current(made.pk)
    for step in range(400):
        seat = snapshot.waiting[0]
        actions = snapshot.legal(seat)
        verbs = {type(action).__name__ for action in actions}
        if (until and until in verbs) or (steps and step >= steps):
            return
        draw = next((a for a in actions if type(a).__name__ == "Draw"), None)
        action = draw or next((a for a in actions if type(a).__name__ == "EndTurn"), actions[step % len(actions)])
        if draw is None and type(action).__name__ == "EndTurn" and "Move" in verbs and step % 7 != 6:
            action = next(a for a in actions if type(a).__name__ == "Move")
        done = services.act(
            table_id=made.pk, seat=seat, expected=snapshot.seat_seqs[seat], key=f"stage-{step}", action=action
        )
        snapshot = done.snapshot


def set_up() -> dict[str, Any]:
    """Everything that the tests ask for."""
    (ann, ann_key), (ben, ben_key), (_, eve_key) = person("ann"), person("ben"), person("eve")
    tables = {name: table(ann, "me", "cadet") for name in ("mouse", "keys", "list", "phone", "axe")}
    duels = ("pair", "late", "click", "stale", "resign", "agree", "presence")
    tables |= {name: table(ann, "me", "open", guests=(ben,)) for name in duels}
    tables["device"] = table(ann, "me", "hotseat")
    tables["gathering"] = table(ann, "me", "open")
    tables["replay"] = table(ann, "me", "open", guests=(ben,))
    advance(tables["replay"], steps=60)
    services.concede(table_id=tables["replay"].pk, seat=1, key="stage-end")
    for name in duels:
        advance(tables[name], until="Draw")
    tables |= battles.set_up(ann, ben)
    return {
        "sessions": {"ann": ann_key, "ben": ben_key, "eve": eve_key},
        "tables": {name: made.slug for name, made in tables.items()},
    }
