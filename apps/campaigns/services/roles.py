"""What somebody can be in a campaign, from most to least."""

from __future__ import annotations

from apps.campaigns.models import Member
from apps.rulebooks.core.text import Text, say

OWNER, PLAYER, GUEST, WATCHER = Member.Role.OWNER, Member.Role.PLAYER, Member.Role.GUEST, Member.Role.WATCHER
RANK = {OWNER: 0, PLAYER: 1, GUEST: 2, WATCHER: 3}
INVITED_AS = (PLAYER, GUEST, WATCHER)
DECIDE = (OWNER, PLAYER)
FLY = (*DECIDE, GUEST)


def word_of(role: str) -> Text:
    """A role as one word."""
    return {
        OWNER: say("owner"),
        PLAYER: say("player"),
        GUEST: say("guest"),
        WATCHER: say("watcher"),
    }[Member.Role(role)]


def prospect_of(role: str) -> Text:
    """What somebody who joins in a role will see and do."""
    return {
        OWNER: say("You will keep the ledger and decide who belongs."),
        PLAYER: say("You will see all that players see, may take a seat, and decide where the campaign goes."),
        GUEST: say("You will see all that members see, and fly a battle if its seat is passed to you; others decide."),
        WATCHER: say("You will see what all members see, live and afterwards, but hold no seat and decide nothing."),
    }[Member.Role(role)]


def is_better(role: str, other: str) -> bool:
    """Whether a role allows more than another, or than none."""
    return not other or RANK[Member.Role(role)] < RANK[Member.Role(other)]
