"""Static files, served before Django sees the request."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from servestatic import ServeStaticASGI

_HASHED = re.compile(r"^.+\.[0-9a-f]{12}\..+$")


def with_static_files(application: Any) -> Any:
    """Serve collected files, compressed and for ever; or, in development, straight from their folders."""
    if settings.PLAIN_STATIC:
        return ASGIStaticFilesHandler(application)
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    return ServeStaticASGI(
        application,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        max_age=3600,
        immutable_file_test=lambda path, url: bool(_HASHED.match(url)),
    )
