"""Programs that talk to the API in tests."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from apps.api import scenes
from apps.api.tokens import make_token


class Program:
    """Somebody's program: a token, and short ways to send JSON."""

    def __init__(self, user: Any, scope: str = "play", key: str | None = None) -> None:
        self.user = user
        self.token, self.key = (None, key) if key is not None else make_token(user=user, name="test", scope=scope)
        self.client = Client(headers={"authorization": f"Bearer {self.key}"})

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers=headers)

    def post(self, path: str, **body: Any) -> Any:
        return self.send(path, json.dumps(body))

    def send(self, path: str, body: Any, content_type: str = "application/json") -> Any:
        return self.client.post(f"/api/v1/{path}", data=body, content_type=content_type)


@pytest.fixture
def program(released, person):
    """Makes programs by the name of their person."""
    scenes.forget()

    def make(name: str, scope: str = "play") -> Program:
        from apps.accounts.models import User

        return Program(User.objects.filter(username=name).first() or person(name), scope)

    return make
