#!/usr/bin/env python3
"""Plays a seat at a Starboard table: a whole program in one file, with nothing but Python.

    export STARBOARD_TOKEN=sb_...                      # from your profile; it needs the scope "play"
    python example_bot.py http://localhost:8000                   a new table against a bot
    python example_bot.py http://localhost:8000 --table SLUG      your seat at that table

It prefers attacks to moves and moves to anything else, which is not clever: put your own thoughts
into `choose`. With the package `websockets` installed it hears of its turn at once; else it asks
every second, and an unchanged scene costs one short answer.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from contextlib import suppress

try:
    from websockets.sync.client import connect
except ImportError:
    connect = None

PREFERRED = ("attack", "follow-up", "move", "place", "build")


class Starboard:
    """The API of one server with one token."""

    def __init__(self, server: str, token: str, every: float = 1.0) -> None:
        self.server, self.token, self.every = server.rstrip("/"), token, every

    def ask(self, path: str, body: dict | None = None, etag: str = "") -> tuple[int, dict, str]:
        """Status, answer and ETag of a request: GET, or POST with a body. Waits when told that it was too fast."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server}/api/v1/{path}", data=data)
        request.add_header("Authorization", f"Bearer {self.token}")
        request.add_header("Content-Type", "application/json")
        if etag:
            request.add_header("If-None-Match", etag)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return answer.status, json.loads(answer.read() or b"{}"), answer.headers.get("ETag", "")
            except urllib.error.HTTPError as refused:
                if refused.code == 429 or refused.code >= 500:
                    time.sleep(2)
                    continue
                return refused.code, json.loads(refused.read() or b"{}"), etag
            except urllib.error.URLError:
                time.sleep(2)  # the server is away: it will be back, and has forgotten nothing

    def watch(self, table: str) -> Bell:
        """Something that rings when the table moves on."""
        return Bell(self.server.replace("http", "ws", 1) + f"/ws/api/t/{table}/", self.token, self.every)


class Bell:
    """Waits for the next fact of a table; without `websockets`, or while the line is down, for some time."""

    def __init__(self, address: str, token: str, every: float) -> None:
        self.address, self.token, self.every, self.socket = address, token, every, None

    def wait(self, seq: int) -> None:
        """Return when the table is past `seq`, or when it is time to look anyway."""
        try:
            if connect is None:
                raise OSError
            if self.socket is None:
                headers = {"Authorization": f"Bearer {self.token}"}
                self.socket = connect(self.address, additional_headers=headers)
            while json.loads(self.socket.recv(timeout=60))["seq"] <= seq:
                pass
        except Exception:
            if self.socket is not None:
                with suppress(Exception):
                    self.socket.close()
            self.socket = None
            time.sleep(self.every)


def choose(scene: dict) -> dict:
    """One of the scene's choices. This is the place for your own thoughts."""
    for verb in PREFERRED:
        liked = [choice for choice in scene["choices"] if choice["verb"] == verb]
        if liked:
            return random.choice(liked)
    return random.choice(scene["choices"])


def play(board: Starboard, table: str, seat: int) -> dict:
    """Play a seat to the end of the game, and return the last picture of the table."""
    path, bell, etag, picture = f"tables/{table}/scene/?seat={seat}", board.watch(table), "", {"seq": -1}
    while True:
        status, answer, etag = board.ask(path, etag=etag)
        if status == 200:
            picture = answer
        elif status != 304:
            sys.exit(f"{status}: {answer['error']['message']}")
        if picture["status"] == "finished":
            return picture
        if picture["scene"] is None or not picture["scene"]["choices"]:
            bell.wait(picture["seq"])
            continue
        choice = choose(picture["scene"])
        asked = {"choice": choice["id"], "expected": picture["expected"], "key": uuid.uuid4().hex}
        status, answer, _etag = board.ask(f"tables/{table}/seats/{seat}/act/", asked)
        if status == 200:
            print(f"{answer['seq']:5}  {choice['label']}")
        elif status not in (409, 422):  # 409: the table moved on meanwhile; look again
            sys.exit(f"{status}: {answer['error']['message']}")
        etag = ""


def new_table(board: Starboard, game: str, level: str) -> str:
    """Set a table up: oneself on the first seat, bots on all others."""
    _status, facts, _etag = board.ask(f"games/{game}/")
    seats = [{"who": "me"}] + [{"who": "bot", "bot_level": level}] * (len(facts["seats"]) - 1)
    status, made, _etag = board.ask("tables/", {"game": game, "seats": seats})
    if status != 201:
        sys.exit(f"{status}: {made['error']['message']}")
    return made["table"]


def main() -> None:
    """Read the command line and play one game."""
    parser = argparse.ArgumentParser(description="Plays a seat at a Starboard table.")
    parser.add_argument("server")
    parser.add_argument("--table", help="the table; a new one without it")
    parser.add_argument("--game", default="dogfight", help="the game of a new table")
    parser.add_argument("--level", default="cadet", help="the bot of a new table")
    parser.add_argument("--seed", type=int, help="for the same choices each time")
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two looks without a socket")
    options = parser.parse_args()
    random.seed(options.seed)
    board = Starboard(options.server, os.environ.get("STARBOARD_TOKEN", ""), options.every)
    status, me, _etag = board.ask("me/")
    if status != 200:
        sys.exit(f"{status}: {me['error']['message']}")
    table = options.table or new_table(board, options.game, options.level)
    _status, facts, _etag = board.ask(f"tables/{table}/")
    mine = [seat["number"] for seat in facts.get("seats", ()) if seat["mine"]]
    if not mine:
        sys.exit("You have no seat at that table.")
    print(f"{me['name']} plays at {facts['url']}")
    last = play(board, table, mine[0])
    print(last["result"]["text"])


if __name__ == "__main__":
    main()
