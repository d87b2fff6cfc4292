"""The whole table: castles, hands, piles, and how far the turn has come."""

from __future__ import annotations

from rulekeep.core.bag import Bag
from rulekeep.core.turn_order import TurnOrder
from rulekeep.games.castle_keep.castle import occupied
from rulekeep.games.castle_keep.components import HAND, KINDS
from rulekeep.games.castle_keep.moves import Move
from rulekeep.games.castle_keep.terms import Terms

DRAW, ACTION, BUILD, ATTACK, TAKEN, DISCARD, ASSAULT, OVER = range(8)
PHASES = ("draw", "action", "build", "attack", "taken", "discard", "assault", "over")
"""Choosing the draw; the action open; building; attacking; building what was just taken;
discarding down to the limit; choosing what an assault destroys; the end."""

NOBODY = -1

Entry = tuple["Move | str", int]
"""Something done, for the list of the last turns: a move, or the word for an assault, and a
number saying more (tiles destroyed as a castle, the kind moved, the two tiles flipped)."""

FLIPPED = "flipped"
HIT = "hit"


class State:
    """Everything that changes. Hands, reserves and known tiles are ascending tuples of kinds."""

    __slots__ = (
        "attacks",
        "bag",
        "castles",
        "closed",
        "discard",
        "flips",
        "floor",
        "hands",
        "known",
        "marks",
        "now",
        "order",
        "past",
        "phase",
        "pile0",
        "pile1",
        "placed",
        "razed",
        "reason",
        "reserves",
        "terms",
        "unlocked",
        "victim",
        "winner",
    )

    def __init__(self, terms: Terms) -> None:
        seats = terms.seats
        self.terms = terms
        self.order = TurnOrder(seats)
        """Whose turn it is; out are those who lost both castles for good (Empire)."""
        self.phase = ACTION
        self.castles = [0] * terms.castles
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.known: list[tuple[int, ...]] = [()] * seats
        """Tiles that everybody knows to be in a hand."""
        self.reserves: list[tuple[int, ...]] = [()] * seats
        """Taken tiles, face up beside the hand."""
        self.bag = Bag(KINDS, terms.box.copies)
        """What lies in the two piles; which tile lies where is decided when it is drawn."""
        self.pile0 = 0
        self.pile1 = 0
        self.discard: list[int] = []
        """From bottom to top."""
        self.unlocked = False
        """Attacks have become possible for good."""
        self.placed = 0
        """Tiles placed in this turn."""
        self.attacks = 0
        self.victim = NOBODY
        """The opponent attacked in this turn."""
        self.marks = 0
        """The cells whose tiles came by transfer in this turn; castle B nine bits higher."""
        self.floor = -1
        """The last kind discarded in this turn, where the order of discarding means nothing."""
        self.flips: tuple[int, ...] = ()
        """Tiles turned over by the assault and not resolved yet."""
        self.razed = [0] * seats
        """Castles emptied by each seat (Empire)."""
        self.closed = 0
        """A bit for each castle destroyed for good (Empire)."""
        self.winner = NOBODY
        self.reason = ""
        self.now: list[Entry] = []
        """What has been done in this turn."""
        self.past: tuple[tuple[int, tuple[Entry, ...]], ...] = ()
        """The turns before it, as many as there are seats: who, and what was done."""

    def copy(self) -> State:
        new = State.__new__(State)
        new.terms = self.terms
        new.order = self.order.copy()
        new.phase = self.phase
        new.castles = self.castles[:]
        new.hands = self.hands[:]
        new.known = self.known[:]
        new.reserves = self.reserves[:]
        new.bag = self.bag.copy()
        new.pile0 = self.pile0
        new.pile1 = self.pile1
        new.discard = self.discard[:]
        new.unlocked = self.unlocked
        new.placed = self.placed
        new.attacks = self.attacks
        new.victim = self.victim
        new.marks = self.marks
        new.floor = self.floor
        new.flips = self.flips
        new.razed = self.razed[:]
        new.closed = self.closed
        new.winner = self.winner
        new.reason = self.reason
        new.now = self.now[:]
        new.past = self.past
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self.terms is not other.terms:
            mine, theirs = self.terms, other.terms
            if mine.seats != theirs.seats or mine.options != theirs.options:
                return False
            if mine.box.copies != theirs.box.copies:
                return False
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.__slots__
            if name != "terms"
        )

    # -- questions ------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return self.terms.seats

    @property
    def active(self) -> int:
        return self.order.active

    @property
    def turn(self) -> int:
        return self.order.turn

    def castles_of(self, seat: int) -> list[int]:
        """A seat's castles; the common one where there is only one."""
        terms = self.terms
        if terms.common:
            return self.castles[:]
        return self.castles[seat * terms.per_seat : (seat + 1) * terms.per_seat]

    def marks_on(self, seat: int, letter: int) -> int:
        """The cells of a castle whose tiles were transferred in this turn."""
        if not self.marks or seat != self.active:
            return 0
        return self.marks >> 9 & 511 if letter > 0 else self.marks & 511

    def is_closed(self, seat: int, letter: int) -> bool:
        return bool(self.closed >> self.terms.castle_at(seat, letter) & 1)

    def is_out(self, seat: int) -> bool:
        return self.order.is_out(seat)

    def two_tiles_everywhere(self) -> bool:
        """Whether the castles admit attacks at this moment."""
        terms = self.terms
        castles = self.castles
        if not terms.empire:
            for castle in castles:
                cells = (castle | castle >> 9 | castle >> 18) & 511
                if not cells & (cells - 1):
                    return False
            return True
        tiles = [occupied(castle).bit_count() for castle in castles]
        if terms.player_total:
            return all(tiles[2 * seat] + tiles[2 * seat + 1] >= 2 for seat in self.order.playing)
        return all(count >= 2 or self.closed >> index & 1 for index, count in enumerate(tiles))

    def attacks_open(self) -> bool:
        """Whether an attack action may start now."""
        if self.terms.siege:
            return False
        return self.unlocked if self.terms.latch else self.two_tiles_everywhere()

    def hand_limit(self, seat: int) -> int | None:
        """The most tiles a seat may hold at this moment; None: any number."""
        if seat != self.order.active or self.phase == DRAW:
            return HAND
        if self.phase == DISCARD and self.terms.to_hand:
            return None
        return HAND + (1 if self.terms.siege else 2)

    # -- verbs ----------------------------------------------------------------------------------

    def receive(self, seat: int, *kinds: int) -> None:
        """Tiles come into a hand."""
        self.hands[seat] = tuple(sorted(self.hands[seat] + kinds))

    def spend(self, seat: int, kind: int) -> None:
        """A tile leaves a hand, openly."""
        hand = self.hands[seat]
        at = hand.index(kind)
        self.hands[seat] = hand[:at] + hand[at + 1 :]
        known = self.known[seat]
        if known and kind in known:
            at = known.index(kind)
            self.known[seat] = known[:at] + known[at + 1 :]

    def show(self, seat: int, *kinds: int) -> None:
        """Everybody gets to know that these tiles are in a hand."""
        self.known[seat] = tuple(sorted(self.known[seat] + kinds))

    def end(self, reason: str, winner: int = NOBODY) -> None:
        self.phase = OVER
        self.reason = reason
        self.winner = winner
