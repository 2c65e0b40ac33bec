"""A campaign belongs to its members. It is played in runs, and each run has a ledger: a journal like any table's."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.games.models import Circle, Table, new_slug, new_token
from apps.rulebooks.core.text import Text


class Campaign(models.Model):
    """What some people play over days or years. `road` names the rules between its games."""

    slug = models.CharField(max_length=10, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name"), max_length=60)
    game = models.SlugField(max_length=20)
    road = models.SlugField(max_length=20)
    circle = models.OneToOneField(Circle, on_delete=models.PROTECT, related_name="campaign", editable=False)
    public = models.BooleanField(_("anyone with the link may watch"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The home of the campaign."""
        return reverse("campaign", args=[self.slug])


class Member(models.Model):
    """What somebody is in a campaign."""

    class Role(models.TextChoices):
        """What somebody may do in a campaign, from most to least."""

        OWNER = "owner", _("Owner: keeps the ledger and decides who belongs")
        PLAYER = "player", _("Player: may take a seat and decide")
        GUEST = "guest", _("Guest: may fly a single battle when asked")
        WATCHER = "watcher", _("Watcher: sees everything that all may see")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["campaign", "joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="member_once"),
            models.UniqueConstraint(fields=["campaign"], condition=Q(role="owner"), name="one_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.campaign}"


class Invitation(models.Model):
    """A link by which anybody who has it joins in a role, until it is withdrawn."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Member.Role)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "role"], name="one_link_for_each_role"),
            models.CheckConstraint(condition=~Q(role="owner"), name="nobody_is_invited_as_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.campaign}"


class Run(models.Model):
    """One run of a campaign, with its ledger; the newest is the one that goes on."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="runs")
    number = models.PositiveIntegerField()
    ledger = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="run")

    class Meta:
        ordering = ["campaign", "number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="run_number_once")]

    def __str__(self) -> str:
        return f"{self.campaign} run {self.number}"


class Sortie(models.Model):
    """A table that a ledger asked for. `line` is the restore point: how long the ledger was before it.

    `report_line` is where the ledger has taken its report; `void` says that it does not count any more.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="sorties")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="sortie")
    number = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    title = models.JSONField()
    report_line = models.PositiveIntegerField(null=True)
    void = models.BooleanField(default=False)

    class Meta:
        ordering = ["run", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], condition=Q(void=False), name="sortie_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.run} table {self.number}"

    @property
    def named(self) -> Text:
        """What the ledger calls it."""
        return msgspec.convert(self.title, Text)


class Award(models.Model):
    """Something that a person has earned for good, and on which run."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="awards")
    game = models.SlugField(max_length=20)
    road = models.SlugField(max_length=20)
    slug = models.SlugField(max_length=40)
    run = models.ForeignKey(Run, null=True, on_delete=models.SET_NULL, related_name="awards")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["user", "game", "road", "slug"], name="award_once")]

    def __str__(self) -> str:
        return f"{self.slug} of {self.user}"
