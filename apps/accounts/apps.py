"""The app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People: sign-up, guests, profiles."""

    name = "apps.accounts"
    label = "accounts"
