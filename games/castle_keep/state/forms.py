"""How the things of this table stand in positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekeep import core
from rulekeep.core import Node, Plain
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.tiles import KINDS, ROLE, Kind, codes
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS

SOMEBODY = core.OrNone(core.SeatNumber())
TILE = core.Word(KINDS, "a tile such as TRC, WBS or KY")


class Heap(core.Form[Any]):
    """Tiles as a list of codes, or as codes and counts, which means in ascending order."""

    says = "a list of tiles such as [TRC, KY], or tiles with their numbers"
    written = core.schema_array(core.schema_one_of(KINDS))

    def __init__(self, make: Callable[[list[Kind]], Any]) -> None:
        self.make = make

    def write(self, value: Any, state: Any) -> Plain:
        return codes(value)

    def read(self, node: Node, state: Any) -> Any:
        if not isinstance(node.value, dict):
            return self.make([TILE.read(item, state) for item in node])
        counts = core.Counts(KINDS, 90).read(node, state).counts
        return self.make([kind for kind, count in enumerate(counts) for _ in range(count)])


class OneCastle(core.Form[plan.Castle]):
    says = "cells, each with its tile: {N: WRC}"
    written = core.schema_entries(plan.CELLS, core.schema_one_of(KINDS))

    def write(self, value: plan.Castle, state: Any) -> Plain:
        return {plan.CELLS[cell]: KINDS[kind] for cell, kind in plan.tiles_of(value)}

    def read(self, node: Node, state: Any) -> plan.Castle:
        tiles = {}
        for name, tile in node.only(*plan.CELLS).mapping().items():
            cell, kind = plan.CELL_OF[name], TILE.read(tile, state)
            if plan.CELL_ROLE[cell] != ROLE[kind]:
                raise tile.fail(f"{KINDS[kind]} cannot lie at {name}")
            tiles[cell] = kind
        return plan.castle_of(tiles)


class Depending(core.Form[Any]):
    """One form or another, by what is played."""

    def __init__(self, form: Callable[[Any], core.Form[Any]], says: str = "") -> None:
        self.form, self.says = form, says

    def write(self, value: Any, state: Any) -> Plain:
        return self.form(state).write(value, state)

    def read(self, node: Node, state: Any) -> Any:
        return self.form(state).read(node, state)

    def schema(self, state: Any) -> core.Schema:
        return self.form(state).schema(state)


_COMMON = core.Keyed(("common",), OneCastle(), default=0)
_EACH = core.PerSeat(OneCastle(), keyed=True, default=0)
_PAIRS = core.Packed(
    core.PerSeat(core.Keyed(CASTLE_LETTERS, OneCastle(), default=0), keyed=True, default=(0, 0)),
    lambda pairs, state: [castle for pair in pairs for castle in pair],
    lambda castles: list(zip(castles[::2], castles[1::2], strict=True)),
)
CASTLES = Depending(
    lambda state: (_COMMON, _EACH, _PAIRS)[state.terms.per_seat],
    "per seat cells with their tiles: {0: {N: WRC}}; "
    "in an Empire {0: {A: …, B: …}}, with one castle for all {common: …}",
)
"""By seat, in an Empire by letter too, or the common one; those left out are empty."""

SIZES = core.Listed(core.Whole(), length=lambda _: 2)
SIZES.says = "the sizes of both piles: [41, 41]"

MOVED = core.Packed(
    core.Keyed(
        lambda state: CASTLE_LETTERS if state.terms.empire else "", core.Mask(plan.CELLS), default=0
    ),
    lambda masks, state: sum(mask << 9 * castle for castle, mask in enumerate(masks)),
    lambda marks: (marks & plan.FULL, marks >> 9),
    "in an Empire the cells of A and B: {A: [NW], B: []}",
)
"""Cells by castle, packed as in `State.marks`."""


def _castle_names(state: Any) -> list[str]:
    """The castles that can be closed: 0A is castle A of the first seat."""
    if not state.terms.all_opponents:
        return []
    return [f"{seat}{letter}" for seat in range(state.terms.seats) for letter in CASTLE_LETTERS]


HEAPS = core.PerSeat(Heap(lambda kinds: tuple(sorted(kinds))), keyed=True, default=())
CLOSED = core.Mask(_castle_names, "castles such as 0A")
