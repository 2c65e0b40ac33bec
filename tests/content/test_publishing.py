"""From drafts to releases: checks, trial games, pinned tables, two publishers, the way back."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse

from apps.content import services
from apps.content.models import Release
from apps.content.services import Refused, trying
from apps.content.services.trying import try_out
from apps.rulebooks.registry import rulebook
from tests.content.conftest import draft


def change(by, points: int = 11) -> None:
    wasp = draft("ship", "wasp")
    services.save_entry(entry_id=wasp.pk, version=wasp.version, data={**wasp.data, "points": points}, by=by)


def publish(by, **more) -> Release:
    newest = services.newest_release("dogfight")
    wanted = {
        "note": "Wasps are worth more.",
        "key": uuid.uuid4().hex,
        "base": newest.number,
        "digest": services.digest_of(services.drafts_of("dogfight")),
    }
    return services.publish_drafts(game="dogfight", by=by, **(wanted | more))


@pytest.fixture
def easy(monkeypatch):
    """Content changes that keep fleets possible: the budget goes along."""
    fleet = draft("fleet", "standard")
    services.save_entry(entry_id=fleet.pk, version=1, data={**fleet.data, "budget": 81}, by=None)


def test_a_mission_on_a_map_that_does_not_exist_is_refused_by_name(browse, publisher):
    mission = draft("mission", "grain-and-silence", "deckspace")
    wrong = {**mission.data, "maps": ["dry-wharf", "no-such-map"]}
    services.save_entry(entry_id=mission.pk, version=mission.version, data=wrong, by=publisher)
    client, address = browse(publisher), reverse("studio:publish", args=["deckspace"])
    page = client.get(address)
    form = {name: page.context[name] for name in ("key", "digest")} | {"base": "1", "_publish": "1", "note": "Far."}
    refused = client.post(address, form).content.decode()
    assert "there is no map &#x27;no-such-map&#x27;" in refused
    assert "grain-and-silence" in refused
    assert services.newest_release("deckspace").number == 1


def test_publishing_by_the_page(browse, publisher, easy):
    change(publisher)
    client = browse(publisher)
    address = reverse("studio:publish", args=["dogfight"])
    page = client.get(address)
    html = page.content.decode()
    assert '<td class="was">10</td><td class="is">11</td>' in html
    assert "No faults." in html
    form = {name: page.context[name] for name in ("key", "digest")} | {"base": "1"}
    refused = client.post(address, form | {"_publish": "1", "note": " "})
    assert refused.status_code == 409
    assert "Write a note" in refused.content.decode()
    checked = client.post(address, form | {"_check": "1", "note": "A note kept."})
    assert "Checked a moment ago" in checked.content.decode()
    assert "A note kept." in checked.content.decode()
    done = client.post(address, form | {"_publish": "1", "note": "Dearer wasps."}, follow=True)
    release = services.newest_release("dogfight")
    assert (release.number, release.author, release.note) == (2, publisher, "Dearer wasps.")
    assert [(diff["slug"], diff["fields"]) for diff in release.diff] == [
        ("wasp", [{"label": "Points", "before": "10", "after": "11"}]),
        ("standard", [{"label": "Budget", "before": "80", "after": "81"}]),
    ]
    trial = release.trial
    assert trial["ended"] > 0
    assert sum(trial["endings"].values()) == trial["ended"] == sum(trial["wins"]) + trial["draws"]
    assert not trial["broken"]
    assert "Wins by seat" in done.content.decode()


def test_a_running_table_keeps_its_release(publisher, easy):
    from apps.games import services as games
    from apps.games.services import SeatPlan

    def table():
        return games.create_table(game="dogfight", host=publisher, seats=[SeatPlan("me"), SeatPlan("open")])

    old = table()
    change(publisher)
    second = publish(publisher)
    new = table()
    assert (old.release.number, new.release.number) == (1, 2)
    old.refresh_from_db()
    assert services.content_of(old.release_id).by_slug["wasp"].points == 10
    assert services.content_of(new.release_id).by_slug["wasp"].points == 11
    third = services.roll_back(game="dogfight", number=1, note="Too dear.", by=publisher, key="back", base=2)
    assert (third.number, third.brings_back.number, third.data) == (3, 1, old.release.data)
    assert table().release == third
    from apps.content import ports

    assert ports.counts([old.release_id, second.pk, third.pk])["Tables running"] == {
        old.release_id: 1,
        second.pk: 1,
        third.pk: 1,
    }
    assert draft("ship", "wasp").data["points"] == 11, "rolling back leaves the drafts alone"


def test_roll_back_can_take_the_drafts_along(browse, publisher, easy):
    change(publisher)
    publish(publisher)
    client = browse(publisher)
    address = reverse("studio:roll-back", args=["dogfight", 1])
    client.post(address, {"note": "Back.", "base": "2", "key": "k", "reset": "on"})
    assert services.newest_release("dogfight").number == 3
    assert draft("ship", "wasp").data["points"] == 10
    client.post(address, {"note": "Back.", "base": "2", "key": "k", "reset": "on"})
    assert services.newest_release("dogfight").number == 3


def test_drafts_can_be_reset(browse, editor):
    wasp = draft("ship", "wasp")
    change(editor, 13)
    services.duplicate_entry(entry_id=wasp.pk, by=editor)
    services.delete_entry(entry_id=draft("ship", "lancer").pk, version=1, by=editor)
    before = services.newest_release("dogfight")
    browse(editor).post(reverse("studio:reset", args=["dogfight", 1]))
    assert services.digest_of(services.drafts_of("dogfight")) == before.digest


def test_broken_drafts_are_refused_with_reasons(browse, publisher):
    change(publisher, 11)
    board = draft("board", "standard")
    services.save_entry(entry_id=board.pk, version=1, data={**board.data, "spots": [[1, 5]]}, by=publisher)
    with pytest.raises(Refused) as refused:
        publish(publisher)
    assert {(fault.kind, fault.field) for fault in refused.value.faults} == {("board", "spots")}
    html = browse(publisher).get(reverse("studio:publish", args=["dogfight"])).content.decode()
    assert f'href="{reverse("studio:entry", args=[board.pk])}#at-f-spots"' in html
    assert Release.objects.filter(game="dogfight").count() == 1


def test_content_on_which_games_break_is_refused(publisher, easy, monkeypatch):
    book = rulebook("dogfight")
    change(publisher)
    monkeypatch.setattr(type(book), "check", lambda *args: ["a ship is in two places"])
    with pytest.raises(Refused, match="a ship is in two places"):
        publish(publisher)
    monkeypatch.setattr(type(book), "check", lambda *args: 1 / 0)
    with pytest.raises(Refused, match="ZeroDivisionError"):
        publish(publisher)
    assert services.newest_release("dogfight").number == 1


def test_games_that_never_end_are_refused_in_good_time(publisher, easy, monkeypatch):
    change(publisher)
    clock = iter(range(10**9))
    monkeypatch.setattr(trying.time, "monotonic", lambda: next(clock) / 10)
    with pytest.raises(Refused, match="No trial game came to an end"):
        publish(publisher)


def test_trial_games_are_the_same_for_the_same_content(monkeypatch):
    monkeypatch.setattr(trying, "MOST_GAMES", 3)
    book = rulebook("dogfight")
    content = book.read_content(book.base_pack())
    one, two = (try_out(book, content, "seed", seconds=30) for _ in range(2))
    assert (one.actions, one.endings, one.wins) == (two.actions, two.endings, two.wins)
    assert one.games == one.ended == 2 * trying.MOST_GAMES


def test_nothing_new_a_stale_page_and_a_repeated_request(publisher, easy):
    change(publisher)
    digest = services.digest_of(services.drafts_of("dogfight"))
    first = publish(publisher, key="once")
    assert publish(publisher, key="once") == first
    with pytest.raises(Refused, match="Nothing is different"):
        publish(publisher)
    change(publisher, 9)
    with pytest.raises(Refused, match="drafts have changed"):
        publish(publisher, digest=digest)
    with pytest.raises(Refused, match="Pat has published release 2 meanwhile"):
        publish(publisher, base=1)
    assert Release.objects.filter(game="dogfight").count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_publishers_and_a_double_click_at_once(transactional_db, settings, staff, easy):
    from apps.content.access import EDITORS, PUBLISHERS

    pat, max_ = staff("pat", EDITORS, PUBLISHERS), staff("max", PUBLISHERS)
    settings.TRIAL_SECONDS = 20  # of four trials at once, each must see a game end
    change(pat)
    digest = services.digest_of(services.drafts_of("dogfight"))

    def attempt(who_and_key):
        who, key = who_and_key
        try:
            return publish(who, key=key, base=1, digest=digest).number
        except Refused as refused:
            return refused.reasons[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(attempt, [(pat, "a"), (pat, "a"), (max_, "b"), (max_, "b")]))
    assert Release.objects.filter(game="dogfight").count() == 2
    winners = [index for index, result in enumerate(results) if result == 2]
    assert winners in ([0, 1], [2, 3]), results
    assert all("meanwhile" in str(results[index]) for index in range(4) if index not in winners), results


def test_any_two_releases_can_be_compared(browse, publisher, easy):
    change(publisher)
    publish(publisher)
    html = browse(publisher).get(reverse("studio:compare", args=["dogfight"]), {"a": "2", "b": "1"}).content.decode()
    assert '<td class="was">11</td><td class="is">10</td>' in html
    assert browse(publisher).get(reverse("studio:compare", args=["dogfight"]), {"a": "2", "b": "x"}).status_code == 404


def test_a_second_click_that_comes_while_the_first_is_stored_gets_its_release(publisher, easy, monkeypatch):
    change(publisher)
    first, looked = [], services.publishing.drafts_of

    def meanwhile(game):
        found = looked(game)
        if not first:
            first.append(None)
            first[0] = publish(publisher, key="twice")
        return found

    digest = services.digest_of(looked("dogfight"))
    monkeypatch.setattr(services.publishing, "drafts_of", meanwhile)
    assert publish(publisher, key="twice", base=1, digest=digest) == first[0]
