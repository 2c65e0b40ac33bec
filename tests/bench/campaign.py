"""How long the pages of a campaign take that has been played for years."""

from __future__ import annotations

import statistics
import time
from typing import Any

import httpx

from tests.bench.rows import say

TABLES = 200
RUNS = 10  # the tables are spread over so many
PAGES = 20


def old_campaign(kind: str, web: Any) -> None:
    """A campaign of 200 tables, all of them in ten runs: its home, its ledger, its list of tables and its members."""
    from apps.accounts.models import User
    from tests.servers import session_of

    owner = User.objects.create_user("years")
    campaign = _played(owner)
    headers = {"Cookie": f"sessionid={session_of(owner)}"}
    with httpx.Client(base_url=web.url, headers=headers, timeout=30) as http:
        for page in ("", "history/", "history/?run=1", "tables/", "members/"):
            times = []
            for _ in range(PAGES):
                began = time.perf_counter()
                answer = http.get(f"/c/{campaign.slug}/{page}")
                times.append(time.perf_counter() - began)
                answer.raise_for_status()
            name = f"{kind}, a campaign of {TABLES} tables, its page {page or '(home)'}"
            say(name, f"median {statistics.median(times) * 1000:.0f} ms, slowest {max(times) * 1000:.0f} ms")


def _played(owner: Any) -> Any:
    from apps.campaigns import services
    from tests.campaigns.helpers import by_name, do, founded, give_up, sortie_of

    campaign = founded(owner)
    for number in range(1, RUNS + 1):
        for _ in range(TABLES // RUNS - 1):
            do(campaign, by_name("Launch" if _asks(campaign) else "RestartSector"))
        if _asks(campaign):
            do(campaign, by_name("Launch"))
        give_up(sortie_of(campaign).table)
        if number < RUNS:
            services.begin_run(campaign=campaign, user=owner)
    return campaign


def _asks(campaign: Any) -> bool:
    """Whether the ledger waits for the order to fly, and no table is under way."""
    from tests.campaigns.helpers import ledger

    now = ledger(campaign)
    return any(type(action).__name__ == "Launch" for action in now.legal(0))
