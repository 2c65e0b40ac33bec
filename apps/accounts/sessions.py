"""Sessions in the database, which bring their person along: a request looks up both at once.

Whose a session is stands inside it, so this process remembers whose each was when it last saw it, as a hint of whom
to look for. Everything that counts is as stored now, and the session must carry the hash of that person's password.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from apps.accounts.models import User

KEPT = 20_000  # sessions whose person is remembered

_owners: OrderedDict[str, str] = OrderedDict()


class SessionStore(db.SessionStore):
    """Django's sessions in the database. `person` is whom the session was found with, if anybody."""

    person: User | None = None

    def load(self) -> dict[str, Any]:
        """What is in the session; learns whose it is."""
        found: dict[str, Any] = super().load()
        owner = found.get(auth.SESSION_KEY)
        if owner is not None and self.session_key is not None:
            _owners[self.session_key] = owner
            while len(_owners) > KEPT:
                _owners.popitem(last=False)
        return found

    def _get_session_from_db(self) -> Any:
        hint = _owners.get(self.session_key or "")
        for row in User.objects.raw(_together(), [hint, self.session_key, timezone.now()]):
            self.person = row if row.pk is not None else None
            return row
        self._session_key = None
        return None


class PersonMiddleware(AuthenticationMiddleware):
    """Django's own, which need not look for a person who came with the session."""

    def process_request(self, request: HttpRequest) -> None:
        """Have `request.user` found when it is asked for."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _came_along(request) or auth.get_user(request))


def _came_along(request: HttpRequest) -> Any:
    """The person of the session if all is plainly well; whatever is not so is left to Django."""
    session: Any = request.session
    owner = session.get(auth.SESSION_KEY)  # looks the session up
    person = session.person
    if (
        person is not None
        and str(person.pk) == owner
        and person.is_active
        and session.get(auth.BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(session.get(auth.HASH_SESSION_KEY, ""), person.get_session_auth_hash())
    ):
        return person
    return None


@lru_cache(maxsize=1)
def _together() -> str:
    sessions, people = Session._meta.db_table, User._meta.db_table
    return (
        f'SELECT person.*, session.session_data AS session_data FROM "{sessions}" session '
        f'LEFT JOIN "{people}" person ON person.id = %s WHERE session.session_key = %s AND session.expire_date > %s'
    )
