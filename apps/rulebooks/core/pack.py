"""Reads the base content that comes with a game: TOML files in its `pack` folder."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from importlib.resources import files

import msgspec

from apps.rulebooks.core.protocol import RawContent


def read_pack(package: str) -> RawContent:
    """The entries of every `pack/*.toml` of a package, by kind."""
    folder = files(package) / "pack"
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    return read_documents({name: tomllib.loads(text) for name, text in texts.items()})


def read_documents(documents: Mapping[str, Mapping[str, object]]) -> RawContent:
    """The entries of TOML documents, by kind.

    A file holds `[[entry]]` tables. Its kind is its name, or `kind = "..."` at its top, so that a large
    kind can be spread over several files.
    """
    content: dict[str, list[dict[str, object]]] = {}
    for name, document in sorted(documents.items()):
        kind = str(document.get("kind", name.removesuffix(".toml")))
        entries = document.get("entry", [])
        content.setdefault(kind, []).extend(entries if isinstance(entries, list) else [])
    return content


def content_digest(raw: RawContent) -> str:
    """The fingerprint of a content, the same whatever the order of its keys."""
    return hashlib.sha256(msgspec.json.encode(raw, order="deterministic")).hexdigest()
