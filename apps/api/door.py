"""The door of the API: who is asking, whether they may, how often they may, and in which language."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django_ratelimit.core import is_ratelimited

from apps.api.faults import Fault, not_found, refused, too_fast
from apps.api.models import Token
from apps.api.shapes import read_body
from apps.api.tokens import note_use, token_of
from apps.games.live.speech import translated
from apps.rulebooks.core.protocol import IllegalAction
from config.outage import OUTAGES, unavailable

log = logging.getLogger(__name__)
READ, PLAY = Token.Scope.READ, Token.Scope.PLAY


class Way(msgspec.Struct, frozen=True):
    """What an address does for one method: the view, the scope it asks for, and the shape of its body."""

    view: Callable[..., HttpResponse]
    scope: str = READ
    shape: type[msgspec.Struct] | None = None


def endpoint(**ways: Way) -> Callable[..., HttpResponse]:
    """An address of the API: a way for each method it knows."""

    @csrf_exempt  # nothing here looks at the session: the token alone says who it is
    def enter(request: HttpRequest, **where: Any) -> HttpResponse:
        """Let a program in, or tell it why not."""
        with translation.override(translation.get_language_from_request(request)):
            try:
                response = _entered(request, ways, where)
            except Fault as fault:
                response = refused(fault)
            except IllegalAction as illegal:
                response = refused(Fault(422, illegal.code, translated(illegal.message)))
            except Http404:
                response = refused(not_found())
            except OUTAGES as fault:
                words = _("The tables cannot be reached just now. Send the same again in a moment.")
                response = unavailable(refused(Fault(503, "unavailable", words)), request, fault)
            except Exception:
                log.exception("the API failed at %s", request.path)
                response = refused(Fault(500, "failed", _("Something went wrong here. Try again later.")))
        response.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(response, ("Authorization", "Accept-Language"))
        return response

    return enter


def _entered(request: HttpRequest, ways: dict[str, Way], where: dict[str, Any]) -> HttpResponse:
    way = ways.get("GET" if request.method == "HEAD" else request.method or "")
    if way is None:
        response = refused(Fault(405, "wrong-method", _("This address does not know that method.")))
        response["Allow"] = ", ".join(ways)
        return response
    token = let_in(request)
    if not token.allows(way.scope):
        raise Fault(403, "scope", _("This token may only read."))
    if way.shape is not None:
        where["body"] = read_body(request, way.shape)
    return way.view(request, **where)


def let_in(request: HttpRequest) -> Token:
    """The token of a request, whose person becomes that of the request. Raises Fault 401 or 429."""
    if is_ratelimited(request, group="api-door", key="ip", rate=settings.RATE_TOKENS, increment=False):
        raise too_fast()  # even for the right one
    token = token_of(key_of(request.headers.get("Authorization", "")))
    if token is None:
        is_ratelimited(request, group="api-door", key="ip", rate=settings.RATE_TOKENS, increment=True)
        raise Fault(401, "token", _("Send a living token: Authorization: Bearer …"))
    request.user, request.token = token.user, token  # type: ignore[attr-defined]
    by_token = is_ratelimited(request, group="api", key=_token_key, rate=settings.RATE_API, increment=True)
    by_user = is_ratelimited(request, group="api-user", key="user", rate=settings.RATE_API_USER, increment=True)
    if by_token or by_user:
        raise too_fast()
    note_use(token)
    return token


def key_of(header: str) -> str:
    """The key in an Authorization header, or nothing."""
    scheme, _space, key = header.partition(" ")
    return key.strip() if scheme.lower() == "bearer" and header.isascii() else ""


def hold_back(request: HttpRequest, group: str, rate: str) -> None:
    """Count one deed that pages count too. Raises Fault 429."""
    if is_ratelimited(request, group=group, key="user_or_ip", rate=rate, increment=True):
        raise too_fast()


def _token_key(group: str, request: Any) -> str:
    return f"token-{request.token.pk}"


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """Every other address under the API's."""
    return refused(not_found())
