"""Pages about oneself. Signing up, passwords and confirmations are django-allauth's, in our own templates."""

from __future__ import annotations

from typing import Any

from allauth.account.views import LoginView
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.addresses import set_address
from apps.accounts.forms import EmailForm, KeepForm, ProfileForm
from apps.accounts.guests import guests_welcome, person_of, safe_next
from apps.accounts.services import keep_guest, log_out_everywhere


@require_POST
@guests_welcome
def guest(request: HttpRequest) -> HttpResponse:
    """Begin as a guest, or go on as whoever one is already."""
    person_of(request)
    return redirect(safe_next(request, "home"))


class EnterView(LoginView):
    """Logging in, open to guests too: what they have goes along to the account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Treat a guest like somebody who is not logged in; the adapter finds the guest in the session."""
        if request.user.is_authenticated and request.user.is_guest:
            request.guest = request.user
            request.user = AnonymousUser()
        return super().dispatch(request, *args, **kwargs)


@login_required
@require_http_methods(["GET", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Where a guest chooses a name and a password and so keeps all games."""
    if not request.user.is_guest:
        return redirect("profile")
    form = KeepForm(request.POST or None, initial={"display_name": request.user.display_name})
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data.pop("email")
        person = keep_guest(guest=request.user, **form.cleaned_data)
        update_session_auth_hash(request, person)
        set_address(request, person, email)
        messages.success(request, _("Your games are kept. Log in with your username on any device."))
        return redirect(safe_next(request, "home"))
    return render(request, "accounts/keep.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Name at the table, look and motion."""
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("profile")
    context = {"form": form, "email_form": EmailForm(initial={"email": request.user.email})}
    if form.errors:
        request.user.refresh_from_db()
    return render(request, "accounts/profile.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def change_email(request: HttpRequest) -> HttpResponse:
    """Set or remove one's e-mail address."""
    form = EmailForm(request.POST)
    if request.user.is_guest:
        return redirect("keep")
    if not form.is_valid():
        context = {"form": ProfileForm(instance=request.user), "email_form": form}
        return render(request, "accounts/profile.html", context, status=422)
    set_address(request, request.user, form.cleaned_data["email"])
    messages.success(request, _("Saved. If you gave a new address, follow the link in the mail we sent to it."))
    return redirect("profile")


@login_required
@require_POST
def leave_everywhere(request: HttpRequest) -> HttpResponse:
    """Log out on every device, this one too; not for guests, who could never come back."""
    if request.user.is_guest:
        return redirect("keep")
    log_out_everywhere(request.user)
    logout(request)
    messages.success(request, _("You are logged out on all devices."))
    return redirect("enter")
