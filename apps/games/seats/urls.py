"""The addresses of seats."""

from django.urls import path

from apps.games.seats import views

urlpatterns = [
    path("t/<slug:slug>/seats/", views.seats, name="seats"),
    path("t/<slug:slug>/hand-over/", views.hand_over, name="hand-over"),
    path("t/<slug:slug>/come-back/", views.come_back, name="come-back"),
    path("t/<slug:slug>/relieve/", views.relieve, name="relieve"),
    path("t/<slug:slug>/unseat/", views.unseat, name="unseat"),
]
