"""The addresses of people."""

from django.urls import path

from apps.games.people import views

urlpatterns = [
    path("me/games/", views.mine, name="my-record"),
    path("people/<str:username>/", views.person, name="person"),
]
