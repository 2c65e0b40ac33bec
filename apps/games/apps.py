from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Live tables: seats, the journal, the push to open pages, bots and the TV."""

    name = "apps.games"
    label = "games"

    def ready(self) -> None:
        """Have the seats of guests who log in handed over."""
        from apps.games import checks  # noqa: F401 - registers itself
        from apps.games.lobby.merging import subscribe

        subscribe()
