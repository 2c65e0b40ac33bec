"""Everything that changes a table."""

from apps.games.services.acting import act, concede, take_back
from apps.games.services.agreeing import answer, propose_back, propose_draw
from apps.games.services.branching import continue_from
from apps.games.services.exporting import export_game
from apps.games.services.importing import Refused, import_game
from apps.games.services.journal import Appended, Conflict
from apps.games.services.looking import remember_look
from apps.games.services.patience import idle_limit_of, idle_text, set_idle_limit
from apps.games.services.rematching import rematch
from apps.games.services.reporting import report_problem
from apps.games.services.seating import come_back, give_to_bot, relieve, relieved_from, unseat, waited_since
from apps.games.services.tables import (
    SeatPlan,
    close_table,
    create_table,
    leave_seat,
    seat_bot,
    start_if_full,
    take_seat,
)

__all__ = [
    "Appended",
    "Conflict",
    "Refused",
    "SeatPlan",
    "act",
    "answer",
    "close_table",
    "come_back",
    "concede",
    "continue_from",
    "create_table",
    "export_game",
    "give_to_bot",
    "idle_limit_of",
    "idle_text",
    "import_game",
    "leave_seat",
    "propose_back",
    "propose_draw",
    "relieve",
    "relieved_from",
    "rematch",
    "remember_look",
    "report_problem",
    "seat_bot",
    "set_idle_limit",
    "start_if_full",
    "take_back",
    "take_seat",
    "unseat",
    "waited_since",
]
