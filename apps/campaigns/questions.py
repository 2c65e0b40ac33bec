"""What is asked before something that cannot be undone, or not by oneself; the page that asks needs no script."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from apps.campaigns.models import Campaign, Member
from apps.campaigns.services.ledgers import require


class Question(msgspec.Struct, frozen=True):
    """What is about to happen, what follows from it, and the words to agree with."""

    title: str
    text: str
    yes: str


def question_of(what: str, campaign: Campaign, member: Member | None, user: Any) -> Question | None:
    """What to ask somebody first; None where nothing needs to be asked.

    Raises IllegalAction for those who may not do it: they are told so before they are asked.
    """
    name = "" if member is None else member.user.shown_name
    if what in ("remove", "hand-over", "archive"):
        require(campaign, user, Member.Role.OWNER)
    if what == "remove":
        return Question(
            _("Remove %(name)s from the campaign?") % {"name": name},
            _("Their seats go to you, and they see nothing of the campaign any more. All its links are renewed."),
            _("Remove %(name)s") % {"name": name},
        )
    if what == "hand-over":
        return Question(
            _("Hand the campaign over to %(name)s?") % {"name": name},
            _("From then on they decide who belongs, and only they can give it back. You stay as a player."),
            _("Hand it over"),
        )
    if what == "leave":
        require(campaign, user, Member.Role.PLAYER, Member.Role.GUEST, Member.Role.WATCHER, Member.Role.OWNER)
        return Question(
            _("Leave the campaign?"),
            _("Your seats go to its owner. You come back only if you are invited again."),
            _("Leave"),
        )
    if what == "take-over":
        return Question(
            _("Take the campaign over?"),
            _("You become its owner, and everyone reads so in the ledger. Whoever owned it stays as a player."),
            _("Take it over"),
        )
    if what == "archive":
        return Question(
            _("Archive the campaign?"),
            _("It leaves everybody's list and stays as it is until you bring it back."),
            _("Archive it"),
        )
    return None
