"""Everything that changes a campaign."""

from apps.campaigns.services.archiving import archive
from apps.campaigns.services.correcting import correct, correctable
from apps.campaigns.services.deleting import delete_campaign, wipe
from apps.campaigns.services.exporting import export_campaign
from apps.campaigns.services.founding import begin_run, found
from apps.campaigns.services.importing import import_campaign
from apps.campaigns.services.membership import (
    join,
    leave,
    link_for,
    remove,
    rename,
    renew_link,
    set_role,
    withdraw_link,
)
from apps.campaigns.services.moving import Offer, move, offered
from apps.campaigns.services.restoring import restore
from apps.campaigns.services.seats import pass_seat
from apps.campaigns.services.succession import appoint, hand_over, may_take_over, take_over

__all__ = [
    "Offer",
    "appoint",
    "archive",
    "begin_run",
    "correct",
    "correctable",
    "delete_campaign",
    "export_campaign",
    "found",
    "hand_over",
    "import_campaign",
    "join",
    "leave",
    "link_for",
    "may_take_over",
    "move",
    "offered",
    "pass_seat",
    "remove",
    "rename",
    "renew_link",
    "restore",
    "set_role",
    "take_over",
    "wipe",
    "withdraw_link",
]
