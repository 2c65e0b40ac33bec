"""Making, finding and revoking tokens."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from apps.api.models import Token
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.text import say

PREFIX = "sb_"  # by which a token that leaked into some text is recognised
MOST = 20  # living tokens of one person
NOTED_EVERY = timedelta(minutes=1)  # between two notes of when a token was last used


def make_token(*, user: Any, name: str, scope: str) -> tuple[Token, str]:
    """A new token and its key, which nobody can ever read again. Raises IllegalAction."""
    if user.is_guest:
        raise IllegalAction("guest", say(_("Keep your games under a name and a password first.")))
    if tokens_of(user).count() >= MOST:
        raise IllegalAction("too-many", say(_("You have {most} tokens. Revoke one first."), most=MOST))
    key = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(user=user, name=name, scope=scope, digest=digest_of(key), epoch=user.session_epoch)
    return token, key


def digest_of(key: str) -> str:
    """What is stored of a key. It is random through and through, so that a plain digest keeps it."""
    return hashlib.sha256(key.encode()).hexdigest()


def tokens_of(user: Any) -> QuerySet[Token]:
    """The living tokens of a person, newest first."""
    return Token.objects.filter(user=user, revoked_at=None, epoch=user.session_epoch)


def token_of(key: str) -> Token | None:
    """The living token with this key, with its person; None for any other key."""
    if not key.startswith(PREFIX) or len(key) > 100:
        return None
    return _living().filter(digest=digest_of(key)).first()


def still_lives(token_id: int) -> bool:
    """Whether a token is still good."""
    return _living().filter(pk=token_id).exists()


def note_use(token: Token) -> None:
    """Note that a token was used, now and then."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(used_at=now)


def revoke(*, user: Any, token_id: int) -> bool:
    """End one token of a person. False if they have no such token."""
    return bool(tokens_of(user).filter(pk=token_id).update(revoked_at=timezone.now()))


def _living() -> QuerySet[Token]:
    good = Q(revoked_at=None, epoch=F("user__session_epoch"), user__is_active=True, user__is_guest=False)
    return Token.objects.filter(good).select_related("user")
