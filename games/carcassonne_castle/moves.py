"""The moves and their notation; PHRASES has the forms with an example of each."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core import (
    ANY_WORDS,
    BadNotation,
    Language,
    NameSlot,
    NumberSlot,
    Phrase,
    WordReader,
    shortened_word,
)
from rulekeep.games.carcassonne_castle.box import tiles
from rulekeep.games.carcassonne_castle.box.board import Cell
from rulekeep.games.carcassonne_castle.box.contents import Box
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, TYPES

THE_ONE_DRAWN = -1
MOST_DOUBLES = 2


@frozen
class DrawTile:
    """Take a tile from the stock; a decision only where wall tile 1 can be used before it."""


@frozen
class PlaceTile:
    """Lay the drawn tile on a cell, turned clockwise by quarter turns."""

    cell: Cell
    rotation: tiles.Rotation
    tile: tiles.Kind = THE_ONE_DRAWN
    """Given only if it is another tile than the one drawn."""


@frozen
class PlaceFollower:
    """Put a follower on the segment of the new tile that reaches this port."""

    type: tiles.Type
    port: tiles.Port


@frozen
class NoFollower:
    """Keep the followers in the supply."""


@frozen
class ScoreFeature:
    """Score the completed feature that reaches this side of this cell next."""

    type: tiles.Type
    cell: Cell
    side: tiles.Port
    """A whole edge, unless the feature reaches halves of edges only."""
    doubles: int = 0
    """How many wall tiles 2 or 3 are spent on it."""


@frozen
class EndTurn:
    """Keep wall tile 1 for later."""


@frozen
class PlayAgain:
    """Use wall tile 1."""


Move = PlaceTile | PlaceFollower | NoFollower | ScoreFeature | EndTurn | PlayAgain | DrawTile

NO_FOLLOWER = NoFollower()
END = EndTurn()
AGAIN = PlayAgain()
DRAW = DrawTile()


# -- in words -------------------------------------------------------------------------------


class Space(NameSlot):
    """A space of the castle, `2,7`; blanks round the comma do not count."""

    pattern = ANY_WORDS

    def __init__(self, box: Box) -> None:
        super().__init__("space", box.cell_names)
        self.box = box

    def read(self, words: WordReader) -> Cell:
        at = words.at
        text = words.take("the space")
        while len(words) and (text.endswith(",") or words.next.startswith(",")):
            text += words.take()
        cell = self.box.cell_named(text)
        if cell is not None:
            return cell
        words.at = at  # so that a complaint about a word before it is not drowned
        known = text.replace(",", "", 1)
        if known.isascii() and known.isdecimal() and "," in text:
            raise BadNotation(f"{shortened_word(text)} is not a space inside the castle")
        raise BadNotation(f"{shortened_word(text)} is not a space; write x,y, for example 2,7")


class Doubles(NumberSlot):
    """A number as words: `double`, once for each wall tile that is spent."""

    pattern = ANY_WORDS

    def read(self, words: WordReader) -> int:
        count = 0
        while words.next.casefold() == "double" and count < MOST_DOUBLES:
            words.take()
            count += 1
        if not count:
            raise BadNotation(f"{shortened_word(words.next)} is not double")
        return count

    def write(self, value: int) -> str:
        return " ".join(["double"] * value)


SCORING = "score a completed feature; 'double' after it spends a wall tile"
PHRASES = [
    Phrase("place [<tile>] <cell> r<rotation>", PlaceTile, "place 2,2 r1", "lay the tile"),
    Phrase("follower <type> <port>", PlaceFollower, "follower court S1", "claim a segment of it"),
    Phrase("follower none", NoFollower, "follower none", "claim nothing"),
    Phrase("score <type> <cell> <side> [<doubles>]", ScoreFeature, "score tower 2,7 N", SCORING),
    Phrase("end", EndTurn, "end", "finish the turn"),
    Phrase("again", PlayAgain, "again", "use wall tile 1: another turn"),
    Phrase("draw", DrawTile, "draw", "take a tile"),
]


def language(box: Box) -> Language:
    return Language(
        {
            "tile": NameSlot("tile", box.kinds),
            "cell": Space(box),
            "rotation": NumberSlot("rotation", 0, 3),
            "type": NameSlot("feature", TYPES),
            "port": NameSlot("port", PORTS),
            "side": NameSlot("side", PORTS[: box.score_ports]),
            "doubles": Doubles("doubling", 0, MOST_DOUBLES),
        },
        PHRASES,
    )


def as_recorded(move: Move, drawn: tiles.Kind) -> Move:
    """The one form of a move: the tile drawn need not be named."""
    if isinstance(move, PlaceTile) and move.tile == drawn:
        return PlaceTile(move.cell, move.rotation)
    return move


# -- made once ------------------------------------------------------------------------------


class Catalogue:
    """The most frequent moves of a box, picked from tables instead of built."""

    def __init__(self, box: Box) -> None:
        cells = range(len(box.cells))
        self.place = tuple(tuple(PlaceTile(cell, r) for r in range(4)) for cell in cells)
        """By cell and rotation; whichever tile is drawn."""
        turned = [
            tuple([tuple([moves[r] for r in rotations]) for moves in self.place])
            for rotations in ([r for r in range(4) if bits >> r & 1] for bits in range(16))
        ]
        self.placements = tuple(tuple(turned[bits] for bits in fitting) for fitting in box.fits)
        """By kind, what the neighbours ask, and cell."""
        claim = {
            (type_, port): PlaceFollower(type_, port)
            for type_ in range(len(TYPES))
            for port in range(len(PORTS))
        }
        self.claims = tuple(
            tuple([claim[segment.type, segment.ports[0]] for segment in oriented.segments])
            for oriented in box.oriented
        )
        """By tile laid and segment: the follower move as it is listed."""
