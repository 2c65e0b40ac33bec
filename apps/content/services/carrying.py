"""Content in and out of the house as TOML: the files of the packs, alone or in a zip."""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from apps.content.models import EntryChange
from apps.content.services.checking import drafts_of, faults_of, type_faults
from apps.content.services.comparing import EntryDiff, differences
from apps.content.services.drafting import replace_drafts
from apps.rulebooks.core.pack import read_documents
from apps.rulebooks.core.protocol import ContentError, Fault, RawContent
from apps.rulebooks.core.toml import write_pack
from apps.rulebooks.registry import rulebook

MOST_BYTES = 5_000_000
MOST_FILES = 300
_THEN = (1980, 1, 1, 0, 0, 0)  # the same content is the same file


class Carried(msgspec.Struct, frozen=True):
    """What an import would make of the drafts."""

    content: RawContent
    changes: tuple[EntryDiff, ...]


def texts_of(game: str, content: RawContent) -> dict[str, str]:
    """Content as TOML files by name."""
    return write_pack(rulebook(game).content_kinds, content)


def zip_of(game: str, content: RawContent) -> bytes:
    """Content as a zip of TOML files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts_of(game, content).items():
            archive.writestr(zipfile.ZipInfo(name, _THEN), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def unpacked(name: str, body: bytes) -> dict[str, bytes]:
    """The TOML files of an upload: of a zip, or the one file that it is. Raises ContentError."""
    if len(body) > MOST_BYTES:
        raise ContentError([Fault("", "", name, _("the file is too large"))])
    if not zipfile.is_zipfile(io.BytesIO(body)):
        return {name: body}
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            inside = [item for item in archive.infolist() if _wanted(item.filename)]
            if len(inside) > MOST_FILES or sum(item.file_size for item in inside) > MOST_BYTES:
                raise ContentError([Fault("", "", name, _("there is too much in it"))])
            return {item.filename.rpartition("/")[2]: archive.read(item) for item in inside}
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError):
        raise ContentError([Fault("", "", name, _("the zip cannot be opened"))]) from None


def look_at(game: str, files: Mapping[str, bytes]) -> Carried:
    """What importing these files would do. Raises ContentError naming every fault; changes nothing."""
    faults: list[Fault] = []
    documents: dict[str, dict[str, Any]] = {}
    for name, body in files.items():
        try:
            documents[name] = tomllib.loads(body.decode("utf-8-sig").replace("\r\n", "\n"))
        except UnicodeDecodeError:
            faults.append(Fault("", "", name, _("this is not text in UTF-8")))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            faults.append(Fault("", "", name, _("this is not TOML: {why}").format(why=error)))
        else:
            faults += _layout_faults(name, documents[name])
    if not files:
        faults.append(Fault("", "", "", _("there is no .toml file in it")))
    if faults:
        raise ContentError(faults)
    content = read_documents(documents)
    for kind, entries in content.items():
        for data in entries:
            faults += type_faults(game, kind, data)
    now = drafts_of(game)
    whole = {**now, **content}
    if not faults:
        faults = faults_of(game, whole)
    if faults:
        raise ContentError(list(dict.fromkeys(faults)))
    return Carried(content, tuple(differences(game, now, whole)))


@transaction.atomic
def bring_in(*, game: str, files: Mapping[str, bytes], by: Any, note: str = "") -> int:
    """Make the drafts of the kinds in these files what they say; returns how many entries that changed.

    Raises ContentError naming every fault, and changes nothing then.
    """
    carried = look_at(game, files)
    return replace_drafts(game=game, content=carried.content, by=by, deed=EntryChange.Deed.IMPORTED, note=note[:120])


def _wanted(name: str) -> bool:
    return name.endswith(".toml") and not name.startswith("__MACOSX") and not name.rpartition("/")[2].startswith(".")


def _layout_faults(name: str, document: Mapping[str, Any]) -> list[Fault]:
    faults = [
        Fault(
            "",
            "",
            name,
            _("“{key}” has no place at the top of a file; there is only kind and [[entry]]").format(key=key),
        )
        for key in document
        if key not in ("kind", "entry")
    ]
    entries = document.get("entry", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        faults.append(Fault("", "", name, _("every entry begins with [[entry]]")))
    return faults
