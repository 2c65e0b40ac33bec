"""Content out as TOML and in again: the very files of the pack, and nothing at all when something is wrong."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from apps.content import services
from apps.content.models import EntryChange
from apps.content.services import carrying
from apps.rulebooks.core.protocol import ContentError
from tests.content.conftest import draft

PACK = Path(settings.BASE_DIR) / "apps" / "rulebooks" / "dogfight" / "pack"


def upload(client, address: str, name: str, body: bytes, button: str = "_import"):
    return client.post(address, {"files": SimpleUploadedFile(name, body), button: "1"})


def test_the_export_is_the_pack_to_the_letter(browse, editor):
    body = browse(editor).get(reverse("studio:export", args=["dogfight"])).content
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            file.name: file.read_bytes() for file in PACK.glob("*.toml")
        }
    assert services.zip_of("dogfight", services.drafts_of("dogfight")) == body


def test_an_export_comes_back_the_same(browse, editor):
    client = browse(editor)
    wasp = draft("ship", "wasp")
    services.save_entry(entry_id=wasp.pk, version=1, data={**wasp.data, "points": 5}, by=editor)
    before = services.drafts_of("dogfight")
    body = client.get(reverse("studio:export", args=["dogfight"])).content
    services.reset_drafts(game="dogfight", number=1, by=editor)
    address = reverse("studio:import", args=["dogfight"])
    looked = upload(client, address, "dogfight-drafts.zip", body, "_look").content.decode()
    assert '<td class="was">10</td><td class="is">5</td>' in looked
    assert draft("ship", "wasp").data["points"] == 10
    upload(client, address, "dogfight-drafts.zip", body)
    assert services.drafts_of("dogfight") == before
    step = EntryChange.objects.filter(slug="wasp").first()
    assert (step.deed, step.by) == ("imported", editor)


def test_one_file_replaces_one_kind(browse, editor):
    text = (PACK / "ship.toml").read_text().replace('name = "Wasp"', 'name = "Hornet"').replace("\n", "\r\n")
    upload(browse(editor), reverse("studio:import", args=["dogfight"]), "ship.toml", text.encode())
    assert draft("ship", "wasp").data["name"] == "Hornet"
    assert draft("ship", "lancer").version == 1
    assert draft("board", "standard").version == 1


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("ship.toml", b"[[entry]\n", "this is not TOML"),
        ("ship.toml", b"\xff\xfe", "this is not text in UTF-8"),
        ("ship.toml", b'colour = "red"\n', "has no place at the top of a file"),
        ("ship.toml", b"entry = 3\n", "every entry begins with [[entry]]"),
        ("wings.toml", b'[[entry]]\nslug = "a"\n', "this game has no content of this kind"),
        ("fleet.toml", b'[[entry]]\nslug = "standard"\nbudget = 2026-01-01\n', "budget"),
        ("fleet.toml", b'[[entry]]\nslug = "standard"\nbudget = 7\n', "no fleet is worth exactly 7 points"),
        ("fleet.toml", b"", "there must be exactly one entry of this kind, not 0"),
        ("fleet.toml", b'[[entry]]\nslug = "a"\nbudget = 0\n[[entry]]\nbudget = 1\n', "this field is missing"),
        ("bot.toml", b'[[entry]]\nslug = "cadet"\nback = nan\n', "back"),
        ("pack.zip", b"PK\x05\x06" + b"\0" * 18, "there is no .toml file in it"),
    ],
)
def test_a_broken_import_names_every_fault_and_changes_nothing(browse, editor, name, body, words):
    before = services.drafts_of("dogfight")
    answer = upload(browse(editor), reverse("studio:import", args=["dogfight"]), name, body)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert services.drafts_of("dogfight") == before
    assert not EntryChange.objects.exclude(deed="opened").exists()


def test_all_faults_are_listed_at_once(editor):
    text = (PACK / "ship.toml").read_text().replace("mov = 3", "mov = 30").replace("points = 15", 'points = "x"')
    with pytest.raises(ContentError) as refused:
        services.bring_in(
            game="dogfight", files={"ship.toml": text.encode(), "cup.toml": b'[[entry]]\nslug = "s"\n'}, by=editor
        )
    assert len(refused.value.faults) == 3 + 1 + 5


def test_too_much_is_refused(monkeypatch):
    with pytest.raises(ContentError):
        services.unpacked("a.toml", b"#" * (carrying.MOST_BYTES + 1))
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ship.toml", b"#" * (carrying.MOST_BYTES + 1))
    with pytest.raises(ContentError):
        services.unpacked("a.zip", bomb.getvalue())


def test_the_command(studio, tmp_path, capsys):
    call_command("content", "export", "dogfight", str(tmp_path))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        file.name: file.read_bytes() for file in PACK.glob("*.toml")
    }
    ship = tmp_path / "ship.toml"
    ship.write_text(ship.read_text().replace('name = "Wasp"', 'name = "Lancer"'))
    with pytest.raises(CommandError, match="another class is called Lancer already"):
        call_command("content", "import", "dogfight", str(tmp_path))
    ship.write_text(ship.read_text().replace('name = "Lancer"', 'name = "Hornet"', 1))
    call_command("content", "import", "dogfight", str(tmp_path))
    assert draft("ship", "wasp").data["name"] == "Hornet"
    call_command("content", "check", "dogfight")
    assert capsys.readouterr().out.endswith("1 entries changed\nno faults\n")
    lancer = draft("ship", "lancer")
    services.save_entry(entry_id=lancer.pk, version=lancer.version, data={**lancer.data, "name": "Hornet"}, by=None)
    with pytest.raises(CommandError, match="ship/lancer name"):
        call_command("content", "check", "dogfight")
