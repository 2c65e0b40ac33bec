"""Sets the stage for campaigns: ledgers that stand where a test wants them, and people in every role."""

from __future__ import annotations

import os
from typing import Any
from unittest import mock

from apps.accounts.models import User
from apps.campaigns import services
from apps.campaigns.models import Campaign
from tests.campaigns.helpers import by_name, do, fly, founded, give_up, ledger, sortie_of

RUNS = 12  # so many attempts at a first sector that a bot survives


def campaign(owner: User, name: str, road: str = "sectors", seed: int = 1, **members: User) -> Campaign:
    """A campaign whose chance is the same each time, with members by role."""
    secret = seed.to_bytes(32, "big")
    with mock.patch("secrets.token_bytes", lambda count: secret if count == len(secret) else os.urandom(count)):
        made = founded(owner, road=road, name=name)
    for role, user in members.items():
        link = services.link_for(campaign=made, role=role, user=owner)
        services.join(token=link.token, user=user)
    return made


def to_the_reward(made: Campaign, owner: User) -> Campaign:
    """Fly the first sector until a reward may be chosen; runs that were lost stay in the campaign."""
    for _run in range(RUNS):
        do(made, by_name("Launch"))
        fly(sortie_of(made).table)
        if ledger(made).status == "playing":
            return made
        services.begin_run(campaign=made, user=owner)
    raise AssertionError("no bot survives the first sector")


def looked_at(ann: User, ben: User, eve: User, guest: User) -> Campaign:
    """One with something on each of its pages: a run that was lost, tables, a correction, every kind of member."""
    made = campaign(ann, "Operation Teakettle", seed=2, player=ben, watcher=eve, guest=guest)
    do(made, by_name("Launch"))
    give_up(sortie_of(made).table)
    services.begin_run(campaign=made, user=ann)
    to_the_reward(made, ann)
    one = next(one for one in services.correctable(made) if one.least < one.most)
    value = one.least if one.value != one.least else one.most
    services.correct(campaign=made, slug=one.slug, value=value, reason="We read the card wrong", user=ann)
    return made


def set_up(ann: User, ben: User, eve: User, guest: User) -> dict[str, dict[str, Any]]:
    """The campaigns that the tests ask for, by name, and the links into them."""
    made = {
        "look": looked_at(ann, ben, eve, guest),
        "system": campaign(ann, "Long Haul", "resistance", seed=3, watcher=eve),
        "choice": to_the_reward(campaign(ann, "Two Tabs", seed=4), ann),
        "port": campaign(ann, "Port Call", "resistance", seed=5),
        "watched": campaign(ann, "Open Window", seed=6, watcher=eve),
        "removed": campaign(ann, "Shut Door", seed=7, watcher=eve, player=ben),
        "away": campaign(ann, "Gone Fishing", seed=9),
        "screen": campaign(ann, "On the Wall", "resistance", seed=8),
    }
    look = services.link_for(campaign=made["look"], role="player", user=ann)
    return {
        "campaigns": {name: one.slug for name, one in made.items()},
        "ledgers": {name: ledger(one).slug for name, one in made.items()},
        "join": {"look": look.token},
    }
