"""The addresses of lessons."""

from django.urls import path

from apps.games.learn import views

urlpatterns = [
    path("learn/<slug:game>/", views.learn, name="learn"),
    path("t/<slug:slug>/coach/", views.coach, name="coach"),
]
