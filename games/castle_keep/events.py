"""What happened, for people: one sentence each, with the rules at work."""

from __future__ import annotations

from rulekeep.core import Event, NameOf, SeatEvent, SentenceEvent, frozen, upper_first
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS, Letter

ENDINGS = {
    "built": "{} has built all there is to build and wins",
    "destroyed": "{} has destroyed a castle and wins",
    "two_castles": "{} has emptied two castles and wins",
    "last_standing": "{} is the last player left and wins",
    "siege_lost": "the siege is lost",
    "turn_limit": "the turn limit is reached: a draw",
}
"""How a match ended, by the reason; the winner's name is to be filled in."""


def ending(reason: str, winner: int, name: NameOf) -> str:
    return ENDINGS[reason].format(name(winner) if winner >= 0 else "nobody")


def castle_letter(castle: Letter) -> str:
    """A castle of an Empire as moves name it; nothing where there is only one."""
    return CASTLE_LETTERS[castle] if castle >= 0 else ""


@frozen
class _OnCastle(SeatEvent):
    """Something done to a castle."""

    owner: int
    """-1: the common castle."""
    castle: str

    def whose(self, name: NameOf) -> str:
        owner = "the" if self.owner < 0 else f"{name(self.owner)}'s"
        return f"{owner} castle {self.castle}".rstrip()


@frozen
class PilesFormed(SentenceEvent):
    says = "The tiles are shuffled and dealt; the piles hold {piles[0]} and {piles[1]}."
    seats: int
    piles: tuple[int, ...]


@frozen
class HandDealt(SeatEvent):
    says = "{seat} is dealt {tiles}."
    to_others = "{seat} is dealt {tiles:tile}."
    tiles: tuple[str, ...]


@frozen
class FirstTileLaid(SentenceEvent):
    says = "The castle begins with {kind} at {cell}."
    kind: str
    cell: str


@frozen
class KnightPutBack(SentenceEvent):
    says = "{kind} is turned up first and shuffled back."
    kind: str


@frozen
class TurnBegan(SeatEvent):
    says = "Turn {turn}: {seat}."
    turn: int


@frozen
class TilesDrawn(SeatEvent):
    says = "{seat} draws {tiles} from {sources}."
    to_others = "{seat} draws {tiles:tile} from {sources}."
    tiles: tuple[str, ...]
    piles: tuple[int, ...]
    """The pile each came from."""

    @property
    def sources(self) -> str:
        return " and ".join(f"pile {pile + 1}" for pile in self.piles)


@frozen
class DiscardTaken(SeatEvent):
    says = "{seat} takes {kind} from the discard pile."
    kind: str


@frozen
class DiscardsReshuffled(SentenceEvent):
    says = "The discard pile is shuffled into new piles of {piles[0]} and {piles[1]}."
    piles: tuple[int, ...]


@frozen
class DrawSkipped(SeatEvent):
    says = "There is no tile left for {seat} to draw."


@frozen
class TilePlaced(_OnCastle):
    kind: str
    cell: str
    reserve: bool

    def tell(self, name: NameOf) -> str:
        source = " from the reserve" if self.reserve else ""
        castle = f" of castle {self.castle}" if self.castle else ""
        return f"{name(self.seat)} places {self.kind}{source} at {self.cell}{castle}."


@frozen
class AttacksUnlocked(SentenceEvent):
    says = "Two tiles stand everywhere: attacks are possible from now on."


@frozen
class TilesDestroyed(_OnCastle):
    cell: str
    played: tuple[str, ...]
    destroyed: tuple[str, ...]
    """From bottom to top, the target last."""
    taken: bool

    def tell(self, name: NameOf) -> str:
        act = f"attacks {self.whose(name)} at {self.cell} with {' '.join(self.played)}"
        fate = "takes" if self.taken else "destroys"
        return f"{name(self.seat)} {act} and {fate} {' '.join(self.destroyed)}."


@frozen
class TilesLeft(SeatEvent):
    says = "{seat} leaves {tiles} to the discard pile."
    tiles: tuple[str, ...]
    """Of those destroyed, what was not taken with the others."""


@frozen
class TileTransferred(SeatEvent):
    says = "{seat} moves {kind} from {cell} of castle {castle} to {to_cell} of castle {to_castle}."
    castle: str
    cell: str
    kind: str
    to_castle: str
    to_cell: str


@frozen
class TilesSwapped(SeatEvent):
    says = (
        "{seat} exchanges {kind_a} at {cell_a} of castle A with {kind_b} at {cell_b} of castle B."
    )
    kind_a: str
    cell_a: str
    kind_b: str
    cell_b: str


@frozen
class Passed(SeatEvent):
    says = "{seat} passes."


@frozen
class BuildEnded(SeatEvent):
    says = "{seat} has built {placed:tile}: {why}."
    placed: int
    why: str


@frozen
class AttackEnded(SeatEvent):
    says = "{seat} has made {attacks:attack}: {why}."
    attacks: int
    why: str


@frozen
class TakenTilesJoined(SeatEvent):
    says = "{seat} takes {tiles} into the hand."
    tiles: tuple[str, ...]


@frozen
class TakenTilesDiscarded(SeatEvent):
    says = "{seat} discards the taken tiles left over: {tiles}."
    tiles: tuple[str, ...]


@frozen
class TileDiscarded(SeatEvent):
    says = "{seat} discards {kind} and holds {left:tile}."
    to_others = "{seat} discards a tile face down and holds {left:tile}."
    kind: str
    left: int


@frozen
class TurnEnded(SeatEvent):
    says = "{seat} ends the turn with {hand:tile} in hand."
    hand: int


@frozen
class CastleEmptied(_OnCastle):
    closed: bool

    def tell(self, name: NameOf) -> str:
        lost = " for good" if self.closed else ""
        return f"{name(self.seat)} has emptied {self.whose(name)}{lost}."


@frozen
class PlayerEliminated(SeatEvent):
    tiles: tuple[str, ...]
    """The hand, which is discarded."""

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} is out and discards {' '.join(self.tiles) or 'nothing'}."


@frozen
class TilesFlipped(Event):
    tiles: tuple[str, str]
    strikes: bool

    def tell(self, name: NameOf) -> str:
        result = "it strikes" if self.strikes else "nothing happens"
        return f"The assault turns over {' '.join(self.tiles)}: {result}."


@frozen
class AssaultHit(Event):
    kind: str
    cell: str
    destroyed: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        if not self.destroyed:
            return f"{self.kind} matches nothing that is left."
        return f"{self.kind} hits {self.cell} and destroys {' '.join(self.destroyed)}."


@frozen
class MatchEnded(Event):
    winner: int
    reason: str

    def tell(self, name: NameOf) -> str:
        said = ending(self.reason, self.winner, name)
        return f"{said if self.winner >= 0 else upper_first(said)}."
