"""A table is a journal: numbered entries, the newest state, and a keyframe now and then."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.content.models import Release
from apps.games.history.models import Look, Origin, Report

__all__ = ["Circle", "Entry", "Keyframe", "Look", "Origin", "Report", "Screen", "Seat", "Table"]

_SLUG_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that can be misread


def new_slug() -> str:
    """A name for an address that cannot be guessed: 10 letters, 48 bits."""
    return "".join(secrets.choice(_SLUG_LETTERS) for _ in range(10))


def new_secret() -> bytes:
    """The secret that decides a table's chance; it never leaves the server."""
    return secrets.token_bytes(32)


def new_token() -> str:
    """A secret for a link."""
    return secrets.token_urlsafe(24)


class Circle(models.Model):
    """People who belong together: they may watch the private tables of their circle."""

    people = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="circles")

    def __str__(self) -> str:
        return f"circle {self.pk}"


class Table(models.Model):
    """One game, from the first free seat to the last entry of its journal.

    `seq` numbers everything that ever happened; `line` counts the actions that still stand (an undo
    raises `seq` and lowers `line`). `seat_seqs` holds, for each seat, the `seq` at which that seat's
    own choices last changed: the sequence that an action of the seat must expect. With `road` the table is the
    ledger of a campaign of its game. `onward` is the table where its people go on. What happens at a `followed`
    table is told, in the same transaction, to whoever follows tables (see services/following.py). The first
    `recorded` entries came from a file: their chance is what stands in them, and follows from no secret.
    """

    class Status(models.TextChoices):
        """Where a table is in its life."""

        OPEN = "open", _("Waiting for players")
        PLAYING = "playing", _("In play")
        SHELVED = "shelved", _("Put away, to be gone on with later")
        FINISHED = "finished", _("Finished")
        CLOSED = "closed", _("Closed before it began")

    class Visibility(models.TextChoices):
        """Who may find and watch a table."""

        PUBLIC = "public", _("Public: listed, anyone may watch")
        UNLISTED = "unlisted", _("Unlisted: anyone with the link may watch")
        PRIVATE = "private", _("Private: only those at the table")

    class IdleLimit(models.IntegerChoices):
        """After how many seconds the others may put a bot on the seat of somebody who keeps them waiting."""

        MINUTES_5 = 300, _("5 minutes")
        HOUR = 3600, _("1 hour")
        DAY = 86400, _("1 day")
        DAYS_3 = 259200, _("3 days")
        NEVER = 0, _("never")

    slug = models.CharField(max_length=10, unique=True, default=new_slug, editable=False)
    game = models.SlugField(max_length=20)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    options = models.JSONField(default=dict)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.UNLISTED)
    idle_limit = models.PositiveIntegerField(choices=IdleLimit, default=IdleLimit.DAY)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch", editable=False
    )
    lesson = models.BooleanField(default=False, editable=False)  # a first game, with a coach beside it
    road = models.SlugField(max_length=20, blank=True, editable=False)
    onward = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    followed = models.BooleanField(default=False, editable=False)
    circle = models.ForeignKey(
        Circle, null=True, blank=True, on_delete=models.PROTECT, related_name="tables", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    secret = models.BinaryField(default=new_secret, editable=False)
    state = models.BinaryField(null=True, editable=False)
    seq = models.PositiveIntegerField(default=0)
    line = models.PositiveIntegerField(default=0)
    seat_seqs = models.JSONField(default=list)
    waiting = models.JSONField(default=list)
    result = models.JSONField(null=True)
    motion = models.JSONField(null=True, editable=False)  # what somebody proposes and others have yet to answer
    imported = models.BooleanField(default=False, editable=False)  # a finished game that came from a file
    recorded = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["status", "visibility", "-created_at"]),
            models.Index(fields=["status", "moved_at"]),
        ]
        constraints = [
            # In plain numbers: the names of an inner class are out of reach here.
            models.CheckConstraint(condition=Q(idle_limit__in=[300, 3600, 86400, 259200, 0]), name="idle_limit_offered")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.slug}"

    def get_absolute_url(self) -> str:
        """The page of the table."""
        return reverse("table", args=[self.slug])


class Seat(models.Model):
    """One side of a table: taken by a person, kept for someone, open to all, or played by a bot.

    A person with several seats of one table plays them on one device in turn. `keeper` is the person
    for whom a bot plays until they come back; `seen_at` is when the person last looked at the table.
    """

    class Kind(models.TextChoices):
        """Who may sit here."""

        PERSON = "person", _("A person")
        OPEN = "open", _("Open to anyone")
        INVITED = "invited", _("Kept for whoever has the link")
        BOT = "bot", _("A bot")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot_level = models.SlugField(max_length=20, blank=True)
    name = models.CharField(max_length=30, blank=True)
    keeper = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="kept_seats"
    )
    keeper_name = models.CharField(max_length=30, blank=True)
    seen_at = models.DateTimeField(null=True, editable=False)
    invite = models.CharField(max_length=40, unique=True, default=new_token, editable=False)

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.CheckConstraint(
                condition=~Q(kind="bot") | (Q(user__isnull=True) & ~Q(bot_level="")), name="bot_seat_has_level"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["open", "invited"]) | Q(user__isnull=True), name="free_seat_has_no_user"
            ),
            models.CheckConstraint(
                condition=Q(keeper__isnull=True) | Q(kind="bot"), name="only_a_bot_keeps_a_seat_for_someone"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} seat {self.number}"

    @property
    def is_taken(self) -> bool:
        """Whether the seat can play."""
        return self.kind in (self.Kind.PERSON, self.Kind.BOT)


class Entry(models.Model):
    """One line of the journal. Never changed but for `voided_by`, which an undo sets.

    `line` is the number of standing actions after this entry; `events` what it told, each with its
    audience; `chance` every random number it used; `key` makes a repeated request harmless.
    """

    class Kind(models.TextChoices):
        """What an entry is."""

        SEAT = "seat", _("Seat taken or left")
        START = "start", _("Start")
        ACT = "act", _("Action")
        UNDO = "undo", _("Take-back")
        CONCEDE = "concede", _("Resignation")
        OFFER = "offer", _("Proposal")
        ANSWER = "answer", _("Answer to a proposal")
        AGREE = "agree", _("Agreed end")
        REPORT = "report", _("Report of a table")
        CORRECT = "correct", _("Correction")
        MOVE = "move", _("Moved to another release")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True)
    line = models.PositiveIntegerField()
    action = models.JSONField(null=True)
    events = models.JSONField(default=list)
    chance = models.JSONField(default=list)
    why = models.JSONField(null=True)
    barrier = models.BooleanField(default=False)
    voided_by = models.PositiveIntegerField(null=True)
    key = models.CharField(max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["table", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(fields=["table", "seat", "key"], name="entry_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.seq}"


class Keyframe(models.Model):
    """A whole state, stored now and then so that going back never replays from the start."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="keyframes")
    seq = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        ordering = ["table", "seq"]
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="keyframe_seq_once")]

    def __str__(self) -> str:
        return f"{self.table} keyframe {self.seq}"


class Screen(models.Model):
    """A TV: known by a token in its own cookie, paired by a short code, showing one table or none."""

    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    code = models.CharField(max_length=8, unique=True)
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="screens")
    paired_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    seen_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"screen {self.pk}"
