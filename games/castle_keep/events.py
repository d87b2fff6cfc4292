"""What happened, for people: one sentence each, with the rules at work."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core.game import Event, NameOf
from rulekeep.core.prose import plural
from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS, Letter

HOW = {
    "built": "has built all there is to build",
    "destroyed": "has destroyed a castle",
    "two_castles": "has emptied two castles",
    "last_standing": "is the last player left",
}
"""How the winner won, by the reason of the end."""


def castle_letter(castle: Letter) -> str:
    """A castle of an Empire as moves name it; nothing where there is only one."""
    return CASTLE_LETTERS[castle] if castle >= 0 else ""


def _tiles(number: int) -> str:
    return plural(number, "tile")


def _castle(name: NameOf, owner: int, letter: str) -> str:
    if owner < 0:
        return "the castle"
    return f"{name(owner)}'s castle{' ' + letter if letter else ''}"


@frozen
class _OfSeat(Event):
    """Something that a player did or suffered."""

    seat: Seat


@frozen
class PilesFormed(Event):
    seats: int
    piles: tuple[int, int]

    def tell(self, name: NameOf) -> str:
        return (
            f"The tiles are shuffled and dealt; the piles hold {self.piles[0]} and {self.piles[1]}."
        )


@frozen
class HandDealt(_OfSeat):
    tiles: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} is dealt {' '.join(self.tiles)}."

    def rumour(self, name: NameOf) -> str:
        return f"{name(self.seat)} is dealt {_tiles(len(self.tiles))}."


@frozen
class FirstTileLaid(Event):
    kind: str
    cell: str

    def tell(self, name: NameOf) -> str:
        return f"The castle begins with {self.kind} at {self.cell}."


@frozen
class TurnBegan(_OfSeat):
    turn: int

    def tell(self, name: NameOf) -> str:
        return f"Turn {self.turn}: {name(self.seat)}."


@frozen
class TilesDrawn(_OfSeat):
    tiles: tuple[str, ...]
    piles: tuple[int, ...]
    """The pile each came from."""

    def _from(self) -> str:
        return " and ".join(f"pile {pile + 1}" for pile in self.piles)

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} draws {' '.join(self.tiles)} from {self._from()}."

    def rumour(self, name: NameOf) -> str:
        return f"{name(self.seat)} draws {_tiles(len(self.tiles))} from {self._from()}."


@frozen
class DiscardTaken(_OfSeat):
    kind: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} takes {self.kind} from the discard pile."


@frozen
class DiscardsReshuffled(Event):
    piles: tuple[int, int]

    def tell(self, name: NameOf) -> str:
        return (
            f"The discard pile is shuffled into new piles of {self.piles[0]} and {self.piles[1]}."
        )


@frozen
class DrawSkipped(_OfSeat):
    def tell(self, name: NameOf) -> str:
        return f"There is no tile left for {name(self.seat)} to draw."


@frozen
class TilePlaced(_OfSeat):
    owner: int
    """-1: the common castle."""
    castle: str
    kind: str
    cell: str
    reserve: bool

    def tell(self, name: NameOf) -> str:
        source = " from the reserve" if self.reserve else ""
        castle = f" of castle {self.castle}" if self.castle else ""
        return f"{name(self.seat)} places {self.kind}{source} at {self.cell}{castle}."


@frozen
class AttacksUnlocked(Event):
    def tell(self, name: NameOf) -> str:
        return "Two tiles stand everywhere: attacks are possible from now on."


@frozen
class TilesDestroyed(_OfSeat):
    owner: int
    """-1: the common castle."""
    castle: str
    cell: str
    played: tuple[str, ...]
    destroyed: tuple[str, ...]
    """From bottom to top, the target last."""
    taken: bool

    def tell(self, name: NameOf) -> str:
        what = f"{_castle(name, self.owner, self.castle)} at {self.cell}"
        fate = "takes" if self.taken else "destroys"
        return (
            f"{name(self.seat)} attacks {what} with {' '.join(self.played)} "
            f"and {fate} {' '.join(self.destroyed)}."
        )


@frozen
class TileTransferred(_OfSeat):
    castle: str
    cell: str
    kind: str
    to_castle: str
    to_cell: str

    def tell(self, name: NameOf) -> str:
        return (
            f"{name(self.seat)} moves {self.kind} from {self.cell} of castle {self.castle} "
            f"to {self.to_cell} of castle {self.to_castle}."
        )


@frozen
class TilesSwapped(_OfSeat):
    kind_a: str
    cell_a: str
    kind_b: str
    cell_b: str

    def tell(self, name: NameOf) -> str:
        return (
            f"{name(self.seat)} exchanges {self.kind_a} at {self.cell_a} of castle A "
            f"with {self.kind_b} at {self.cell_b} of castle B."
        )


@frozen
class Passed(_OfSeat):
    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} passes."


@frozen
class BuildEnded(_OfSeat):
    placed: int
    why: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} has built {_tiles(self.placed)}: {self.why}."


@frozen
class AttackEnded(_OfSeat):
    attacks: int
    why: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} has made {plural(self.attacks, 'attack')}: {self.why}."


@frozen
class TakenTilesJoined(_OfSeat):
    tiles: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} takes {' '.join(self.tiles)} into the hand."


@frozen
class TakenTilesDiscarded(_OfSeat):
    tiles: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} discards the taken tiles left over: {' '.join(self.tiles)}."


@frozen
class TileDiscarded(_OfSeat):
    kind: str
    left: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} discards {self.kind} and holds {_tiles(self.left)}."


@frozen
class TurnEnded(_OfSeat):
    hand: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} ends the turn with {_tiles(self.hand)} in hand."


@frozen
class CastleEmptied(_OfSeat):
    owner: int
    castle: str
    closed: bool

    def tell(self, name: NameOf) -> str:
        lost = " for good" if self.closed else ""
        return f"{name(self.seat)} has emptied {_castle(name, self.owner, self.castle)}{lost}."


@frozen
class PlayerEliminated(_OfSeat):
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
        if self.reason == "turn_limit":
            return "The turn limit is reached: a draw."
        if self.winner < 0:
            return "The siege is lost."
        return f"{name(self.winner)} {HOW[self.reason]} and wins."
