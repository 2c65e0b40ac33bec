"""Static files, served before Django sees the request."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from servestatic import ServeStaticASGI
from servestatic.storage import CompressedManifestStaticFilesStorage

_HASHED = re.compile(r"^.+\.[0-9a-f]{12}\..+$")


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Files under names that tell their content. Our scripts import one another by those names as well, so that a page
    never mixes old and new ones; what others wrote is left as it is.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )


class PlainFiles(ASGIStaticFilesHandler):
    """Files from their folders, and nothing from beside them."""

    def serve(self, request: HttpRequest) -> HttpResponse:
        """The file of an address. Raises Http404, for addresses that lead out of the folders too."""
        try:
            return super().serve(request)
        except SuspiciousOperation as outside:
            raise Http404 from outside


def with_static_files(application: Any) -> Any:
    """Serve collected files, compressed and for ever; or, in development, straight from their folders."""
    if settings.PLAIN_STATIC:
        return PlainFiles(application)
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    return ServeStaticASGI(
        application,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        max_age=3600,
        immutable_file_test=lambda path, url: bool(_HASHED.match(url)),
    )
