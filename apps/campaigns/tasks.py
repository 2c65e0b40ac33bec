"""What is done now and then for campaigns."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from apps.campaigns.services.outings import mend


@shared_task
def mend_campaigns() -> int:
    """Set aside tables that do not count any more and were left open when a process died."""
    return mend(timezone.now() - timedelta(seconds=settings.BOT_SILENCE))
