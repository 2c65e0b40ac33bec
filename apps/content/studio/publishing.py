"""What changed, whether it holds together, and making it the next release."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from apps.content import services
from apps.content.studio.numbers import whole
from apps.content.studio.pages import named, page, require_editor, require_publisher, seen_game, seen_release
from apps.content.studio.releases import grouped, standing_on
from apps.content.words import game_name


@require_http_methods(["GET", "POST"])
def publish(request: HttpRequest, game: str) -> HttpResponse:
    """The changes since the newest release; whoever may not publish reads and checks them."""
    seen_game(request, game)
    note, reasons, faults = request.POST.get("note", ""), [], None
    if "_publish" in request.POST:
        require_publisher(request, game)
        try:
            release = services.publish_drafts(
                game=game,
                note=note,
                by=request.user,
                key=request.POST.get("key", "")[:64] or uuid.uuid4().hex,
                base=_number(request, "base"),
                digest=request.POST.get("digest", ""),
            )
        except services.Refused as refused:
            reasons, faults = refused.reasons, refused.faults or None
        else:
            words = _("Release {number} is out. New tables play it; running ones go on as they began.")
            messages.success(request, words.format(number=release.number))
            return redirect("studio:release", game=game, number=release.number)
    newest = services.newest_release(game)
    drafts = services.drafts_of(game)
    found = services.faults_of(game, drafts) if faults is None else faults
    return page(
        request,
        "publish.html",
        _("Publish {game}").format(game=game_name(game)),
        game,
        status=409 if reasons else 200,
        newest=newest,
        kinds=grouped(game, services.differences(game, newest.data, drafts)),
        faults=named(game, found),
        checked="_check" in request.POST,
        reasons=reasons,
        note=note,
        key=request.POST.get("key", "")[:64] or uuid.uuid4().hex,
        digest=services.digest_of(drafts),
        standing=standing_on([newest.pk]).get(newest.pk, []),
    )


@require_POST
def roll_back(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """Publish an older release again."""
    seen_release(request, game, number)
    require_publisher(request, game)
    try:
        release = services.roll_back(
            game=game,
            number=number,
            note=request.POST.get("note", ""),
            by=request.user,
            key=request.POST.get("key", "")[:64] or uuid.uuid4().hex,
            base=_number(request, "base"),
            reset="reset" in request.POST,
        )
    except services.Refused as refused:
        for reason in refused.reasons:
            messages.error(request, reason)
        for fault in named(game, refused.faults):
            messages.error(request, f"{fault['where']}: {fault['message']}")
        return redirect("studio:release", game=game, number=number)
    words = _("Release {number} is out with the content of release {old}.")
    messages.success(request, words.format(number=release.number, old=number))
    return redirect("studio:release", game=game, number=release.number)


@require_POST
def reset(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """Make the drafts what a release holds."""
    seen_release(request, game, number)
    require_editor(request, game)
    changed = services.reset_drafts(game=game, number=number, by=request.user)
    words = _("The drafts are those of release {number} again; {count} entries changed.")
    messages.success(request, words.format(number=number, count=changed))
    return redirect("studio:game", game=game)


def _number(request: HttpRequest, name: str) -> int:
    return whole(request.POST.get(name))
