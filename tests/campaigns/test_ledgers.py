"""What a ledger can besides being played: corrections, other releases, files."""

import json

import pytest

from apps.campaigns import services
from apps.campaigns.models import Campaign, Sortie
from apps.content.models import Release
from apps.content.services import newest_release, publish
from apps.games.models import Entry, Table
from apps.games.services import Refused
from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.core.protocol import IllegalAction

from .helpers import by_name, do, fly, fly_on, ledger, replays, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


def lower(campaign):
    """Something that can be set right, and a value other than it has."""
    one = next(one for one in services.correctable(campaign) if one.least < one.most)
    return one, one.least if one.value != one.least else one.most


def test_a_correction_is_made_with_a_reason_and_stays_visible(campaign, owner):
    one, value = lower(campaign)
    with pytest.raises(IllegalAction, match="why"):
        services.correct(campaign=campaign, slug=one.slug, value=value, reason=" ", user=owner)
    services.correct(campaign=campaign, slug=one.slug, value=value, reason="We read the card wrong", user=owner)
    assert {one.slug: one.value for one in services.correctable(campaign)}[one.slug] == value
    told = [str(event.text) for event in ledger(campaign).tail[-1].events]
    assert "Correction by ada: We read the card wrong" in told
    replays(campaign)


@pytest.mark.parametrize("wrong", ["slug", "least", "most"])
def test_a_correction_out_of_bounds_changes_nothing(campaign, owner, wrong):
    one, value = lower(campaign)
    slug = "nothing" if wrong == "slug" else one.slug
    value = {"least": one.least - 1, "most": one.most + 1}.get(wrong, value)
    before = ledger(campaign)
    with pytest.raises(IllegalAction):
        services.correct(campaign=campaign, slug=slug, value=value, reason="because", user=owner)
    assert ledger(campaign).seq == before.seq


def test_nothing_is_corrected_while_a_battle_is_under_way(campaign, owner):
    one, value = lower(campaign)
    do(campaign, by_name("Launch"))
    assert services.correctable(campaign) == ()
    with pytest.raises(IllegalAction, match="under way"):
        services.correct(campaign=campaign, slug=one.slug, value=value, reason="because", user=owner)


# --- Another release --------------------------------------------------------------------------


def published(change):
    """A newer release in which `change` has altered the content."""
    data = json.loads(json.dumps(newest_release("deckspace").data))
    change(data)
    return publish(game="deckspace", data=data, note="Kinder")


def test_a_campaign_stays_on_its_release_until_it_is_moved(campaign, owner):
    def kinder(data):
        data["rules"][0]["strike_chance"] = 5

    assert services.offered(campaign) is None
    release = published(kinder)
    offer = services.offered(campaign)
    assert (offer.number, offer.faults) == (release.number, ())
    assert [field.after for change in offer.changes for field in change.fields] == ["5"] or offer.changes
    do(campaign, by_name("Launch"))
    old = sortie_of(campaign).table
    assert old.release_id != release.pk
    assert services.offered(campaign) is None
    with pytest.raises(IllegalAction, match="between two tables"):
        services.move(campaign=campaign, number=release.number, user=owner)
    services.restore(sortie=sortie_of(campaign), user=owner)
    services.move(campaign=campaign, number=release.number, user=owner)
    now = ledger(campaign)
    assert (now.release, now.content.numbers.strike_chance) == (release.number, 5)
    do(campaign, by_name("Launch"))
    assert sortie_of(campaign).table.release_id == release.pk
    replays(campaign)


def test_going_back_goes_back_to_the_release_of_that_time(campaign, owner):
    first = ledger(campaign).release
    do(campaign, by_name("Launch"))
    fly_on(campaign, owner)
    campaign = Campaign.objects.latest("pk")
    sortie = Sortie.objects.filter(run__campaign=campaign, void=False).earliest("pk")

    def kinder(data):
        data["rules"][0]["strike_chance"] = 5

    release = published(kinder)
    services.move(campaign=campaign, number=release.number, user=owner)
    assert ledger(campaign).release == release.number
    services.restore(sortie=sortie, user=owner)
    assert ledger(campaign).release == first
    replays(campaign)


def test_a_release_without_something_in_the_ledger_is_refused_with_its_name(campaign, owner):
    def no_missiles(data):
        data["card"] = [card for card in data["card"] if card["slug"] != "missile"]

    broken = newest_release("deckspace").data
    data = json.loads(json.dumps(broken))
    no_missiles(data)
    with pytest.raises(Exception, match="missile"):  # it cannot even be published: everything names that card
        publish(game="deckspace", data=data, note="No missiles")
    with pytest.raises(IllegalAction, match="another release"):
        services.move(campaign=campaign, number=99, user=owner)


# --- Files ------------------------------------------------------------------------------------


@pytest.fixture
def flown(campaign, owner):
    """A campaign some way down its road, with a correction in it."""
    one, value = lower(campaign)
    services.correct(campaign=campaign, slug=one.slug, value=value, reason="A slip", user=owner)
    do(campaign, by_name("Launch"))
    fly(sortie_of(campaign).table)
    if ledger(campaign).status == "finished":
        services.begin_run(campaign=campaign, user=owner)
    return campaign


def test_a_campaign_comes_out_of_its_file_as_it_went_in(flown, owner, person):
    data = services.export_campaign(flown, owner)
    bert = person("bert")
    copy = services.import_campaign(data, bert)
    assert copy.slug != flown.slug
    assert [run.number for run in copy.runs.all()] == [run.number for run in flown.runs.all()]
    assert digest_of(ledger(copy).state) == digest_of(ledger(flown).state)
    assert copy.members.get().user == bert
    for run in copy.runs.select_related("ledger"):
        kinds = list(Entry.objects.filter(table=run.ledger).order_by("seq").values_list("kind", flat=True))
        assert kinds[0] == "start"
    do(copy, lambda actions: actions[0])  # it goes on


def test_the_file_has_no_secret(flown, owner):
    data = services.export_campaign(flown, owner)
    for table in Table.objects.filter(circle=flown.circle):
        assert bytes(table.secret).hex().encode() not in data


def test_a_campaign_with_a_table_under_way_waits_for_a_new_one(campaign, owner, person):
    do(campaign, by_name("Launch"))
    copy = services.import_campaign(services.export_campaign(campaign, owner), person("bert"))
    table = sortie_of(copy).table
    assert (table.status, table.run if hasattr(table, "run") else None) == ("playing", None)


def _cut(file):
    file["runs"][0]["entries"].pop()


def _forge(file):
    file["runs"][0]["digest"] = "0" * 8


def _rename(file):
    file["road"] = "shortcut"


def _dice(file):
    for entry in file["runs"][0]["entries"]:
        entry["sealed"] = ""


def _garbled(file):
    file["runs"][0]["entries"][0]["sealed"] = "AAAA"


def _content(file):
    file["releases"][0]["content"]["rules"][0]["hand"] = 9


def _unknown(file):
    file["runs"][0]["entries"][1]["action"] = {"type": "Win"}


def _option(file):
    file["runs"][0]["options"]["legacy"] = "everything"


@pytest.mark.parametrize("harm", [_cut, _forge, _rename, _dice, _garbled, _content, _unknown, _option])
def test_a_file_that_does_not_fit_is_refused_and_changes_nothing(flown, owner, harm):
    file = json.loads(services.export_campaign(flown, owner))
    harm(file)
    before = Campaign.objects.count(), Table.objects.count(), Release.kept.count(), Entry.objects.count()
    with pytest.raises(Refused) as refused:
        services.import_campaign(json.dumps(file).encode(), owner)
    assert str(refused.value.message)
    assert (Campaign.objects.count(), Table.objects.count(), Release.kept.count(), Entry.objects.count()) == before


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"[" * 5000, b'{"format": "starboard-game"}'])
def test_what_is_no_campaign_is_refused(owner, data):
    with pytest.raises(Refused, match="not a campaign"):
        services.import_campaign(data, owner)
