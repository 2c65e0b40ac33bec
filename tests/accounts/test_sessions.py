"""A session brings its person along, and nobody stays logged in who should not."""

from __future__ import annotations

import pytest
from django.contrib import auth
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.accounts import sessions
from apps.accounts.models import User


@pytest.fixture
def ada(client, person, released):
    member = person("ada")
    client.force_login(member)
    assert is_in(client)  # from now on the process knows whose session it is
    return member


def is_in(client) -> bool:
    return client.get(reverse("profile")).status_code == 200


def test_a_session_and_its_person_are_one_query(client, ada):
    with CaptureQueriesContext(connection) as asked:
        assert is_in(client)
    queries = [query["sql"] for query in asked]
    assert sum("django_session" in sql for sql in queries) == 1
    assert not any('WHERE "accounts_user"."id" =' in sql for sql in queries)


def test_a_new_password_ends_the_session_at_once(client, ada):
    ada.set_password("another-horse-battery")
    ada.save()
    assert not is_in(client)
    assert not Session.objects.filter(pk=client.cookies["sessionid"].value).exists()


@pytest.mark.parametrize("change", [{"is_active": False}, {"session_epoch": 7}])
def test_whoever_is_shut_out_is_out_at_once(client, ada, change):
    User.objects.filter(pk=ada.pk).update(**change)
    assert not is_in(client)


def test_a_person_who_is_gone_is_nobody(client, ada):
    ada.delete()
    assert not is_in(client)


def test_a_session_that_is_gone_is_nobody_s(client, ada):
    Session.objects.all().delete()
    assert not is_in(client)


def test_a_wrong_hint_costs_a_query_and_nothing_else(client, ada, person):
    other = person("eve")
    sessions._owners[client.cookies["sessionid"].value] = str(other.pk)
    assert auth.get_user(client) == ada
    assert b"ada" in client.get(reverse("profile")).content


def test_a_hash_of_an_old_secret_key_is_renewed_as_django_does(client, ada, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = (
        [settings.SECRET_KEY],
        "a new key of more than fifty letters, all told",
    )
    session = sessions.SessionStore(client.cookies["sessionid"].value)
    assert session.load()  # signed with the old key
    assert is_in(client)
