from django.apps import AppConfig


class ContentConfig(AppConfig):
    """What editors change: drafts, and the immutable releases that tables are pinned to."""

    name = "apps.content"
    label = "content"
