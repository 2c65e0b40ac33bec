"""Files with what no house has: times, numbers and signs that cannot be."""

import copy
import json

import pytest
from django.utils import timezone

from apps.content.models import Release
from apps.content.services import digest_of, forget_contents, publish
from apps.games import services
from apps.games.models import Entry, Table
from tests.games.helpers import duel


@pytest.fixture
def file(finished):
    return json.loads(services.export_game(finished))


def brought(file, user=None):
    return services.import_game(json.dumps(file).encode(), user)


@pytest.mark.parametrize("field", ["started_at", "finished_at"])
def test_a_game_from_before_there_were_any_is_refused(file, field):
    count = Table.objects.count()
    early = "0001-01-01T00:00:00+14:00"
    for harm in (lambda: file.update({field: early}), lambda: file["entries"][3].update(at=early)):
        harm()
        with pytest.raises(services.Refused, match="date"):
            brought(file)
    assert Table.objects.count() == count


@pytest.mark.parametrize("late", ["9999-12-31T23:59:59-14:00", "9998-12-31T23:59:59Z"])
def test_what_lies_in_the_future_has_just_been(file, late):
    file["entries"][-1]["at"] = file["finished_at"] = late
    table = brought(file)
    times = Entry.objects.filter(table=table).latest("seq").at, table.finished_at
    assert max(times) <= timezone.now()


def test_a_sign_that_no_database_keeps_is_refused(file):
    content = file["release"]["content"]
    content["ship"][0]["name"] = "Wa\x00sp"
    file["release"]["digest"] = digest_of(content)
    with pytest.raises(services.Refused, match="content"):
        brought(file)


def test_a_game_goes_on_from_house_to_house(released, ada, person):
    data = copy.deepcopy(Release.objects.filter(game="dogfight").latest("number").data)
    data["ship"][0]["name"] = "Hornet"
    theirs = publish(game="dogfight", data=data, note="elsewhere")
    table = duel(ada, person("somebody"))
    services.concede(table_id=table.pk, seat=0, key="x")
    table.refresh_from_db()
    file = json.loads(services.export_game(table))
    table.delete()
    Release.kept.filter(pk=theirs.pk).delete()
    forget_contents()
    here = brought(file)
    assert here.release.foreign
    there = json.loads(services.export_game(here))
    assert brought(there).release == here.release
