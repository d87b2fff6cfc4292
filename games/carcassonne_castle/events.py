"""What happened, and its sentence."""

from __future__ import annotations

from typing import ClassVar

from attrs import fields, frozen

from rulekeep.core.game import Event, Item, NameOf
from rulekeep.core.prose import plural


@frozen
class Told(Event):
    """An event with a plain sentence: its fields, `who` for its seat, the names of both."""

    SAYS: ClassVar[str] = ""

    def tell(self, name: NameOf) -> str:
        said = {field.name: getattr(self, field.name) for field in fields(type(self))}
        if "seat" in said:
            said["who"] = name(said["seat"])
        return self.SAYS.format(**said, black=name(0), white=name(1))


def _sum(items: tuple[Item, ...]) -> str:
    return ", ".join(map(str, items))


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
class FirstPlayerNamed(Told):
    SAYS = "{who} starts."
    seat: int


@frozen
class TurnBegan(Told):
    SAYS = "Turn {turn}: {who}."
    seat: int
    turn: int


@frozen
class TileDrawn(Told):
    SAYS = "{who} draws {tile} and shows it."
    seat: int
    tile: str


@frozen
class TileRemoved(Told):
    SAYS = "{tile} fits nowhere and is removed."
    tile: str


@frozen
class StockRanOut(Told):
    SAYS = "No tile is left for {who}, who places none."
    seat: int


@frozen
class TilePlaced(Told):
    SAYS = "{who} lays {tile} at {at}, turned r{rotation}."
    seat: int
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
class FollowerPlaced(Event):
    seat: int
    role: str
    at: str
    segment: str

    def tell(self, name: NameOf) -> str:
        if self.role == "merchant":
            return f"{name(self.seat)} lays a merchant down in the {self.segment} of {self.at}."
        return f"{name(self.seat)} puts a {self.role} on the {self.segment} of {self.at}."


@frozen
class FollowerDeclined(Told):
    SAYS = "{who} places no follower."
    seat: int


@frozen
class NoFollowerPossible(Told):
    SAYS = "{who} can place no follower: {because}."
    seat: int
    because: str


@frozen
class FeatureScored(Event):
    seat: int
    feature: str
    points: int
    items: tuple[Item, ...]

    def tell(self, name: NameOf) -> str:
        return (
            f"{name(self.seat)} scores {plural(self.points, 'point')} for the {self.feature} "
            f"({_sum(self.items)})."
        )


@frozen
class NobodyScored(Event):
    feature: str
    black: int
    white: int

    def tell(self, name: NameOf) -> str:
        """Silent without followers: that was told when the feature was completed."""
        if not self.black:
            return ""
        each = plural(self.black, "follower")
        return f"Nobody scores the {self.feature}: a tie, each has {each} in it."


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
class MarkerMoved(Event):
    seat: int
    points: int
    score: int
    space: int

    def tell(self, name: NameOf) -> str:
        lap = f" (space {self.space} of a further lap)" if self.score != self.space else ""
        before = self.score - self.points
        return f"{name(self.seat)}'s marker goes from {before} to {self.score}{lap}."


@frozen
class KeepPlaced(Told):
    SAYS = "{who} puts the keep on the {house}: size {size}."
    seat: int
    house: str
    size: int


@frozen
class KeepMoved(Told):
    SAYS = "{who} moves the keep to the {house}: size {size} instead of {before}."
    seat: int
    house: str
    size: int
    before: int


@frozen
class KeepStayed(Event):
    seat: int
    size: int
    scored: int

    def tell(self, name: NameOf) -> str:
        if not self.size:
            return f"{name(self.seat)}'s keep stays in the supply: the tile was not {name(self.seat)}'s."
        return f"{name(self.seat)}'s keep stays where it is: size {self.size}."


@frozen
class WallTileTaken(Told):
    SAYS = "{who} takes wall tile {number} from the tower {tower}."
    seat: int
    tower: str
    number: int


@frozen
class TowersPassed(Event):
    seat: int
    towers: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        tiles = "wall tile" if len(self.towers) == 1 else "wall tiles"
        where = " and ".join(self.towers)
        return f"{name(self.seat)}'s marker passes the {tiles} of {where} without stopping."


@frozen
class NothingTaken(Told):
    SAYS = "{who} stops on the tower {tower}: {because}."
    seat: int
    tower: str
    because: str


@frozen
class WallTileUsed(Told):
    SAYS = "{who} uses wall tile {number}: {effect}."
    seat: int
    number: int
    effect: str


@frozen
class ExtraTurnBegan(Told):
    SAYS = "{who} plays another turn."
    seat: int


@frozen
class ExtraTurnLost(Told):
    SAYS = "{who} cannot play another turn: no tile is left."
    seat: int


@frozen
class MatchEnded(Told):
    SAYS = "The last tile is gone; the match is over but for the final scoring."


@frozen
class WallTilesDiscarded(Told):
    SAYS = "{count} wall tiles left on the wall are discarded unseen."
    count: int


@frozen
class FinalPoints(Event):
    seat: int
    what: str
    points: int
    items: tuple[Item, ...]

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} gets {plural(self.points, 'point')} for {self.what} ({_sum(self.items)})."


@frozen
class NothingScored(Told):
    SAYS = "Nothing for {what}: {because}."
    what: str
    because: str


@frozen
class FinalScore(Told):
    SAYS = "Final score: {black} {scores[0]}, {white} {scores[1]}."
    scores: tuple[int, ...]
