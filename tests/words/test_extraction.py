"""What is collected for translators is everything: no text is put together before it is marked."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.servers import ROOT

MARKS = {"_", "noop", "gettext_noop", "gettext_lazy", "gettext"}
SAID = [path for path in sorted((ROOT / "apps").rglob("*.py")) if "migrations" not in path.parts]


def marked(call: ast.Call) -> bool:
    """Whether a call is given a plain string, which a tool can find."""
    first = call.args[0] if call.args else None
    if isinstance(first, ast.Call) and isinstance(first.func, ast.Name) and first.func.id in MARKS:
        first = first.args[0]
    if isinstance(first, ast.Attribute) and first.attr == "msgid":
        return True  # of a text that was said elsewhere
    if isinstance(first, ast.IfExp):
        return all(isinstance(part, ast.Constant) for part in (first.body, first.orelse))
    return isinstance(first, ast.Constant) and isinstance(first.value, str)


@pytest.mark.parametrize("path", SAID, ids=lambda path: str(path.relative_to(ROOT / "apps")))
def test_texts_are_plain_strings(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    wrong = [f"{path.name}:{call.lineno}" for call in calls if call.func.id == "say" and not marked(call)]
    assert wrong == []


@pytest.mark.parametrize("path", sorted((ROOT / "templates/live").rglob("*.html")), ids=lambda path: path.name)
def test_regions_have_one_text_to_a_tag(path: Path) -> None:
    """Of two in one `{{ }}` the tool would find the first alone."""
    tags = re.findall(r"\{[{%].*?[%}]\}", path.read_text(encoding="utf-8"))
    assert [tag for tag in tags if len(re.findall(r"\b_\(\"", tag)) > 1] == []


def test_scripts_hold_no_words() -> None:
    """They are handed their words by the page, in its language."""
    wrong = []
    for path in sorted((ROOT / "static/js").glob("*.js")):
        code = re.sub(r"//.*|/\*[\s\S]*?\*/", "", path.read_text(encoding="utf-8"))
        for text in re.findall(r"(?:textContent|ariaLabel|title|placeholder)\s*=\s*(\"[^\"]*\"|'[^']*')", code):
            if re.search(r"[A-Za-z]{2,}", text):
                wrong.append(f"{path.name}: {text}")
    assert wrong == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="xgettext is not installed")
def test_the_tool_finds_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "locale").mkdir()
    for name in ("apps/rulebooks/dogfight", "templates/live", "templates/lobby", "apps/games/services"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", locale=["xx"], verbosity=0)
    found = (tmp_path / "locale/xx/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    for text in (
        "End turn", "Leaves you {left} AP.", "This game has {count} seats.", "no success", "If somebody stays away",
        "{ap} AP + {blanks} Blank",
    ):  # fmt: skip
        assert f'msgid "{text}"' in found
