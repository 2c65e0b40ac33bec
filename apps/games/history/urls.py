"""The addresses of a table's past."""

from django.urls import path

from apps.games.history import views

urlpatterns = [
    path("t/<slug:slug>/replay/", views.replay, name="replay"),
    path("t/<slug:slug>/replay/<int:line>/", views.moment, name="replay-at"),
    path("t/<slug:slug>/replay/<int:line>/new/", views.branch, name="branch"),
    path("t/<slug:slug>/export/", views.export, name="export"),
    path("t/<slug:slug>/report/", views.report, name="report"),
    path("t/<slug:slug>/looked/", views.looked, name="looked"),
    path("import/", views.bring_in, name="import"),
]
