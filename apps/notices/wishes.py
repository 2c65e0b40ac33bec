"""What people wish, and whether they can be reached."""

from __future__ import annotations

from allauth.account.models import EmailAddress

from apps.accounts.models import User
from apps.notices.models import Wish, new_hook_secret


def wish_of(user: User) -> Wish:
    """A person's wishes, stored or not yet."""
    return Wish.objects.filter(user=user).first() or Wish(user=user)


def mail_address(user: User) -> str | None:
    """The address of a person who has shown that it is theirs; None without one."""
    found = EmailAddress.objects.filter(user=user, verified=True, primary=True)
    return found.values_list("email", flat=True).first()


def renew_secret(user: User) -> None:
    """Sign with another secret from now on."""
    Wish.objects.filter(user=user).update(hook_secret=new_hook_secret())


def turn_mail_off(user_id: int) -> None:
    """Send a person no more mail about tables."""
    Wish.objects.filter(user_id=user_id).update(mail=Wish.Mail.OFF)
