"""Where every address leads."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/studio/", include("apps.content.urls")),
    path("admin/", admin.site.urls),
    path("account/", include("allauth.account.urls")),
    path("", include("apps.accounts.urls")),
    path("", include("apps.games.urls")),
    path("", include("apps.notices.urls")),
]
