"""Drafts from the command line: out as TOML, in again, and checked."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.content import services
from apps.rulebooks.core.protocol import ContentError, Fault
from apps.rulebooks.registry import RULEBOOKS


class Command(BaseCommand):
    """Export the drafts of a game as TOML, import such files as drafts, or check the drafts."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Three subcommands."""
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, words in (
            ("export", "write the drafts as one TOML file for each kind"),
            ("import", "make the drafts what the TOML files of a folder (or a zip) say"),
            ("check", "list every fault of the drafts"),
        ):
            sub = verbs.add_parser(verb, help=words)
            sub.add_argument("game", choices=sorted(RULEBOOKS))
            if verb != "check":
                sub.add_argument("folder", type=Path)

    def handle(self, *args: Any, verb: str, game: str, **options: Any) -> None:
        """Run."""
        if verb == "export":
            self._export(game, options["folder"])
        elif verb == "import":
            self._import(game, options["folder"])
        else:
            self._refuse_if(services.faults_of(game, services.drafts_of(game)))
            self.stdout.write("no faults")

    def _export(self, game: str, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in services.texts_of(game, services.drafts_of(game)).items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
            self.stdout.write(str(folder / name))

    def _import(self, game: str, folder: Path) -> None:
        if not folder.exists():
            raise CommandError(f"there is no {folder}")
        try:
            if folder.is_dir():
                files = {file.name: file.read_bytes() for file in sorted(folder.glob("*.toml"))}
            else:
                files = services.unpacked(folder.name, folder.read_bytes())
            changed = services.bring_in(game=game, files=files, by=None, note=folder.name)
        except ContentError as error:
            self._refuse_if(error.faults)
        else:
            self.stdout.write(f"{changed} entries changed")

    def _refuse_if(self, faults: list[Fault]) -> None:
        if faults:
            lines = (f"{'/'.join(filter(None, (f.kind, f.slug)))} {f.field}: {f.message}".strip() for f in faults)
            raise CommandError("\n".join(lines))
