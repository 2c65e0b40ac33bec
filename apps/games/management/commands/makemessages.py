"""Django's own, which also finds the texts of the rulebooks: what `say` and its like are called with."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Collect every text that is to be translated."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=say", "--keyword=noop", "--keyword=words"]
