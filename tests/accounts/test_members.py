"""Members: signing up, logging in and out, the profile, mail."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from apps.accounts import adapter
from apps.accounts.models import User

PASSWORD = "correct-horse-battery"
NEW_PASSWORD = "another-horse-battery"


@pytest.fixture
def ada(client, person, released):
    member = person("ada")
    client.force_login(member)
    return member


@pytest.fixture
def posted(monkeypatch):
    """Sends at once what would go out in the background."""
    monkeypatch.setattr(adapter, "aside", lambda task, *args: task.run(*args))
    return mail.outbox


def test_signing_up_logs_in(client, released):
    answer = client.post(reverse("account_signup"), {"username": "ada", "password1": PASSWORD, "email": ""})
    assert answer.url == "/"
    assert User.objects.get().is_guest is False
    assert client.get(reverse("profile")).status_code == 200


def test_names_that_look_like_a_guest_are_refused(client, released):
    answer = client.post(reverse("account_signup"), {"username": "Guest-7", "password1": PASSWORD, "email": ""})
    assert "does not begin with" in answer.content.decode()
    assert not User.objects.exists()


def test_log_in_and_out(client, person, released):
    person("ada")
    assert client.post(reverse("enter"), {"login": "ada", "password": PASSWORD}).url == "/"
    assert client.post(reverse("account_logout")).url == "/"
    assert client.get(reverse("profile")).status_code == 302


def test_known_and_unknown_people_get_the_same_answer(client, person, released):
    person("ada")
    answers = [
        client.post(reverse("enter"), {"login": name, "password": "not-the-password"}).content.decode()
        for name in ("ada", "nobody")
    ]
    assert "do not fit together" in answers[0]
    assert _plain(answers[0]).replace("ada", "X") == _plain(answers[1]).replace("nobody", "X")


def test_a_forgotten_password_tells_nobody_who_is_known(client, person, released, posted):
    User.objects.filter(pk=person("ada").pk).update(email="ada@example.org")
    pages = []
    for address in ("ada@example.org", "nobody@example.org"):
        answer = client.post(reverse("account_reset_password"), {"email": address}, follow=True)
        pages.append((answer.redirect_chain, _plain(answer.content.decode())))
    assert pages[0] == pages[1]
    assert [message.to for message in posted] == [["ada@example.org"], ["nobody@example.org"]]
    assert all(message.subject.startswith("Starboard: ") for message in posted)
    assert "/account/password/reset/key/" in posted[0].body
    assert "/account/password/reset/key/" not in posted[1].body


def test_the_link_in_the_mail_leads_to_a_new_password(client, person, released, posted):
    User.objects.filter(pk=person("ada").pk).update(email="ada@example.org")
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    link = next(line for line in posted[0].body.splitlines() if "/reset/key/" in line)
    page = client.get(link, follow=True)
    assert page.status_code == 200
    client.post(page.redirect_chain[-1][0], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert User.objects.get().check_password(NEW_PASSWORD)


def test_the_profile_changes_name_look_and_motion(client, ada):
    client.post(reverse("profile"), {"display_name": "  Ada   L. ", "theme": "light", "motion": "still"})
    ada.refresh_from_db()
    assert (ada.shown_name, ada.theme, ada.motion) == ("Ada L.", "light", "still")
    page = client.get("/").content.decode()
    assert 'data-theme="light" data-motion="still"' in page


def test_a_bad_profile_changes_nothing(client, ada):
    answer = client.post(reverse("profile"), {"display_name": "x" * 31, "theme": "pink", "motion": "auto"})
    assert answer.status_code == 422
    ada.refresh_from_db()
    assert (ada.display_name, ada.theme) == ("", "auto")


def test_an_address_is_asked_to_confirm_and_can_be_removed(client, ada, posted):
    client.post(reverse("change-email"), {"email": "Ada@Example.org"})
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    link = next(line for line in posted[0].body.splitlines() if "/confirm-email/" in line)
    assert client.get(link).status_code == 200
    client.post(link)
    assert ada.emailaddress_set.get().verified
    client.post(reverse("change-email"), {"email": ""})
    ada.refresh_from_db()
    assert ada.email == ""
    assert not ada.emailaddress_set.exists()


def test_a_bad_address_changes_nothing(client, ada):
    assert client.post(reverse("change-email"), {"email": "nonsense"}).status_code == 422
    ada.refresh_from_db()
    assert ada.email == ""


def test_logging_out_everywhere_ends_every_session(client, ada):
    phone = Client()
    phone.force_login(User.objects.get())
    assert phone.get(reverse("profile")).status_code == 200
    assert client.post(reverse("leave-everywhere")).url == reverse("enter")
    for device in (client, phone):
        assert device.get(reverse("profile")).status_code == 302


def test_a_guest_cannot_log_out_for_good_by_accident(client, released):
    client.post(reverse("guest"))
    assert client.post(reverse("leave-everywhere")).url == reverse("keep")
    assert client.get(reverse("profile")).status_code == 200


@pytest.mark.parametrize("name", ["profile", "keep", "finished-tables"])
def test_strangers_are_asked_to_log_in(client, released, name):
    assert client.get(reverse(name)).url.startswith(reverse("account_login"))


def _plain(page: str) -> str:
    return "".join(line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)
