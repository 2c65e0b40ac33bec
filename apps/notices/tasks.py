"""Notices in the background. Tasks are only hints: what is to be sent stands in the rows, each claimed once."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.notices import sending
from apps.notices.collecting import collect
from apps.notices.models import Notice


@shared_task
def send_due() -> None:
    """Find what has become due, mail it, and have webhooks told."""
    now = timezone.now()
    sending.free_lost_claims(now)
    collect(now)
    for user_id in sending.due(Notice.Way.MAIL, now):
        sending.send_mail_to(user_id, now)
    for notice_id in sending.due(Notice.Way.HOOK, now):
        tell_hook.delay(notice_id)


@shared_task
def tell_hook(notice_id: int) -> None:
    """Tell one webhook one notice."""
    sending.tell_hook(notice_id, timezone.now())
