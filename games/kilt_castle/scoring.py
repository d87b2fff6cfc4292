"""What areas are worth on a ducat day, and the final remuneration."""

from __future__ import annotations

from typing import NamedTuple

from rulekeep.core.game import Item, Score
from rulekeep.games.kilt_castle.components import COLOUR_NAMES
from rulekeep.games.kilt_castle.state import State


class Area(NamedTuple):
    """An area of one colour: what it is worth, item by item, and its cells as a mask."""

    value: int
    towers: int
    crests: int
    roofs: int
    cells: int


NOTHING = Area(0, 0, 0, 0, 0)


def crests_on(state: State, cells: int) -> int:
    """The crests on top of these cells, which must carry no roof."""
    return (cells & state.crested).bit_count() + (cells & state.double_crested).bit_count()


def connected(cells: int, start: int, stride: int) -> int:
    """All of `cells` that hangs together with `start`; neighbours share a side."""
    area = start
    while True:
        grown = (area | area << 1 | area >> 1 | area << stride | area >> stride) & cells
        if grown == area:
            return area
        area = grown


def _measured(state: State, colour: int) -> list[tuple[int, int, int, int, int]]:
    """All areas of a colour, in the order of an Area's fields: plain tuples are made faster."""
    found: list[tuple[int, int, int, int, int]] = []
    table = state.table
    stride = table.board.stride
    roofed = state.roofed
    own = state.tops[colour] & ~roofed
    joined = table.roof_connects
    crested, double_crested = state.crested, state.double_crested
    open_cells = own | roofed if joined else own
    while open_cells:
        cells = connected(open_cells, open_cells & -open_cells, stride)
        open_cells ^= cells
        if not joined:
            cells |= table.board.neighbours(cells) & roofed
        mine = cells & own
        towers = mine.bit_count()
        roofs = (cells & roofed).bit_count()
        crests = (mine & crested).bit_count() + (mine & double_crested).bit_count()
        found.append((towers + roofs + crests, towers, crests, roofs, cells))
    if not found and roofed:
        found.append((1, 0, 0, 1, roofed & -roofed))
    return found


def areas(state: State, colour: int) -> list[Area]:
    """All areas of a colour, each with what it is worth."""
    return [Area(*area) for area in _measured(state, colour)]


def best_area(state: State, colour: int) -> Area:
    """The most valuable area; of equal ones the one with more towers, then more crests."""
    found = _measured(state, colour)
    return Area(*max(found)) if found else NOTHING


class Final(NamedTuple):
    """The final remuneration of a colour."""

    towers: int
    crests: int

    @property
    def amount(self) -> int:
        return self.towers + self.crests


def final_remuneration(state: State, colour: int) -> Final:
    """One ducat per own tower and per crest on top of one; roofed towers are nobody's own."""
    own = state.tops[colour] & ~state.roofed
    return Final(own.bit_count(), crests_on(state, own))


def final_roofs(state: State) -> int:
    """What every player gets for roofs at the end."""
    return state.roofed.bit_count() if state.table.final_roofs else 0


# -- accounts -------------------------------------------------------------------------------


def account(state: State, seat: int) -> Score:
    """A player's ducats, item by item, from the beginning."""
    items = [Item("at the start", state.start[seat], 1, "KC-004")]
    for colour in state.table.colours_of[seat]:
        name = COLOUR_NAMES[colour]
        towers, roofs, crests = state.income[3 * colour : 3 * colour + 3]
        items.append(Item(f"ducat days, {name} towers", towers, 1, "KC-083"))
        items.append(Item(f"ducat days, roofs for {name}", roofs, 1, "KC-083"))
        items.append(Item(f"ducat days, {name} crests", crests, 1, "KC-083"))
    items.append(Item("received for overbuilding", state.received[seat], 1, "KC-059"))
    items.append(Item("paid for overbuilding", -state.paid[seat], 1, "KC-059"))
    if state.over:
        for colour in state.table.colours_of[seat]:
            final = final_remuneration(state, colour)
            items.append(
                Item(f"at the end, {COLOUR_NAMES[colour]} towers", final.towers, 1, "KC-104")
            )
            items.append(
                Item(f"at the end, {COLOUR_NAMES[colour]} crests", final.crests, 1, "KC-104")
            )
        items.append(Item("at the end, roofs", final_roofs(state), 1, "KC-105"))
    items.append(Item("the bank could not pay", -state.unpaid[seat], 1, "KC-110"))
    counted = tuple(item for item in items if item.count or item.label == "at the start")
    return Score(seat, state.bank.purses[seat], counted)
