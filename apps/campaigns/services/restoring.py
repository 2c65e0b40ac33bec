"""Back to before a table: every table of a campaign leaves a restore point."""

from __future__ import annotations

from typing import Any

from apps.campaigns.models import Member, Sortie
from apps.campaigns.services.archiving import refuse_archived
from apps.campaigns.services.ledgers import require
from apps.campaigns.services.moving import moved_to
from apps.games.models import Entry, Table, new_token
from apps.games.services.journal import Draft, append
from apps.games.services.rewinding import release_at, state_at, tail_at
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import say


def restore(*, sortie: Sortie, user: Any) -> None:
    """Go back to where the ledger stood before a table; what came after stays in the history, struck out.

    A run that is over stays over. The same table played again has the same chance. Raises IllegalAction.
    """
    require(sortie.run.campaign, user, Member.Role.OWNER)
    refuse_archived(sortie.run.campaign)

    def plan(ledger: Snapshot) -> Draft:
        if ledger.status != Table.Status.PLAYING:
            raise IllegalAction("over", say("A run that is over stays over. Begin the next one."))
        if not Sortie.objects.filter(pk=sortie.pk, void=False).exists() or sortie.line >= ledger.line:
            raise IllegalAction("gone", say("That restore point is gone: the ledger is not past it any more."))
        words = say("{name} went back to before: {title}", name=user.shown_name, title=sortie.named)
        back = release_at(ledger, sortie.line)
        return Draft(
            kind=Entry.Kind.UNDO,
            seat=None,
            key=new_token(),
            line=sortie.line,
            events=(Event("restored", words),),
            state=state_at(ledger, sortie.line),
            barrier=True,
            voids_after=sortie.line,
            tail=tail_at(ledger, sortie.line),
            move=moved_to(back) if back != ledger.release_id else None,
            user_id=user.pk,
        )

    append(sortie.run.ledger_id, plan)
