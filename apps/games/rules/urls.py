"""The addresses of the rules."""

from django.urls import path

from apps.games.rules import views

urlpatterns = [
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:game>/", views.rules_of_game, name="rules-game"),
]
