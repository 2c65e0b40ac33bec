"""Where every address leads."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# Staff log in by the one door whose attempts are counted.
admin.site.login = secure_admin_login(admin.site.login)

handler500 = "config.outage.failed"

urlpatterns = [
    path("admin/studio/", include("apps.content.urls")),
    path("admin/", admin.site.urls),
    path("account/", include("allauth.account.urls")),
    path("", include("apps.accounts.urls")),
    path("", include("apps.games.urls")),
    path("", include("apps.campaigns.urls")),
    path("", include("apps.notices.urls")),
    path("", include("apps.api.page_urls")),
    path("api/v1/", include("apps.api.urls")),
]
