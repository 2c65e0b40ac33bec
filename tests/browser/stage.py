"""Sets the stage for the browser: people with sessions, and a table for each scene."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.contrib.sessions.backends.db import SessionStore

from apps.accounts.models import User
from apps.api.tokens import make_token
from apps.content.models import Entry as Draft
from apps.games import services, snapshots
from apps.games.models import Table
from apps.games.services import SeatPlan
from apps.notices.models import Wish
from apps.notices.unsubscribing import address_of_off
from tests.browser import battles, roads

BACKEND = "django.contrib.auth.backends.ModelBackend"


def person(name: str, **kind: bool) -> tuple[User, str]:
    """A person who is logged in, and the key of their session."""
    user, _ = User.objects.get_or_create(username=name, defaults={"display_name": name.title(), **kind})
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
    (ann, ann_key), (ben, ben_key), (eve, eve_key) = person("ann"), person("ben"), person("eve")
    solos = ("mouse", "keys", "list", "phone", "axe", "grey", "shape", "still", "late-answer")
    tables = {name: table(ann, "me", "cadet") for name in solos}
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
    tables["lesson"] = services.create_table(
        game="dogfight", host=ann, seats=[SeatPlan("me"), SeatPlan("bot", "cadet")], lesson=True
    )
    _, root_key = keeper("root")
    guest, guest_key = person("guest-7", is_guest=True)
    told = roads.set_up(ann, ben, eve, guest)
    return {
        "sessions": {"ann": ann_key, "ben": ben_key, "eve": eve_key, "root": root_key, "guest": guest_key},
        "tables": {name: made.slug for name, made in tables.items()},
        "keys": keys(ann, tables) | {"join": told.pop("join")["look"]},
        **told,
    }


def keeper(name: str) -> tuple[User, str]:
    """Somebody with a password who may do everything in the studio."""
    user, _key = person(name, is_staff=True, is_superuser=True)
    user.set_password("right-horse-staple")
    user.save()
    return person(name)


def keys(ann: User, tables: dict[str, Table]) -> dict[str, Any]:
    """What stands in addresses that cannot be guessed, and something to see at each."""
    address = EmailAddress.objects.create(user=ann, email="ann@example.org", primary=True)
    Wish.objects.create(user=ann, hook="http://127.0.0.1:9/", hook_fault="no answer came in time")
    make_token(user=ann, name="My program", scope="play")
    report = services.report_problem(
        snapshot=snapshots.current(tables["replay"].pk), line=9, note="odd", who=ann, user_agent="x"
    )
    return {
        "invite": tables["gathering"].seats.get(number=1).invite,
        "used": tables["pair"].seats.get(number=1).invite,
        "draft": Draft.objects.get(kind="ship", slug="wasp").pk,
        "report": report.pk,
        "off": address_of_off(ann).rstrip("/").rpartition("/")[2],
        "confirm": EmailConfirmationHMAC(address).key,
        "reset": {"uidb36": user_pk_to_url_str(ann), "key": default_token_generator.make_token(ann)},
    }
