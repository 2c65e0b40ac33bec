"""People and programs who play on whatever happens: each click has one key, however often it must be sent."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from typing import Any, NamedTuple

import httpx

from tests.chaos.ledger import Ledger, Name, Told

DOUBLE_CLICKS = 0.08  # of all clicks: the same request twice at once, at both web processes
GIVES_UP = 0.25  # of all requests that failed: the person looks again and clicks afresh, with a new key
WANDERS = 0.02  # of all requests: sent by way of the other web process, as a load balancer might


class Moment(NamedTuple):
    """What somebody sees of a table: what they can do now, and whether the game is over."""

    seq: int
    seat: int = 0
    expected: int = 0
    choices: tuple[str, ...] = ()
    over: bool = False


class Run:
    """What all people of a run share."""

    def __init__(self, ports: list[int], ledger: Ledger) -> None:
        self.ports, self.ledger = ports, ledger
        self.over = False
        self.http = httpx.AsyncClient(timeout=20, limits=httpx.Limits(max_connections=300))


class Person:
    """Somebody at a table, who looks, chooses anything, and asks for a rematch when the game is over."""

    def __init__(self, run: Run, slug: str, pass_: str, seed: str) -> None:
        self.run, self.slug, self.pass_ = run, slug, pass_
        self.dice = random.Random(seed)
        self.port = self.dice.choice(run.ports)

    async def play(self) -> None:
        """Play until the run is over; what has been clicked is still seen through."""
        while not self.run.over:
            moment = await self.look()
            if moment is not None and moment.over:
                await self.again()
            elif moment is not None and moment.choices:
                await self.choose(moment)
            else:
                await self.wait()

    async def look(self) -> Moment | None:
        """What can be done now; None when nobody answers."""
        raise NotImplementedError

    async def wait(self) -> None:
        """Wait for news."""
        await asyncio.sleep(self.dice.uniform(0.3, 0.9))

    async def post(self, port: int, moment: Moment, choice: str, key: str) -> tuple[httpx.Response, Told]:
        """Send a choice; the answer, and where in the journal it says that the action is."""
        raise NotImplementedError

    async def ask_again(self) -> str | None:
        """Ask for the next game of the same people; the slug of its table if there was an answer."""
        raise NotImplementedError

    async def choose(self, moment: Moment) -> None:
        """Click something, and send it with its one key until there is an answer."""
        ledger, name = self.run.ledger, Name(self.slug, moment.seat, uuid.uuid4().hex)
        choice = self.dice.choice(moment.choices)
        ledger.sent.add(name)
        while True:
            if self.dice.random() < WANDERS:
                self.wander()
            ports = self.run.ports if self.dice.random() < DOUBLE_CLICKS else [self.port]
            ledger.doubled += len(ports) > 1
            if any(await asyncio.gather(*(self.send(port, name, moment, choice) for port in ports))):
                return
            if self.dice.random() < GIVES_UP:
                return
            ledger.retries += 1
            self.wander()
            await asyncio.sleep(self.dice.uniform(0.05, 0.5))

    async def send(self, port: int, name: Name, moment: Moment, choice: str) -> bool:
        """Send one request; whether it was answered for good."""
        ledger = self.run.ledger
        try:
            answer, told = await self.asked(self.post(port, moment, choice, name.key))
        except httpx.HTTPError:
            return False
        if answer.status_code in (200, 204):
            ledger.acknowledged[name].append(told)
            return True
        if answer.status_code in (409, 422):
            ledger.refused.add(name)
            return True
        return False

    async def asked(self, answer: Any) -> Any:
        """The answer to a request, which the ledger takes note of. Raises httpx.HTTPError when there is none."""
        ledger, began = self.run.ledger, time.monotonic()
        try:
            found = await answer
        except httpx.HTTPError as trouble:
            ledger.troubles[type(trouble).__name__] += 1
            raise
        finally:
            ledger.took(time.monotonic() - began)
        response = found[0] if isinstance(found, tuple) else found
        status = response.status_code
        if status >= 400:
            ledger.troubles[str(status)] += 1
            if status not in (409, 422, 503) or (status == 503 and "Retry-After" not in response.headers):
                ledger.faults[f"{status} {response.request.method} {type(self).__name__}"] += 1
        return found

    async def again(self) -> None:
        """Go to the next game of the same people, which whoever asks first sets up."""
        following = None
        try:
            following = await self.ask_again()
        except httpx.HTTPError:
            self.wander()
        if following is None:
            await self.wait()
        else:
            self.slug = following
            self.run.ledger.games.add(following)

    def wander(self) -> None:
        """Turn to any web process."""
        self.port = self.dice.choice(self.run.ports)


class Program(Person):
    """A program that plays by way of the API, where every answer says its exact sequence."""

    async def look(self) -> Moment | None:
        """Ask for the scene."""
        try:
            answer = await self.asked(self.run.http.get(self.at(self.port) + "scene/", headers=self.headers))
        except httpx.HTTPError:
            self.wander()
            return None
        if answer.status_code != 200:
            return None
        told = answer.json()
        choices = tuple(choice["id"] for choice in (told["scene"] or {}).get("choices", ()))
        return Moment(told["seq"], told["seat"], told["expected"], choices, told["status"] == "finished")

    async def post(self, port: int, moment: Moment, choice: str, key: str) -> tuple[httpx.Response, Told]:
        """Send the choice as JSON."""
        body = {"choice": choice, "expected": moment.expected, "key": key}
        address = f"{self.at(port)}seats/{moment.seat}/act/"
        answer = await self.run.http.post(address, json=body, headers=self.headers)
        seq = answer.json()["seq"] if answer.status_code == 200 else 0
        return answer, Told(seq - 1, seq)

    async def ask_again(self) -> str | None:
        """Ask for the rematch."""
        answer = await self.asked(self.run.http.post(self.at(self.port) + "rematch/", json={}, headers=self.headers))
        return answer.json()["table"] if answer.status_code == 200 else None

    @property
    def headers(self) -> dict[str, str]:
        """Its token."""
        return {"Authorization": f"Bearer {self.pass_}"}

    def at(self, port: int) -> str:
        """The address of the table at one web process."""
        return f"http://127.0.0.1:{port}/api/v1/tables/{self.slug}/"
