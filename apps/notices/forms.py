"""What people fill in about notices."""

from __future__ import annotations

import ipaddress

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.notices.guard import Refused, is_public, split
from apps.notices.models import Wish


class WishForm(forms.ModelForm):
    """Mail and webhook."""

    hook = forms.URLField(
        label=_("Webhook"),
        required=False,
        max_length=500,
        assume_scheme="https",
        help_text=_("For programs: a small signed message for each turn. Leave it empty if unsure."),
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )

    class Meta:
        """The fields."""

        model = Wish
        fields = ["mail", "hook"]
        widgets = {"mail": forms.RadioSelect}

    def save(self, commit: bool = True) -> Wish:
        """Keep it, and give the webhook another chance."""
        wish = self.instance
        wish.hook_fault, wish.hook_failures, wish.hook_rest_until, wish.hook_off = "", 0, None, False
        return super().save(commit)

    def clean_hook(self) -> str:
        """An address on the public internet, as far as can be told without asking around."""
        address = self.cleaned_data["hook"]
        if not address:
            return ""
        try:
            host = split(address)[0].hostname or ""
        except Refused as refused:
            raise forms.ValidationError(_("Give a plain https or http address.")) from refused
        if not settings.HOOKS_PRIVATE and _plainly_private(host):
            raise forms.ValidationError(_("Addresses of private networks are not told."))
        return str(address)


def _plainly_private(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    return not is_public(host)
