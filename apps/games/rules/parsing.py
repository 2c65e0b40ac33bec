"""Reads a RULES.md into sections whose rules, terms and numbers can be linked to. Pure: text in, text out.

In such a file an item or paragraph that begins with an id in bold (`**DF-24**`) is a rule, and an item of
the section "Glossary" that begins with any other bold words is a term (`**AP** / action points:`). A link
whose title is the key of a number shows that number instead of its words; a paragraph that is nothing but
a link with the title `table: <id>` is replaced by that table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

RULE_ID = re.compile(r"\b[A-Z]{2}-A?\d{2,3}\b")
GLOSSARY = "glossary"

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


class Drawn(msgspec.Struct, frozen=True):
    """A table as it stands on the page: its HTML, and what its rows say in plain words."""

    html: str
    lines: tuple[str, ...] = ()


class Passage(msgspec.Struct, frozen=True):
    """Something that a search can find: where it stands, what it says, and other names for it."""

    anchor: str
    section: str
    label: str
    text: str
    also: str = ""


class Section(msgspec.Struct, frozen=True):
    """One part of the rules: what its heading says, and what stands below it as HTML."""

    slug: str
    title: str
    html: str


class Term(msgspec.Struct, frozen=True):
    """A word of the glossary, with the other forms in which it appears."""

    anchor: str
    forms: tuple[str, ...]


class Rules(msgspec.Struct, frozen=True):
    """A whole RULES.md."""

    title: str
    lead: str
    sections: tuple[Section, ...]
    passages: tuple[Passage, ...]
    anchors: frozenset[str]


def read(source: str, *, numbers: Mapping[str, str] | None = None, tables: Mapping[str, Drawn] | None = None) -> Rules:
    """Read a whole file, with the numbers and tables of one edition filled in."""
    return _Reader(_markdown.parse(source), numbers or {}, tables or {}).read()


def slug_of(words: str) -> str:
    """Words as a part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "part"


class _Reader:
    """Goes through the tokens of a file once for its terms and once for everything else."""

    def __init__(self, tokens: list[Token], numbers: Mapping[str, str], tables: Mapping[str, Drawn]) -> None:
        self.numbers, self.tables = numbers, tables
        self.title, self.lead, self.parts = _parts(tokens)
        self.terms = tuple(_terms(self.parts))
        self.known = {found for part in self.parts for found in _rule_ids(part[2])}
        self.passages: list[Passage] = []
        self.anchors: set[str] = set()

    def read(self) -> Rules:
        sections = []
        for slug, title, tokens in self.parts:
            self.slug, self.section = slug, title
            self.anchors.add(slug)
            self.unseen = [] if slug == GLOSSARY else list(self.terms)
            sections.append(Section(slug, title, self.html(list(self.changed(tokens)))))
        self.slug, self.section, self.unseen = "", "", []
        lead = self.html(list(self.changed(self.lead)))
        return Rules(self.title, lead, tuple(sections), tuple(self.passages), frozenset(self.anchors))

    def html(self, tokens: list[Token]) -> str:
        return str(_markdown.renderer.render(tokens, _markdown.options, {}))

    def changed(self, tokens: list[Token]) -> Iterator[Token]:
        """The tokens of a section with anchors, numbers, tables and links put in."""
        item: Token | None = None
        place = 0
        while place < len(tokens):
            token = tokens[place]
            asked = _asked_table(tokens, place)
            if asked in self.tables:
                yield self.table(asked)
                place += 3
                continue
            if token.type == "list_item_open" or (token.type == "paragraph_open" and item is None):
                item = token
            elif token.type == "heading_open":
                token.attrSet("id", f"{self.slug}-{slug_of(plain(tokens[place + 1].children or []))}")
            elif token.type == "inline":
                self.line(token, item, heading=tokens[place - 1].type == "heading_open")
                item = None
            yield token
            place += 1

    def table(self, asked: str) -> Token:
        table = self.tables[asked]
        anchor = f"table-{asked}"
        self.anchors.add(anchor)
        self.passages += [Passage(anchor, self.section, "", line) for line in table.lines]
        return Token("html_block", "", 0, content=f'<div id="{anchor}">{table.html}</div>\n')

    def line(self, token: Token, item: Token | None, *, heading: bool) -> None:
        """One paragraph, item or cell: fill its numbers, remember it for searches, link what it names."""
        children = [child for child in self.filled(token.children or []) if child.type != "text" or child.content]
        anchor, label, also = self.slug, "", ""
        if item is not None and len(children) > 2 and children[0].type == "strong_open":
            head = children[1].content
            if RULE_ID.fullmatch(head) and head not in self.anchors:
                anchor, label = head, head
                item.attrJoin("class", "rule")
                self_link = f'<a class="rule-id" href="#{head}">{head}</a>'
                children[:3] = [Token("html_inline", "", 0, content=self_link)]
            elif self.slug == GLOSSARY and item.type == "list_item_open" and len(children) > 3:
                anchor, label, also = _anchor_of(head), head, children[3].content.partition(":")[0]
                item.attrJoin("class", "term-entry")
                children[3:] = [_without_forms(children[3]), *children[4:]]
            if label:
                item.attrSet("id", anchor)
                self.anchors.add(anchor)
        text = plain(children)
        if text and not heading and self.section:
            self.passages.append(Passage(anchor, self.section, label, text.removeprefix(label).lstrip(": "), also))
        token.children = children if heading else list(self.linked(children))

    def filled(self, children: list[Token]) -> Iterator[Token]:
        """The tokens of a line, with numbers of the edition in place of the links that ask for them."""
        skipping = False
        for child in children:
            key = str(child.attrs.get("title", "")) if child.type == "link_open" else ""
            if key in self.numbers:
                skipping = True
                yield Token("html_inline", "", 0, content=f'<b class="number">{escape(self.numbers[key])}</b>')
            elif skipping:
                skipping = child.type != "link_close"
            else:
                yield child

    def linked(self, children: list[Token]) -> Iterator[Token]:
        """The tokens of a line, with links to the rules and terms that its words name."""
        inside = 0
        for child in children:
            inside += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            if child.type == "text" and not inside:
                yield Token("html_inline", "", 0, content=self.words(child.content))
            else:
                yield child

    def words(self, text: str) -> str:
        """Plain words as HTML: ids become links, and the first mention of each term leads to the glossary."""
        marks: list[tuple[int, int, str, str]] = []
        for found in RULE_ID.finditer(text):
            if found[0] in self.known:
                marks.append((*found.span(), "ref", found[0]))
        for term in tuple(self.unseen):
            first = next((hit for form in term.forms if (hit := _mention(form).search(text))), None)
            if first is not None and all(first.end() <= start or end <= first.start() for start, end, *_ in marks):
                marks.append((*first.span(), "term", term.anchor))
                self.unseen.remove(term)
        html, at = [], 0
        for start, end, kind, anchor in sorted(marks):
            html += [escape(text[at:start]), f'<a class="{kind}" href="#{anchor}">{escape(text[start:end])}</a>']
            at = end
        return "".join([*html, escape(text[at:])])


def plain(children: list[Token]) -> str:
    """What a line says, without any marks."""
    parts = []
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "html_inline":
            parts.append(unescape(re.sub(r"<[^>]+>", "", child.content)))
        else:
            parts.append(child.content)
    return "".join(parts).strip()


def _parts(tokens: list[Token]) -> tuple[str, list[Token], list[tuple[str, str, list[Token]]]]:
    """The title, what stands above the first heading, and the sections with their slugs and titles."""
    title, lead = "", []
    parts: list[tuple[str, str, list[Token]]] = []
    taken: set[str] = set()
    skip = 0
    for place, token in enumerate(tokens):
        if skip:
            skip -= 1
        elif token.type == "heading_open" and token.tag in ("h1", "h2"):
            words = plain(tokens[place + 1].children or [])
            skip = 2
            if token.tag == "h1":
                title = words
                continue
            slug = slug_of(words)
            while slug in taken:
                slug += "-2"
            taken.add(slug)
            parts.append((slug, words, []))
        else:
            (parts[-1][2] if parts else lead).append(token)
    return title, lead, parts


def _terms(parts: list[tuple[str, str, list[Token]]]) -> Iterator[Term]:
    for slug, _title, tokens in parts:
        for place, token in enumerate(tokens):
            if slug == GLOSSARY and token.type == "list_item_open":
                children = [
                    child for child in tokens[place + 2].children or [] if child.content or child.type != "text"
                ]
                if len(children) > 3 and children[0].type == "strong_open":
                    head, rest = children[1].content, children[3].content
                    others = [form.strip() for form in rest.partition(":")[0].split("/")]
                    yield Term(_anchor_of(head), (head, *(form for form in others if form)))


def _rule_ids(tokens: list[Token]) -> Iterator[str]:
    for place, token in enumerate(tokens):
        if token.type == "paragraph_open":
            found = RULE_ID.match(tokens[place + 1].content.removeprefix("**"))
            if found:
                yield found[0]


def _anchor_of(head: str) -> str:
    return f"term-{slug_of(head)}"


def _without_forms(token: Token) -> Token:
    """The words after a term: what it means, without the other forms it is known by."""
    token.content = ": " + token.content.partition(":")[2].strip()
    return token


def _mention(form: str) -> re.Pattern[str]:
    """Where a term is named: as a whole word, in the plural too; capitals count only in abbreviations."""
    return re.compile(rf"\b{re.escape(form)}(?:s|es)?\b", 0 if form.isupper() else re.IGNORECASE)


def _asked_table(tokens: list[Token], place: int) -> str:
    """The table that a paragraph is nothing but a link to."""
    if tokens[place].type != "paragraph_open":
        return ""
    children = tokens[place + 1].children or []
    if len(children) != 3 or children[0].type != "link_open":
        return ""
    kind, _colon, name = str(children[0].attrs.get("title", "")).partition(":")
    return name.strip() if kind == "table" else ""
