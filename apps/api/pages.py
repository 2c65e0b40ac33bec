"""The pages about tokens and the guide for those who write programs."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from markdown_it import MarkdownIt

from apps.api.forms import TokenForm
from apps.api.tokens import make_token, revoke, tokens_of
from apps.games.live.speech import translated
from apps.rulebooks.core.protocol import IllegalAction

GUIDE = settings.BASE_DIR / "docs" / "api.md"
EXAMPLE = settings.BASE_DIR / "docs" / "example_bot.py"


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens; a new one shows its key this once."""
    if request.user.is_guest:
        return redirect("keep")
    form, key = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            _token, key = make_token(user=request.user, **form.cleaned_data)
            form = TokenForm()
        except IllegalAction as illegal:
            form.add_error(None, translated(illegal.message))
    context = {"form": form, "key": key, "tokens": tokens_of(request.user)}
    return render(request, "api/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def end_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token."""
    if revoke(user=request.user, token_id=pk):
        messages.success(request, _("That token opens nothing any more."))
    return redirect("tokens")


@require_GET
def guide(request: HttpRequest) -> HttpResponse:
    """How to write a program that plays."""
    return render(request, "api/guide.html", {"text": _guide()})


@require_GET
def example(request: HttpRequest) -> HttpResponse:
    """The example bot, as a file."""
    named = {"Content-Disposition": f'attachment; filename="{EXAMPLE.name}"'}
    return HttpResponse(EXAMPLE.read_bytes(), content_type="text/x-python; charset=utf-8", headers=named)


@lru_cache(maxsize=1)
def _guide() -> SafeString:
    text = GUIDE.read_text(encoding="utf-8").partition("\n")[2]  # its title is the page's
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    read = reader.parse(text)
    for part in read:
        if part.type in ("code_block", "fence", "table_open"):
            part.attrSet("tabindex", "0")  # what scrolls by itself must do so for keys too
    return mark_safe(reader.renderer.render(read, reader.options, {}))
