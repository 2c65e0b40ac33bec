"""Releases, frozen so that no running game ever changes, and the drafts that become the next one."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


class Published(models.Manager["Release"]):
    """The releases of this house, without the content that only games from elsewhere are played with."""

    def get_queryset(self) -> models.QuerySet[Release]:
        """Leave out foreign content."""
        return super().get_queryset().filter(foreign=False)


class Release(models.Model):
    """One immutable, numbered edition of a game's content. `data` is kind -> list of entries.

    A `foreign` one came with a finished game from elsewhere: it is kept for that game, never offered.

    `diff` is what changed since the release before it, `trial` how the games went that bots played on
    it before it was published, `key` the request that published it, so that a repeated one does nothing.
    """

    game = models.SlugField(max_length=20)
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, editable=False)
    data = models.JSONField(editable=False)
    note = models.TextField(blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(auto_now_add=True)
    diff = models.JSONField(default=list, editable=False)
    trial = models.JSONField(null=True, editable=False)
    key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 - NULLs are not equal
    brings_back = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="brought_back_by", editable=False
    )
    foreign = models.BooleanField(default=False, editable=False)

    objects = Published()
    kept: models.Manager[Release] = models.Manager()

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


class Entry(models.Model):
    """A draft: one entry of a game's content as editors have it now.

    `data` is the whole entry as in the pack, its slug included. `version` counts its changes, so that
    nobody overwrites what they have not seen.
    """

    game = models.SlugField(_("game"), max_length=20)
    kind = models.SlugField(_("kind"), max_length=40)
    slug = models.SlugField(_("slug"), max_length=60)
    position = models.PositiveIntegerField(_("position"), default=0)
    data = models.JSONField(_("data"))
    version = models.PositiveIntegerField(_("version"), default=1)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("changed by"),
    )
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        ordering = ["game", "kind", "position", "slug"]
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        constraints = [
            models.UniqueConstraint(fields=["game", "kind", "slug"], name="entry_slug_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}"


class EntryChange(models.Model):
    """One step in the history of an entry: who did what and when, with the entry before and after it."""

    class Deed(models.TextChoices):
        """What was done."""

        OPENED = "opened", _("opened from a release")
        ADDED = "added", _("added")
        CHANGED = "changed", _("changed")
        DELETED = "deleted", _("deleted")
        RESTORED = "restored", _("taken back to an earlier version")
        IMPORTED = "imported", _("imported")
        RESET = "reset", _("reset to a release")
        MOVED = "moved", _("moved")

    game = models.SlugField(max_length=20)
    kind = models.SlugField(max_length=40)
    slug = models.SlugField(max_length=60)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="changes")
    version = models.PositiveIntegerField()
    deed = models.CharField(max_length=10, choices=Deed)
    before: Any = models.JSONField(null=True)
    after: Any = models.JSONField(null=True)
    note = models.CharField(max_length=120, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["game", "kind", "slug"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug} {self.version} {self.deed}"
