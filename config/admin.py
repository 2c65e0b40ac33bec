"""The admin of this house: Django's own, with a door that the studio's groups open too."""

from django.contrib.admin.apps import AdminConfig


class HouseAdmin(AdminConfig):
    """Names the site that everything registers with."""

    default_site = "apps.content.entrance.Entrance"
