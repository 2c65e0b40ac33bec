"""Every page of the studio is drawn, without a word of script or style of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from apps.content import services
from tests.content.conftest import draft, sent

INLINE = re.compile(r"<script(?![^>]*\bsrc=)|\sstyle=|<style|\son[a-z]+=\"|javascript:", re.IGNORECASE)


def test_templates_have_no_script_or_style_of_their_own():
    for file in (Path(settings.BASE_DIR) / "templates" / "admin").rglob("*.html"):
        assert not INLINE.search(file.read_text()), file


@pytest.mark.parametrize(
    "name",
    [
        "home",
        "game",
        "journal",
        "publish",
        "releases",
        "import",
        "add",
        "release",
        "compare",
        "entry",
        "history",
        "delete",
    ],
)
def test_pages_are_drawn(name, browse, publisher):
    entry = draft("ship", "wasp")
    services.save_entry(entry_id=entry.pk, version=1, data={**entry.data, "points": 11}, by=publisher)
    address = {
        "home": [],
        "add": ["dogfight", "ship"],
        "release": ["dogfight", 1],
        "entry": [entry.pk],
        "history": [entry.pk],
        "delete": [entry.pk],
    }.get(name, ["dogfight"])
    query = {"a": "1", "b": "1"} if name == "compare" else {}
    answer = browse(publisher).get(reverse(f"studio:{name}", args=address), query)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert not INLINE.search(html)
    assert "admin/css/base.css" in html
    assert "default-src 'self'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("kind", ["ship", "fleet", "board", "cup", "rules", "bot"])
def test_every_kind_has_a_form_that_saves_what_it_shows(kind, browse, editor):
    from apps.content.models import Entry

    for entry in Entry.objects.filter(game="dogfight", kind=kind):
        client = browse(editor)
        assert client.get(reverse("studio:entry", args=[entry.pk])).status_code == 200
        client.post(reverse("studio:entry", args=[entry.pk]), sent(entry))
        after = draft(kind, entry.slug)
        assert (after.data, after.version) == (entry.data, 1)
        assert services.digest_of({kind: [after.data]}) == services.digest_of({kind: [entry.data]})


def test_lists_of_the_admin_lead_to_the_studio(browse, editor):
    client = browse(editor)
    entry = draft("ship", "wasp")
    page = client.get("/admin/content/entry/", {"game": "dogfight", "kind": "ship"})
    assert page.context["cl"].result_count == 4
    assert client.get(f"/admin/content/entry/{entry.pk}/change/").url == reverse("studio:entry", args=[entry.pk])
    release = services.newest_release("dogfight")
    assert client.get(f"/admin/content/release/{release.pk}/change/").url.endswith("/releases/1/")
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/content/release/").status_code == 200
