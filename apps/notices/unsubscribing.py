"""Links that turn mail off for one person: signed, good for nothing else, and never too old."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from apps.accounts.models import User

SALT = "notices.off"


def token_of(user: User) -> str:
    """The token of a person's link."""
    return signing.dumps(user.pk, salt=SALT)


def person_of_token(token: str) -> int | None:
    """Whose mail a token turns off; None if it is not ours."""
    try:
        return int(signing.loads(token, salt=SALT))
    except (signing.BadSignature, TypeError, ValueError):
        return None


def address_of_off(user: User) -> str:
    """The whole address of a person's link."""
    return f"{settings.SITE_URL}{reverse('notices-off', args=[token_of(user)])}"
