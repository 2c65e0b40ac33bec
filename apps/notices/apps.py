from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Word that it is your turn: what people wish, what is due, and sending each once."""

    name = "apps.notices"
    label = "notices"
