"""The whole table: castles, hands, piles, and how far the turn has come; every field once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulekeep import core
from rulekeep.core import Bag, DeclaredState, Seat, kept, playing
from rulekeep.games.castle_keep import terms as agreed
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import Castle, Cells
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS, Kind, Tiles
from rulekeep.games.castle_keep.moves import Letter
from rulekeep.games.castle_keep.state import forms
from rulekeep.games.castle_keep.terms import DISCARD, DRAW, Phase, Terms

NOBODY = -1
NO_TILE = -1

REASONS = ("", "built", "destroyed", "two_castles", "last_standing", "siege_lost", "turn_limit")
WITHOUT_WINNER = ("siege_lost", "turn_limit")


def without(tiles: Tiles, kind: Kind) -> Tiles:
    """One tile of a kind less."""
    at = tiles.index(kind)
    return tiles[:at] + tiles[at + 1 :]


def _none(terms: Terms) -> list[Tiles]:
    """No tiles, for each seat."""
    return [()] * terms.seats


@dataclass(slots=True, eq=False, init=False)
class State(DeclaredState[Terms]):
    """Everything that changes."""

    RETIRED = ("now", "past")

    active: Seat = kept(0, core.SeatNumber(), "whose turn it is")
    turn: int = kept(1, core.Whole(1), "turns of all players, counted from 1")
    phase: Phase = kept(agreed.ACTION, core.Word(agreed.PHASES), "what to decide now")
    castles: list[Castle] = kept(lambda terms: [0] * terms.castles, forms.CASTLES)  # CK-005
    hands: list[Tiles] = kept(_none, forms.HEAPS)
    known: list[Tiles] = kept(_none, forms.HEAPS, "tiles in a hand that everybody knows")
    reserves: list[Tiles] = kept(
        _none, forms.HEAPS, "taken tiles, face up beside the hand (Takeover)"
    )
    # Which tile lies where in the piles is decided when it is drawn. CK-002
    bag: Bag = kept(
        lambda terms: Bag(KINDS, terms.box.copies),
        core.Counts(KINDS, 90),
        "the tiles of both piles together",
        key="piles.tiles",
    )
    piles: list[int] = kept(lambda _: [0, 0], forms.SIZES, key="piles.sizes")
    discard: list[Kind] = kept(lambda _: [], forms.Heap(list), "from bottom to top")  # CK-005
    buried: list[Tiles] = kept(
        _none, forms.HEAPS, "what each seat has discarded face down, which only that seat knows"
    )
    unlocked: bool = kept(False, core.Flag(), "attacks are possible from now on")
    placed: int = kept(0, core.Whole(0, agreed.UNLIMITED), "tiles placed in this turn")
    attacks: int = kept(0, core.Whole(0, agreed.UNLIMITED), "attacks made in this turn")
    victim: Seat = kept(NOBODY, forms.SOMEBODY, "the opponent attacked in this turn")
    # Castle A of the active player has the lowest nine bits, castle B the next nine.
    marks: int = kept(
        0, forms.MOVED, "cells that got their tiles by transfer in this turn", key="moved"
    )
    last_discard: Kind = kept(
        NO_TILE, core.OrNone(forms.TILE), "the last tile discarded in this turn", key="discarded"
    )
    flips: tuple[Kind, ...] = kept(
        (), forms.Heap(tuple), "tiles that the assault turned over and has not resolved yet (Siege)"
    )
    razed: list[int] = kept(
        lambda terms: [0] * terms.seats,
        core.PerSeat(core.Whole(0, 8), keyed=True, default=0),
        "how many castles each seat has emptied (Empire)",
    )
    # A bit for each castle, by its index in `castles`.
    closed: int = kept(0, forms.CLOSED, "castles destroyed for good (Empire)")
    out: int = kept(0, core.SeatMask(), "who has lost both castles for good (Empire)")
    winner: Seat = kept(NOBODY, forms.SOMEBODY)
    reason: str = kept("", core.Text(*REASONS), "how the match ended")

    # -- questions ------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return self.terms.seats

    def castles_of(self, seat: Seat) -> list[Castle]:
        """A seat's castles; the common one where there is only one."""
        each = self.terms.per_seat
        return self.castles[seat * each : (seat + 1) * each] if each else self.castles[:]

    def castle(self, seat: Seat, letter: Letter) -> Castle:
        """The castle that a move names."""
        return self.castles[self.terms.castle_at(seat, letter)]

    def marks_on(self, seat: Seat, letter: Letter) -> Cells:
        """The cells of a castle whose tiles were transferred in this turn."""
        if not self.marks or seat != self.active:
            return 0
        return self.marks >> 9 & 511 if letter > 0 else self.marks & 511

    def is_closed(self, seat: Seat, letter: Letter) -> bool:
        return bool(self.closed >> self.terms.castle_at(seat, letter) & 1)

    def is_out(self, seat: Seat) -> bool:
        return bool(self.out >> seat & 1)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Those who are not out."""
        return playing(self.terms.seats, self.out)

    def two_tiles_everywhere(self) -> bool:
        """Whether the castles admit attacks at this moment."""
        return bool(self.terms.variant.two_tiles_everywhere(self))

    def attacks_open(self) -> bool:
        """Whether an attack action may start now."""
        return self.unlocked if self.terms.latch else self.two_tiles_everywhere()  # CK-028

    def hand_limit(self, seat: Seat) -> int | None:
        """The most tiles a seat may hold at this moment; None: any number."""
        if seat != self.active or self.phase == DRAW:
            return HAND
        if self.phase == DISCARD and self.terms.to_hand:
            return None
        return self.terms.most_in_hand

    def lying(self) -> Iterator[tuple[str, Sequence[Kind]]]:
        """All tiles outside the piles, by the key of a position that names them."""
        for castle in self.castles:
            yield "castles", [kind for _, kind in plan.tiles_of(castle)]
        for hand in self.hands:
            yield "hands", hand
        for reserve in self.reserves:
            yield "reserves", reserve
        yield "flips", self.flips
        yield "discard", self.discard

    # -- verbs ----------------------------------------------------------------------------------

    def receive(self, seat: Seat, *kinds: Kind) -> None:
        """Tiles come into a hand, and everybody sees them."""
        self.hands[seat] = tuple(sorted(self.hands[seat] + kinds))
        self.known[seat] = tuple(sorted(self.known[seat] + kinds))

    def spend(self, seat: Seat, kind: Kind) -> None:
        """A tile leaves a hand, openly."""
        self.hands[seat] = without(self.hands[seat], kind)
        known = self.known[seat]
        if known and kind in known:  # CK-060
            self.known[seat] = without(known, kind)
