"""Bringing a campaign in from a file: every ledger is played again before anything of it is kept.

A file that does not come out as it claims is refused, with the reason, and changes nothing. Whoever brings it in owns
it; its tables do not come along, only what they reported. All that takes long is done before the first thing is
written, as whoever writes keeps all others waiting.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
from django.utils import timezone

from apps.campaigns.models import Campaign
from apps.campaigns.services.campaignfile import CampaignFile, ReleaseKept
from apps.campaigns.services.founding import proper_name
from apps.campaigns.services.keeping import keep
from apps.campaigns.services.replaying import Stage, play_again
from apps.content.services import content_in
from apps.content.services import digest_of as content_digest
from apps.games.services.gamefile import has_nul
from apps.games.services.importing import MOST_SECONDS, Refused
from apps.rulebooks.core.protocol import ContentError, IllegalAction
from apps.rulebooks.core.text import say
from apps.rulebooks.registry import RULEBOOKS, roads_of

MOST_BYTES = 8_000_000
MOST_ENTRIES = 20_000  # in all runs together


def import_campaign(data: bytes, user: Any) -> Campaign:
    """Bring a campaign in for `user`. Raises Refused with the reason; then nothing has changed."""
    deadline = time.monotonic() + MOST_SECONDS
    file = _read(data)
    road = roads_of(file.game).get(file.road) if file.game in RULEBOOKS else None
    if road is None:
        raise Refused("game", say("This house does not know that campaign."))
    stage = Stage(road, [_content(file.game, part) for part in file.releases], timezone.now(), deadline)
    return keep(file, play_again(file, stage), stage, user)


def _read(data: bytes) -> CampaignFile:
    """A file as what it says, nothing of it believed yet."""
    if len(data) > MOST_BYTES:
        raise Refused("large", say("The file is too large."))
    try:
        file = msgspec.json.decode(data, type=CampaignFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        words = say("That is not a campaign of Starboard, or not a whole one: {fault}", fault=str(fault)[:200])
        raise Refused("format", words) from fault
    if has_nul(data):
        raise Refused("text", say("There is a sign in the file that no text can have."))
    if sum(len(run.entries) for run in file.runs) > MOST_ENTRIES:
        raise Refused("long", say("The campaign is too long: at most {most} entries can be read.", most=MOST_ENTRIES))
    try:
        return msgspec.structs.replace(file, name=proper_name(file.name))
    except IllegalAction as illegal:
        raise Refused(illegal.code, illegal.message) from illegal


def _content(game: str, part: ReleaseKept) -> Any:
    if content_digest(part.content) != part.digest:
        raise Refused("digest", say("The content in the file is not the one that it was made from."))
    try:
        return content_in(game, part.content)
    except ContentError as faults:
        words = say("The content in the file cannot be played: {why}", why=str(faults)[:300])
        raise Refused("content", words) from faults
    except Exception as fault:
        raise Refused("content", say("The content in the file cannot be read.")) from fault
