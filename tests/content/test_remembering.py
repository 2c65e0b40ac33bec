"""What a process remembers of releases: never more than is certain."""

from __future__ import annotations

import json

import pytest
from django.db import transaction

from apps.content.services import content_in, content_of, keep_foreign, newest_release, publish

pytestmark = pytest.mark.django_db(transaction=True)


def altered(chance):
    """The content of the newest release with one number changed."""
    data = json.loads(json.dumps(newest_release("deckspace").data))
    data["rules"][0]["strike_chance"] = chance
    return data


def kept_and_undone(data):
    """A release that was read in a transaction which came to nothing."""
    with transaction.atomic():
        release = keep_foreign("deckspace", data)
        assert content_of(release.pk).numbers.strike_chance == 2
        transaction.set_rollback(True)


def test_what_was_undone_is_not_taken_for_the_release_that_gets_its_id(released):
    kept_and_undone(altered(2))
    release = publish(game="deckspace", data=altered(5), note="Kinder")
    assert content_of(release.pk).numbers.strike_chance == 5


def test_content_from_elsewhere_is_read_without_being_kept(released):
    before = newest_release("deckspace")
    assert content_in("deckspace", altered(3)).numbers.strike_chance == 3
    assert newest_release("deckspace") == before
    assert content_in("deckspace", before.data) is content_of(before.pk)  # ours is read once


def test_a_release_is_read_once_outside_and_inside_of_transactions(released):
    release = newest_release("deckspace")
    content = content_of(release.pk)
    with transaction.atomic():
        assert content_of(release.pk) is content
