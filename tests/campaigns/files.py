"""Campaigns as files, and one with everything in it that a ledger can hold."""

from __future__ import annotations

import json

from apps.campaigns import services
from apps.campaigns.models import Award, Campaign, Run, Sortie
from apps.content.models import Release
from apps.content.services import newest_release, publish
from apps.games.models import Entry, Table

from .helpers import by_name, do, ledger, rewarded, sortie_of

WHY = "We misread the card"


def exported(campaign, owner):
    return json.loads(services.export_campaign(campaign, owner))


def brought(file, user):
    return services.import_campaign(json.dumps(file).encode(), user)


def counts():
    """Everything that bringing in a file could leave behind."""
    return [model.objects.count() for model in (Campaign, Run, Sortie, Award, Table, Entry)] + [Release.kept.count()]


def altered(chance):
    """The content of the newest release with one number changed."""
    data = json.loads(json.dumps(newest_release("deckspace").data))
    data["rules"][0]["strike_chance"] = chance
    return data


def eventful(owner, friend):
    """A campaign with a battle behind it and one under way, a member, a correction, another release, and a way back."""
    campaign = rewarded(owner)
    services.join(token=services.link_for(campaign=campaign, role="player", user=owner).token, user=friend)
    services.correct(campaign=campaign, slug="hull", value=2, reason=WHY, user=owner)
    number = publish(game="deckspace", data=altered(5), note="Kinder").number
    services.move(campaign=campaign, number=number, user=owner)
    while not any(type(action).__name__ == "Launch" for action in ledger(campaign).legal(0)):
        do(campaign)
    do(campaign, by_name("Launch"))
    services.restore(sortie=sortie_of(campaign), user=owner)
    do(campaign, by_name("Launch"))
    return campaign
