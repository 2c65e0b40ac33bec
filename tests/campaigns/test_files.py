"""A campaign that came from a file: the same in every moment and every word, and it goes on and back as any other."""

import io
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client

from apps.accounts.models import User
from apps.campaigns import selectors, services
from apps.campaigns.models import Award, Member
from apps.campaigns.services.ledgers import newest_run
from apps.content.services import digest_of as content_digest
from apps.content.services import publish
from apps.games.history import moments
from apps.games.models import Entry, Table
from apps.games.services import take_back
from apps.games.services.rewinding import ReplayBroken, state_at
from apps.rulebooks.core.contracts import digest_of

from .files import WHY, altered, brought, eventful, exported
from .helpers import by_name, client_of, do, fly, founded, ledger, replays, rewarded, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bert(released, person):
    return person("bert")


@pytest.fixture
def original(owner, person):
    return eventful(owner, person("paul"))


@pytest.fixture
def copy(original, owner, bert):
    return brought(exported(original, owner), bert)


def told(campaign):
    """The history, oldest first, without names of whoever holds the seat here."""
    rows = selectors.history(newest_run(campaign), 1)[1]
    return [(row.kind, row.struck, row.lines) for row in reversed(rows)]


def takes_back(campaign):
    """Take back the last action at the ledger."""
    now = ledger(campaign)
    take_back(table_id=now.table_id, seat=0, expected=now.seat_seqs[0], key="back", user_id=now.seats[0].user_id)


# --- Every moment ---------------------------------------------------------------------------------


def test_every_moment_is_that_of_the_original(original, copy):
    there, here = ledger(original), ledger(copy)
    assert (here.line, here.secret == there.secret) == (there.line, False)
    for line in range(here.line + 1):
        moments.forget()
        state = digest_of(state_at(there, line))
        assert digest_of(state_at(here, line)) == state == digest_of(moments.moment_of(here, line).state), line
    replays(copy)
    call_command("check_journals", stdout=io.StringIO())


def test_every_moment_can_be_looked_at_and_reported(copy, bert):
    now, client = ledger(copy), Client()
    client.force_login(bert)
    for line in range(now.line + 1):
        assert client.get(f"/t/{now.slug}/replay/{line}/").status_code == 200
    answer = client.post(f"/t/{now.slug}/report/?line=1", {"note": "What is this?", "line": "1"})
    assert answer.status_code in (200, 302)


def test_the_ledger_goes_back_to_before_the_table_under_way(copy, bert):
    before = ledger(copy)
    services.restore(sortie=sortie_of(copy), user=bert)
    assert ledger(copy).line == before.line - 1
    replays(copy)
    do(copy, by_name("Launch"))
    fly(sortie_of(copy).table)
    replays(copy)
    call_command("check_journals", stdout=io.StringIO())


def test_what_is_done_here_is_taken_back_and_what_came_with_the_file_is_not(owner, bert):
    original = founded(owner, road="resistance")
    do(original, by_name("BuyRounds"))
    assert ledger(original).takeable_back(0) == 1
    copy = brought(exported(original, owner), bert)
    assert ledger(copy).takeable_back(0) == 0
    line = ledger(copy).line
    do(copy, by_name("BuyCard"))
    assert ledger(copy).takeable_back(0) == 1
    takes_back(copy)
    assert ledger(copy).line == line
    replays(copy)


def test_from_here_on_chance_follows_from_its_own_secret(copy, original):
    for campaign in (original, copy):
        fly(sortie_of(campaign).table)
        replays(campaign)
    here, there = (set(_secrets(campaign)) for campaign in (copy, original))
    assert here
    assert not here & there


def _secrets(campaign):
    return [bytes(secret) for secret in Table.objects.filter(circle=campaign.circle).values_list("secret", flat=True)]


# --- Every word ------------------------------------------------------------------------------------


def test_the_history_tells_the_same(original, copy, bert):
    before, after = told(original), told(copy)
    assert after[:-1] == before
    assert after[-1][2] == ("bert brought this campaign in from a file.",)
    words = [line for _kind, _struck, lines in after for line in lines]
    assert f"Correction by ada: {WHY}" in words
    assert any(line.startswith("ada moved the campaign to release") for line in words)
    assert "paul joined as player." in words
    assert any(struck for _kind, struck, _lines in after)
    client = client_of(bert)
    page = client.get(f"/c/{copy.slug}/history/").content.decode()
    assert WHY in page
    assert "moved the campaign" in page
    assert "Nothing was told" not in page


def test_a_copy_of_a_copy_tells_and_is_the_same(copy, bert):
    again = brought(exported(copy, bert), bert)
    assert told(again)[:-1] == told(copy)
    assert digest_of(ledger(again).state) == digest_of(ledger(copy).state)
    who = [events[0]["text"][1]["name"] for events in _events(again) if events[0]["kind"] == "by"]
    assert "ada" in who


def _events(campaign):
    return Entry.objects.filter(table=ledger(campaign).table_id).exclude(events=[]).values_list("events", flat=True)


def test_words_of_a_file_are_words_and_nothing_else(original, owner, bert):
    file = exported(original, owner)
    entry = next(entry for entry in file["runs"][0]["entries"] if entry["kind"] == "correct")
    entry["said"] = ["{words.__class__} {nobody}\u202e <b>"]
    entry["who"] = "a\u202eda"
    lines = [line for _kind, _struck, lines in told(brought(file, bert)) for line in lines]
    assert "{words.__class__} {nobody} <b>" in lines


def test_times_are_kept(original, copy):
    def times(campaign):
        return list(Entry.objects.filter(table=ledger(campaign).table_id).order_by("seq").values_list("at", flat=True))

    assert times(copy)[:-1] == times(original)


def test_a_file_of_the_former_format_can_be_read(original, owner, bert):
    """It had only what stands, and none of the words of people."""
    file = exported(original, owner)
    file["version"] = 1
    for run in file["runs"]:
        standing = []
        for entry in run["entries"]:
            entry.pop("said", None)
            if entry["kind"] == "undo":
                del standing[entry.get("back", 0) + 1 :]
            elif entry["kind"] != "seat":
                standing.append(entry)
        run["entries"] = standing
    copy = brought(file, bert)
    assert digest_of(ledger(copy).state) == digest_of(ledger(original).state)
    replays(copy)


# --- Whatever a campaign can be --------------------------------------------------------------------


def test_a_campaign_of_very_many_with_long_names_reads_its_own_file(owner, bert):
    campaign = founded(owner)
    people = User.objects.bulk_create([User(username=f"{number:0150}") for number in range(250)])
    Member.objects.bulk_create([Member(campaign=campaign, user=user, role="watcher") for user in people])
    file = exported(campaign, owner)
    assert len(file["members"]) == 251
    brought(file, bert)


def test_a_campaign_goes_on_from_house_to_house(original, owner, bert):
    """Content that no house has had before is numbered high, and read again all the same."""
    file = exported(original, owner)
    for release in file["releases"]:
        release["content"]["card"][0]["name"] = "Elsewhere"
        release["digest"] = content_digest(release["content"])
    first = brought(file, bert)
    assert ledger(first).release > 1_000_000
    second = brought(exported(first, bert), bert)
    assert ledger(second).release == ledger(first).release


# --- What can be earned ----------------------------------------------------------------------------


def test_what_a_file_has_earned_is_not_earned_by_bringing_it_in(owner, bert):
    data = altered(10)
    data["unlock"][0]["condition"]["sectors"] = 1
    publish(game="deckspace", data=data, note="Easier")
    campaign = rewarded(owner)
    assert Award.objects.filter(user=owner, run__campaign=campaign).exists()
    copy = brought(exported(campaign, owner), bert)
    assert ledger(copy).state.earned == ledger(campaign).state.earned != ()
    assert not Award.objects.filter(user=bert).exists()
    do(copy)
    assert not Award.objects.filter(user=bert).exists()


# --- Those that came in before -------------------------------------------------------------------------


def test_ledgers_that_came_in_before_are_known_by_their_entries(copy):
    table_id = ledger(copy).table_id
    Table.objects.filter(pk=table_id).update(recorded=0)
    with pytest.raises(ReplayBroken):
        replays(copy)
    import_module("apps.games.migrations.0007_recorded").ledgers_from_files(apps, None)
    replays(copy)
