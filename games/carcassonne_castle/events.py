"""What happened, and its sentence."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core.game import Event, Item, NameOf
from rulekeep.core.prose import plural


def _sum(items: tuple[Item, ...]) -> str:
    return ", ".join(map(str, items))


@frozen
class PiecesHandedOut(Event):
    followers: int

    def tell(self, name: NameOf) -> str:
        return (
            f"{name(0)} plays Black, {name(1)} plays White; each has {self.followers} followers "
            "and a keep, and a marker on space 0."
        )


@frozen
class StockShuffled(Event):
    tiles: int

    def tell(self, name: NameOf) -> str:
        return f"{self.tiles} castle tiles lie face down; the castle is empty."


@frozen
class WallTilesLaidOut(Event):
    towers: int
    left_over: int

    def tell(self, name: NameOf) -> str:
        return (
            f"{self.towers} corner towers carry a wall tile face down; "
            f"{self.left_over} wall tiles are put away unseen."
        )


@frozen
class FirstPlayerNamed(Event):
    seat: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} starts."


@frozen
class TurnBegan(Event):
    seat: int
    turn: int

    def tell(self, name: NameOf) -> str:
        return f"Turn {self.turn}: {name(self.seat)}."


@frozen
class TileDrawn(Event):
    seat: int
    tile: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} draws {self.tile} and shows it."


@frozen
class TileRemoved(Event):
    tile: str

    def tell(self, name: NameOf) -> str:
        return f"{self.tile} fits nowhere and is removed."


@frozen
class StockRanOut(Event):
    seat: int

    def tell(self, name: NameOf) -> str:
        return f"No tile is left for {name(self.seat)}, who places none."


@frozen
class TilePlaced(Event):
    seat: int
    tile: str
    at: str
    rotation: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} lays {self.tile} at {self.at}, turned r{self.rotation}."


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
class FollowerDeclined(Event):
    seat: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} places no follower."


@frozen
class NoFollowerPossible(Event):
    seat: int
    because: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} can place no follower: {self.because}."


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
class KeepPlaced(Event):
    seat: int
    house: str
    size: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} puts the keep on the {self.house}: size {self.size}."


@frozen
class KeepMoved(Event):
    seat: int
    house: str
    size: int
    before: int

    def tell(self, name: NameOf) -> str:
        return (
            f"{name(self.seat)} moves the keep to the {self.house}: "
            f"size {self.size} instead of {self.before}."
        )


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
class WallTileTaken(Event):
    seat: int
    tower: str
    number: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} takes wall tile {self.number} from the tower {self.tower}."


@frozen
class TowersPassed(Event):
    seat: int
    towers: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        tiles = "wall tile" if len(self.towers) == 1 else "wall tiles"
        where = " and ".join(self.towers)
        return f"{name(self.seat)}'s marker passes the {tiles} of {where} without stopping."


@frozen
class NothingTaken(Event):
    seat: int
    tower: str
    because: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} stops on the tower {self.tower}: {self.because}."


@frozen
class WallTileUsed(Event):
    seat: int
    number: int
    effect: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} uses wall tile {self.number}: {self.effect}."


@frozen
class ExtraTurnBegan(Event):
    seat: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} plays another turn."


@frozen
class ExtraTurnLost(Event):
    seat: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} cannot play another turn: no tile is left."


@frozen
class MatchEnded(Event):
    def tell(self, name: NameOf) -> str:
        return "The last tile is gone; the match is over but for the final scoring."


@frozen
class WallTilesDiscarded(Event):
    count: int

    def tell(self, name: NameOf) -> str:
        return f"{self.count} wall tiles left on the wall are discarded unseen."


@frozen
class FinalPoints(Event):
    seat: int
    what: str
    points: int
    items: tuple[Item, ...]

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} gets {plural(self.points, 'point')} for {self.what} ({_sum(self.items)})."


@frozen
class NothingScored(Event):
    what: str
    because: str

    def tell(self, name: NameOf) -> str:
        return f"Nothing for {self.what}: {self.because}."


@frozen
class FinalScore(Event):
    scores: tuple[int, ...]

    def tell(self, name: NameOf) -> str:
        return f"Final score: {name(0)} {self.scores[0]}, {name(1)} {self.scores[1]}."
