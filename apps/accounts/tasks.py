"""What happens in the background for people."""

from __future__ import annotations

from collections.abc import Sequence

from celery import shared_task
from django.core.mail import EmailMessage


@shared_task(autoretry_for=(OSError,), retry_backoff=True, max_retries=5)
def send_message(subject: str, body: str, from_email: str, to: Sequence[str]) -> None:
    """Send one plain mail; tried again for a while when the mail server is out of reach."""
    EmailMessage(subject=subject, body=body, from_email=from_email, to=list(to)).send()
