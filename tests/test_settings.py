"""The settings as production and home use them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PRODUCTION = {
    "HTTPS": "1",
    "SECRET_KEY": "x7" * 40 + "abcdefghijklmnop",
    "ALLOWED_HOSTS": "play.example",
    "DATABASE_URL": "postgres://starboard:starboard@127.0.0.1:5432/starboard",
    "REDIS_URL": "redis://127.0.0.1:6379/9",
    "PLAIN_STATIC": "0",
}


def manage(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("DJANGO_SETTINGS_MODULE", *PRODUCTION)}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**clean, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_deployment_check_is_clean_with_production_settings():
    done = manage("check", "--deploy", "--fail-level", "INFO", **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_every_model_has_its_migrations():
    done = manage("makemigrations", "--check", "--dry-run")
    assert done.returncode == 0, done.stdout


def test_a_star_as_host_is_refused():
    done = manage("check", **{**PRODUCTION, "ALLOWED_HOSTS": "*"})
    assert done.returncode != 0
    assert "ALLOWED_HOSTS" in done.stderr


@pytest.mark.parametrize("path", ["/", "/account/login/", "/tv/"])
def test_pages_carry_a_strict_policy(client, released, path):
    policy = client.get(path)["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
