"""What people wish to be told, and every notice that was due to somebody."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.games.models import Table


def new_hook_secret() -> str:
    """The secret with which notices to a webhook are signed."""
    return secrets.token_hex(24)


class Wish(models.Model):
    """How a person wishes to hear that a table waits for them; without a row, only in the app."""

    class Mail(models.TextChoices):
        """When mail goes out."""

        OFF = "off", _("No mail")
        TABLE = "table", _("A mail for each table, and no other before you have looked")
        DAILY = "daily", _("One mail a day for all tables that wait")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="wish", editable=False
    )
    mail = models.CharField(_("mail"), max_length=5, choices=Mail, default=Mail.OFF)
    hook = models.URLField(_("webhook"), max_length=500, blank=True, default="")
    hook_secret = models.CharField(max_length=48, default=new_hook_secret, editable=False)
    hook_fault = models.CharField(max_length=200, blank=True, default="", editable=False)
    hook_failures = models.PositiveSmallIntegerField(default=0, editable=False)  # in a row
    hook_rest_until = models.DateTimeField(null=True, editable=False)  # after a failure it is let be for a while
    hook_off = models.BooleanField(default=False, editable=False)  # turned off after too many failures

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(hook_off=False) | ~Q(hook=""), name="only_a_webhook_is_turned_off")
        ]

    def __str__(self) -> str:
        return f"wish of {self.user_id}"


class Notice(models.Model):
    """One thing that one person is to be told in one way, once: `seq` is where the turn came, or the end.

    Rows are claimed before they are sent, by an update that only one worker can win.
    """

    class Way(models.TextChoices):
        """How it is told."""

        MAIL = "mail", _("Mail")
        HOOK = "hook", _("Webhook")

    class Kind(models.TextChoices):
        """What is told."""

        TURN = "turn", _("It is your turn")
        OVER = "over", _("The game is over")

    class State(models.TextChoices):
        """Where it is on its way."""

        DUE = "due", _("To be sent")
        SENDING = "sending", _("Being sent")
        SENT = "sent", _("Sent")
        SKIPPED = "skipped", _("Not needed")
        FAILED = "failed", _("Given up")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="notices")
    seq = models.PositiveIntegerField()
    way = models.CharField(max_length=4, choices=Way)
    kind = models.CharField(max_length=4, choices=Kind)
    seat = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=7, choices=State, default=State.DUE)
    due_at = models.DateTimeField()
    claim = models.CharField(max_length=40, blank=True, default="")
    claimed_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "table", "seq", "way"], name="notice_once")]
        indexes = [
            models.Index(fields=["state", "due_at"]),
            models.Index(fields=["user", "table", "created_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.table_id} #{self.seq} to {self.user_id} by {self.way}"
