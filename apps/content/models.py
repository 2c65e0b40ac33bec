"""Releases: everything with a number or a text, frozen so that no running game ever changes."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


class Release(models.Model):
    """One immutable, numbered edition of a game's content. `data` is kind -> list of entries."""

    game = models.SlugField(max_length=20)
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, editable=False)
    data = models.JSONField(editable=False)
    note = models.TextField(blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["game", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="release_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.number}"

    def save(self, *args, **kwargs) -> None:
        """Store a new release; an existing one cannot change."""
        if not self._state.adding:
            raise ValidationError(_("A release never changes. Publish a new one instead."))
        super().save(*args, **kwargs)
