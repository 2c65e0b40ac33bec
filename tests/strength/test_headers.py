"""What every answer tells the browser not to do."""

from __future__ import annotations

import pytest
from django.test import Client

EXPECTED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.mark.parametrize("path", ["/", "/account/enter/", "/api/", "/api/v1/me/", "/nowhere/", "/tv/", "/admin/login/"])
def test_every_answer_carries_them(released, path):
    answer = Client().get(path)
    for name, value in EXPECTED.items():
        assert answer.headers[name] == value, name
    assert "camera=()" in answer.headers["Permissions-Policy"]
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_what_programs_get_is_kept_by_nobody_else(released):
    answer = Client().get("/api/v1/me/")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in answer.headers["Vary"]
    assert "Set-Cookie" not in answer.headers
