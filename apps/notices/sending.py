"""Sending what is due: claimed first, so that no two workers send the same, and looked at once more before."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.template.loader import render_to_string
from django.utils.crypto import get_random_string

from apps.accounts.models import User
from apps.notices.collecting import still_waits
from apps.notices.models import Notice, Wish
from apps.notices.telling import item_of, subject_of
from apps.notices.unsubscribing import address_of_off
from apps.notices.wishes import mail_address

log = logging.getLogger(__name__)

TRIES = 6
FIRST_RETRY = 60.0  # seconds; each further one waits twice as long
CLAIM_FOR = timedelta(minutes=10)  # after which a worker that claimed a notice is taken for dead


def free_lost_claims(now: datetime) -> None:
    """Let notices be sent again whose worker died on the way."""
    lost = Notice.objects.filter(state=Notice.State.SENDING, claimed_at__lt=now - CLAIM_FOR)
    lost.filter(tries__gte=TRIES).update(state=Notice.State.FAILED)
    lost.update(state=Notice.State.DUE, tries=F("tries") + 1)


def due(way: str, now: datetime) -> list[int]:
    """The people to whom something is due in one way."""
    rows = Notice.objects.filter(way=way, state=Notice.State.DUE, due_at__lte=now)
    return sorted(set(rows.values_list("user", flat=True)))


def claim(now: datetime, **which: object) -> list[Notice]:
    """Take due notices for this worker alone; empty when another one was quicker."""
    token = get_random_string(32)
    rows = Notice.objects.filter(state=Notice.State.DUE, due_at__lte=now, **which)
    rows.update(state=Notice.State.SENDING, claim=token, claimed_at=now)
    return list(Notice.objects.filter(claim=token).order_by("created_at", "pk"))


def send_mail_to(user_id: int, now: datetime) -> int:
    """Send one person everything that is due by mail, in one mail; returns how many tables it names."""
    notices = claim(now, user_id=user_id, way=Notice.Way.MAIL)
    if not notices:
        return 0
    wish = Wish.objects.filter(user_id=user_id).select_related("user").first()
    address = mail_address(wish.user) if wish is not None and wish.mail != Wish.Mail.OFF else None
    wanted = [notice for notice in notices if address is not None and still_waits(notice)]
    mark([notice for notice in notices if notice not in wanted], Notice.State.SKIPPED)
    if not wanted or wish is None or address is None:
        return 0
    try:
        _mail(wish.user, address, wanted).send()
    except (OSError, SMTPException):
        log.exception("could not mail notices to person %s", user_id)
        again(wanted, now)
        return 0
    mark(wanted, Notice.State.SENT, sent_at=now)
    return len(wanted)


def _mail(user: User, address: str, notices: list[Notice]) -> EmailMultiAlternatives:
    items = [item_of(notice) for notice in notices]
    off = address_of_off(user)
    context = {"items": items, "name": user.shown_name, "off": off, "site": settings.SITE_URL}
    message = EmailMultiAlternatives(
        subject=f"Starboard: {subject_of(items)}",
        body=render_to_string("notices/mail.txt", context),
        to=[address],
        headers={
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return message


def mark(notices: list[Notice], state: str, **fields: object) -> None:
    """Write down what became of notices."""
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(state=state, **fields)


def again(notices: list[Notice], now: datetime) -> None:
    """Try later, each time after twice as long, and give up in the end."""
    for notice in notices:
        tries = notice.tries + 1
        later = now + timedelta(seconds=FIRST_RETRY * 2**notice.tries)
        state = Notice.State.FAILED if tries >= TRIES else Notice.State.DUE
        Notice.objects.filter(pk=notice.pk).update(state=state, tries=tries, due_at=later)
