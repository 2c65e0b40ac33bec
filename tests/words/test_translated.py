"""Every text goes through gettext: in a made-up language that puts each in brackets, none stands outside them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation
from django.utils.translation import trans_real

from apps.games import services
from apps.games.live import regions, speech
from apps.games.models import Screen
from apps.games.services import SeatPlan
from tests.games.helpers import duel, play_on

OPEN, CLOSE = "⟦", "⟧"
# Names of the house, of people and of content, keys, and what stands for itself in every language.
NAMES = {
    "starboard", "ada", "bo", "ap", "ai", "tv", "api", "qr", "json", "sha", "hmac", "post", "url", "utc",
    "am", "pm", "esc", "https",
}  # fmt: skip
SILENT = ("script", "style", "code", "pre", "kbd")
SPOKEN = ("aria-label", "title", "placeholder", "alt", "content", "data-confirm", "data-label")


class Reader(HTMLParser):
    """Everything on a page that people read or hear, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag in SILENT:
            self.silent.append(tag)
        for name, value in attrs:
            spoken = name in SPOKEN or name.startswith("data-t-")
            if spoken and value and not (tag == "meta" and given.get("name") != "description"):
                self.found.append(value)
        if tag == "input" and given.get("type") in ("submit", "button"):
            self.found.append(given.get("value") or "")

    def handle_endtag(self, tag):
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data):
        if not self.silent and data.strip():
            self.found.append(data)


def outside(page: str, names: set[str]) -> list[str]:
    """The words on a page that no brackets hold, but for names. Brackets may begin and end in different pieces."""
    reader = Reader()
    reader.feed(page)
    text = "\n".join(reader.found)
    depth, bare, piece = 0, [], ""
    for sign in text:
        if sign == OPEN:
            depth += 1
        elif sign == CLOSE:
            depth -= 1
        elif depth == 0:
            piece += sign
            continue
        if piece:
            bare.append(piece)
            piece = ""
    bare.append(piece)
    assert depth == 0
    wrong = []
    for run in bare:
        for line in run.split("\n"):
            words = [word for word in re.findall(r"[^\W\d_]{2,}", line) if word.lower() not in names]
            if words:
                wrong.append(line.strip())
    return wrong


class Bracketed(trans_real.DjangoTranslation):
    """The made-up language: every message in brackets."""

    def gettext(self, message):
        message = message.rpartition("\x04")[2]  # without the context
        return f"{OPEN}{message}{CLOSE}" if message else ""

    def ngettext(self, one, many, number):
        return f"{OPEN}{one if number == 1 else many}{CLOSE}"

    def pgettext(self, context, message):
        return self.gettext(message)

    def npgettext(self, context, one, many, number):
        return self.ngettext(one, many, number)


@pytest.fixture
def bracketed(monkeypatch):
    """Have everybody speak the made-up language."""
    made = Bracketed("en")
    monkeypatch.setattr(trans_real, "translation", lambda language: made)
    monkeypatch.setattr(trans_real, "_default", made)
    monkeypatch.setattr(trans_real, "gettext", made.gettext)
    speech._phrase.cache_clear()
    regions.forget()  # what was drawn before in English
    translation.activate("en")
    yield
    translation.deactivate()
    speech._phrase.cache_clear()
    regions.forget()


@pytest.fixture
def names(released) -> set[str]:
    """What stands for itself: the house, people, and what the content calls its things."""
    found = set(NAMES)
    for release in released:
        for entries in release.data.values():
            for entry in entries:
                found |= set(re.findall(r"[^\W\d_]{2,}", str(entry.get("name", "")).lower()))
    return found


@pytest.fixture
def house(released, person, monkeypatch, bracketed):
    """Ada and a game at each point of its life."""
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)
    ada, bo = person("ada"), person("bo")
    tables = {
        "gathering": services.create_table(
            game="dogfight", host=ada, seats=[SeatPlan("me"), SeatPlan("open")], visibility="public"
        ),
        "running": duel(ada, bo, visibility="public"),
        "finished": duel(ada, bo),
        "lesson": services.create_table(
            game="dogfight", host=ada, seats=[SeatPlan("me"), SeatPlan("bot", "cadet")], lesson=True
        ),
    }
    play_on(tables["running"], 90, stop=lambda now: now.waiting == (0,) and now.line > 30)
    play_on(tables["finished"], 40)
    services.concede(table_id=tables["finished"].pk, seat=1, key="enough")
    return ada, tables


PAGES = {
    "landing": (None, "/"), "lobby": ("ada", "/"), "create": ("ada", "/new/dogfight/"),
    "create, wrong": ("ada", "POST /new/dogfight/"), "waiting room": ("ada", "/t/{gathering}/"),
    "invitation": ("bo", "/t/{gathering}/join/{invite}/"), "table": ("ada", "/t/{running}/"),
    "table, watched": (None, "/t/{running}/"), "end": ("ada", "/t/{finished}/"), "lesson": ("ada", "/t/{lesson}/"),
    "seats": ("ada", "/t/{running}/seats/"), "replay": ("ada", "/t/{finished}/replay/20/"),
    "report": ("ada", "/t/{running}/report/"), "import": ("ada", "/import/"), "rules": ("ada", "/rules/"),
    "rules of a game": ("ada", "/rules/dogfight/"), "learn": ("ada", "/learn/dogfight/"),
    "log book": ("ada", "/tables/finished/"),
    "profile": ("ada", "/account/profile/"), "person": ("ada", "/people/ada/"), "notices": ("ada", "/account/notices/"),
    "tokens": ("ada", "/account/tokens/"), "log in": (None, "/account/login/"), "sign up": (None, "/account/signup/"),
    "reset": (None, "/account/password/reset/"), "tv": (None, "/tv/"), "tv with a game": ("screen", "/tv/"),
    "pair": ("ada", "/tv/pair/"), "nowhere": ("ada", "/nowhere/"),
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_no_words_stand_outside(house, names, page):
    ada, tables = house
    who, path = PAGES[page]
    client = Client()
    if who == "screen":
        client.get("/tv/")
        Screen.objects.update(table=tables["running"])
    elif who is not None:
        client.force_login(type(ada).objects.get(username=who))
    slugs = {name: table.slug for name, table in tables.items()}
    path = path.format(**slugs, invite=tables["gathering"].seats.get(number=1).invite)
    answer = client.post(path[5:], {"seat-0": "x"}) if path.startswith("POST ") else client.get(path)
    assert answer.status_code in (200, 404, 422)
    html = re.sub(r'(?s)<div class="rulebook-text">.*?</main>|<div class="lead">.*?</div>', "", answer.content.decode())
    html = re.sub(r'(?s)<nav class="(menu-list|contents)".*?</nav>', "", html)  # headings of the rules: their own file
    assert OPEN in html
    assert outside(html, names) == []


@pytest.mark.parametrize("template", ["400.html", "403.html", "403_csrf.html", "429.html", "500.html", "503.html"])
def test_refusals_too(bracketed, template):
    assert outside(render_to_string(template, {}, RequestFactory().get("/")), NAMES) == []
