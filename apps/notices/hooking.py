"""Telling webhooks what is due. One that fails is let be for longer and longer, and turned off in the end."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.notices import hooks
from apps.notices.collecting import still_waits
from apps.notices.guard import Refused
from apps.notices.models import Notice, Wish
from apps.notices.sending import FIRST_RETRY, again, claim, mark
from apps.notices.telling import payload_of
from apps.notices.wishes import mail_address

log = logging.getLogger(__name__)

LONGEST_REST = 3600.0  # seconds


def tell_hook(notice_id: int, now: datetime) -> bool:
    """Tell one webhook one notice; false when it is not to be told more now. What fails is tried again later."""
    notices = claim(now, pk=notice_id, way=Notice.Way.HOOK)
    if not notices:
        return True
    notice = notices[0]
    wish = Wish.objects.filter(user_id=notice.user_id).first()
    if wish is None or not wish.hook or wish.hook_off or not still_waits(notice):
        mark(notices, Notice.State.SKIPPED)
        return True
    if wish.hook_rest_until is not None and wish.hook_rest_until > now:
        mark(notices, Notice.State.DUE, due_at=wish.hook_rest_until)
        return False
    try:
        hooks.post(wish.hook, wish.hook_secret, payload_of(notice), key=str(notice.pk))
    except Refused as refused:
        mark(notices, Notice.State.FAILED)
        _failed(wish, str(refused), now)
        return False
    except hooks.Failed as failed:
        again(notices, now)
        _failed(wish, str(failed), now)
        return False
    mark(notices, Notice.State.SENT, sent_at=now)
    if wish.hook_failures or wish.hook_fault:
        _same(wish).update(hook_fault="", hook_failures=0, hook_rest_until=None)
    return True


def due_to_hook(user_id: int, now: datetime) -> list[int]:
    """The notices that one person's webhook is to be told now, oldest first."""
    rows = Notice.objects.filter(way=Notice.Way.HOOK, user_id=user_id, state=Notice.State.DUE, due_at__lte=now)
    return list(rows.order_by("created_at", "pk").values_list("pk", flat=True))


def _failed(wish: Wish, fault: str, now: datetime) -> None:
    """Let a webhook be for a while, each time for twice as long, and turn it off in the end."""
    failures = wish.hook_failures + 1
    off = failures >= settings.HOOK_FAILURES
    rest = min(FIRST_RETRY * 2 ** (failures - 1), LONGEST_REST)
    changed = _same(wish).update(
        hook_fault=fault[:200],
        hook_failures=failures,
        hook_rest_until=now + timedelta(seconds=rest),
        hook_off=off,
    )
    if off and changed:
        log.warning("the webhook of person %s was turned off: %s", wish.user_id, fault)
        Notice.objects.filter(user_id=wish.user_id, way=Notice.Way.HOOK, state=Notice.State.DUE).update(
            state=Notice.State.SKIPPED
        )
        _tell_of_turning_off(wish, fault)


def _same(wish: Wish) -> QuerySet[Wish]:
    """The row of a wish, unless another address stands there by now."""
    return Wish.objects.filter(pk=wish.pk, hook=wish.hook, hook_off=False)


def _tell_of_turning_off(wish: Wish, fault: str) -> None:
    """Mail whoever has an address that nothing goes to their webhook any more; the page of wishes says it to all."""
    address = mail_address(wish.user)
    if address is None:
        return
    words = {"name": wish.user.shown_name, "hook": wish.hook, "fault": _(fault), "count": settings.HOOK_FAILURES,
             "page": settings.SITE_URL + reverse("notices")}  # fmt: skip
    subject = "Starboard: " + _("Your webhook is turned off")
    try:
        EmailMessage(subject, render_to_string("notices/hook_off.txt", words), to=[address]).send()
    except (OSError, SMTPException):
        log.exception("could not tell person %s of their webhook", wish.user_id)
