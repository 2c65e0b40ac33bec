"""People in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's own, with the name at the table and whether somebody is a guest."""

    list_display = ["username", "display_name", "email", "is_guest", "is_staff", "last_login"]
    list_filter = ["is_guest", "is_staff", "is_active", "groups"]
    readonly_fields = ["is_guest"]
    fieldsets = (*UserAdmin.fieldsets, (_("At the table"), {"fields": ("display_name", "is_guest", "theme", "motion")}))
