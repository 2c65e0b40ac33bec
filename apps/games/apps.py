from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Live tables: seats, the journal, the push to open pages, bots and the TV."""

    name = "apps.games"
    label = "games"
