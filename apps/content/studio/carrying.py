"""Content out of the house and in again, as the files of the pack."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from apps.content import services
from apps.content.studio.pages import named, page, require_editor, seen_game, seen_release
from apps.content.studio.releases import grouped
from apps.content.words import game_name
from apps.rulebooks.core.protocol import ContentError, Fault


@require_GET
def export(request: HttpRequest, game: str) -> HttpResponse:
    """The drafts of a game as a zip of TOML files."""
    seen_game(request, game)
    return _zip(services.zip_of(game, services.drafts_of(game)), f"{game}-drafts.zip")


@require_GET
def export_release(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """A release as a zip of TOML files."""
    found = seen_release(request, game, number)
    return _zip(services.zip_of(game, found.data), f"{game}-{number}.zip")


@require_http_methods(["GET", "POST"])
def bring_in(request: HttpRequest, game: str) -> HttpResponse:
    """Import files: look at what they would change, or change it."""
    seen_game(request, game)
    require_editor(request, game)
    faults: list[Fault] = []
    looked = None
    if request.method == "POST":
        try:
            files = _files(request)
            if "_look" in request.POST:
                looked = grouped(game, services.look_at(game, files).changes)
            else:
                count = services.bring_in(game=game, files=files, by=request.user, note=", ".join(sorted(files)))
                messages.success(request, _("Imported as drafts; {count} entries changed.").format(count=count))
                return redirect("studio:game", game=game)
        except ContentError as error:
            faults = error.faults
    title = _("Import into {game}").format(game=game_name(game))
    return page(
        request, "import.html", title, game, status=400 if faults else 200, faults=named(game, faults), looked=looked
    )


def _files(request: HttpRequest) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for upload in request.FILES.getlist("files"):
        if (upload.size or 0) > services.carrying.MOST_BYTES:
            raise ContentError([Fault("", "", str(upload.name), _("the file is too large"))])
        files |= services.unpacked(str(upload.name), upload.read())
    if not request.FILES:
        raise ContentError([Fault("", "", "", _("choose a file first"))])
    return files


def _zip(body: bytes, name: str) -> HttpResponse:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(body, content_type="application/zip", headers=disposition)
