"""The forms of the past: a new table from a moment, a file to bring in, a problem to report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.games.lobby.forms import OptionFields, TableForm
from apps.games.services import idle_limit_of
from apps.games.services.importing import MOST_BYTES
from apps.games.services.reporting import MOST_LETTERS
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import SeatSpec


class MomentForm(TableForm):
    """Seats and visibility of a table that goes on from a moment: its variants are those of the game before."""

    def __init__(self, source: Snapshot, preset: str, data: Any = None) -> None:
        self.source = source
        self.usual_idle_limit = idle_limit_of(source.table_id)
        super().__init__(source.book, preset, data)
        for field in [name for name in self.fields if name.startswith("option-")]:
            del self.fields[field]

    def specs_for(self, options: Mapping[str, str]) -> tuple[SeatSpec, ...]:
        """The seats of the game before."""
        return self.source.book.seats(self.source.content, self.source.options)

    def variants(self) -> list[OptionFields]:
        """None to choose from."""
        return []


class ImportForm(forms.Form):
    """A file."""

    file = forms.FileField(
        error_messages={"required": gettext_lazy("Choose a file first."), "empty": gettext_lazy("That file is empty.")},
    )

    def clean_file(self) -> bytes:
        """What is in it, unless it is too large to be read."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is too large: at most {most} MB can be read.").format(
                most=MOST_BYTES // 10**6))  # fmt: skip
        return bytes(file.read())

    def fault(self) -> str:
        """The reason why it was not taken."""
        return " ".join(str(fault) for faults in self.errors.values() for fault in faults)


class ReportForm(forms.Form):
    """What is wrong, in somebody's own words."""

    note = forms.CharField(
        max_length=MOST_LETTERS,
        error_messages={"required": gettext_lazy("Say in a few words what is wrong.")},
    )
    line = forms.IntegerField(min_value=0)
