"""People who play: members with a password, and guests who can become members later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from apps.accounts.parting import part_from


class People(models.QuerySet):
    """Several people."""

    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete them all; what others need of theirs is passed on first."""
        with transaction.atomic(using=self.db):
            for person in self:
                part_from(person)
            return super().delete()

    delete.alters_data = True
    delete.queryset_only = True


class PersonManager(UserManager.from_queryset(People)):
    """Django's own, for people who are not deleted without a word."""


class User(AbstractUser):
    """A person. A guest has no password and lives in one browser until they sign up."""

    class Theme(models.TextChoices):
        """The look a person prefers."""

        AUTO = "auto", _("As the device")
        DARK = "dark", _("Night")
        LIGHT = "light", _("Daylight")

    class Motion(models.TextChoices):
        """How much may move on a person's screen."""

        AUTO = "auto", _("As the device")
        STILL = "still", _("Nothing moves")

    display_name = models.CharField(_("name at the table"), max_length=30, blank=True)
    is_guest = models.BooleanField(default=False, editable=False)
    theme = models.CharField(_("look"), max_length=5, choices=Theme, default=Theme.AUTO)
    motion = models.CharField(_("motion"), max_length=5, choices=Motion, default=Motion.AUTO)
    session_epoch = models.PositiveIntegerField(default=0, editable=False)

    objects = PersonManager()

    def __str__(self) -> str:
        return self.shown_name

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete this person; what others need of theirs is passed on first."""
        with transaction.atomic(using=kwargs.get("using")):
            part_from(self)
            return super().delete(*args, **kwargs)

    @property
    def shown_name(self) -> str:
        """The name that others see."""
        return self.display_name or self.username

    def get_session_auth_hash(self) -> str:
        """What a session must carry to stay logged in: it changes with the password and the epoch."""
        return self._session_hash(settings.SECRET_KEY)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same for secret keys of the past."""
        return (self._session_hash(secret) for secret in settings.SECRET_KEY_FALLBACKS)

    def _session_hash(self, secret: str) -> str:
        value = f"{self.password}:{self.session_epoch}"
        return salted_hmac("apps.accounts.session", value, secret=secret, algorithm="sha256").hexdigest()
