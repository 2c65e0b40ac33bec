from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """What lasts between games: members, ledgers, and the road from one table to the next."""

    name = "apps.campaigns"
    label = "campaigns"

    def ready(self) -> None:
        """Follow the tables that campaigns are played at, and the people who play there."""
        from apps.accounts.parting import on_parting
        from apps.campaigns.selectors import names_of
        from apps.campaigns.services import merging, succession
        from apps.campaigns.services.outings import follow
        from apps.games.services import following

        following.register(follow, names_of)
        merging.subscribe()
        if succession.part_from not in on_parting:
            on_parting.append(succession.part_from)
