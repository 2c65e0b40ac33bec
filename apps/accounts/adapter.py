"""How django-allauth does things here."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import get_user
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.services import merge_guest
from apps.accounts.tasks import send_message
from config.aside import aside

GUEST_PREFIX = "guest-"


class AccountAdapter(DefaultAccountAdapter):
    """Guests take their seats along when they log in; mail goes out in the background."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_blacklisted": gettext_lazy("That name is reserved. Choose another one."),
        "username_taken": gettext_lazy("Somebody has that name. Choose another one."),
        "email_password_mismatch": gettext_lazy("Name and password do not fit together."),
        "username_password_mismatch": gettext_lazy("Name and password do not fit together."),
        "username_email_password_mismatch": gettext_lazy("Name and password do not fit together."),
        "too_many_login_attempts": gettext_lazy("Too many attempts. Wait a few minutes, then try again."),
        "enter_current_password": gettext_lazy("Type your current password."),
        "incorrect_password": gettext_lazy("That is not your password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that look like those of guests."""
        if username.lower().startswith(GUEST_PREFIX):
            raise ValidationError(_("Choose a name that does not begin with “guest-”."))
        return super().clean_username(username, shallow)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count attempts by address and by name; over the limit even the right password is turned away."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as often:
            raise ImmediateHttpResponse(render(request, "429.html", status=429)) from often

    def login(self, request: HttpRequest, user: Any) -> None:
        """Log in, and hand over what the guest of this session had."""
        before = get_user(request)
        super().login(request, user)
        if before.is_authenticated and before.is_guest and before.pk != user.pk:
            merge_guest(guest=before, member=user)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where a person goes who is logged in: a guest to the page that keeps their games."""
        if request.user.is_guest:
            return reverse("keep")
        return super().get_login_redirect_url(request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the profile."""
        return reverse("profile")

    def format_email_subject(self, subject: str) -> str:
        """Every mail says where it comes from."""
        return f"Starboard: {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail now and send it in the background, which takes as long for everyone."""
        message = self.render_mail(template_prefix, email, {"request": self.request, "email": email, **context})
        what = (message.subject, message.body, message.from_email, tuple(message.to))
        transaction.on_commit(lambda: aside(send_message, *what))
