"""Generates requests that no page and no honest program would send, from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_from_bytes

from django.urls import reverse

from tests.servers import session_of
from tests.strength.asgi import Hostile
from tests.strength.world import World, addresses

SCRIPT = "<script>alert(1)</script>"
CSRF = "c" * 32
PART = b'--x\r\nContent-Disposition: form-data; name="seat"; filename="..\\.."\r\n\r\n'
NASTY: list[bytes] = [
    b"",
    b" ",
    b"-1",
    b"0x1",
    b"1e9",
    b"NaN",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"1.0",
    b"9" * 12,
    b"9" * 5000,
    "²".encode(),
    "٣".encode(),
    "💥".encode() * 40,
    "ａｃｔ".encode(),
    b"' OR 1=1 --",
    SCRIPT.encode(),
    b"\x00",
    b"a\x00b",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
    b"../../etc/passwd",
    b"%00",
    b"%",
    b"A" * 10_000,
    b"\r\nX-Evil: 1",
    b"{{ 7*7 }}",
    b"{seat.table.secret}",
    b"2147483648",
    b"-9223372036854775809",
    b"99999999999999999999",
]
JSONS: list[Any] = [
    None, True, False, -1, 2**31, 2**63, 2**70, 1.5, 1e300, "", "x" * 9000, "\x00", SCRIPT, [], [[]], {}, {"a": {}},
    "²", "bot-9", "💥", ["me"], {"$ne": 1},
]  # fmt: skip
PATHS = [
    b"/..%2f..%2fetc/passwd",
    b"/static/..%2f..%2f..%2fetc/passwd",
    b"/static/%2e%2e/%2e%2e/config/settings.py",
    b"//evil.example/",
    b"/t/%00/",
    b"/t/%ff%fe/",
    b"/t/%c0%ae%c0%ae/",
    b"/t/a%0d%0aX-Evil:%201/",
    b"/t/" + b"a" * 9000 + b"/",
    b"/t/\xff/",
    b"/%2e%2e/",
    b"/.env",
    b"/.git/config",
    b"/var/secret_key",
    b"/;/admin/",
    b"/admin/..;/",
    b"/api/v1/../../admin/",
    b"/api//v1/me/",
    b"/api/v1/tables/%2e%2e/",
    b"/t/" + "²".encode() + b"/",
    b"/\\evil.example",
    b"/%5cevil.example/%2f..",
    b"/people/%00/",
    b"/people/" + b"%F0%9F%92%A5" * 99 + b"/",
    b"/notices/off/%00/",
    b"/notices/off/a:b:c/",
    b"/account/confirm-email/%00/",
    b"/account/password/reset/key/zzzzzzzzzzzzzz-set-password/",
    b"/favicon.ico",
    b"*",
    b"",
    b"/t/x/join/%00/",
    b"/t/x/join/%2e%2e%2f/",
    b"/t/x/replay/" + b"9" * 30 + b"/",
    b"/t/x/replay/" + b"9" * 5000 + b"/",
    b"/rules/dogfight/?release=%C2%B2",
    b"/admin/studio/dogfight/releases/99999999999999999999/",
    b"/learn/%00/",
    b"/tv/pair/?code=%00",
]
METHODS = ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "OPTIONS", "PROPFIND", "GET ", "get", "POST\t", "X" * 300, ""]
FORMS = ("act", "undo", "resign", "propose", "answer", "sit", "leave", "seat-bot", "close-table", "hand-over",
         "come-back", "relieve", "unseat", "idle-limit", "coach", "rematch", "send-to-screen", "looked",
         "report")  # fmt: skip
FIELDS = ("seat", "expected", "key", "choice", "line", "all", "level", "code", "invite", "seq", "note", "live")
PROGRAMS = ("api:act", "api:take-back", "api:resign", "api:take", "api:leave", "api:propose", "api:answer",
            "api:rematch", "api:tables")  # fmt: skip


class Generator:
    """Requests against one world, the same ones for the same seed."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.random = world, random.Random(seed)
        self.sessions = {name: session_of(user) for name, user in world.people.items()}
        self.patterns = [
            (name, pattern) for name, pattern in addresses() if "?P" not in pattern and not name.startswith("admin:")
        ]

    def requests(self, count: int) -> Iterator[Hostile]:
        """`count` requests of all kinds in turn."""
        kinds = [self.form, self.form, self.program, self.program, self.no_csrf, self.foreign, self.path, self.method,
                 self.query, self.header, self.body]  # fmt: skip
        for number in range(count):
            yield kinds[number % len(kinds)]()

    def form(self) -> Hostile:
        """A form with a good CSRF token, by somebody who may not, or with values that cannot be."""
        name = self.random.choice([form for form in FORMS if form != "looked"])  # which takes any number
        who = self.random.choice(("other", "stranger", "host", "guest", "staff", "seat"))
        table = self.random.choice(list(self.world.tables.values()))
        fields: dict[str, bytes] = {key: str(value).encode() for key, value in self.world.form(name, table).items()}
        if who in ("seat", "host") or name in ("report", "looked", "relieve", "unseat"):
            # These might be right: something in them is made impossible.
            fields = {field: self.nasty() for field in FIELDS}
            fields["seat"] = self.random.choice([b"7", b"-1", b"", "²".encode(), b"9" * 30])
            fields["note"] = b""
        for field in self.random.sample(FIELDS, self.random.randrange(3)):
            if field not in ("seat", "note"):
                fields[field] = self.nasty()
        return self.post(f"form {name}", self.address(name, table), who, urlencoded(fields))

    def program(self) -> Hostile:
        """JSON to the API with a token that may play, with wrong types, strange seats or stale sequences."""
        name = self.random.choice(PROGRAMS)
        table = self.random.choice(list(self.world.tables.values()))
        body: Any = self.world.body(name, table)
        number = self.random.choice([1, 2, 99, 10**12])
        if name in ("api:tables", "api:rematch") or self.random.random() < 0.5:
            body = {**body, self.random.choice([*body, "extra", "game", "key"]): self.random.choice(JSONS)}
            if name == "api:tables":
                body["seats"] = self.random.choice(JSONS)
        elif "expected" in body:
            body["expected"] = self.random.choice([0, 1, 2**31 - 1])
            number = self.random.choice([0, 1])
        path = reverse(name, kwargs=self.where(name, table, number))
        raw = json.dumps(self.random.choice([body, body, [body], self.random.choice(JSONS)])).encode()
        if name == "api:rematch" and raw in (b"{}", b"null"):
            raw = b"[1]"
        if self.random.random() < 0.2:
            raw = raw[: self.random.randrange(len(raw))] + self.nasty()
        kind = self.random.choice([b"application/json"] * 6 + [b"text/plain", b"application/json; charset=utf-7"])
        headers = [(b"authorization", b"Bearer " + self.world.keys["play"].encode()), (b"content-type", kind)]
        return Hostile(f"program {name}", "POST", path.encode(), headers, raw or b"x")

    def no_csrf(self) -> Hostile:
        """What would be right, without the token of the page: a form of another site."""
        name = self.random.choice((*FORMS, "play-now", "guest", "tokens", "leave-everywhere", "keep", "profile"))
        table = self.random.choice(list(self.world.tables.values()))
        fields = {key: str(value).encode() for key, value in self.world.form(name, table).items()}
        request = self.post(f"no csrf {name}", self.address(name, table), "seat", urlencoded(fields))
        request.headers = [pair for pair in request.headers if pair[0] != b"x-csrftoken"]
        wrong = self.random.choice([None, b"", b"d" * 32, b"\xff"])
        if wrong is not None:
            request.headers.append((b"x-csrftoken", wrong))
        return request

    def foreign(self) -> Hostile:
        """A good CSRF token, from a page of another site."""
        name = self.random.choice((*FORMS, "play-now", "tokens"))
        table = self.world.tables["private"]
        fields = {key: str(value).encode() for key, value in self.world.form(name, table).items()}
        request = self.post(f"foreign {name}", self.address(name, table), "seat", urlencoded(fields))
        origins = [b"https://evil.example", b"null", b"http://localhost.evil.example", b"http://[", b"\xff"]
        request.headers.append((b"origin", self.random.choice(origins)))
        return request

    def path(self) -> Hostile:
        """An address that leads nowhere, or should not."""
        return Hostile("path", "GET", self.random.choice(PATHS), self.as_(self.random.choice(["", "seat", "staff"])))

    def method(self) -> Hostile:
        """A method that an address does not know, or one in disguise."""
        path = self.any_address()
        disguise = [(b"x-http-method-override", b"POST"), (b"x-method-override", b"DELETE")]
        headers = self.as_(self.random.choice(["seat", "staff", "stranger"])) + disguise
        return Hostile("method", self.random.choice(METHODS), path, headers, self.random.choice([b"", b"_method=POST"]))

    def query(self) -> Hostile:
        """A page with a query that makes no sense."""
        names = ("line", "seat", "q", "release", "page", "next", "code", "report", "preset", "as", "cursor", "limit",
                 "list", "since", "view", "a", "b", "ground", "option-blank", "kind", "new")  # fmt: skip
        query = b"&".join(
            name.encode() + b"=" + quote_from_bytes(self.nasty()).encode() for name in self.random.sample(names, 6)
        )
        raw = self.random.choice([query, query, b"&" * 3000, b"%", b"\xff=\xfe", b"=" * 500, b"a=1&" * 2000])
        headers = self.as_(self.random.choice(["", "seat", "staff"]))
        if self.random.random() < 0.3:
            headers = [(b"authorization", b"Bearer " + self.world.keys["play"].encode())]
        return Hostile("query", "GET", self.any_address() + b"?" + raw, headers)

    def header(self) -> Hostile:
        """A page with headers that make no sense."""
        names = (
            b"cookie",
            b"authorization",
            b"accept-language",
            b"if-none-match",
            b"x-forwarded-for",
            b"x-forwarded-host",
            b"host",
            b"range",
            b"if-modified-since",
            b"hx-request",
            b"hx-current-url",
            b"user-agent",
            b"referer",
            b"content-length",
            b"content-type",
            b"transfer-encoding",
            b"accept-encoding",
        )
        name, value = self.random.choice(names), self.nasty().replace(b"\r\n", b"")
        if name == b"cookie":
            value = b"sessionid=" + value + b'; csrftoken="\\000"; screen="\\000\\001"; messages=' + value
        if name == b"authorization":
            value = self.random.choice([b"Bearer ", b"Basic ", b"", b"Bearer sb_"]) + value
        return Hostile("header", "GET", self.any_address(), [(name, value)])

    def body(self) -> Hostile:
        """A body that is too large, has too many parts, or is not what it says."""
        path, table = self.any_address(), self.world.tables["public"]
        kinds = {
            b"application/x-www-form-urlencoded": [
                b"a=1&" * 1500,
                b"key=" + b"x" * 1_200_000,
                b"%" * 5000,
                b"\x00\xff" * 99,
            ],
            b"multipart/form-data": [b"--x\r\n", b"x" * 5000],
            b"multipart/form-data; boundary=x": [PART, b"--x--", b"--x\r\n" * 3000],
            b"application/x-www-form-urlencoded; charset=nonsense": [b"seat=0"],
            b"application/x-www-form-urlencoded; charset=utf-16": [b"seat=0", b"\xff"],
            b"multipart/form-data; boundary=" + b"y" * 500: [b"--y"],
            b"application/json": [b"[" * 50_000, b"{" * 100, b"x" * 70_000],
        }
        kind = self.random.choice(list(kinds))
        request = self.post("body", path, self.random.choice(["other", "stranger"]), self.random.choice(kinds[kind]))
        if self.random.random() < 0.1:
            request.target = reverse("act", args=[table.slug]).encode()
        if path in (b"/guest/", b"/import/") or path.startswith((b"/play/", b"/learn/", b"/account/")):
            request.target = b"/account/profile/"
        request.headers = [pair for pair in request.headers if pair[0] != b"content-type"] + [(b"content-type", kind)]
        return request

    def post(self, why: str, path: bytes, who: str, body: bytes) -> Hostile:
        kind = b"application/x-www-form-urlencoded"
        headers = [*self.as_(who), (b"x-csrftoken", CSRF.encode()), (b"content-type", kind)]
        return Hostile(f"{why} by {who}", "POST", path, headers, body)

    def as_(self, who: str) -> list[tuple[bytes, bytes]]:
        """The cookies of somebody's browser."""
        session = f"sessionid={self.sessions[who]}; " if who else ""
        return [(b"cookie", f"{session}csrftoken={CSRF}".encode())]

    def address(self, name: str, table: Any) -> bytes:
        pattern = next(pattern for known, pattern in self.patterns if known == name)
        return reverse(name, kwargs=self.where(pattern, table)).encode()

    def any_address(self) -> bytes:
        name, pattern = self.random.choice([(n, p) for n, p in self.patterns if n != "account_logout"])
        return reverse(name, kwargs=self.where(pattern, self.random.choice(list(self.world.tables.values())))).encode()

    def where(self, pattern: str, table: Any, number: int | None = None) -> dict[str, Any]:
        if pattern.startswith("api:"):
            pattern = next(known for name, known in self.patterns if name == pattern)
        values = self.world.arguments(pattern, table)
        if number is not None:
            values["number"] = number
        return {key: value for key, value in values.items() if f":{key}>" in pattern}

    def nasty(self) -> bytes:
        return self.random.choice(NASTY)


def urlencoded(fields: dict[str, bytes]) -> bytes:
    return b"&".join(name.encode() + b"=" + quote_from_bytes(value).encode() for name, value in fields.items())
