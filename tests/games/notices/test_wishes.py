"""The page of wishes: one's own only."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.accounts.services import make_guest
from apps.notices.models import Wish


@pytest.fixture
def ada(client, person):
    someone = person("ada")
    client.force_login(someone)
    return someone


def test_wishes_are_kept_and_the_secret_is_shown_to_their_owner(client, ada):
    address = reverse("notices")
    assert "confirmed" in client.get(address).content.decode()
    assert not Wish.objects.exists(), "looking stores nothing"
    answer = client.post(address, {"mail": "daily", "hook": "https://example.org/hook"})
    assert answer.status_code == 302
    wish = Wish.objects.get(user=ada)
    assert (wish.mail, wish.hook) == ("daily", "https://example.org/hook")
    page = client.get(address)
    assert wish.hook_secret in page.content.decode()
    assert "style=" not in page.content.decode()
    client.post(reverse("renew-hook-secret"))
    assert Wish.objects.get().hook_secret != wish.hook_secret


def test_a_bad_address_is_named_and_changes_nothing(client, ada):
    page = client.post(reverse("notices"), {"mail": "table", "hook": "http://169.254.169.254/latest"})
    assert page.status_code == 422
    assert "private networks" in page.content.decode()
    assert not Wish.objects.exists()


def test_the_page_is_for_members(client, person):
    assert client.get(reverse("notices")).status_code == 302
    client.force_login(make_guest())
    assert client.get(reverse("notices")).url == reverse("keep")
