"""An editor at work: faults at their fields, two editors at once, history, copies and orders."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.content import services
from apps.content.access import editors_of
from apps.content.models import Entry, EntryChange
from apps.rulebooks.core.protocol import ContentError
from tests.content.conftest import draft, sent


def page_of(entry: Entry) -> str:
    return reverse("studio:entry", args=[entry.pk])


def test_a_wrong_value_is_named_and_nothing_typed_is_lost(browse, editor):
    wasp = draft("ship", "wasp")
    answer = browse(editor).post(page_of(wasp), sent(wasp, mov="12", name="Hornet", points="many"))
    html = answer.content.decode()
    assert "12 is not allowed: 1 to 9." in html
    assert "“many” is not a whole number." in html
    assert 'value="Hornet"' in html
    assert 'value="many"' in html
    assert draft("ship", "wasp").data["name"] == "Wasp"


def test_a_fault_of_the_whole_game_is_shown_at_its_field_but_can_be_saved(browse, editor):
    client, wasp, lancer = browse(editor), draft("ship", "wasp"), draft("ship", "lancer")
    html = client.post(page_of(wasp), sent(wasp, name="Lancer"), follow=True).content.decode()
    assert "Saved as a draft" in html
    assert draft("ship", "wasp").data["name"] == "Lancer"
    html = client.get(page_of(lancer)).content.decode()
    assert "Another class is called Lancer already." in html
    html = client.get(page_of(draft("ship", "corvette"))).content.decode()
    assert f'href="{page_of(lancer)}#at-f-name"' in html
    assert client.get(reverse("studio:game", args=["dogfight"])).content.decode().count("Faulty") == 1


def test_a_drawing_that_does_not_exist_is_a_fault(browse, editor):
    wasp = draft("ship", "wasp")
    html = browse(editor).post(page_of(wasp), sent(wasp, symbol="ship-moth"), follow=True).content.decode()
    assert "There is no drawing called ship-moth." in html


def test_the_preview_shows_what_is_typed_and_saves_nothing(browse, editor):
    wasp, board = draft("ship", "wasp"), draft("board", "standard")
    data = sent(wasp, name="Hornet", symbol="ship-corvette")
    del data["_save"]
    html = browse(editor).post(page_of(wasp), data | {"_preview": "1"}).content.decode()
    assert "<strong>Hornet</strong>" in html
    for look in ("seat-0 piece", "seat-1 piece"):
        assert look in html
    for size in ("px-24", "px-64"):
        assert html.count(f'class="sym {size}"') == 2
    assert html.count("#ship-corvette") >= 4
    assert draft("ship", "wasp").version == 1
    html = browse(editor).get(page_of(board)).content.decode()
    assert '<svg class="sketch"' in html
    assert "asteroid" in html


def test_a_row_is_added_without_saving(browse, editor):
    board = draft("board", "standard")
    data = sent(board)
    del data["_save"]
    html = browse(editor).post(page_of(board), data | {"_row": "add:f.spots"}).content.decode()
    assert 'name="f.spots.6.0"' in html
    assert draft("board", "standard").version == 1


def test_two_editors_see_each_other_and_lose_nothing(browse, editor, staff):
    ben = staff("ben", editors_of("dogfight"))
    wasp = draft("ship", "wasp")
    hers, his = sent(wasp, mov="4", points="12"), sent(wasp, points="14", name="Hornet")
    browse(editor).post(page_of(wasp), hers)
    answer = browse(ben).post(page_of(wasp), his)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Ann changed this entry at" in html
    form = answer.context["form"]
    assert [(clash.label, clash.theirs, clash.yours) for clash in form.clashes] == [("Points", "12", "14")]
    assert form.adopted == ["Move"]
    assert 'name="version" value="2"' in html
    assert 'value="Hornet"' in html
    assert draft("ship", "wasp").data["points"] == 12
    shown = {node.path: node.typed for node in form.root.walk() if node.is_leaf}
    browse(ben).post(page_of(wasp), shown | {"version": "2", "_save": "1"})
    now = draft("ship", "wasp")
    assert (now.data["mov"], now.data["points"], now.data["name"], now.version) == (4, 14, "Hornet", 3)
    assert now.updated_by == ben


def test_wrong_values_survive_a_clash(browse, editor, staff):
    wasp = draft("ship", "wasp")
    browse(editor).post(page_of(wasp), sent(wasp, mov="4"))
    answer = browse(staff("ben", editors_of("dogfight"))).post(page_of(wasp), sent(wasp, mov="loads"))
    assert [(clash.theirs, clash.yours) for clash in answer.context["form"].clashes] == [("4", "loads")]
    assert 'value="loads"' in answer.content.decode()


def test_what_was_typed_into_a_deleted_entry_can_be_added_again(browse, editor, staff):
    ben = staff("ben", editors_of("dogfight"))
    wasp = draft("ship", "wasp")
    client = browse(ben)
    data = sent(wasp, name="Hornet") | {"seen": str(client.get(page_of(wasp)).context["seen"])}
    services.delete_entry(entry_id=wasp.pk, version=1, by=editor)
    answer = client.post(page_of(wasp), data)
    assert answer.status_code == 409
    assert "Ann deleted this entry" in answer.content.decode()
    client.post(reverse("studio:add", args=["dogfight", "ship"]), data)
    assert draft("ship", "wasp").data["name"] == "Hornet"


def test_history_tells_who_changed_what_and_takes_back(browse, editor, staff):
    client, wasp = browse(editor), draft("ship", "wasp")
    client.post(page_of(wasp), sent(wasp, points="12"))
    html = client.get(reverse("studio:history", args=[wasp.pk])).content.decode()
    assert "Ann" in html
    assert '<td class="was">10</td><td class="is">12</td>' in html
    first = EntryChange.objects.get(entry=wasp, version=1)
    client.post(reverse("studio:restore", args=[first.pk]))
    now = draft("ship", "wasp")
    assert (now.data["points"], now.version) == (10, 3)
    assert EntryChange.objects.filter(entry=wasp).first().deed == "restored"


def test_a_deleted_entry_can_be_brought_back(browse, editor):
    client, wasp = browse(editor), draft("ship", "wasp")
    client.post(reverse("studio:delete", args=[wasp.pk]), {"version": "1"})
    assert not Entry.objects.filter(slug="wasp").exists()
    gone = EntryChange.objects.get(slug="wasp", deed="deleted")
    client.post(reverse("studio:restore", args=[gone.pk]))
    back = draft("ship", "wasp")
    assert (back.data, back.version) == (wasp.data, 3)


def test_copies_additions_and_the_only_entry_of_a_kind(browse, editor):
    client, wasp, board = browse(editor), draft("ship", "wasp"), draft("board", "standard")
    for slug in ("wasp-copy", "wasp-copy-2"):
        client.post(reverse("studio:duplicate", args=[wasp.pk]))
        assert draft("ship", slug).data == {**wasp.data, "slug": slug}
    client.post(reverse("studio:duplicate", args=[board.pk]))
    client.post(reverse("studio:delete", args=[board.pk]), {"version": "1"})
    assert Entry.objects.filter(kind="board").count() == 1
    html = client.post(reverse("studio:add", args=["dogfight", "ship"]), sent(wasp)).content.decode()
    assert "Another entry has this slug already." in html
    client.post(reverse("studio:add", args=["dogfight", "ship"]), sent(wasp, slug="moth", letter="M", name="Moth"))
    assert draft("ship", "moth").position == 6


def test_a_slug_can_change_and_the_history_stays(browse, editor):
    client, wasp = browse(editor), draft("ship", "wasp")
    client.post(page_of(wasp), sent(wasp, slug="hornet"))
    assert draft("ship", "hornet").pk == wasp.pk
    assert EntryChange.objects.filter(entry=wasp).count() == 2


def test_the_order_can_change(browse, editor):
    client = browse(editor)
    client.post(reverse("studio:move", args=[draft("ship", "wasp").pk]), {"to": "down"})
    assert [ship["slug"] for ship in services.drafts_of("dogfight")["ship"]][:2] == ["lancer", "wasp"]
    client.post(reverse("studio:move", args=[draft("ship", "lancer").pk]), {"to": "up"})
    assert [ship["slug"] for ship in services.drafts_of("dogfight")["ship"]][:2] == ["lancer", "wasp"]


def test_a_change_of_places_stands_in_the_history(browse, editor):
    client, wasp = browse(editor), draft("ship", "wasp")
    before = EntryChange.objects.count()
    client.post(reverse("studio:move", args=[wasp.pk]), {"to": "up"})
    assert EntryChange.objects.count() == before, "the first one cannot go up"
    client.post(reverse("studio:move", args=[wasp.pk]), {"to": "down"})
    step = EntryChange.objects.first()
    assert (step.deed, step.entry, step.by, step.note) == ("moved", wasp, editor, "1 → 2")
    assert step.at is not None
    html = client.get(reverse("studio:journal", args=["dogfight"])).content.decode()
    assert "Moved" in html
    assert "1 → 2" in html
    assert client.get(page_of(wasp)).status_code == 200
    assert client.post(page_of(wasp), sent(wasp, name="Hornet")).status_code == 302, "nobody's form is stale by it"


def test_an_order_that_comes_with_content_stands_there_too(editor):
    ships = services.drafts_of("dogfight")["ship"]
    before = EntryChange.objects.count()
    swapped = [ships[1], ships[0], *ships[2:]]
    assert services.replace_drafts(game="dogfight", content={"ship": swapped}, by=editor, deed="imported") == 2
    steps = EntryChange.objects.all()[: EntryChange.objects.count() - before]
    assert {(step.slug, step.deed, step.note) for step in steps} == {
        (ships[0]["slug"], "moved", "1 → 2"),
        (ships[1]["slug"], "moved", "2 → 1"),
    }
    assert services.replace_drafts(game="dogfight", content={"ship": swapped}, by=editor, deed="imported") == 0
    assert services.replace_drafts(game="dogfight", content={"ship": swapped[1:]}, by=editor, deed="imported") == 1


def test_the_service_refuses_what_a_form_would(editor):
    wasp = draft("ship", "wasp")
    for data in ({**wasp.data, "mov": 99}, {**wasp.data, "wings": 2}, {**wasp.data, "name": "a\x00"}, {"slug": "wasp"}):
        with pytest.raises(ContentError):
            services.save_entry(entry_id=wasp.pk, version=1, data=data, by=editor)
    with pytest.raises(services.StaleEntry):
        services.save_entry(entry_id=wasp.pk, version=7, data=wasp.data, by=editor)
