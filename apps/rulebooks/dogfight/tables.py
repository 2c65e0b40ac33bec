"""The numbers of an edition as RULES.md quotes them: ships, cup, odds, and everything with a price."""

from __future__ import annotations

from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.teaching import NumberTable, Row
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.hand import KINDS
from apps.rulebooks.dogfight.odds import kill_chance, percent
from apps.rulebooks.dogfight.words import counter_name, counter_use


def tables(content: Content) -> tuple[NumberTable, ...]:
    """Every table, in the order of RULES.md."""
    return _ships(content), _cup(content), _odds(content), _numbers(content)


def _ships(content: Content) -> NumberTable:
    """The classes (DF-03 to DF-07)."""
    head = (say("Ship"), say("Move"), say("Attack"), say("Defence"), say("Points"), say("You have"))
    rows = tuple(
        Row(
            (
                say("{letter} {ship}", letter=ship.letter, ship=ship.name),
                *(_number(value) for value in (ship.mov, ship.att, ship.dif, ship.points, ship.counters)),
            ),
            symbol=ship.symbol,
        )
        for ship in content.ships
    )
    return NumberTable("ships", say("What each class can do"), head, rows)


def _cup(content: Content) -> NumberTable:
    """What the cup holds at first (DF-39, DF-A05)."""
    rows = tuple(
        Row((counter_name(kind), counter_use(kind), _number(content.cup[kind])), symbol=f"counter-{kind}")
        for kind in KINDS
        if content.cup[kind]
    )
    return NumberTable(
        "cup", say("What the cup holds at first"), (say("Counter"), say("What it does"), say("How many")), rows
    )


def _odds(content: Content) -> NumberTable:
    """The chance that one attack destroys its target (DF-31 to DF-33), for all numbers that can meet."""
    plain = {ship.att for ship in content.ships}
    backed = {att + content.numbers.support_bonus for att in plain}
    defences = sorted({ship.dif for ship in content.ships})
    rows = []
    for att in sorted(plain | backed):
        ways = [say("attack {att}", att=att)] if att in plain else []
        if att in backed and content.numbers.support_bonus:
            ways.append(say("attack {att} with support", att=att - content.numbers.support_bonus))
        label = say("{one}, or {other}", one=ways[0], other=ways[1]) if len(ways) > 1 else ways[0]
        rows.append(Row((label, *(_as_is(percent(kill_chance(att, dif))) for dif in defences))))
    head = (say("One attack with"), *(say("against defence {dif}", dif=dif) for dif in defences))
    return NumberTable("odds", say("Chance to destroy, without counters"), head, tuple(rows))


def _numbers(content: Content) -> NumberTable:
    """Sizes, prices and limits, each with the key by which a sentence quotes it."""
    numbers, board = content.numbers, content.board
    spots = [name(spot) for spot in board.spots]
    rows = (
        ("budget", say("Points in a fleet, exactly"), content.fleet.budget),
        ("fleets", say("Fleets that come out even"), len(content.fleets)),
        ("columns", say("Columns of the board"), board.columns),
        ("rows", say("Rows of the board"), board.rows),
        ("zone-depth", say("Rows in a start zone"), board.zone_depth),
        ("asteroids", say("Asteroids"), board.asteroids),
        ("spots", say("Spots where they may begin"), len(spots)),
        ("spot-names", say("The spots, from 1"), ", ".join(spots)),
        ("counters", say("Counters in the game"), sum(content.cup.values())),
        ("hand-limit", say("Counters you can hold"), numbers.hand_limit),
        ("draw", say("Counters you may draw in a turn"), numbers.draw),
        ("move-cost", say("AP for a move"), numbers.move_cost),
        ("attack-cost", say("AP for an attack"), numbers.attack_cost),
        ("follow-up-cost", say("AP for a follow-up"), numbers.follow_up_cost),
        ("support", say("Support adds to the attack number"), numbers.support_bonus),
        ("stall-turns", say("Quiet turns until a game has stalled"), numbers.stall_turns),
        ("turn-limit", say("Turns at most"), numbers.turn_limit),
    )
    drawn = tuple(Row((words, _as_is(str(value))), key=key) for key, words, value in rows)
    return NumberTable("numbers", say("Sizes, prices and limits"), (say("What"), say("How much")), drawn)


def _number(value: int) -> Text:
    return say("{n}", n=value)


def _as_is(words: str) -> Text:
    """Words of the edition, which are not translated here."""
    return say("{words}", words=words)
