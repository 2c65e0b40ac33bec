"""Games as files: out and in again the same, refused whole when anything in them is wrong."""

from __future__ import annotations

import copy
import io
import json

import pytest
from django.core.management import CommandError, call_command

from apps.content.models import Release
from apps.content.services import digest_of, forget_contents, newest_release, publish
from apps.games import services, snapshots
from apps.games.models import Entry, Keyframe, Origin, Seat, Table
from apps.games.services import SeatPlan, importing
from apps.games.services.rewinding import replay_from_start
from apps.rulebooks.core.contracts import digest_of as state_digest
from apps.rulebooks.core.protocol import IllegalAction
from tests.games.helpers import duel
from tests.games.history.playing import go_on


def exported(table, user_id=None):
    return json.loads(services.export_game(table, user_id))


def packed(file):
    return json.dumps(file).encode()


def counts():
    return [model.objects.count() for model in (Table, Seat, Entry, Keyframe, Origin)] + [Release.kept.count()]


def test_out_and_in_again_is_the_same_game(finished, ada):
    file = exported(finished)
    table = services.import_game(packed(file), ada)
    now, before = snapshots.read(table.pk), snapshots.read(finished.pk)
    assert now.state == before.state
    assert (table.status, table.imported, table.host) == (Table.Status.FINISHED, True, ada)
    assert table.release == finished.release
    assert replay_from_start(now) == now.state
    again = exported(table)
    told = again["entries"][0].pop("events")
    assert told[:-1] == file["entries"][0].pop("events")
    assert told[-1]["kind"] == "imported"
    for field in ("entries", "digest", "result", "secret", "seats", "options", "release"):
        assert again[field] == file[field], field
    call_command("check_journals", stdout=io.StringIO())


def test_a_whole_game_with_dice_to_its_end(released, ada, bo):
    table = duel(ada, bo, options={"draw_on_tie": "draw"})
    go_on(table, 3000)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    taken = services.import_game(packed(exported(table)), bo)
    assert snapshots.read(taken.pk).state == snapshots.read(table.pk).state
    assert Keyframe.objects.filter(table=taken).count() == 1 + taken.line // 25


def test_an_agreed_draw_travels(running, ada):
    now = snapshots.current(running.pk)
    asked = services.propose_draw(table_id=running.pk, seat=0, expected=now.seat_seqs[0], key="a",
                                  user_id=now.seats[0].user_id)  # fmt: skip
    services.answer(table_id=running.pk, seat=1, motion=asked.snapshot.motion.seq, yes=True, key="b",
                    user_id=now.seats[1].user_id)  # fmt: skip
    running.refresh_from_db()
    taken = services.import_game(packed(exported(running)), ada)
    assert taken.result["ending"] == "agreed"


def test_a_running_game_tells_what_its_reader_has_been_told(running, ada, bo):
    secret = [event["text"] for entry in Entry.objects.filter(table=running) for event in entry.events if event["to"]]
    assert secret
    for reader, seats in ((ada.pk, {0}), (bo.pk, {1}), (None, set())):
        file = exported(running, reader)
        assert not file["complete"]
        assert {"secret", "origin", "result"} & {key for key, value in file.items() if value} == set()
        assert not file["digest"]
        assert file["release"].get("content") is None
        for entry in file["entries"]:
            assert "action" not in entry
            assert "chance" not in entry
            for event in entry["events"]:
                assert event["to"] is None or set(event["to"]) & seats
        assert bytes(running.secret).hex() not in json.dumps(file)
        with pytest.raises(services.Refused) as refused:
            services.import_game(packed(file), ada)
        assert refused.value.code == "running"


def test_taken_back_lines_are_in_no_file(running):
    now = snapshots.current(running.pk)
    asked = services.propose_back(table_id=running.pk, seat=0, expected=now.seat_seqs[0], key="a", to=10,
                                  user_id=now.seats[0].user_id)  # fmt: skip
    services.answer(table_id=running.pk, seat=1, motion=asked.snapshot.motion.seq, yes=True, key="b",
                    user_id=now.seats[1].user_id)  # fmt: skip
    services.concede(table_id=running.pk, seat=0, key="enough")
    running.refresh_from_db()
    file = exported(running)
    assert [entry["kind"] for entry in file["entries"]] == ["start", *["act"] * 10, "concede"]
    assert services.import_game(packed(file), None).line == 11


def change(path, value):
    def do(file):
        *way, last = path
        part = file
        for step in way:
            part = part[step]
        part[last] = value(part[last]) if callable(value) else value

    return do


def drop(*path):
    def do(file):
        *way, last = path
        part = file
        for step in way:
            part = part[step]
        del part[last]

    return do


def swapped(file):
    entries = file["entries"]
    entries[40], entries[41] = entries[41], entries[40]


def rolled(file):
    entry = next(entry for entry in file["entries"] if entry.get("chance"))
    roll = entry["chance"][0]
    roll[2] = (roll[2] + 1) % roll[1]


def richer(file):
    file["release"]["content"]["ship"][0]["move"] = 9
    file["release"]["digest"] = digest_of(file["release"]["content"])


def unplayable(file):
    file["release"]["content"]["ship"] = []
    file["release"]["digest"] = digest_of(file["release"]["content"])


def nested(file):
    file["entries"][5]["action"] = {"type": ["x"]}


BROKEN = {
    "another format": (change(["format"], "chess"), "format"),
    "a later version": (change(["version"], 2), "format"),
    "an unknown field": (lambda f: f.update(surprise=1), "format"),
    "a field of another type": (change(["options"], []), "format"),
    "no entries": (change(["entries"], []), "incomplete"),
    "no secret": (drop("secret"), "incomplete"),
    "a secret of another length": (change(["secret"], "00"), "format"),
    "another secret": (change(["secret"], "00" * 32), "rolls"),
    "an unknown game": (change(["game"], "ludo"), "game"),
    "content that was changed": (change(["release", "content", "ship", 0, "move"], 9), "digest"),
    "content of other rules": (richer, None),
    "content that does not read": (unplayable, "content"),
    "no content": (drop("release", "content"), "digest"),
    "an unknown option": (change(["options"], {"house_rules": "yes"}), "options"),
    "a wrong option": (change(["options", "blank"], "gone"), "option"),
    "a seat too many": (lambda f: f["seats"].append(f["seats"][0]), "seats"),
    "a bot nobody knows": (change(["seats", 0], {"name": "x", "kind": "bot", "bot_level": "genius"}), "bot-level"),
    "a seat that is open": (change(["seats", 0, "kind"], "open"), "format"),
    "an action twice": (lambda f: f["entries"].insert(30, f["entries"][30]), None),
    "actions in another order": (swapped, None),
    "an action left out": (lambda f: f["entries"].pop(20), None),
    "an action of another seat": (change(["entries", 50, "seat"], lambda seat: 1 - seat), "illegal"),
    "a seat that is not there": (change(["entries", 50, "seat"], 9), "illegal"),
    "an action that is none": (change(["entries", 20, "action"], {"type": "win"}), "action"),
    "an action of the wrong shape": (nested, "action"),
    "dice that were turned": (rolled, "rolls"),
    "no end": (lambda f: f["entries"].pop(), "unfinished"),
    "more after the end": (lambda f: f["entries"].append(f["entries"][-1]), "illegal"),
    "no start": (lambda f: f["entries"].pop(0), "incomplete"),
    "two starts": (lambda f: f["entries"].insert(1, f["entries"][0]), "illegal"),
    "another winner": (change(["result", "winners"], [1]), "result"),
    "no result": (drop("result"), "result"),
    "another digest": (change(["digest"], "0" * 32), "state"),
    "a beginning that is no state": (change(["origin"], {"line": 3, "state": "AAAA"}), "origin"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_with_a_reason_and_nothing_is_kept(finished_file, ada, name):
    spoil, code = BROKEN[name]
    file = copy.deepcopy(finished_file)
    spoil(file)
    before = counts()
    with pytest.raises(services.Refused) as refused:
        services.import_game(packed(file), ada)
    assert code is None or refused.value.code == code
    assert str(refused.value.message)
    assert counts() == before


@pytest.fixture
def finished_file(finished):
    return exported(finished)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"null", b"[]", b"\xff\xfe", b'{"format":"starboard-game"}', b"[" * 100_000]
)
def test_what_is_no_file_at_all_is_refused(released, data):
    with pytest.raises(services.Refused) as refused:
        services.import_game(data, None)
    assert refused.value.code == "format"


def test_large_and_long_and_slow_files_are_refused(finished_file, monkeypatch):
    monkeypatch.setattr(importing, "MOST_ENTRIES", 10)
    with pytest.raises(services.Refused, match="too long"):
        services.import_game(packed(finished_file))
    monkeypatch.setattr(importing, "MOST_ENTRIES", 10_000)
    monkeypatch.setattr(importing, "MOST_SECONDS", 0)
    with pytest.raises(services.Refused, match="too long"):
        services.import_game(packed(finished_file))
    monkeypatch.setattr(importing, "MOST_BYTES", 1000)
    with pytest.raises(services.Refused, match="too large"):
        services.import_game(packed(finished_file))


def test_what_a_file_tells_is_not_taken_over(finished_file, ada):
    finished_file["entries"][3]["events"] = [{"kind": "x", "text": ["PLANTED", {}]}]
    finished_file["entries"][3]["action"]["extra"] = "PLANTED"
    finished_file["seats"][0]["name"] = "A\u202eda\n\x00<b>" + "x" * 45
    table = services.import_game(packed(finished_file), ada)
    kept = str(list(Entry.objects.filter(table=table).values_list("events", "action")))
    assert "PLANTED" not in kept
    assert table.seats.get(number=0).name == "A da <b>" + "x" * 22


def test_foreign_content_is_kept_and_never_offered(released, ada, person):
    newest = newest_release("dogfight")
    data = copy.deepcopy(newest.data)
    data["ship"][0]["name"] = "Hornet"
    theirs = publish(game="dogfight", data=data, note="elsewhere")
    table = duel(ada, person("somebody"))
    services.concede(table_id=table.pk, seat=0, key="x")
    table.refresh_from_db()
    assert table.release == theirs
    file = exported(table)
    # The same file at a house that has never seen this content:
    Table.objects.filter(pk=table.pk).delete()
    Release.kept.filter(pk=theirs.pk).delete()
    forget_contents()
    taken = services.import_game(packed(file), ada)
    assert taken.release.foreign
    assert newest_release("dogfight") == newest
    assert services.import_game(packed(file), ada).release == taken.release
    assert snapshots.read(taken.pk).content.ships[0].name == "Hornet"
    again = publish(game="dogfight", data=data, note="now ours too")
    assert again.number == newest.number + 1


def test_the_commands(finished, ada, tmp_path, capsys):
    path = tmp_path / "game.json"
    call_command("export_game", finished.slug, "--out", str(path))
    call_command("export_game", finished.slug)
    assert json.loads(capsys.readouterr().out) == json.loads(path.read_text())
    call_command("import_game", str(path), "--user", "ada")
    slug = capsys.readouterr().out.strip()
    assert Table.objects.get(slug=slug).host == ada
    path.write_text("{}")
    for wrong in (["import_game", str(path)], ["import_game", "no-such-file"], ["export_game", "nothing"]):
        with pytest.raises(CommandError):
            call_command(*wrong)


def test_check_journals_names_what_is_broken(finished, running, capsys):
    call_command("check_journals")
    assert "1 sound, 0 broken" in capsys.readouterr().out
    entry = Entry.objects.filter(table=finished, kind="act").exclude(chance=[]).first()
    entry.chance[0][2] = (entry.chance[0][2] + 1) % entry.chance[0][1]
    entry.save()
    with pytest.raises(CommandError):
        call_command("check_journals", finished.slug)
    assert finished.slug in capsys.readouterr().err
    with pytest.raises(CommandError):
        call_command("check_journals", "nothing")


# --- Going on from a moment -------------------------------------------------------------------


def branch(source, line, host, *who, **kwargs):
    plans = [SeatPlan(w) if w in ("me", "open", "invited") else SeatPlan("bot", w) for w in who or ("me", "cadet")]
    return services.continue_from(source=snapshots.current(source.pk), line=line, host=host, seats=plans, **kwargs)


@pytest.fixture
def calm(monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)


def test_a_new_table_begins_in_the_moment_and_replays(finished, person, calm):
    from apps.games.history.moments import moment_of

    eve = person("eve")
    old = snapshots.current(finished.pk)
    table = branch(finished, 40, eve)
    now = snapshots.current(table.pk)
    assert now.status == Table.Status.PLAYING
    assert now.state == moment_of(old, 40).state
    assert (now.line, now.options) == (0, old.options)
    assert now.secret != old.secret
    start = Entry.objects.get(table=table, kind="start")
    assert start.action == {"table": finished.slug, "line": 40}
    assert table.origin.source == finished
    go_on(table, 30)
    now = snapshots.read(table.pk)
    assert replay_from_start(now) == now.state
    assert moment_of(now, 0).state == moment_of(old, 40).state
    finished.delete()
    assert replay_from_start(snapshots.read(table.pk)) == now.state
    services.concede(table_id=table.pk, seat=0, key="x")
    table.refresh_from_db()
    taken = services.import_game(packed(exported(table)), eve)
    assert state_digest(snapshots.read(taken.pk).state) == state_digest(snapshots.read(table.pk).state)
    assert replay_from_start(snapshots.read(taken.pk)) == snapshots.read(taken.pk).state
    again = branch(taken, 3, eve)
    assert snapshots.current(again.pk).status == Table.Status.PLAYING


def test_a_table_from_a_moment_may_wait_for_people(finished, person):
    table = branch(finished, 40, person("eve"), "me", "open")
    assert snapshots.current(table.pk).status == Table.Status.OPEN
    services.take_seat(table_id=table.pk, number=1, user=person("cy"))
    assert snapshots.current(table.pk).status == Table.Status.PLAYING


def test_no_table_from_a_running_game_or_from_its_end(running, ada):
    before = counts()
    with pytest.raises(IllegalAction, match="once it is over"):
        branch(running, 40, ada)
    services.concede(table_id=running.pk, seat=0, key="x")
    for line in (71, 72, -1):
        with pytest.raises(IllegalAction, match="nothing left"):
            branch(running, line, ada)
    with pytest.raises(IllegalAction, match="seats"):
        branch(running, 3, ada, "me")
    assert counts()[0] == before[0]


def test_an_imported_game_can_be_gone_on_from(finished_file, ada, calm):
    taken = services.import_game(packed(finished_file), ada)
    table = branch(taken, 30, ada)
    go_on(table, 5)
    now = snapshots.read(table.pk)
    assert replay_from_start(now) == now.state
