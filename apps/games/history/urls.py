"""The addresses of a table's past."""

from django.urls import path

from apps.games.history import views

urlpatterns = [
    path("t/<slug:slug>/replay/", views.replay, name="replay"),
    path("t/<slug:slug>/replay/<int:line>/", views.moment, name="replay-at"),
]
