"""Reads the base content that comes with a game: TOML files in its `pack` folder."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from apps.rulebooks.core.protocol import RawContent


def read_pack(package: str) -> RawContent:
    """The entries of every `pack/*.toml` of a package, by kind.

    A file holds `[[entry]]` tables. Its kind is its name, or `kind = "..."` at its top, so that a large
    kind can be spread over several files.
    """
    content: dict[str, list[dict[str, object]]] = {}
    folder = files(package) / "pack"
    for file in sorted(folder.iterdir(), key=lambda item: item.name):
        if file.name.endswith(".toml"):
            document = tomllib.loads(file.read_text(encoding="utf-8"))
            kind = str(document.get("kind", file.name.removesuffix(".toml")))
            content.setdefault(kind, []).extend(document.get("entry", []))
    return content
