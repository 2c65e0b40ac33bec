"""The pages around the past of a table: files, new tables from moments, reports, recaps."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from apps.accounts.models import User
from apps.games import services, snapshots
from apps.games.models import Entry, Look, Report, Table
from apps.games.services.looking import last_look
from tests.games.helpers import duel
from tests.games.history.playing import HTMX, address, client_of, go_on


@pytest.fixture(autouse=True)
def _calm(monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)


def upload(client, data, **kwargs):
    return client.post("/import/", {"file": SimpleUploadedFile("game.json", data)}, **kwargs)


# --- Files ------------------------------------------------------------------------------------


def test_a_file_goes_out_and_in_by_the_pages(finished, ada, person):
    answer = client_of(None).get(f"/t/{finished.slug}/export/")
    assert answer.headers["Content-Disposition"].endswith(f'{finished.slug}.json"')
    eve = client_of(person("eve"))
    assert eve.get("/import/").status_code == 200
    brought = upload(eve, answer.content)
    table = Table.objects.get(imported=True)
    assert brought.headers["Location"] == f"/t/{table.slug}/replay/"
    page = eve.get(f"/t/{table.slug}/replay/0/").content.decode()
    assert "brought this game in" in page
    assert eve.get(f"/t/{table.slug}/").status_code == 200
    assert eve.get("/tables/finished/").content.decode().count(table.slug)


def test_somebody_without_an_account_brings_a_game_in_as_a_guest(finished):
    data = client_of(None).get(f"/t/{finished.slug}/export/").content
    assert upload(client_of(None), data).status_code == 302
    assert Table.objects.get(imported=True).host.is_guest


@pytest.mark.parametrize(("data", "words"), [(b"{}", "not a game of Starboard"), (b"", "empty")])
def test_a_bad_file_says_why_and_makes_no_guest(released, data, words):
    answer = upload(client_of(None), data)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Table.objects.exists()


def test_a_large_file_and_no_file(released, ada, monkeypatch):
    monkeypatch.setattr("apps.games.history.forms.MOST_BYTES", 100)
    assert "too large" in upload(client_of(ada), b" " * 101).content.decode()
    assert "Choose a file" in client_of(ada).post("/import/").content.decode()


def test_the_file_of_a_running_game_depends_on_who_asks(running, ada, bo, person):
    def told(who):
        file = json.loads(client_of(who).get(f"/t/{running.slug}/export/").content)
        return {event["to"][0] for entry in file["entries"] for event in entry["events"] if event["to"]}

    assert [told(who) for who in (ada, bo, person("eve"), None)] == [{0}, {1}, set(), set()]
    Table.objects.filter(pk=running.pk).update(visibility="private")
    assert client_of(None).get(f"/t/{running.slug}/export/").status_code == 404


# --- New tables from moments --------------------------------------------------------------------


def test_a_new_table_is_set_up_on_the_page_of_a_moment(finished, person):
    eve = client_of(person("eve"))
    assert f'href="{address(finished, 30)}new/"' in eve.get(address(finished, 30)).content.decode()
    page = eve.get(f"{address(finished, 30)}new/?preset=device").content.decode()
    assert "Go on from action 30" in page
    assert 'name="option-' not in page
    form = {"seat-0": "bot", "level-0": "cadet", "seat-1": "me", "visibility": "private"}
    made = eve.post(f"{address(finished, 30)}new/", form)
    table = Table.objects.get(origin__source=finished)
    assert made.headers["Location"] == f"/t/{table.slug}/"
    assert (table.origin.line, table.visibility, table.status) == (30, "private", "playing")
    assert eve.post(f"{address(finished, 30)}new/", {"seat-0": "me"}).status_code == 422


def test_no_new_table_where_there_is_nothing_to_play(running, ada):
    client = client_of(ada)
    assert "/new/" not in client.get(address(running, 30)).content.decode()
    assert client.get(f"{address(running, 30)}new/").status_code == 404
    services.concede(table_id=running.pk, seat=0, key="x")
    assert client.get(f"{address(running, 71)}new/").status_code == 404
    assert "/new/" not in client.get(address(running, 71)).content.decode()


# --- Reports ------------------------------------------------------------------------------------


def test_a_problem_is_kept_with_its_moment(running, ada):
    client = client_of(ada)
    assert "action 40" in client.get(f"/t/{running.slug}/report/?line=40").content.decode()
    sent = client.post(f"/t/{running.slug}/report/", {"note": " Odd dice. ", "line": 40}, HTTP_USER_AGENT="x" * 400)
    assert sent.headers["Location"] == f"/t/{running.slug}/"
    assert "Thank you" in client.get(f"/t/{running.slug}/").content.decode()
    report = Report.objects.get()
    now = snapshots.current(running.pk)
    from apps.games.history.moments import moment_of

    assert (report.note, report.line, report.who, len(report.user_agent)) == ("Odd dice.", 40, ada, 300)
    assert snapshots.decode_state(now.book, report.state) == moment_of(now, 40).state
    assert client.post(f"/t/{running.slug}/report/", {"note": "  ", "line": 40}).status_code == 422
    assert Report.objects.count() == 1


def test_a_watcher_may_report_but_only_so_often(running, settings):
    settings.RATELIMIT_ENABLE = True
    settings.RATE_REPORTS = "2/h"
    client = client_of(None)
    said = [client.post(f"/t/{running.slug}/report/", {"note": "x", "line": 10**8}).status_code for _n in range(3)]
    assert said == [302, 302, 429]
    assert [report.line for report in Report.objects.all()] == [70, 70]


@pytest.fixture
def keeper(transactional_db):
    """A member of staff who may read and close reports."""
    user = User.objects.create_user("keeper", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_report", "change_report"]))
    return user


def reported(table, line=40):
    return services.report_problem(snapshot=snapshots.current(table.pk), line=line, note="Odd dice")


def test_staff_look_at_everything_only_past_the_warning(running, keeper, person):
    report = reported(running)
    client = client_of(keeper)
    there = address(running, 40, f"?as=revealed&report={report.pk}")
    assert client.get(there).status_code == 404
    assert "Odd dice" in client.get("/admin/games/report/").content.decode()
    assert "still being played" in client.get(f"/admin/games/report/{report.pk}/look/").content.decode()
    assert client.get(there).status_code == 404
    assert client.post(f"/admin/games/report/{report.pk}/look/").headers["Location"] == there
    assert client.get(there).status_code == 200
    assert LogEntry.objects.get().user == keeper
    assert client.get(address(running, 41, f"?as=revealed&report={report.pk}"), **HTMX).status_code == 200
    assert client.get(address(running, 40, "?as=revealed")).status_code == 404
    other = reported(running)
    assert client.get(address(running, 40, f"?as=revealed&report={other.pk}")).status_code == 404
    Table.objects.filter(pk=running.pk).update(visibility="private")
    assert client.get(there).status_code == 200
    assert client.get(address(running, 40)).status_code == 404
    assert client_of(person("eve")).get(there).status_code == 404


def test_staff_who_play_do_not_look(running, ada):
    User.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    report = reported(running)
    client = client_of(User.objects.get(pk=ada.pk))
    away = client.post(f"/admin/games/report/{report.pk}/look/")
    assert away.headers["Location"] == "/admin/games/report/"
    assert client.get(address(running, 40, f"?as=revealed&report={report.pk}")).status_code == 404


def test_staff_without_the_permission_see_no_reports(running):
    report = reported(running)
    client = client_of(User.objects.create_user("editor", is_staff=True))
    for path in ("/admin/games/report/", f"/admin/games/report/{report.pk}/look/"):
        assert client.get(path).status_code == 403
    assert client.post(f"/admin/games/report/{report.pk}/look/").status_code == 403


def test_no_admin_page_shows_a_state(running, keeper):
    report = reported(running)
    body = client_of(keeper).get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert "Odd dice" in body
    assert "unplaced" not in body
    assert 'name="state"' not in body


# --- Recap ----------------------------------------------------------------------------------------


def away(user, table, **ago):
    Look.objects.filter(user=user, table=table).update(at=timezone.now() - timedelta(**ago))


def test_who_comes_back_is_told_what_others_have_done(running, ada, bo):
    client = client_of(ada)
    first = client.get(f"/t/{running.slug}/").content.decode()
    assert "Since you last looked" not in first
    seen = Look.objects.get(user=ada, table=running)
    assert seen.seq == snapshots.current(running.pk).seq
    go_on(running, 20)
    away(ada, running, hours=3)
    page = client.get(f"/t/{running.slug}/").content.decode()
    assert "Since you last looked" in page
    assert f'href="{address(running, 70)}"' in page
    recap = page.split('class="recap"')[1].split("</section>")[0]
    rows = Entry.objects.filter(table=running, seq__gt=seen.seq)
    for row in rows:
        for event in row.events:
            if event["to"] == [1]:
                assert str(event["text"][0]) not in recap or event["text"][1]
    assert "Since you last looked" not in client.get(f"/t/{running.slug}/").content.decode()


def test_a_recap_tells_no_secrets_of_others_and_no_own_deeds(running, ada):
    import msgspec

    from apps.games.history.recap import recap_of
    from apps.games.live.views_of import View

    now = snapshots.current(running.pk)
    look = Look(user=ada, table=running, seq=2, at=timezone.now() - timedelta(hours=1))
    for row in Entry.objects.filter(table=running):
        for event in row.events:
            event["text"] = [f"{event['to']} by {row.seat}", {}]
        row.save()
    for view, mine in ((View("table", (0,), 0), "[0]"), (View("table", (1,), 1), "[1]"), (View("table"), "")):
        told = [sentence.text for sentence in recap_of(now, view, look).sentences]
        assert told
        for text in told:
            assert text.startswith("None") or (mine and text.startswith(mine))
            assert not any(text.endswith(f"by {seat}") for seat in view.seats)
    fresh = msgspec.structs.replace(now, seq=2)
    assert recap_of(fresh, View("table"), look) is None


def test_a_short_absence_needs_no_recap(running, ada):
    client = client_of(ada)
    client.get(f"/t/{running.slug}/")
    go_on(running, 5)
    assert "Since you last looked" not in client.get(f"/t/{running.slug}/").content.decode()


def test_a_page_that_is_left_says_how_far_it_was_read(running, ada):
    client = client_of(ada)
    client.get(f"/t/{running.slug}/")
    go_on(running, 5)
    now = snapshots.current(running.pk)
    for said, seq in ((now.seq - 2, now.seq - 2), (3, now.seq - 2), (10**8, now.seq), ("x", now.seq)):
        assert client.post(f"/t/{running.slug}/looked/", {"seq": said}).status_code == 204
        assert last_look(ada, now).seq == seq
    assert client_of(None).post(f"/t/{running.slug}/looked/", {"seq": 5}).status_code == 204
    assert Look.objects.count() == 1


def test_opening_a_page_again_writes_nothing(released, ada, bo, django_assert_num_queries):
    table = duel(ada, bo)
    now = snapshots.current(table.pk)
    services.remember_look(ada, now, now.seq)
    with django_assert_num_queries(1):
        services.remember_look(ada, now, now.seq)
