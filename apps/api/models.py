"""The keys with which programs act for people."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Token(models.Model):
    """A key of one person. The key itself is shown once and never stored: only its digest is.

    `epoch` is that of the person when it was made, so that logging out everywhere ends it too.
    """

    class Scope(models.TextChoices):
        """What a program may do with it."""

        READ = "read", _("Read: see what I see")
        PLAY = "play", _("Play: read, and act at my seats")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens", editable=False
    )
    name = models.CharField(_("name"), max_length=40)
    scope = models.CharField(_("what it may do"), max_length=4, choices=Scope, default=Scope.READ)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    epoch = models.PositiveIntegerField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"token {self.name} of {self.user_id}"

    def allows(self, scope: str) -> bool:
        """Whether it is good for a scope: a token that may play may read."""
        return self.scope == self.Scope.PLAY or scope == self.Scope.READ
