"""The one e-mail address that a person may have."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction
from django.http import HttpRequest

from apps.accounts.models import User


def set_address(request: HttpRequest, user: User, email: str) -> None:
    """Give a person this address, or none if it is empty, and ask by mail whether it is theirs.

    Nothing here depends on whether somebody else has the same address, so nobody can find out. It
    counts as theirs, against others too, only once they have followed the link in the mail.
    """
    email = email.strip().lower()
    if email == user.email.lower():
        return
    with transaction.atomic():
        EmailAddress.objects.filter(user=user).delete()
        User.objects.filter(pk=user.pk).update(email=email)
        user.email = email
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True).send_confirmation(request)
