"""What must not be set, because it would quietly turn a protection off."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register
def no_star_host(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A star among the hosts would let pages of any site open our sockets."""
    if "*" in settings.ALLOWED_HOSTS:
        return [Error("ALLOWED_HOSTS must name its hosts: a star lets any site open sockets.", id="starboard.E001")]
    return []
