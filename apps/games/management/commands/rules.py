from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.games.rules.pages import source_of
from apps.games.rules.parsing import RULE_ID
from apps.rulebooks.registry import RULEBOOKS


def rules_of(game: str) -> list[str]:
    """The ids in a game's RULES.md, in the order in which they stand."""
    return list(dict.fromkeys(RULE_ID.findall(source_of(game))))


def rules_tested(folder: Path) -> dict[str, list[str]]:
    """Every id that a test is marked with, and the tests that carry it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for rule in (rule for decorator in node.decorator_list for rule in _ids(decorator)):
                    found[rule].append(f"{path.relative_to(folder)}::{node.name}")
    return found


def _ids(decorator: ast.expr) -> list[str]:
    if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func) != "pytest.mark.rule":
        return []
    return [arg.value for arg in decorator.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]


class Command(BaseCommand):
    """List the requirements of the games and the tests that prove them."""

    help = __doc__

    def add_arguments(self, parser: Any) -> None:
        """Arguments."""
        parser.add_argument("game", nargs="?", choices=sorted(RULEBOOKS))
        parser.add_argument("--missing", action="store_true", help="only the ids that no test carries")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run."""
        tested = rules_tested(settings.BASE_DIR / "tests")
        missing = 0
        for game in [options["game"]] if options["game"] else RULEBOOKS:
            for rule in rules_of(game):
                tests = tested.get(rule, [])
                missing += not tests
                if options["missing"] and tests:
                    continue
                self.stdout.write(rule if options["missing"] else f"{rule}: {', '.join(tests) or 'no test'}")
        if options["missing"] and missing:
            raise CommandError(f"{missing} requirements have no test")
