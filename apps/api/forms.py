"""The form that makes a token."""

from __future__ import annotations

from django import forms

from apps.api.models import Token


class TokenForm(forms.ModelForm):
    """A name to recognise it by, and what it may do."""

    class Meta:
        """The fields."""

        model = Token
        fields = ["name", "scope"]
        widgets = {"scope": forms.RadioSelect}

    def clean_name(self) -> str:
        """A name of one line, without blanks around it."""
        return " ".join(self.cleaned_data["name"].split())
