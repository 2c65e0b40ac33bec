"""The addresses of campaigns."""

from django.urls import path

from apps.campaigns import carrying, changes, views

urlpatterns = [
    path("campaigns/", views.index, name="campaigns"),
    path("campaigns/import/", carrying.bring_in, name="import-campaign"),
    path("campaigns/new/<slug:game>/<slug:road>/", views.new, name="new-campaign"),
    path("campaigns/collection/<slug:game>/<slug:road>/", views.collection, name="collection"),
    path("campaigns/join/<str:token>/", views.join, name="join-campaign"),
    path("campaigns/table/<slug:slug>/", views.ledger, name="ledger"),
    path("c/<slug:slug>/", views.home, name="campaign"),
    path("c/<slug:slug>/runs/<int:number>/", views.run_page, name="campaign-run"),
    path("c/<slug:slug>/history/", views.history, name="campaign-history"),
    path("c/<slug:slug>/tables/", views.tables, name="campaign-tables"),
    path("c/<slug:slug>/members/", views.members, name="campaign-members"),
    path("c/<slug:slug>/members/<slug:what>/", changes.change_members, name="change-members"),
    path("c/<slug:slug>/settings/", views.settings_page, name="campaign-settings"),
    path("c/<slug:slug>/change/<slug:what>/", changes.change_campaign, name="change-campaign"),
    path("c/<slug:slug>/export/", carrying.export, name="export-campaign"),
]
