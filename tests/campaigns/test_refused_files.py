"""Files of campaigns that are refused: with the reason, with nothing changed, and with nobody kept waiting."""

import json
import threading
import types

import pytest
from django.db import connection
from django.utils import timezone

from apps.campaigns import services
from apps.campaigns.models import Campaign
from apps.campaigns.services import importing, replaying
from apps.content.services import content_of, publish
from apps.content.services import digest_of as content_digest
from apps.games.models import Entry, Table
from apps.games.services import Refused
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.contracts import digest_of

from .files import altered, brought, counts, eventful, exported
from .helpers import founded, ledger

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(owner):
    campaign = founded(owner)
    services.correct(campaign=campaign, slug="hull", value=2, reason="A slip", user=owner)
    return campaign


@pytest.fixture
def file(campaign, owner):
    return exported(campaign, owner)


def refused(file, user):
    """Why a file was refused. It has changed nothing."""
    before = counts()
    with pytest.raises(Refused) as refused:
        brought(file, user)
    assert counts() == before
    return refused.value


# --- What cannot have been ---------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, -1])
def test_a_date_from_before_there_were_campaigns(file, owner, place):
    file["runs"][0]["entries"][place]["at"] = "0001-01-01T00:00:00+14:00"
    assert "too long ago" in str(refused(file, owner).message)


@pytest.mark.parametrize("late", ["9999-12-31T23:59:59-14:00", "9998-12-31T23:59:59Z"])
def test_what_lies_in_the_future_has_just_been(file, owner, late):
    file["runs"][0]["entries"][-1]["at"] = late
    copy = ledger(brought(file, owner))
    table = Table.objects.get(pk=copy.table_id)
    assert max(table.moved_at, *Entry.objects.filter(table=table).values_list("at", flat=True)) <= timezone.now()


@pytest.mark.parametrize("value", [1.5, 2.0, True, "2", None])
def test_a_correction_to_what_is_no_number(file, campaign, owner, value):
    now = ledger(campaign)
    start = now.book.setup(now.content, now.options, Chance(now.secret, 0)).state
    file["runs"][0]["entries"][-1]["action"]["value"] = value
    if isinstance(value, float | bool):
        file["runs"][0]["digest"] = digest_of(now.book.correct(now.content, start, "hull", value).state)
    assert refused(file, owner).code == "action"


@pytest.mark.parametrize("where", ["option", "word", "content", "action"])
def test_a_sign_that_no_database_keeps(file, owner, where):
    run, content = file["runs"][0], file["releases"][0]["content"]
    if where == "option":
        run["options"]["earned"] = "a\x00b"
    elif where == "word":
        run["entries"][0]["who"] = "a\x00b"
    elif where == "action":
        run["entries"][-1]["action"]["slug"] = "hull\x00"
    else:
        content["card"][0]["text"] = "\x00"
        file["releases"][0]["digest"] = content_digest(content)
    assert refused(file, owner).code == "text"


def test_a_backslash_before_such_a_sign_is_none(file, owner):
    file["runs"][0]["entries"][0]["who"] = "a\\u0000b"
    assert ledger(brought(file, owner)).seq == 3


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "undo"},
        {"kind": "undo", "back": 1},
        {"kind": "undo", "back": 99},
        {"kind": "start"},
        {"kind": "move"},
        {"kind": "move", "action": {"to": -1}},
        {"kind": "move", "action": {"to": 1}},
        {"kind": "move", "action": {"to": 0.0}},
        {"kind": "act", "seat": 9, "action": {"type": "launch-sector"}},
        {"kind": "act", "action": {"type": "launch-sector"}},
        {"kind": "concede", "seat": 1},
        {"kind": "correct", "action": {"content": 1, "value": 2}},
    ],
    ids=str,
)
def test_an_entry_that_cannot_follow(file, owner, entry):
    file["runs"][0]["entries"].append(entry)
    assert refused(file, owner).code in ("action", "illegal")


def test_nothing_is_corrected_while_a_table_is_under_way(file, owner):
    file["runs"][0]["entries"] += [
        {"kind": "act", "seat": 0, "action": {"type": "launch-sector"}},
        {"kind": "correct", "action": {"slug": "hull", "value": 1}},
    ]
    assert "under way" in str(refused(file, owner).message)


@pytest.mark.parametrize("entries", [[], [{"kind": "seat", "said": ["Nothing ever began."]}]])
def test_a_run_that_never_began(file, owner, entries):
    file["runs"][0]["entries"] = entries
    refused(file, owner)


def test_struck_out_entries_are_played_again_too(owner, person):
    """What was taken back must have been possible all the same."""
    file = exported(eventful(owner, person("paul")), owner)
    entries = file["runs"][0]["entries"]
    undo = next(place for place, entry in enumerate(entries) if entry["kind"] == "undo")
    entries[undo - 1]["action"] = {"type": "win"}
    assert refused(file, owner).code == "action"


def test_fields_that_the_rules_do_not_know_are_not_kept(file, owner):
    file["runs"][0]["entries"][-1]["action"]["junk"] = "PLANTED"
    copy = ledger(brought(file, owner))
    assert "PLANTED" not in str(list(Entry.objects.filter(table_id=copy.table_id).values_list("action", "events")))


# --- What would be too much ---------------------------------------------------------------------


def test_entries_are_counted_over_all_runs(file, owner, monkeypatch):
    over = {"kind": "concede", "seat": 0}
    first, second = json.loads(json.dumps(file["runs"][0])), file["runs"][0]
    first["entries"].append(over)
    file["runs"] = [first, {**second, "number": 2}]
    monkeypatch.setattr(importing, "MOST_ENTRIES", 5)
    assert refused(file, owner).code != "long"
    monkeypatch.setattr(importing, "MOST_ENTRIES", 4)
    assert refused(file, owner).code == "long"


def test_playing_again_may_take_too_long(file, owner, monkeypatch):
    monkeypatch.setattr(importing, "MOST_SECONDS", 0)
    assert refused(file, owner).code == "slow"


def test_writing_may_take_too_long(file, owner, monkeypatch):
    def clock():
        return float("inf") if connection.in_atomic_block else 0.0

    monkeypatch.setattr(replaying, "time", types.SimpleNamespace(monotonic=clock))
    assert refused(file, owner).code == "slow"


def test_others_write_while_a_file_is_played_again(file, campaign, owner, monkeypatch):
    real, names = importing.play_again, []

    def rename():
        services.rename(campaign=campaign, name="Meanwhile", public=False, user=owner)
        names.append(Campaign.objects.get(pk=campaign.pk).name)
        connection.close()

    def played_slowly(*args):
        other = threading.Thread(target=rename)
        other.start()
        other.join(5)
        assert names == ["Meanwhile"]
        return real(*args)

    monkeypatch.setattr(importing, "play_again", played_slowly)
    brought(file, owner)


# --- What would be left behind ---------------------------------------------------------------------


def test_content_of_a_refused_file_is_never_taken_for_that_of_a_release(file, owner):
    content = file["releases"][0]["content"]
    content["rules"][0]["strike_chance"] = 2
    file["releases"][0]["digest"] = content_digest(content)
    file["runs"][0]["digest"] = "00"
    refused(file, owner)
    release = publish(game="deckspace", data=altered(5), note="Kinder")
    assert content_of(release.pk).numbers.strike_chance == 5
