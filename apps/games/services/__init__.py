"""Everything that changes a table."""

from apps.games.services.acting import act, concede, take_back
from apps.games.services.journal import Appended, Conflict
from apps.games.services.tables import (
    SeatPlan,
    close_table,
    create_table,
    leave_seat,
    rematch,
    seat_bot,
    start_if_full,
    take_seat,
)

__all__ = [
    "Appended",
    "Conflict",
    "SeatPlan",
    "act",
    "close_table",
    "concede",
    "create_table",
    "leave_seat",
    "rematch",
    "seat_bot",
    "start_if_full",
    "take_back",
    "take_seat",
]
