"""What happened, for people: one sentence each, with the rules at work."""

from __future__ import annotations

from rulekeep import core
from rulekeep.core import Event, NameOf, SentenceEvent, frozen, upper_first, with_article
from rulekeep.games.castle_keep.box.castle import CELL_OF, CELL_WORDS, at_cell
from rulekeep.games.castle_keep.box.tiles import KIND_OF, tile_words, tiles_words
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS, Letter

ENDINGS = {
    "CK-047": "{} completed the castle",
    "CK-048": "{} destroyed the last tile of a castle",
    "CK-052": "the turn limit is reached",
    "CK-081": "{} completed both castles",
    "CK-082": "{} emptied a second castle",
    "CK-083": "{} is the last player with a castle",
    "CK-097": "{} placed the ninth tile",
    "CK-098": "{} emptied the common castle",
    "CK-107": "{} completed the castle",
    "CK-108": "the assault destroyed the last tile",
    "CK-109": "there are too few tiles left",
}
"""Why a match ended, by the rule; the winner's name is to be filled in."""

RESULTS = {"siege_lost": ": the siege is lost", "turn_limit": ": a draw"}
"""What an end without a winner means, by the reason."""


def ending(rule: str, reason: str, winner: int, name: NameOf) -> str:
    """Why the match is over, as a clause."""
    key = "CK-083" if reason == "last_standing" else rule
    return ENDINGS[key].format(name(winner) if winner >= 0 else "")


def castle_letter(castle: Letter) -> str:
    """A castle of an Empire as moves name it; nothing where there is only one."""
    return CASTLE_LETTERS[castle] if castle >= 0 else ""


def _a_tile(code: str) -> str:
    return with_article(tile_words(KIND_OF[code]))


def _tiles(found: tuple[str, ...]) -> str:
    return tiles_words(KIND_OF[code] for code in found)


WORDS = SentenceEvent.words | {
    "a_tile": _a_tile,
    "tiles": _tiles,
    "at": lambda cell: at_cell(CELL_OF[cell]),
    "cell": lambda cell: CELL_WORDS[CELL_OF[cell]],
    "castle": lambda letter: f" of castle {letter}" if letter else "",
    "source": lambda reserve: " from the reserve" if reserve else "",
    "result": lambda strikes: "it hits the castle" if strikes else "nothing happens",
    "reason": lambda why: "" if why == "no more by choice" else f": {why}",
}
"""How sentences name tiles and cells."""


@frozen
class TableEvent(SentenceEvent):
    """Something that no player did."""

    words = WORDS


@frozen
class SeatEvent(core.SeatEvent):
    """Something that a player did."""

    words = WORDS


@frozen
class CastleEvent(SeatEvent):
    """Something that a player did to a castle."""

    owner: int
    """-1: the common castle."""
    castle: str

    def whose(self, name: NameOf) -> str:
        owner = "the common" if self.owner < 0 else f"{name(self.owner)}'s"
        return f"{owner} castle {self.castle}".rstrip()


# -- set-up and drawing -----------------------------------------------------------------------------


@frozen
class PilesFormed(TableEvent):
    says = "The tiles are shuffled and dealt. The piles hold {piles[0]} and {piles[1]} tiles."
    seats: int
    piles: tuple[int, ...]


@frozen
class HandDealt(SeatEvent):
    says = "{seat} is dealt {tiles:tiles}."
    to_others = "{seat} is dealt {tiles:tile}."
    tiles: tuple[str, ...]


@frozen
class FirstTileLaid(TableEvent):
    says = "The castle starts with {kind:a_tile} {cell:at}."
    kind: str
    cell: str


@frozen
class KnightPutBack(TableEvent):
    says = "A castle cannot start with {kind:a_tile}, so it is shuffled back."
    kind: str


@frozen
class TurnBegan(SeatEvent):
    says = "Turn {turn}: {seat}."
    turn: int


@frozen
class TilesDrawn(SeatEvent):
    says = "{seat} draws {tiles:tiles} from {sources}."
    to_others = "{seat} draws {tiles:tile} from {sources}."
    tiles: tuple[str, ...]
    piles: tuple[int, ...]
    """The pile each came from."""

    @property
    def sources(self) -> str:
        return " and ".join(f"pile {pile + 1}" for pile in dict.fromkeys(self.piles))


@frozen
class DiscardTaken(SeatEvent):
    says = "{seat} takes {kind:a_tile} from the discard pile."
    kind: str


@frozen
class DiscardsReshuffled(TableEvent):
    says = "The discard pile is shuffled into new piles of {piles[0]} and {piles[1]}."
    piles: tuple[int, ...]


@frozen
class DrawSkipped(SeatEvent):
    says = "No tile is left for {seat} to draw."


# -- building and attacking -------------------------------------------------------------------------


@frozen
class TilePlaced(CastleEvent):
    says = "{seat} places {kind:a_tile}{reserve:source} {cell:at}{castle:castle}."
    kind: str
    cell: str
    reserve: bool


@frozen
class AttacksUnlocked(TableEvent):
    says = "There are enough tiles on the table: from now on players may attack."


@frozen
class TilesDestroyed(CastleEvent):
    cell: str
    played: tuple[str, ...]
    destroyed: tuple[str, ...]
    """From bottom to top, the target last."""
    taken: bool

    def tell(self, name: NameOf) -> str:
        target = f"{CELL_WORDS[CELL_OF[self.cell]]} of {self.whose(name)}"
        verb = "takes" if self.taken else "destroys"
        attack = f"{name(self.seat)} attacks {target} with {_tiles(self.played)}"
        return f"{attack} and {verb} {_tiles(self.destroyed)}."


@frozen
class TilesLeft(SeatEvent):
    says = "{seat} puts {tiles:tiles} on the discard pile."
    tiles: tuple[str, ...]
    """Of those destroyed, what was not taken with the others."""


@frozen
class TileTransferred(SeatEvent):
    says = (
        "{seat} moves {kind:a_tile} from castle {castle} to {to_cell:cell} of castle {to_castle}."
    )
    castle: str
    cell: str
    kind: str
    to_castle: str
    to_cell: str


@frozen
class TilesSwapped(SeatEvent):
    says = (
        "{seat} exchanges {kind_a:a_tile} {cell_a:at} of castle A with {kind_b:a_tile} {cell_b:at} "
        "of castle B."
    )
    kind_a: str
    cell_a: str
    kind_b: str
    cell_b: str


# -- the end of a turn ------------------------------------------------------------------------------


@frozen
class Passed(SeatEvent):
    says = "{seat} passes."


@frozen
class BuildEnded(SeatEvent):
    says = "{seat} stops building after {placed:tile}{why:reason}."
    placed: int
    why: str


@frozen
class AttackEnded(SeatEvent):
    says = "{seat} stops attacking after {attacks:attack}{why:reason}."
    attacks: int
    why: str


@frozen
class TakenTilesJoined(SeatEvent):
    says = "{seat} adds {tiles:tiles} to the hand."
    tiles: tuple[str, ...]


@frozen
class TakenTilesDiscarded(SeatEvent):
    says = "{seat} discards {tiles:tiles}, taken in this turn but not placed."
    tiles: tuple[str, ...]


@frozen
class TileDiscarded(SeatEvent):
    says = "{seat} discards {kind:a_tile} and holds {left:tile}."
    to_others = "{seat} discards a tile face down and holds {left:tile}."
    kind: str
    left: int


@frozen
class TurnEnded(SeatEvent):
    says = "{seat} ends the turn with {hand:tile} in hand."
    hand: int


# -- castles lost, assaults, the end ----------------------------------------------------------------


@frozen
class CastleEmptied(CastleEvent):
    closed: bool

    def tell(self, name: NameOf) -> str:
        lost = ", which is lost for good" if self.closed else ""
        return f"{name(self.seat)} destroyed the last tile of {self.whose(name)}{lost}."


@frozen
class PlayerEliminated(SeatEvent):
    says = "{seat} has lost both castles, is out of the match and discards {tiles:tiles}."
    tiles: tuple[str, ...]
    """The hand, which is discarded."""


@frozen
class TilesFlipped(TableEvent):
    says = "The assault turns over {tiles:tiles}: {strikes:result}."
    tiles: tuple[str, str]
    strikes: bool


@frozen
class AssaultHit(TableEvent):
    kind: str
    cell: str
    destroyed: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        tile = f"The {tile_words(KIND_OF[self.kind])}"
        if not self.destroyed:
            return f"{tile} finds no tile to destroy."
        return (
            f"{tile} hits {CELL_WORDS[CELL_OF[self.cell]]} and destroys {_tiles(self.destroyed)}."
        )


@frozen
class MatchEnded(Event):
    winner: int
    reason: str

    def tell(self, name: NameOf) -> str:
        result = RESULTS.get(self.reason, " and wins")
        return f"{upper_first(ending(self.rule, self.reason, self.winner, name))}{result}."
