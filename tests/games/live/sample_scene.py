"""Scenes made by hand, with everything that a screen can be asked to show."""

from __future__ import annotations

from apps.rulebooks.core.scene import (
    Badge,
    Board,
    Card,
    Choice,
    DeckPanel,
    DicePanel,
    Die,
    Edge,
    HandPanel,
    Mark,
    ObjectivePanel,
    Piece,
    Scene,
    SeatPanel,
    Stat,
    Status,
    StoryPanel,
    Tile,
    TrackPanel,
)
from apps.rulebooks.core.text import NOTHING, say

NASTY = say('<b onclick="x">"{name}" & co</b>', name="<script>")


def square() -> Board:
    """A chart of 8 by 10 with bases, spots, ships, rocks and marks."""
    tiles = tuple(
        Tile(f"{'abcdefgh'[col]}{10 - row}", col, row, say("{at}", at=f"{'abcdefgh'[col]}{10 - row}"), _kind(row, col))
        for row in range(10)
        for col in range(8)
    )
    pieces = (
        Piece("ship-1", "c2", "ship-wasp", NASTY, seat=0, letter="A"),
        Piece("ship-2", "c9", "ship-dreadnought", say("Blue Dreadnought at c9"), seat=1, letter="D", turn=180),
        Piece("rock-1", "e5", "asteroid", say("Asteroid 1 at e5"), letter="1"),
    )
    marks = (
        Mark("c1", "from", say("The last move began at c1"), 0),
        Mark("c2", "to", say("The last move ended at c2"), 0),
        Mark("h8", "wreck", say("A ship was lost at h8"), 1),
    )
    return Board("square", tiles, pieces, marks)


def hexes() -> Board:
    """A patch of hexes with walls, a crowd on one of them, and a piece that faces sideways."""
    tiles = tuple(
        Tile(f"h{q}-{r}", q, r, say("hex {q}, {r}", q=q, r=r), "nebula" if (q + r) % 3 else "space", "star" * (q == r))
        for q in range(6)
        for r in range(5)
    )
    crowd = tuple(
        Piece(f"d-{n}", "h2-2", "ship-corvette", say("Dog {n}", n=n), seat=n, turn=60 * n, state=("stunned",))
        for n in range(4)
    )
    hull = Badge("stat-heart", "3", say("hull 3"))
    pieces = (*crowd, Piece("s-1", "h3-1", "ship-lancer", say("Hauler"), seat=2, turn=120, badges=(hull,)))
    edges = (Edge("h1-1", 0, "wall"), Edge("h1-1", 5, "door", say("a door")))
    return Board("hex", tiles, pieces, (), edges, turned=True)


def plane() -> Board:
    """A sun with planets on orbits, a base, two ships and a threat, and a road that has been flown for a stretch."""
    places = (
        ("sol", 0, 0, "Sol", "sun", "sun"),
        ("vesta", 210, -40, "Vesta, Resistance", "planet", "planet-1"),
        ("tethys", -180, 260, "New Tethys, threatened, falls in 3 days", "planet-threatened", "planet-2"),
        ("corona", 430, 190, "Corona Station, held by MERIDIAN", "planet-held", "planet-3"),
        ("home", -330, -120, "Home base", "home-base", "home-base"),
        ("anvil", 90, -400, "The Anvil", "anvil", "anvil"),
        ("s1", -600, 420, "Outer Picket, cleared", "sector-cleared", "sector-1"),
        ("s2", -420, 560, "Rubble Fields, you are here", "sector-here", "sector-2"),
        ("s3", -200, 620, "The Shroud", "sector", "sector-3"),
        ("deep", 320, -260, "Between Vesta and the Anvil", "under-way", ""),
    )
    tiles = tuple(Tile(slug, col, row, say(label), kind, symbol) for slug, col, row, label, kind, symbol in places)
    days = Badge("stat-days", "3", say("3 days left"))
    pieces = (
        Piece("own", "vesta", "cruiser-1", NASTY, seat=0, state=("active",)),
        Piece("wing", "vesta", "cruiser-2", say("The wing"), seat=1),
        Piece("threat", "tethys", "flag-threat", say("A threat at New Tethys"), badges=(days,)),
        Piece("scout", "deep", "raider-drone", say("A scout on its way"), turn=90),
    )
    marks = (
        Mark("sol", "orbit", NOTHING, reach=214),
        Mark("sol", "orbit", NOTHING, reach=316),
        Mark("s1", "road", say("The road to the Rubble Fields"), 0, to="s2"),
        Mark("s2", "road", say("The road to the Shroud"), to="s3"),
        Mark("vesta", "course", say("Bound for Corona Station"), 0, to="corona"),
    )
    return Board("plane", tiles, pieces, marks)


def scene(board: Board) -> Scene:
    """A moment in which everything can be seen and much can be done."""
    first, second = board.pieces[0], board.pieces[1]
    panels = (
        SeatPanel(0, (Stat("stat-ships", say("Ships"), "4", "6"),), acting=True, note=NASTY),
        HandPanel(0, say("Your hand"), (Card("k-1", "counter-ap", NASTY, NASTY, count=2),)),
        SeatPanel(1, (Stat("stat-points", say("Points"), "0"),)),
        HandPanel(1, say("Blue's hand"), (Card("k-b", "counter-back", say("Hidden"), count=3, face_down=True),)),
        TrackPanel("clock", say("Rounds"), 3, 8, say("Then it ends.")),
        DeckPanel("cup", say("Cup"), (Card("k-2", "counter-blank", say("Blank"), count=2),), 12),
        ObjectivePanel("goal", say("Get home"), NASTY, done=True),
        StoryPanel("s", say("Chapter one"), NASTY),
        DicePanel(NASTY, (Die(say("Attack"), 3, seat=0, needs=say("4 or less"), success=True), Die(say("Big"), 17, 20)),
                  say("A hit.")),
    )  # fmt: skip
    choices = (
        Choice("c1", "move", NASTY, say("Leaves you 1."), piece=first.id, tile=board.tiles[5].id, cost=say("1 AP"),
               path=(board.tiles[4].id, board.tiles[5].id)),
        Choice("c2", "attack", say("Attack"), piece=first.id, target=second.id, odds="42 %", final=True),
        Choice("c3", "place", say("Place"), card="k-1", tile=board.tiles[7].id, final=True),
        Choice("c4", "end-turn", say("End turn"), key="e", confirm=NASTY, group=say("Turn"), final=True),
        Choice("c5", "discard", say("Put back"), card="k-1", group=say("Put back")),
    )  # fmt: skip
    status = Status(NASTY, say("and why"), (0,), say("Turn 3"))
    return Scene("dogfight", status, board, panels, choices)


def _kind(row: int, col: int) -> str:
    if row < 2:
        return "blue-base"
    if row > 7:
        return "red-base"
    return "spot" if (row, col) in ((3, 1), (5, 3)) else "space"
