from django.core.management.base import BaseCommand

from apps.content.access import ensure_groups
from apps.content.services import publish_base_packs


class Command(BaseCommand):
    """Publish the base packs of the repository where a game has no release yet; make the groups of the studio."""

    help = __doc__

    def handle(self, *args, **options) -> None:
        """Run."""
        ensure_groups()
        for release in publish_base_packs():
            self.stdout.write(f"published {release}")
