"""The addresses of notices."""

from django.urls import path

from apps.notices import views

urlpatterns = [
    path("account/notices/", views.wishes, name="notices"),
    path("account/notices/secret/", views.renew, name="renew-hook-secret"),
    path("notices/off/<str:token>/", views.off, name="notices-off"),
]
