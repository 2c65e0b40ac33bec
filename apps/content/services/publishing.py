"""From drafts to a release, and back to an older one.

The trial games run inside the request that publishes, within a few seconds set by `TRIAL_SECONDS` and
`WEIGHING_SECONDS`: a publisher waits for the answer anyway, it needs no worker to be alive, and no
half-published state can be left behind. They run before the transaction begins, which then makes sure
that nothing has changed.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from apps.content.models import Entry, Release
from apps.content.services.checking import drafts_of, faults_of
from apps.content.services.comparing import differences
from apps.content.services.drafting import reset_drafts
from apps.content.services.releases import content_of, digest_of, newest_release, publish
from apps.content.services.trying import try_out
from apps.rulebooks.core.protocol import Fault, RawContent
from apps.rulebooks.registry import rulebook

LONGEST_NOTE = 2000


class Refused(Exception):
    """Why nothing was published: reasons in words, and faults that an editor can mend."""

    def __init__(self, reasons: list[str], faults: list[Fault] | None = None) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons
        self.faults = faults or []


def publish_drafts(*, game: str, note: str, by: Any, key: str, base: int, digest: str) -> Release:
    """Check the drafts of a game together, try them out, and publish them.

    `base` is the newest release and `digest` the drafts that the publisher has seen. A request
    repeated with the same `key` returns the release that it made. Raises Refused.
    """
    done = Release.objects.filter(key=key, game=game).first()
    if done is not None:
        return done
    drafts = drafts_of(game)
    _require_note(note)
    if digest_of(drafts) != digest:
        raise Refused([_("The drafts have changed since this page was drawn. Look at the changes again.")])
    return _publish(game, drafts, note, by, key, base, drafts_are=digest)


def roll_back(*, game: str, number: int, note: str, by: Any, key: str, base: int, reset: bool = False) -> Release:
    """Publish the content of an older release again, and on request make the drafts the same.

    Raises Refused, as `publish_drafts` does.
    """
    done = Release.objects.filter(key=key, game=game).first()
    if done is not None:
        return done
    old = Release.objects.get(game=game, number=number)
    _require_note(note)
    release = _publish(game, old.data, note, by, key, base, brings_back=old)
    if reset and release.key == key:
        reset_drafts(game=game, number=release.number, by=by)
    return release


def _publish(
    game: str,
    data: RawContent,
    note: str,
    by: Any,
    key: str,
    base: int,
    drafts_are: str = "",
    brings_back: Release | None = None,
) -> Release:
    newest = newest_release(game)
    digest = digest_of(data)
    done = Release.objects.filter(key=key, game=game).first()
    if done is not None:  # the same request was carried out since this one was looked at
        return done
    _require_newest(newest, base)
    if digest == newest.digest:
        raise Refused([_("Nothing is different from release {number}.").format(number=newest.number)])
    faults = faults_of(game, data)
    if faults:
        raise Refused([_("There are faults in it.")], faults)
    book = rulebook(game)
    trial = try_out(book, book.read_content(data), digest[:12], before=content_of(newest.pk))
    if trial.objections:
        raise Refused(trial.objections)
    diff = msgspec.to_builtins(differences(game, newest.data, data))
    about = {"key": key, "trial": msgspec.to_builtins(trial), "diff": diff, "brings_back": brings_back}
    try:
        with transaction.atomic():
            newest = Release.objects.select_for_update().filter(game=game).latest("number")
            newest = Release.objects.filter(game=game).latest("number")
            done = Release.objects.filter(key=key).first()
            if done is not None:
                return done
            _require_newest(newest, base)
            if drafts_are and digest_of(_locked_drafts(game)) != drafts_are:
                raise Refused([_("Somebody changed a draft while the trial games ran. Look at the changes again.")])
            return publish(game=game, data=data, note=note.strip(), author=by, **about)
    except IntegrityError:  # two requests in the same instant: the database let one through
        done = Release.objects.filter(key=key).first()
        if done is not None:
            return done
        _require_newest(newest_release(game), base)
        raise


def _locked_drafts(game: str) -> RawContent:
    list(Entry.objects.select_for_update().filter(game=game).values_list("pk", flat=True))
    return drafts_of(game)


def _require_newest(newest: Release, base: int) -> None:
    if newest.number != base:
        who = newest.author.shown_name if newest.author else _("Somebody")
        words = _("{who} has published release {number} meanwhile. Look at the changes again.")
        raise Refused([words.format(who=who, number=newest.number)])


def _require_note(note: str) -> None:
    if not note.strip():
        raise Refused([_("Write a note: what is different, in words for players.")])
    if len(note) > LONGEST_NOTE:
        raise Refused([_("The note is too long.")])
