"""The words of a notice: made of what everyone may know of a table."""

from __future__ import annotations

from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from apps.games.live.speech import translated
from apps.games.lobby.cards import specs_of
from apps.games.models import Table
from apps.games.selectors import HEAVY
from apps.games.services.following import names_of
from apps.notices.models import Notice
from apps.rulebooks.core.protocol import Result
from apps.rulebooks.registry import rulebook


class Item(msgspec.Struct, frozen=True):
    """One table in a mail or webhook."""

    table: str
    game: str
    kind: str
    link: str
    headline: str


def item_of(notice: Notice) -> Item:
    """What one notice says."""
    table = Table.objects.defer(*HEAVY).get(pk=notice.table_id)
    if notice.kind == Notice.Kind.OVER:
        headline = _("The game is over.")
        if table.result is not None:
            headline = translated(msgspec.convert(table.result, Result).text)
    else:
        headline = _("It is your turn as {side}.").format(side=translated(specs_of(table)[notice.seat].name))
    link = f"{settings.SITE_URL}{table.get_absolute_url()}"
    game, name = translated(rulebook(table.game).name), names_of([table.pk]).get(table.pk)
    return Item(table.slug, f"{game}: {name}" if name else game, notice.kind, link, headline)


def subject_of(items: list[Item]) -> str:
    """The subject of a mail about one or several tables."""
    turns = [item for item in items if item.kind == Notice.Kind.TURN]
    if len(items) == 1:
        template = _("Your turn at {game}") if turns else _("{game} is over")
        return template.format(game=items[0].game)
    if turns:
        template = _("{count} tables wait for you") if len(turns) > 1 else _("A table waits for you")
        return template.format(count=len(turns))
    return _("{count} games are over").format(count=len(items))


def payload_of(notice: Notice) -> dict[str, Any]:
    """What a webhook is told."""
    item = item_of(notice)
    return {**msgspec.to_builtins(item), "seq": notice.seq}
