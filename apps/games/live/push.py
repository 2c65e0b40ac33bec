"""Telling open pages that a table has moved on: facts only, never HTML and never a secret."""

from __future__ import annotations

from apps.games.live.hub import tell


def group(table_id: int) -> str:
    """The group of everyone who looks at a table."""
    return f"table.{table_id}"


def screen_group(screen_id: int) -> str:
    """The group of one TV."""
    return f"screen.{screen_id}"


def person_group(user_id: int) -> str:
    """The group of all open pages of one person."""
    return f"user.{user_id}"


def announce(table_id: int, seq: int) -> None:
    """Say that a table has reached `seq`. A lost message heals with the next one or the heartbeat."""
    tell(group(table_id), {"type": "table.changed", "seq": seq})


def announce_onward(old_id: int, new_id: int | None) -> None:
    """Say at a table where its people go on: the next game, the next table of a campaign, or nowhere any more."""
    tell(group(old_id), {"type": "table.onward", "table": new_id})


def announce_admission(table_id: int) -> None:
    """Say at a table that its circle has changed."""
    tell(group(table_id), {"type": "table.admission"})


def announce_gone(table_id: int) -> None:
    """Say at a table that it does not exist any more."""
    tell(group(table_id), {"type": "table.gone"})


def announce_screen(screen_id: int) -> None:
    """Say to a TV that it shows another table now."""
    tell(screen_group(screen_id), {"type": "screen.changed"})


def announce_presence(table_id: int, at: float) -> None:
    """Say that somebody has come to a table at second `at`; who it was, each page looks up for itself."""
    tell(group(table_id), {"type": "table.presence", "at": at})


def announce_turn(user_id: int, slug: str = "", game: str = "") -> None:
    """Say to a person's open pages that their turns have changed; `slug` names the table where one has come."""
    tell(person_group(user_id), {"type": "turns.changed", "slug": slug, "game": game})
