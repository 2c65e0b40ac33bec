"""Notices in the background. Tasks are only hints: what is to be sent stands in the rows, each claimed once."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.notices import hooking, sending
from apps.notices.collecting import collect
from apps.notices.models import Notice
from config.aside import aside


@shared_task
def send_due() -> None:
    """Find what has become due, and have it mailed and told."""
    now = timezone.now()
    sending.free_lost_claims(now)
    collect(now)
    for user_id in sending.due(Notice.Way.MAIL, now):
        aside(mail_person, user_id)
    for user_id in sending.due(Notice.Way.HOOK, now):
        aside(tell_hooks, user_id)


@shared_task
def mail_person(user_id: int) -> None:
    """Mail one person what is due."""
    sending.send_mail_to(user_id, timezone.now())


@shared_task
def tell_hooks(user_id: int) -> None:
    """Tell the webhook of one person what is due, one notice after the other."""
    for notice_id in hooking.due_to_hook(user_id, timezone.now()):
        if not hooking.tell_hook(notice_id, timezone.now()):
            break
