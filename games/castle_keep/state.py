"""The whole table: castles, hands, piles, and how far the turn has come; every field once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulekeep.core import forms
from rulekeep.core import state as core
from rulekeep.core.bag import Bag
from rulekeep.core.data import Node, Plain
from rulekeep.core.seats import Seat, playing
from rulekeep.games.castle_keep import terms as agreed
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import Castle, Cells
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS, ROLE, Kind, Tiles, codes
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS, Letter
from rulekeep.games.castle_keep.terms import DISCARD, DRAW, OVER, Phase, Terms

NOBODY = -1
NO_TILE = -1

REASONS = ("", "built", "destroyed", "two_castles", "last_standing", "siege_lost", "turn_limit")
WITHOUT_WINNER = ("siege_lost", "turn_limit")
COMMON = "common"


def without(tiles: Tiles, kind: Kind) -> Tiles:
    """One tile of a kind less."""
    at = tiles.index(kind)
    return tiles[:at] + tiles[at + 1 :]


# -- forms in data ------------------------------------------------------------------------------


TILE = core.Word(KINDS, "a tile such as TRC, WBS or KY")


class Heap(core.Form[Any]):
    """Tiles as a list of codes, or as codes and counts, which means in ascending order."""

    says = "a list of tiles such as [TRC, KY], or tiles with their numbers"
    written = forms.array(forms.one_of(KINDS))

    def __init__(self, make: Callable[[list[Kind]], Any]) -> None:
        self.make = make

    def write(self, value: Any, state: Any) -> Plain:
        return codes(value)

    def read(self, node: Node, state: Any) -> Any:
        if not isinstance(node.value, dict):
            return self.make([TILE.read(item, state) for item in node])
        counts = core.Counts(KINDS, 90).read(node, state).counts
        return self.make([kind for kind, count in enumerate(counts) for _ in range(count)])


class OneCastle(core.Form[Castle]):
    says = "cells, each with its tile: {N: WRC}"
    written = forms.entries(plan.CELLS, forms.one_of(KINDS))

    def write(self, value: Castle, state: Any) -> Plain:
        return {plan.CELLS[cell]: KINDS[kind] for cell, kind in plan.tiles_of(value)}

    def read(self, node: Node, state: Any) -> Castle:
        tiles = {}
        for name, tile in node.only(*plan.CELLS).mapping().items():
            cell, kind = plan.CELL_OF[name], TILE.read(tile, state)
            if plan.CELL_ROLE[cell] != ROLE[kind]:
                raise tile.fail(f"{KINDS[kind]} cannot lie at {name}")
            tiles[cell] = kind
        return plan.castle_of(tiles)


class Castles(core.Form[list[Castle]]):
    """By seat, in an Empire by letter too, or the common one."""

    says = (
        "per seat cells with their tiles: {0: {N: WRC}}; "
        "in an Empire {0: {A: …, B: …}}, with one castle for all {common: …}"
    )

    def write(self, value: list[Castle], state: Any) -> Plain:
        written = [OneCastle().write(castle, state) for castle in value]
        if state.terms.common:
            return {COMMON: written[0]}
        if state.terms.empire:
            pairs = zip(written[::2], written[1::2], strict=True)
            written = [dict(zip(CASTLE_LETTERS, pair, strict=True)) for pair in pairs]
        return {str(seat): castle for seat, castle in enumerate(written)}

    def schema(self, state: Any) -> forms.Schema:
        castle = OneCastle.written
        if state.terms.common:
            return forms.record({COMMON: castle})
        if state.terms.empire:
            castle = forms.record(dict.fromkeys(CASTLE_LETTERS, castle))
        return forms.record({str(seat): castle for seat in range(state.terms.seats)})

    def read(self, node: Node, state: Any) -> list[Castle]:
        if state.terms.common:
            return _read_castles(node, (COMMON,), state)
        if not state.terms.empire:
            return core.PerSeat(OneCastle(), default=0).read(node, state)
        pairs = core.PerSeat(_TwoCastles(), default=[0, 0]).read(node, state)
        return [castle for pair in pairs for castle in pair]


class _TwoCastles(core.Form[list[Castle]]):
    def read(self, node: Node, state: Any) -> list[Castle]:
        return _read_castles(node, CASTLE_LETTERS, state)


def _read_castles(node: Node, names: Sequence[str], state: Any) -> list[Castle]:
    """The castles of these names; those left out are empty."""
    named = [node.only(*names).get(name) for name in names]
    return [0 if n is None or n.value is None else OneCastle().read(n, state) for n in named]


class PileSize(core.Form[int]):
    """The sizes of both piles stand together; each field reads its own."""

    says = "the sizes of both piles: [41, 41]"
    written = forms.array(forms.whole(), 2)

    def __init__(self, pile: int) -> None:
        self.pile = pile

    def write(self, value: int, state: Any) -> Plain:
        return [state.pile0, state.pile1]

    def read(self, node: Node, state: Any) -> int:
        return node.list(2)[self.pile].int(0)


class Moved(core.Form[int]):
    """Cells by castle, packed as in `State.marks`."""

    says = "in an Empire the cells of A and B: {A: [NW], B: []}"
    written = forms.entries(CASTLE_LETTERS, forms.array(forms.one_of(plan.CELLS)))

    def write(self, value: int, state: Any) -> Plain:
        letters = CASTLE_LETTERS if state.terms.empire else ""
        return {
            letter: [plan.CELLS[cell] for cell in plan.cells_in(value >> 9 * index & plan.FULL)]
            for index, letter in enumerate(letters)
        }

    def read(self, node: Node, state: Any) -> int:
        marks = 0
        for name, cells in node.only(*(CASTLE_LETTERS if state.terms.empire else "")).value.items():
            for cell in cells if cells.value is not None else ():
                marks |= 1 << plan.CELL_OF[cell.one_of(plan.CELLS)] + 9 * CASTLE_LETTERS.index(name)
        return marks


def _castle_names(state: State) -> list[str]:
    """The castles that can be closed: 0A is castle A of the first seat."""
    if not state.terms.all_opponents:
        return []
    return [f"{seat}{letter}" for seat in range(state.terms.seats) for letter in CASTLE_LETTERS]


HEAPS = core.PerSeat(Heap(lambda kinds: tuple(sorted(kinds))), keyed=True, default=())


def _none(terms: Terms) -> list[Tiles]:
    """No tiles, for each seat."""
    return [()] * terms.seats


# -- the table ----------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, init=False)
class State(core.Table[Terms]):
    """Everything that changes."""

    RETIRED = ("now", "past")

    active: Seat = core.kept(0, core.SeatNumber(), "whose turn it is")
    turn: int = core.kept(1, core.Whole(1), "player-turns, counted from 1")
    phase: Phase = core.kept(agreed.ACTION, core.Word(agreed.PHASES), "what is to be decided now")
    castles: list[Castle] = core.kept(lambda terms: [0] * terms.castles, Castles())  # CK-005
    hands: list[Tiles] = core.kept(_none, HEAPS)
    known: list[Tiles] = core.kept(_none, HEAPS, "tiles that everybody knows to be in a hand")
    reserves: list[Tiles] = core.kept(
        _none, HEAPS, "taken tiles, face up beside the hand (Takeover)"
    )
    # Which tile lies where in the piles is decided when it is drawn. CK-002
    bag: Bag = core.kept(
        lambda terms: Bag(KINDS, terms.box.copies),
        core.Counts(KINDS, 90),
        "what lies in the two piles together",
        key="piles.tiles",
    )
    pile0: int = core.kept(0, PileSize(0), key="piles.sizes")
    pile1: int = core.kept(0, PileSize(1), key="piles.sizes")
    discard: list[Kind] = core.kept(lambda _: [], Heap(list), "from bottom to top")  # CK-005
    buried: list[Tiles] = core.kept(
        _none, HEAPS, "what each seat has discarded face down, which only that seat knows"
    )
    unlocked: bool = core.kept(False, core.Flag(), "attacks have become possible for good")
    placed: int = core.kept(0, core.Whole(0, agreed.UNLIMITED), "tiles placed in this turn")
    attacks: int = core.kept(0, core.Whole(0, agreed.UNLIMITED), "attacks made in this turn")
    victim: Seat = core.kept(
        NOBODY, core.OrNone(core.SeatNumber()), "the opponent attacked in this turn"
    )
    # Castle A of the active player has the lowest nine bits, castle B the next nine.
    marks: int = core.kept(
        0, Moved(), "cells whose tiles came by transfer in this turn", key="moved"
    )
    floor: Kind = core.kept(
        NO_TILE, core.OrNone(TILE), "the last tile discarded in this turn", key="discarded"
    )
    flips: tuple[Kind, ...] = core.kept(
        (), Heap(tuple), "tiles turned over by the assault and not resolved yet (Siege)"
    )
    razed: list[int] = core.kept(
        lambda terms: [0] * terms.seats,
        core.PerSeat(core.Whole(0, 8), keyed=True, default=0),
        "castles emptied by each seat (Empire)",
    )
    # A bit for each castle, by its index in `castles`.
    closed: int = core.kept(
        0, core.Mask(_castle_names, "castles such as 0A"), "castles destroyed for good (Empire)"
    )
    out: int = core.kept(0, core.SeatMask(), "who has lost both castles for good (Empire)")
    winner: Seat = core.kept(NOBODY, core.OrNone(core.SeatNumber()))
    reason: str = core.kept("", core.Text(*REASONS), "how the match ended")

    # -- questions ------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return self.terms.seats

    def castles_of(self, seat: Seat) -> list[Castle]:
        """A seat's castles; the common one where there is only one."""
        each = self.terms.per_seat
        return self.castles[seat * each : (seat + 1) * each] if each else self.castles[:]

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
        """Tiles come into a hand."""
        self.hands[seat] = tuple(sorted(self.hands[seat] + kinds))

    def spend(self, seat: Seat, kind: Kind) -> None:
        """A tile leaves a hand, openly."""
        self.hands[seat] = without(self.hands[seat], kind)
        known = self.known[seat]
        if known and kind in known:  # CK-060
            self.known[seat] = without(known, kind)

    def show(self, seat: Seat, *kinds: Kind) -> None:
        """Everybody gets to know that these tiles are in a hand."""
        self.known[seat] = tuple(sorted(self.known[seat] + kinds))

    def end(self, reason: str, winner: Seat = NOBODY) -> None:
        self.phase = OVER
        self.reason = reason
        self.winner = winner
