"""Tokens: made on the profile, shown once, stored as digests, ended at any time."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.services import log_out_everywhere, make_guest
from apps.api.models import Token
from apps.api.tokens import MOST, make_token, revoke, token_of
from apps.rulebooks.core.protocol import IllegalAction


@pytest.fixture
def ada(person):
    return person("ada")


def test_a_key_is_shown_once_and_stored_nowhere(ada):
    client = Client()
    client.force_login(ada)
    page = client.post("/account/tokens/", {"name": "  my   bot ", "scope": "play"})
    key = re.search(r'value="(sb_[\w-]{43})"', page.content.decode())[1]
    token = Token.objects.get()
    assert (token.name, token.scope) == ("my bot", "play")
    assert key not in str(Token.objects.values())
    assert key not in client.get("/account/tokens/").content.decode()
    assert token_of(key) == token
    assert page.headers["Cache-Control"].startswith("max-age=0")


def test_a_revoked_token_opens_nothing(ada):
    token, key = make_token(user=ada, name="x", scope="read")
    client = Client()
    client.force_login(ada)
    assert client.post(f"/account/tokens/{token.pk}/revoke/").status_code == 302
    assert token_of(key) is None


def test_nobody_revokes_the_token_of_somebody_else(ada, person):
    token, key = make_token(user=ada, name="x", scope="read")
    assert not revoke(user=person("bo"), token_id=token.pk)
    assert token_of(key) is not None


def test_logging_out_everywhere_ends_tokens(ada):
    _token, key = make_token(user=ada, name="x", scope="read")
    log_out_everywhere(ada)
    assert token_of(key) is None


def test_a_closed_account_has_no_tokens(ada):
    _token, key = make_token(user=ada, name="x", scope="read")
    ada.is_active = False
    ada.save()
    assert token_of(key) is None


def test_guests_make_none(transactional_db):
    guest = make_guest()
    with pytest.raises(IllegalAction):
        make_token(user=guest, name="x", scope="read")
    client = Client()
    client.force_login(guest)
    assert client.post("/account/tokens/", {"name": "x", "scope": "read"}).headers["Location"] == "/account/keep/"
    assert not Token.objects.exists()


def test_a_person_has_a_limited_number(ada):
    for number in range(MOST):
        make_token(user=ada, name=str(number), scope="read")
    with pytest.raises(IllegalAction):
        make_token(user=ada, name="one more", scope="read")


def test_the_last_use_is_noted(program):
    bot = program("ada")
    assert bot.get("me/").status_code == 200
    assert (timezone.now() - Token.objects.get().used_at).total_seconds() < 60


def test_only_a_bearer_token_counts(program):
    bot = program("ada")
    page = Client()
    page.force_login(bot.user)
    for headers in ({}, {"authorization": bot.key}, {"authorization": "Bearer sb_x"}, {"authorization": "Basic eDp5"}):
        answer = page.get("/api/v1/me/", headers=headers)
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == "token"
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
