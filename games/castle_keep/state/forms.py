"""How the things of this table stand in positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulekeep.core import forms
from rulekeep.core import state as core
from rulekeep.core.data import Node, Plain
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import Castle
from rulekeep.games.castle_keep.box.tiles import KINDS, ROLE, Kind, codes
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS

if TYPE_CHECKING:
    from rulekeep.games.castle_keep.state import State

COMMON = "common"


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


def castle_names(state: State) -> list[str]:
    """The castles that can be closed: 0A is castle A of the first seat."""
    if not state.terms.all_opponents:
        return []
    return [f"{seat}{letter}" for seat in range(state.terms.seats) for letter in CASTLE_LETTERS]


HEAPS = core.PerSeat(Heap(lambda kinds: tuple(sorted(kinds))), keyed=True, default=())
