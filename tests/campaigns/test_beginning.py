"""The page on which a campaign begins: what stands there already, and what a player has from earlier runs."""

from __future__ import annotations

from django.urls import reverse

from apps.campaigns.models import Award, Campaign

PAGE = ("deckspace", "sectors")


def page_of(client) -> str:
    return client.get(reverse("new-campaign", args=PAGE)).content.decode()


def test_a_campaign_has_a_name_before_one_is_thought_of(client, released, person):
    client.force_login(person("ada"))
    assert 'value="Five sectors"' in page_of(client)
    chosen = {"name": "Five sectors", "legacy": "kept"}
    assert client.post(reverse("new-campaign", args=PAGE), chosen).status_code == 302
    assert Campaign.objects.get().name == "Five sectors"


def test_what_was_typed_stays_when_it_is_refused(client, released, person):
    client.force_login(person("ada"))
    answer = client.post(reverse("new-campaign", args=PAGE), {"name": " ", "legacy": "kept"})
    assert answer.status_code == 422
    assert 'value=" "' in answer.content.decode()
    assert not Campaign.objects.exists()


def test_it_says_how_much_is_unlocked_already(client, released, person):
    ada = person("ada")
    client.force_login(ada)
    assert "You have unlocked 0 of 8." in page_of(client)
    Award.objects.create(user=ada, game="deckspace", road="sectors", slug="thicker-skin")
    Award.objects.create(user=person("bo"), game="deckspace", road="sectors", slug="minefield")
    assert "You have unlocked 1 of 8." in page_of(client)
