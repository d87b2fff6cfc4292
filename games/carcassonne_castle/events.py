"""What happened, and its sentence."""

from __future__ import annotations

from rulekeep.core import Event, Item, NameOf, SeatEvent, SentenceEvent, frozen, plural


@frozen
class PiecesHandedOut(SentenceEvent):
    says = (
        "{0} plays Black, {1} plays White; each has {followers} followers "
        "and a keep, and a marker on space 0."
    )
    followers: int


@frozen
class StockShuffled(SentenceEvent):
    says = "{tiles} castle tiles lie face down; the castle is empty."
    tiles: int


@frozen
class WallTilesLaidOut(SentenceEvent):
    says = (
        "{towers} corner towers carry a wall tile face down; "
        "{left_over} wall tiles are put away unseen."
    )
    towers: int
    left_over: int


@frozen
class FirstPlayerNamed(SeatEvent):
    says = "{seat} starts."


@frozen
class TurnBegan(SeatEvent):
    says = "Turn {turn}: {seat}."
    turn: int


@frozen
class TileDrawn(SeatEvent):
    says = "{seat} draws {tile} and shows it."
    tile: str


@frozen
class TileRemoved(SentenceEvent):
    says = "{tile} fits nowhere and is removed."
    tile: str


@frozen
class StockRanOut(SeatEvent):
    says = "No tile is left for {seat}, who places none."


@frozen
class TilePlaced(SeatEvent):
    says = "{seat} lays {tile} at {at}, turned r{rotation}."
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
class FollowerPlaced(SeatEvent):
    role: str
    at: str
    segment: str

    def tell(self, name: NameOf) -> str:
        lays = "lays a merchant down in" if self.role == "merchant" else f"puts a {self.role} on"
        return f"{name(self.seat)} {lays} the {self.segment} of {self.at}."


@frozen
class FollowerDeclined(SeatEvent):
    says = "{seat} places no follower."


@frozen
class NoFollowerPossible(SeatEvent):
    says = "{seat} can place no follower: {because}."
    because: str


@frozen
class FeatureScored(SeatEvent):
    says = "{seat} scores {points:point} for the {feature} ({items})."
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
class MarkerMoved(SeatEvent):
    points: int
    score: int
    space: int

    def tell(self, name: NameOf) -> str:
        lap = f" (space {self.space} of a further lap)" if self.score != self.space else ""
        before = self.score - self.points
        return f"{name(self.seat)}'s marker goes from {before} to {self.score}{lap}."


@frozen
class KeepPlaced(SeatEvent):
    says = "{seat} puts the keep on the {house}: size {size}."
    house: str
    size: int


@frozen
class KeepMoved(SeatEvent):
    says = "{seat} moves the keep to the {house}: size {size} instead of {before}."
    house: str
    size: int
    before: int


@frozen
class KeepStayed(SeatEvent):
    size: int
    scored: int

    def tell(self, name: NameOf) -> str:
        if not self.size:
            return f"{name(self.seat)}'s keep stays in the supply: the tile was not {name(self.seat)}'s."
        return f"{name(self.seat)}'s keep stays where it is: size {self.size}."


@frozen
class WallTileTaken(SeatEvent):
    says = "{seat} takes wall tile {number} from the tower {tower}."
    tower: str
    number: int


@frozen
class TowersPassed(SeatEvent):
    towers: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        tiles = f"wall tile{'s' * (len(self.towers) > 1)} of {' and '.join(self.towers)}"
        return f"{name(self.seat)}'s marker passes the {tiles} without stopping."


@frozen
class NothingTaken(SeatEvent):
    says = "{seat} stops on the tower {tower}: {because}."
    tower: str
    because: str


@frozen
class WallTileUsed(SeatEvent):
    says = "{seat} uses wall tile {number}: {effect}."
    number: int
    effect: str


@frozen
class ExtraTurnBegan(SeatEvent):
    says = "{seat} plays another turn."


@frozen
class ExtraTurnLost(SeatEvent):
    says = "{seat} cannot play another turn: no tile is left."


@frozen
class MatchEnded(SentenceEvent):
    says = "The last tile is gone; the match is over but for the final scoring."


@frozen
class WallTilesDiscarded(SentenceEvent):
    says = "{count} wall tiles left on the wall are discarded unseen."
    count: int


@frozen
class FinalPoints(SeatEvent):
    says = "{seat} gets {points:point} for {what} ({items})."
    what: str
    points: int
    items: tuple[Item, ...]


@frozen
class NothingScored(SentenceEvent):
    says = "Nothing for {what}: {because}."
    what: str
    because: str


@frozen
class FinalScore(SentenceEvent):
    says = "Final score: {0} {scores[0]}, {1} {scores[1]}."
    scores: tuple[int, ...]
