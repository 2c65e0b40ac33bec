"""The page of one's wishes, and the link that turns mail off."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from apps.notices.forms import WishForm
from apps.notices.unsubscribing import person_of_token
from apps.notices.wishes import mail_address, renew_secret, turn_mail_off, wish_of


@login_required
@require_http_methods(["GET", "POST"])
def wishes(request: HttpRequest) -> HttpResponse:
    """How one wishes to hear of one's turns; not for guests, who cannot be reached."""
    if request.user.is_guest:
        return redirect("keep")
    wish = wish_of(request.user)
    form = WishForm(request.POST or None, instance=wish)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("notices")
    fault = _(wish.hook_fault) if wish.hook_fault else ""
    context = {"form": form, "wish": wish, "fault": fault, "address": mail_address(request.user)}
    return render(request, "notices/wishes.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """A new secret for one's webhook."""
    renew_secret(request.user)
    messages.success(request, _("From now on a new secret signs."))
    return redirect("notices")


# Mail programs post here without cookies: the signed token is what allows it, and it allows nothing else.
@csrf_exempt
@require_http_methods(["GET", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Turn mail off: asked first when somebody follows the link, at once when a mail program posts."""
    user_id = person_of_token(token)
    if user_id is None:
        raise Http404
    if request.method == "POST":
        turn_mail_off(user_id)
    return render(request, "notices/off.html", {"done": request.method == "POST"})
