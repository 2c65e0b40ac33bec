"""The addresses of pages about oneself."""

from django.urls import path

from apps.accounts import views

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("account/enter/", views.EnterView.as_view(), name="enter"),
    path("account/keep/", views.keep, name="keep"),
    path("account/profile/", views.profile, name="profile"),
    path("account/profile/email/", views.change_email, name="change-email"),
    path("account/leave-everywhere/", views.leave_everywhere, name="leave-everywhere"),
]
