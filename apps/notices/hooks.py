"""Telling a webhook: one signed POST of small JSON, to the address that was judged, without following redirects."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import socket
import ssl
import time
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_noop as _

from apps.notices.guard import resolve, split

STATUS_LENGTH = 512  # the most that is read of an answer: its first line


class Failed(Exception):
    """The other side did not take it, and why."""


def signature(secret: str, stamp: str, body: bytes) -> str:
    """What the header says: an HMAC-SHA256 over the time, a dot and the body, in hex."""
    return "sha256=" + hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()


def post(address: str, secret: str, told: dict[str, Any], key: str) -> None:
    """Tell an address. Raises Refused for one that is not told, Failed when it did not answer with a 2xx status.

    `key` is the same however often one notice is repeated. Takes no longer than HOOK_TIMEOUT in all.
    """
    parts, port = split(address)
    body = json.dumps(told, separators=(",", ":")).encode()
    stamp = str(int(time.time()))
    host = parts.hostname or ""
    deadline = time.monotonic() + settings.HOOK_TIMEOUT
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {
        "Host": parts.netloc.rpartition("@")[2],
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "User-Agent": "Starboard",
        "Connection": "close",
        "X-Starboard-Notice": key,
        "X-Starboard-Time": stamp,
        "X-Starboard-Signature": signature(secret, stamp, body),
    }
    ip = resolve(host, port)
    try:
        with socket.create_connection((ip, port), timeout=settings.HOOK_TIMEOUT) as plain:
            connected = _secured(plain, host) if parts.scheme == "https" else plain
            connected.settimeout(_left(deadline))
            connection = http.client.HTTPConnection(host, port)
            connection.sock = connected
            connection.putrequest("POST", target, skip_host=True, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            status = _status(connected, deadline)
            connected.close()
    except TimeoutError as fault:
        raise Failed(_("no answer came in time")) from fault
    except ssl.SSLError as fault:
        raise Failed(_("the connection could not be made safe")) from fault
    except ConnectionError as fault:
        raise Failed(_("nobody answers there")) from fault
    except (OSError, http.client.HTTPException, ValueError) as fault:
        raise Failed(_("what came back was no answer")) from fault
    if not 200 <= status < 300:
        raise Failed(f"HTTP {status}")


def _secured(plain: socket.socket, host: str) -> socket.socket:
    """The connection as TLS, with the certificate of the name and not of the number."""
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _status(connected: socket.socket, deadline: float) -> int:
    """The status of the answer, whose rest is not read. Raises ValueError for what is no answer."""
    got = b""
    while b"\n" not in got and len(got) < STATUS_LENGTH:
        connected.settimeout(_left(deadline))
        piece = connected.recv(STATUS_LENGTH)
        if not piece:
            break
        got += piece
    words = got.split(b"\n")[0].split()
    if len(words) < 2 or not words[0].startswith(b"HTTP/"):
        raise ValueError("no answer")
    return int(words[1])


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
