"""What happened, and its sentence.

Match files of older versions are compared by these fields, so that the words of a sentence are made
from them: `house 2,7 N` is the house at 2,7, on the north side.
"""

from __future__ import annotations

import re
from typing import Any

from attrs import field

from rulekeep.core import Event, Item, NameOf, SeatEvent, SentenceEvent, frozen, listed, plural
from rulekeep.games.carcassonne_castle.box.board import EFFECT_WORDS
from rulekeep.games.carcassonne_castle.box.tiles import PORT_WORDS, PORTS, TURNED

_FEATURE = re.compile(r"\b(path|tower|house|court) (\d+,\d+) ([NESW][12]?)")


def in_words(text: str) -> str:
    """The text with every feature in full words: `the house at 2,7 (north side)`."""
    return _FEATURE.sub(lambda m: f"{m[1]} at {m[2]} ({PORT_WORDS[PORTS.index(m[3])]})", text)


_WORDS = SentenceEvent.words | {"words": in_words}


# -- before the first turn ------------------------------------------------------------------


@frozen
class PiecesHandedOut(SentenceEvent):
    says = (
        "{0} plays Black and {1} plays White. Each has {followers:follower}, a keep "
        "and a marker on space 0."
    )
    followers: int


@frozen
class StockShuffled(SentenceEvent):
    says = "The stock holds {tiles:castle tile} face down, and the castle is empty."
    tiles: int


@frozen
class WallTilesLaidOut(SentenceEvent):
    says = (
        "The corner towers hold {towers:wall tile} face down. "
        "The rest stays out of the game, unseen: {left_over:wall tile}."
    )
    towers: int
    left_over: int


@frozen
class FirstPlayerNamed(SeatEvent):
    says = "{seat} starts."


# -- tiles ----------------------------------------------------------------------------------


@frozen
class TurnBegan(SeatEvent):
    says = "{seat} begins turn {turn}."
    turn: int


class _TileEvent(Event):
    """What the tile shows is for the sentence only; the data name the tile."""

    def to_dict(self) -> dict[str, Any]:
        fields = Event.to_dict(self)
        del fields["shows"]
        return fields


@frozen
class TileDrawn(SeatEvent, _TileEvent):
    says = "{seat} draws a tile with {shows}."
    tile: str
    shows: str = field(default="", kw_only=True)


@frozen
class TileRemoved(SentenceEvent, _TileEvent):
    says = "The tile with {shows} fits nowhere and is removed from the game."
    tile: str
    shows: str = field(default="", kw_only=True)


@frozen
class StockRanOut(SeatEvent):
    says = "No tile is left for {seat} to place."


@frozen
class TilePlaced(SeatEvent):
    says = "{seat} places the tile on space {at}{turned}."
    tile: str
    at: str
    rotation: int

    @property
    def turned(self) -> str:
        return TURNED[self.rotation]


@frozen
class FeatureCompleted(Event):
    feature: str
    size: int
    black: int
    white: int
    """The followers in it before the newest tile may get one."""

    def tell(self, name: NameOf) -> str:
        empty = "" if self.black or self.white else ", but nobody has a follower in it"
        return f"The {in_words(self.feature)} is complete with size {self.size}{empty}."


# -- followers ------------------------------------------------------------------------------


@frozen
class FollowerPlaced(SeatEvent):
    role: str
    at: str
    segment: str

    def tell(self, name: NameOf) -> str:
        type_, port = self.segment.split()
        does = "lays a merchant in" if self.role == "merchant" else f"places a {self.role} on"
        return f"{name(self.seat)} {does} the {in_words(f'{type_} {self.at} {port}')}."


@frozen
class FollowerDeclined(SeatEvent):
    says = "{seat} places no follower."


@frozen
class NoFollowerPossible(SeatEvent):
    because: str

    def tell(self, name: NameOf) -> str:
        if self.rule == "CC-046":
            return f"{name(self.seat)} has no follower left to place."
        why = "everything on the new tile has a follower already"
        return f"{name(self.seat)} cannot place a follower: {why}."


@frozen
class FollowersReturned(Event):
    feature: str
    black: int
    white: int

    def tell(self, name: NameOf) -> str:
        both = ((0, self.black), (1, self.white))
        who = [f"{name(seat)} takes back {plural(n, 'follower')}" for seat, n in both if n]
        return f"{listed(who)} from the {in_words(self.feature)}."


# -- scoring --------------------------------------------------------------------------------


@frozen
class FeatureScored(SeatEvent):
    words = _WORDS
    says = "{seat} scores {points:point} for the {feature:words}: {sum}."
    feature: str
    points: int
    items: tuple[Item, ...]

    @property
    def sum(self) -> str:
        """`4 tiles × 2, with a well`."""
        (item,) = self.items
        _, comma, how = item.label.partition(",")
        return f"{plural(item.count, 'tile')} × {item.each}{comma}{how}"


@frozen
class NobodyScored(Event):
    feature: str
    black: int
    white: int

    def tell(self, name: NameOf) -> str:
        """Empty without followers: the completion has said so."""
        each = plural(self.black, "follower")
        tie = f"Nobody scores the {in_words(self.feature)}: it is a tie, {each} each."
        return tie if self.black else ""


@frozen
class MarkerMoved(SeatEvent):
    points: int
    score: int
    space: int

    def tell(self, name: NameOf) -> str:
        lap = f", which is space {self.space} on the next lap" if self.score != self.space else ""
        before = self.score - self.points
        return f"{name(self.seat)}'s marker moves from {before} to {self.score}{lap}."


@frozen
class KeepPlaced(SeatEvent):
    words = _WORDS
    says = "{seat} places the keep on the {house:words}, size {size}."
    house: str
    size: int


@frozen
class KeepMoved(SeatEvent):
    words = _WORDS
    says = "{seat} moves the keep to the larger {house:words}: size {size} instead of {before}."
    house: str
    size: int
    before: int


@frozen
class KeepStayed(SeatEvent):
    size: int
    scored: int

    def tell(self, name: NameOf) -> str:
        where = "where it is" if self.size else "in the supply"
        why = f"this house has size {self.scored}, the keep {self.size}"
        if self.rule == "CC-082":
            why = "the other player completed this house"
        return f"{name(self.seat)}'s keep stays {where}: {why}."


# -- wall tiles -----------------------------------------------------------------------------


@frozen
class WallTileTaken(SeatEvent):
    says = "{seat} stops on corner tower {tower} and takes wall tile {number} ({effect})."
    tower: str
    number: int

    @property
    def effect(self) -> str:
        return EFFECT_WORDS[self.number - 1]


@frozen
class TowersPassed(SeatEvent):
    towers: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        corner = f"corner tower{'s' * (len(self.towers) > 1)} {listed(self.towers)}"
        return f"{name(self.seat)}'s marker passes {corner} without stopping and takes nothing."


@frozen
class NothingTaken(SeatEvent):
    tower: str
    because: str

    def tell(self, name: NameOf) -> str:
        why = "which has no wall tile"
        if self.rule == "CC-096":
            why = "but wall tiles are taken on the first lap only"
        return f"{name(self.seat)} stops on corner tower {self.tower}, {why}."


@frozen
class WallTileUsed(SeatEvent):
    number: int
    effect: str

    def tell(self, name: NameOf) -> str:
        use = "take another turn after this one"
        if self.number > 1:
            use = "double " + in_words(self.effect.removesuffix(" is doubled"))
        return f"{name(self.seat)} uses wall tile {self.number} to {use}."


@frozen
class ExtraTurnBegan(SeatEvent):
    says = "{seat} takes another turn."


@frozen
class ExtraTurnLost(SeatEvent):
    says = "{seat} cannot take another turn, because no tile is left."


# -- the end --------------------------------------------------------------------------------


@frozen
class MatchEnded(SentenceEvent):
    says = "No castle tile is left, so the match ends with the final scoring."


@frozen
class WallTilesDiscarded(SentenceEvent):
    count: int

    def tell(self, name: NameOf) -> str:
        if not self.count:
            return "No wall tile is left on the wall."
        verb = "is" if self.count == 1 else "are"
        return f"{plural(self.count, 'wall tile')} left on the wall {verb} discarded unseen."


@frozen
class FinalPoints(SeatEvent):
    words = _WORDS
    says = "{seat} scores {points:point} for {what:words}: {sum}."
    what: str
    points: int
    items: tuple[Item, ...]

    @property
    def sum(self) -> str:
        """`5 markets × 3`, `11 empty spaces`."""
        (item,) = self.items
        noun, comma, how = item.label.partition(",")
        noun = plural(item.count, noun.split()[-1].removesuffix("s"))
        if item.rule == "CC-135":
            noun = f"the largest empty region has {plural(item.count, 'space')}"
        return noun + (f" × {item.each}" if item.each > 1 else "") + comma + how


@frozen
class NothingScored(SentenceEvent):
    words = _WORDS
    says = "No points for {what:words}: {because}."
    what: str
    because: str


@frozen
class FinalScore(SentenceEvent):
    says = "Final score: {0} {scores[0]}, {1} {scores[1]}."
    scores: tuple[int, ...]
