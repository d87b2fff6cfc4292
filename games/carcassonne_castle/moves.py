"""The moves, and their one text form.

draw                        take a tile (only where something can be said before it)
place 2,2 r1                lay the tile drawn;  place C06 2,2 r1  names it too
follower house N            a follower on a segment of that tile;  follower none
score tower 2,7 N           the next completed feature;  … double  with a wall tile
end                         finish the turn
again                       wall tile 1: another turn
"""

from __future__ import annotations

from attrs import field, frozen

from rulekeep.core.grid import SIDES
from rulekeep.games.carcassonne_castle.tiles import PORTS, TYPES

Point = tuple[int, int]


@frozen
class PlaceTile:
    """Lay the drawn tile on a cell, turned clockwise by quarter turns."""

    tile: str
    """The tile's id, if it is named; empty: the drawn tile, whichever it is."""
    at: Point
    rotation: int
    cell: int = field(eq=False, repr=False)
    """The cell's index on the board."""

    @property
    def text(self) -> str:
        tile = f"{self.tile} " if self.tile else ""
        return f"place {tile}{self.at[0]},{self.at[1]} r{self.rotation}"


@frozen
class PlaceFollower:
    """Put a follower on the segment of the new tile that reaches this port."""

    type: int
    port: int

    @property
    def text(self) -> str:
        return f"follower {TYPES[self.type]} {PORTS[self.port]}"


@frozen
class NoFollower:
    @property
    def text(self) -> str:
        return "follower none"


@frozen
class ScoreFeature:
    """Score the completed feature that reaches this side of this cell next."""

    type: int
    at: Point
    side: int
    doubles: int
    """How many wall tiles 2 or 3 are spent on it."""
    cell: int = field(eq=False, repr=False)

    @property
    def text(self) -> str:
        feature = f"{TYPES[self.type]} {self.at[0]},{self.at[1]} {SIDES[self.side]}"
        return f"score {feature}" + " double" * self.doubles


@frozen
class EndTurn:
    @property
    def text(self) -> str:
        return "end"


@frozen
class PlayAgain:
    """Use wall tile 1."""

    @property
    def text(self) -> str:
        return "again"


@frozen
class DrawTile:
    @property
    def text(self) -> str:
        return "draw"


Move = PlaceTile | PlaceFollower | NoFollower | ScoreFeature | EndTurn | PlayAgain | DrawTile

NO_FOLLOWER = NoFollower()
END = EndTurn()
AGAIN = PlayAgain()
DRAW = DrawTile()

MOST_DOUBLES = 2
FORMS = (
    "place [TILE] X,Y rN",
    "follower TYPE PORT",
    "follower none",
    "score TYPE X,Y SIDE [double]",
    "end",
    "again",
    "draw",
)
