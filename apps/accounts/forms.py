"""What people fill in about themselves."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User

ONE_LINE = _("Up to 30 letters. Others see it at the table.")


class ProfileForm(forms.ModelForm):
    """Name at the table, look and motion."""

    class Meta:
        """The fields."""

        model = User
        fields = ["display_name", "theme", "motion"]
        widgets = {"theme": forms.RadioSelect, "motion": forms.RadioSelect}
        help_texts = {"display_name": ONE_LINE}

    def clean_display_name(self) -> str:
        """A name of one line, without blanks around it."""
        return " ".join(self.cleaned_data["display_name"].split())


class EmailForm(forms.Form):
    """The one address of a person; empty to have none."""

    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Only for a forgotten password. Nobody else sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class KeepForm(forms.Form):
    """How a guest becomes a member."""

    display_name = forms.CharField(label=_("Name at the table"), max_length=30, required=False, help_text=ONE_LINE)
    username = forms.CharField(
        label=_("Username"),
        min_length=2,
        max_length=30,
        help_text=_("You log in with it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 letters, digits or signs."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=_("E-mail (if you like)"),
        required=False,
        help_text=_("Only for a forgotten password. Nobody else sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_username(self) -> str:
        """A name that is well formed and free."""
        return get_adapter().clean_username(self.cleaned_data["username"])

    def clean_display_name(self) -> str:
        """A name of one line, without blanks around it."""
        return " ".join(self.cleaned_data["display_name"].split())

    def clean(self) -> dict[str, Any]:
        """A password that is not too easy for this person."""
        values = super().clean() or {}
        if values.get("password"):
            somebody = User(username=values.get("username", ""), email=values.get("email", ""))
            try:
                get_adapter().clean_password(values["password"], user=somebody)
            except forms.ValidationError as fault:
                self.add_error("password", fault)
        return values
