"""Everything that changes a campaign."""

from apps.campaigns.services.correcting import correct, correctable
from apps.campaigns.services.exporting import export_campaign
from apps.campaigns.services.founding import begin_run, found
from apps.campaigns.services.importing import import_campaign
from apps.campaigns.services.membership import (
    archive,
    hand_over,
    join,
    leave,
    link_for,
    remove,
    rename,
    set_role,
    withdraw_link,
)
from apps.campaigns.services.moving import Offer, move, offered
from apps.campaigns.services.restoring import restore
from apps.campaigns.services.seats import pass_seat

__all__ = [
    "Offer",
    "archive",
    "begin_run",
    "correct",
    "correctable",
    "export_campaign",
    "found",
    "hand_over",
    "import_campaign",
    "join",
    "leave",
    "link_for",
    "move",
    "offered",
    "pass_seat",
    "remove",
    "rename",
    "restore",
    "set_role",
    "withdraw_link",
]
