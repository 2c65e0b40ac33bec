"""From RULES.md to sections, anchors, terms, numbers and passages."""

from __future__ import annotations

import pytest

from apps.games.management.commands.rules import rules_of
from apps.games.rules.pages import source_of
from apps.games.rules.parsing import Drawn, read
from apps.games.rules.searching import LONGEST, search
from apps.rulebooks.core.teaching import Explains
from apps.rulebooks.registry import RULEBOOKS

SOURCE = """# A game

For *two*.

## Moving <fast>

- **AB-01** A move costs [1](pack/rules.toml "move-cost") AP. AP is all, see AB-A02 and ZZ-99.
- **AB-A02** Pay with any counter; `a < b`.

Nothing else moves.

### A case

| x | y |
|---|---|
| 1 | 2 |

[All numbers](pack/rules.toml "table: numbers")

## Moving fast

**AB-03** Rules can be paragraphs.

## Glossary

- **AP** / action points: What everything costs.
- **Counter**: A chip, see AB-01.
"""


@pytest.fixture
def rules():
    return read(SOURCE, numbers={"move-cost": "<7>"}, tables={"numbers": Drawn("<table></table>", ("Ten: 10",))})


def html_of(rules, slug: str) -> str:
    return next(section.html for section in rules.sections if section.slug == slug)


def test_sections_have_addresses_of_their_own(rules):
    assert rules.title == "A game"
    assert "<em>two</em>" in rules.lead
    assert [(s.slug, s.title) for s in rules.sections] == [
        ("moving-fast", "Moving <fast>"), ("moving-fast-2", "Moving fast"), ("glossary", "Glossary")]  # fmt: skip


def test_rules_are_anchors_and_mentions_are_links(rules):
    html = html_of(rules, "moving-fast")
    assert '<li class="rule" id="AB-01"><a class="rule-id" href="#AB-01">AB-01</a>' in html
    assert '<a class="ref" href="#AB-A02">AB-A02</a>' in html
    assert "ZZ-99" in html
    assert "#ZZ-99" not in html
    assert '<p class="rule" id="AB-03">' in html_of(rules, "moving-fast-2")
    assert {"AB-01", "AB-A02", "AB-03", "term-ap", "table-numbers", "glossary"} <= rules.anchors


def test_numbers_and_tables_are_those_of_the_edition(rules):
    html = html_of(rules, "moving-fast")
    assert '<b class="number">&lt;7&gt;</b>' in html
    assert "pack/rules.toml" not in html
    assert '<div id="table-numbers"><table></table></div>' in html
    assert "<td>1</td>" in html


def test_the_first_mention_in_a_section_leads_to_the_glossary(rules):
    html = html_of(rules, "moving-fast")
    assert html.count('href="#term-ap"') == 1
    assert html.count('href="#term-counter"') == 1
    glossary = html_of(rules, "glossary")
    assert '<li class="term-entry" id="term-ap"><strong>AP</strong>: What everything costs.' in glossary
    assert 'href="#term-' not in glossary
    assert 'href="#AB-01"' in glossary


def test_nothing_in_a_file_becomes_markup():
    html = read("## One\n\n- **AB-01** <script>alert(1)</script> & more\n").sections[0].html
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_a_search_finds_passages_with_every_word(rules):
    assert [hit.anchor for hit in search(rules, "costs  MOVE")] == ["AB-01"]
    assert search(rules, "ab-a02")[0].anchor == "AB-A02"
    assert search(rules, "action points")[0].anchor == "term-ap"
    assert search(rules, "ten")[0].anchor == "table-numbers"
    assert [hit.section for hit in search(rules, "nothing else")] == ["Moving <fast>"]
    assert search(rules, "costs nonsense") == []


@pytest.mark.parametrize("question", ["", "  ", "<", "*(", "\\", "x" * 500, "[a-z]+", "%", "\0"])
def test_a_search_survives_any_question(rules, question):
    for hit in search(rules, question):
        assert hit.anchor in rules.anchors
    assert search(rules, "y" * LONGEST + " cost") == []


def test_what_is_found_is_marked_and_escaped(rules):
    assert search(rules, "counter; pay")[0].html == "<mark>Pay</mark> with any <mark>counter;</mark> a &lt; b."


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_rule_of_every_game_has_an_anchor(game):
    assert set(rules_of(game)) <= read(source_of(game)).anchors


@pytest.mark.parametrize("game", RULEBOOKS)
def test_what_a_file_says_is_what_the_base_content_says(game):
    """A file is read outside the app too: its numbers are those of the base edition."""
    book = RULEBOOKS[game]
    if not isinstance(book, Explains):
        pytest.skip("no numbers are quoted")
    tables = book.tables(book.read_content(book.base_pack()))
    numbers = {row.key: str(row.cells[-1]) for table in tables for row in table.rows if row.key}
    drawn = {table.id: Drawn("") for table in tables}
    told, filled = read(source_of(game), tables=drawn), read(source_of(game), numbers=numbers, tables=drawn)
    assert [p.text for p in told.passages] == [p.text for p in filled.passages]
    assert "pack/" not in "".join(section.html for section in filled.sections), "a number or table that nobody gives"
