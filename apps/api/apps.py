"""The app of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Tokens, the endpoints for programs, and their socket."""

    name = "apps.api"
    label = "api"
