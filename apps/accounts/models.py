"""People who play: members with a password, and guests who can become members later."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _


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

    def __str__(self) -> str:
        return self.shown_name

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
