"""What is remembered about tables beside their journals."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Origin(models.Model):
    """Where a table that did not begin with setting up began: the state, and the moment it was taken from."""

    table = models.OneToOneField("games.Table", on_delete=models.CASCADE, related_name="origin")
    source = models.ForeignKey("games.Table", null=True, on_delete=models.SET_NULL, related_name="continuations")
    line = models.PositiveIntegerField()
    state = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.table} from line {self.line}"


class Look(models.Model):
    """How far a person has seen a table: the last `seq` that was on their screen."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "table"], name="look_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} saw {self.table} at {self.seq}"


class Report(models.Model):
    """A problem that somebody met at a table, with the moment as it was stored."""

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="reports")
    seq = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    who = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    note = models.TextField(_("what is wrong"), max_length=2000)
    state = models.BinaryField(editable=False)
    user_agent = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    done = models.BooleanField(_("dealt with"), default=False)

    class Meta:
        ordering = ["done", "-at"]

    def __str__(self) -> str:
        return f"{self.table} at action {self.line}"
