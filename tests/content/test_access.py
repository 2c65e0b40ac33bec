"""Who may do what, as a table of roles and addresses; the buttons of the pages do not matter here."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.urls import reverse

from apps.content import access
from apps.content.access import EDITORS, PUBLISHERS, editors_of
from apps.content.models import Entry, EntryChange, Release
from apps.rulebooks import registry
from tests.content.conftest import draft

ROLES = ("nobody", "member", "reader", "foreign", "editor", "publisher", "both", "unpaid", "root")
LOGIN, FORBIDDEN, UNKNOWN, DONE = "login", 403, 404, "done"

# An editor of another game sees nothing of this one; other staff read, whatever they may not do.
READ = dict(zip(ROLES, (LOGIN, LOGIN, 200, UNKNOWN, 200, 200, 200, 200, 200), strict=True))
EDIT = dict(zip(ROLES, (LOGIN, LOGIN, FORBIDDEN, UNKNOWN, DONE, FORBIDDEN, DONE, DONE, DONE), strict=True))
PUBLISH = dict(zip(ROLES, (LOGIN, LOGIN, FORBIDDEN, UNKNOWN, FORBIDDEN, DONE, DONE, DONE, DONE), strict=True))

PAGES = [
    ("GET", "game", ("game",), READ),
    ("GET", "entry", ("entry",), READ),
    ("GET", "history", ("entry",), READ),
    ("GET", "journal", ("game",), READ),
    ("GET", "export", ("game",), READ),
    ("GET", "publish", ("game",), READ),
    ("GET", "releases", ("game",), READ),
    ("GET", "release", ("game", "number"), READ),
    ("GET", "export-release", ("game", "number"), READ),
    ("GET", "compare", ("game",), READ),
    ("GET", "add", ("game", "kind"), EDIT),
    ("GET", "import", ("game",), EDIT),
    ("GET", "delete", ("entry",), EDIT),
    ("POST", "add", ("game", "kind"), EDIT),
    ("POST", "entry", ("entry",), EDIT),
    ("POST", "delete", ("entry",), EDIT),
    ("POST", "duplicate", ("entry",), EDIT),
    ("POST", "move", ("entry",), EDIT),
    ("POST", "restore", ("change",), EDIT),
    ("POST", "import", ("game",), EDIT),
    ("POST", "reset", ("game", "number"), EDIT),
    ("POST", "publish", ("game",), PUBLISH),
    ("POST", "roll-back", ("game", "number"), PUBLISH),
]


@pytest.fixture
def people(staff, monkeypatch):
    """One person for each role, one of them an editor of some other game."""
    monkeypatch.setitem(registry.RULEBOOKS, "elsewhere", registry.RULEBOOKS["dogfight"])
    access.ensure_groups()
    from django.contrib.auth.models import Permission

    foreign = staff("foreign")
    foreign.user_permissions.add(Permission.objects.get(codename="edit_elsewhere"))
    return {
        "nobody": None,
        "member": staff("member", is_staff=False),
        "unpaid": staff("unpaid", EDITORS, PUBLISHERS, is_staff=False),
        "reader": staff("reader"),
        "foreign": foreign,
        "editor": staff("editor", editors_of("dogfight")),
        "publisher": staff("publisher", PUBLISHERS),
        "both": staff("both", EDITORS, PUBLISHERS),
        "root": staff("root", is_superuser=True),
    }


def test_every_address_answers_each_role_as_it_should(people, browse, monkeypatch):
    wasp = draft("ship", "wasp")
    parts = {"game": "dogfight", "kind": "ship", "number": 1, "entry": wasp.pk}
    parts["change"] = EntryChange.objects.get(entry=wasp).pk
    wrong = []
    for role, person in people.items():
        client = browse(person)
        for method, name, wants, expected in PAGES:
            address = reverse(f"studio:{name}", args=[parts[part] for part in wants])
            data = {"a": "1", "b": "1"} if name == "compare" else {"_publish": "1"} if name == "publish" else {}
            answer = client.get(address, data) if method == "GET" else client.post(address, data)
            code = answer.status_code
            got = LOGIN if code == 302 and "/admin/login/" in answer.url else code
            if expected[role] == DONE:
                got = DONE if got in (200, 302, 400, 409) else got
            if got != expected[role]:
                wrong.append((role, method, name, got))
            if method == "POST" and name in ("duplicate",):
                Entry.objects.filter(slug__startswith="wasp-copy").delete()
    assert not wrong


def test_nothing_changes_for_those_who_may_not(people, browse):
    before = list(Entry.objects.values_list("slug", "version", "position"))
    wasp = draft("ship", "wasp")
    for role in ("nobody", "member", "reader", "foreign", "publisher"):
        client = browse(people[role])
        for name, args in (
            ("duplicate", [wasp.pk]),
            ("delete", [wasp.pk]),
            ("move", [wasp.pk]),
            ("reset", ["dogfight", 1]),
        ):
            client.post(reverse(f"studio:{name}", args=args), {"version": "1", "to": "down"})
    assert list(Entry.objects.values_list("slug", "version", "position")) == before
    assert Release.objects.filter(game="dogfight").count() == 1


def test_lists_show_only_what_may_be_seen(people, browse):
    assert browse(people["foreign"]).get("/admin/content/entry/").context["cl"].result_count == 0
    assert browse(people["reader"]).get("/admin/content/entry/").context["cl"].result_count == Entry.objects.count()
    assert "Space Dogfight" in browse(people["reader"]).get(reverse("studio:home")).content.decode()
    assert browse(people["foreign"]).get("/admin/content/release/1/change/").status_code == 404
    assert browse(people["root"]).post(f"/admin/content/entry/{draft('ship', 'wasp').pk}/delete/").status_code == 403
    assert browse(people["root"]).post("/admin/content/entry/add/").status_code == 403


def test_what_does_not_exist_is_unknown(people, browse):
    client = browse(people["root"])
    for address in (
        "/admin/studio/chess/",
        "/admin/studio/dogfight/add/wings/",
        "/admin/studio/entry/99999/",
        "/admin/studio/dogfight/releases/77/",
    ):
        assert client.get(address).status_code == 404
    assert client.post("/admin/studio/entry/99999/", {"seen": "x", "_save": "1"}).status_code == 404
    assert client.post("/admin/studio/change/99999/restore/").status_code == 404


def test_a_reader_gets_no_buttons(people, browse):
    html = browse(people["reader"]).get(reverse("studio:entry", args=[draft("ship", "wasp").pk])).content.decode()
    assert '<fieldset class="st-fields" disabled>' in html
    assert "Save draft" not in html
    assert "Duplicate" not in html


@pytest.mark.django_db
def test_loading_content_makes_the_groups_once():
    for _time in range(2):
        call_command("load_content", stdout=open("/dev/null", "w"))  # noqa: SIM115
    assert set(Group.objects.values_list("name", flat=True)) == {
        EDITORS, PUBLISHERS, "Editors: Space Dogfight", "Editors: Deckspace",
    }  # fmt: skip
    assert Entry.objects.filter(game="dogfight").count() == sum(
        len(entries) for entries in registry.RULEBOOKS["dogfight"].base_pack().values()
    )


def test_the_groups_alone_open_the_studio_and_nothing_else(staff, browse):
    """Nobody has to tick "staff" as well; what is no part of the studio stays shut."""
    client = browse(staff("una", editors_of("dogfight"), is_staff=False))
    home = client.get("/").content.decode()
    assert "/admin/" in home
    index = client.get("/admin/").content.decode()
    assert "Drafts" in index
    for address in ("/admin/accounts/user/", "/admin/games/table/", "/admin/api/token/", "/admin/auth/group/"):
        assert client.get(address).status_code == 403
        assert address not in index
    assert client.get(reverse("studio:home")).status_code == 200


def test_whoever_left_the_groups_is_outside_at_once(staff, browse):
    una = staff("una", EDITORS, is_staff=False)
    client = browse(una)
    assert client.get("/admin/").status_code == 200
    una.groups.clear()
    assert client.get("/admin/").status_code == 302
    assert "/admin/" not in client.get("/").content.decode()
    una.groups.set(Group.objects.filter(name=EDITORS))
    type(una).objects.filter(pk=una.pk).update(is_active=False)
    assert client.get("/admin/").status_code == 302


def test_a_guest_in_a_group_stays_outside(staff, browse):
    una = staff("una", EDITORS, is_staff=False)
    type(una).objects.filter(pk=una.pk).update(is_guest=True)
    assert browse(una).get("/admin/").status_code == 302
