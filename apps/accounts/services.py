"""Everything that changes a person: guests, keeping them, joining two of them, logging out."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import F

from apps.accounts.models import User
from apps.accounts.names import guest_name, guest_username

# Whoever keeps something for a person adds a function here that hands it from a guest to a member.
on_merge: list[Callable[[User, User], None]] = []


def make_guest() -> User:
    """A new person without a password, under a friendly name."""
    return User.objects.create(
        username=guest_username(), display_name=guest_name(), is_guest=True, password=make_password(None)
    )


def keep_guest(*, guest: User, username: str, password: str, display_name: str) -> User:
    """Make a member of a guest: the same row, so that every seat and table stays theirs.

    Raises ValueError for somebody who is no guest.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=guest.pk)
        if not person.is_guest:
            raise ValueError("only a guest can be kept")
        person.username = username
        person.display_name = display_name
        person.is_guest = False
        person.set_password(password)
        person.save()
    return person


@transaction.atomic
def merge_guest(*, guest: User, member: User) -> None:
    """Hand all that a guest has to a member, and close the guest. Does nothing for anyone but a guest."""
    if not guest.is_guest or guest.pk == member.pk or not guest.is_active:
        return
    for hand_over in on_merge:
        hand_over(guest, member)
    User.objects.filter(pk=guest.pk).update(is_active=False)


def log_out_everywhere(user: User) -> None:
    """End every session of a person, on all devices."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
