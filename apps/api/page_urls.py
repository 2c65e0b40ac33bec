"""The addresses of pages about the API."""

from django.urls import path

from apps.api import pages

urlpatterns = [
    path("account/tokens/", pages.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", pages.end_token, name="revoke-token"),
    path("api/", pages.guide, name="api-guide"),
    path("api/example_bot.py", pages.example, name="api-example"),
]
