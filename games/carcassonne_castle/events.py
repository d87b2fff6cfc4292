"""What happened, and its sentence."""

from __future__ import annotations

from typing import ClassVar

from attrs import fields

from rulekeep.core.game import Event, Item, NameOf
from rulekeep.core.prose import plural
from rulekeep.core.values import frozen


@frozen
class Told(Event):
    """An event with a plain sentence: its fields, the names of both players."""

    SAYS: ClassVar[str] = ""

    def tell(self, name: NameOf) -> str:
        said = {field.name: getattr(self, field.name) for field in fields(type(self))}
        if "seat" in said:
            said["who"] = name(said["seat"])
        if "items" in said:
            said["sum"] = ", ".join(map(str, said["items"]))
            said["points"] = plural(said["points"], "point")
        return self.SAYS.format(**said, black=name(0), white=name(1))


@frozen
class Done(Told):
    """What one player does, or what happens to him: `who` in its sentence."""

    seat: int


@frozen
class PiecesHandedOut(Told):
    SAYS = (
        "{black} plays Black, {white} plays White; each has {followers} followers "
        "and a keep, and a marker on space 0."
    )
    followers: int


@frozen
class StockShuffled(Told):
    SAYS = "{tiles} castle tiles lie face down; the castle is empty."
    tiles: int


@frozen
class WallTilesLaidOut(Told):
    SAYS = (
        "{towers} corner towers carry a wall tile face down; "
        "{left_over} wall tiles are put away unseen."
    )
    towers: int
    left_over: int


@frozen
class FirstPlayerNamed(Done):
    SAYS = "{who} starts."


@frozen
class TurnBegan(Done):
    SAYS = "Turn {turn}: {who}."
    turn: int


@frozen
class TileDrawn(Done):
    SAYS = "{who} draws {tile} and shows it."
    tile: str


@frozen
class TileRemoved(Told):
    SAYS = "{tile} fits nowhere and is removed."
    tile: str


@frozen
class StockRanOut(Done):
    SAYS = "No tile is left for {who}, who places none."


@frozen
class TilePlaced(Done):
    SAYS = "{who} lays {tile} at {at}, turned r{rotation}."
    tile: str
    at: str
    rotation: int


@frozen
class FeatureCompleted(Event):
    feature: str
    size: int
    black: int
    white: int
    """The followers in it before the newest tile may get one."""

    def tell(self, name: NameOf) -> str:
        empty = "" if self.black or self.white else "; nobody has a follower in it"
        return f"The {self.feature} is complete (size {self.size}){empty}."


@frozen
class FollowerPlaced(Done):
    role: str
    at: str
    segment: str

    def tell(self, name: NameOf) -> str:
        lays = "lays a merchant down in" if self.role == "merchant" else f"puts a {self.role} on"
        return f"{name(self.seat)} {lays} the {self.segment} of {self.at}."


@frozen
class FollowerDeclined(Done):
    SAYS = "{who} places no follower."


@frozen
class NoFollowerPossible(Done):
    SAYS = "{who} can place no follower: {because}."
    because: str


@frozen
class FeatureScored(Done):
    SAYS = "{who} scores {points} for the {feature} ({sum})."
    feature: str
    points: int
    items: tuple[Item, ...]


@frozen
class NobodyScored(Event):
    feature: str
    black: int
    white: int

    def tell(self, name: NameOf) -> str:
        """Silent without followers: that was told when the feature was completed."""
        each = plural(self.black, "follower")
        tie = f"Nobody scores the {self.feature}: a tie, each has {each} in it."
        return tie if self.black else ""


@frozen
class FollowersReturned(Event):
    feature: str
    black: int
    white: int

    def tell(self, name: NameOf) -> str:
        both = ((0, self.black), (1, self.white))
        who = " and ".join(f"{name(seat)} takes {count}" for seat, count in both if count)
        last = "followers" if (self.white or self.black) > 1 else "follower"
        return f"{who} {last} back from the {self.feature}."


@frozen
class MarkerMoved(Done):
    points: int
    score: int
    space: int

    def tell(self, name: NameOf) -> str:
        lap = f" (space {self.space} of a further lap)" if self.score != self.space else ""
        before = self.score - self.points
        return f"{name(self.seat)}'s marker goes from {before} to {self.score}{lap}."


@frozen
class KeepPlaced(Done):
    SAYS = "{who} puts the keep on the {house}: size {size}."
    house: str
    size: int


@frozen
class KeepMoved(Done):
    SAYS = "{who} moves the keep to the {house}: size {size} instead of {before}."
    house: str
    size: int
    before: int


@frozen
class KeepStayed(Done):
    size: int
    scored: int

    def tell(self, name: NameOf) -> str:
        if not self.size:
            return f"{name(self.seat)}'s keep stays in the supply: the tile was not {name(self.seat)}'s."
        return f"{name(self.seat)}'s keep stays where it is: size {self.size}."


@frozen
class WallTileTaken(Done):
    SAYS = "{who} takes wall tile {number} from the tower {tower}."
    tower: str
    number: int


@frozen
class TowersPassed(Done):
    towers: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        tiles = f"wall tile{'s' * (len(self.towers) > 1)} of {' and '.join(self.towers)}"
        return f"{name(self.seat)}'s marker passes the {tiles} without stopping."


@frozen
class NothingTaken(Done):
    SAYS = "{who} stops on the tower {tower}: {because}."
    tower: str
    because: str


@frozen
class WallTileUsed(Done):
    SAYS = "{who} uses wall tile {number}: {effect}."
    number: int
    effect: str


@frozen
class ExtraTurnBegan(Done):
    SAYS = "{who} plays another turn."


@frozen
class ExtraTurnLost(Done):
    SAYS = "{who} cannot play another turn: no tile is left."


@frozen
class MatchEnded(Told):
    SAYS = "The last tile is gone; the match is over but for the final scoring."


@frozen
class WallTilesDiscarded(Told):
    SAYS = "{count} wall tiles left on the wall are discarded unseen."
    count: int


@frozen
class FinalPoints(Done):
    SAYS = "{who} gets {points} for {what} ({sum})."
    what: str
    points: int
    items: tuple[Item, ...]


@frozen
class NothingScored(Told):
    SAYS = "Nothing for {what}: {because}."
    what: str
    because: str


@frozen
class FinalScore(Told):
    SAYS = "Final score: {black} {scores[0]}, {white} {scores[1]}."
    scores: tuple[int, ...]
