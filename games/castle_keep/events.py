"""What happened, for people: one sentence each, with the rules at work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, ClassVar

from rulekeep.core.game import Event, NameOf
from rulekeep.core.prose import plural
from rulekeep.core.seats import Seat
from rulekeep.core.values import frozen
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


class _Sentence(Formatter):
    """Fills in what an event knows: seats by name, tiles one by one, or `{tiles:tile}` counted."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        event, name = args
        return name(event.seat) if key == "seat" else getattr(event, str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec:
            return plural(len(value) if isinstance(value, tuple) else value, format_spec)
        return " ".join(value) if isinstance(value, tuple) else str(value)


@frozen
class _Told(Event):
    """An event whose sentence only has to be filled in."""

    says: ClassVar[str]
    to_others: ClassVar[str] = ""
    """What those get to know who do not see it."""

    def tell(self, name: NameOf) -> str:
        return _Sentence().vformat(self.says, (self, name), {})

    def rumour(self, name: NameOf) -> str:
        return _Sentence().vformat(self.to_others, (self, name), {})


@frozen
class _OfSeat(_Told):
    """Something that a player did or suffered."""

    seat: Seat


@frozen
class _OnCastle(_OfSeat):
    """Something done to a castle."""

    owner: int
    """-1: the common castle."""
    castle: str

    def whose(self, name: NameOf) -> str:
        owner = "the" if self.owner < 0 else f"{name(self.owner)}'s"
        return f"{owner} castle {self.castle}".rstrip()


@frozen
class PilesFormed(_Told):
    says = "The tiles are shuffled and dealt; the piles hold {piles[0]} and {piles[1]}."
    seats: int
    piles: tuple[int, int]


@frozen
class HandDealt(_OfSeat):
    says = "{seat} is dealt {tiles}."
    to_others = "{seat} is dealt {tiles:tile}."
    tiles: tuple[str, ...]


@frozen
class FirstTileLaid(_Told):
    says = "The castle begins with {kind} at {cell}."
    kind: str
    cell: str


@frozen
class KnightPutBack(_Told):
    says = "{kind} is turned up first and shuffled back."
    kind: str


@frozen
class TurnBegan(_OfSeat):
    says = "Turn {turn}: {seat}."
    turn: int


@frozen
class TilesDrawn(_OfSeat):
    says = "{seat} draws {tiles} from {sources}."
    to_others = "{seat} draws {tiles:tile} from {sources}."
    tiles: tuple[str, ...]
    piles: tuple[int, ...]
    """The pile each came from."""

    @property
    def sources(self) -> str:
        return " and ".join(f"pile {pile + 1}" for pile in self.piles)


@frozen
class DiscardTaken(_OfSeat):
    says = "{seat} takes {kind} from the discard pile."
    kind: str


@frozen
class DiscardsReshuffled(_Told):
    says = "The discard pile is shuffled into new piles of {piles[0]} and {piles[1]}."
    piles: tuple[int, int]


@frozen
class DrawSkipped(_OfSeat):
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
class AttacksUnlocked(_Told):
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
class TilesLeft(_OfSeat):
    says = "{seat} leaves {tiles} to the discard pile."
    tiles: tuple[str, ...]
    """Of those destroyed, what was not taken with the others."""


@frozen
class TileTransferred(_OfSeat):
    says = "{seat} moves {kind} from {cell} of castle {castle} to {to_cell} of castle {to_castle}."
    castle: str
    cell: str
    kind: str
    to_castle: str
    to_cell: str


@frozen
class TilesSwapped(_OfSeat):
    says = (
        "{seat} exchanges {kind_a} at {cell_a} of castle A with {kind_b} at {cell_b} of castle B."
    )
    kind_a: str
    cell_a: str
    kind_b: str
    cell_b: str


@frozen
class Passed(_OfSeat):
    says = "{seat} passes."


@frozen
class BuildEnded(_OfSeat):
    says = "{seat} has built {placed:tile}: {why}."
    placed: int
    why: str


@frozen
class AttackEnded(_OfSeat):
    says = "{seat} has made {attacks:attack}: {why}."
    attacks: int
    why: str


@frozen
class TakenTilesJoined(_OfSeat):
    says = "{seat} takes {tiles} into the hand."
    tiles: tuple[str, ...]


@frozen
class TakenTilesDiscarded(_OfSeat):
    says = "{seat} discards the taken tiles left over: {tiles}."
    tiles: tuple[str, ...]


@frozen
class TileDiscarded(_OfSeat):
    says = "{seat} discards {kind} and holds {left:tile}."
    to_others = "{seat} discards a tile face down and holds {left:tile}."
    kind: str
    left: int


@frozen
class TurnEnded(_OfSeat):
    says = "{seat} ends the turn with {hand:tile} in hand."
    hand: int


@frozen
class CastleEmptied(_OnCastle):
    closed: bool

    def tell(self, name: NameOf) -> str:
        lost = " for good" if self.closed else ""
        return f"{name(self.seat)} has emptied {self.whose(name)}{lost}."


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
