"""What areas are worth, the final remuneration, everybody's accounts, and who has won."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core import Item, Outcome, Score, Seat, places
from rulekeep.games.kilt_castle.box.board import Board, Cells
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, Colour
from rulekeep.games.kilt_castle.state import BUILT, ENDINGS, State

# -- areas ----------------------------------------------------------------------------------


@frozen
class Area:
    """Cells of one colour, and what they are worth, item by item."""

    value: int
    towers: int
    crests: int
    roofs: int
    cells: Cells


NOTHING = Area(0, 0, 0, 0, 0)
Measured = tuple[int, int, int, int, Cells]
"""The fields of an Area in their order: plain tuples are made faster."""


def best_area(state: State, colour: Colour) -> Area:
    """The most valuable area; of equal ones the one with more towers, then more crests."""
    found = areas(state, colour)
    if not found:  # KC-087
        return NOTHING
    value, towers, crests, roofs, cells = max(found)  # KC-085
    return Area(value, towers, crests, roofs, cells)


def areas(state: State, colour: Colour) -> list[Measured]:
    """All areas of a colour, each with what it is worth."""
    terms, roofed, crested = state.terms, state.roofed, state.crested
    own, joined = state.tops[colour] & ~roofed, terms.roof_connects
    return measured(terms.box, own, roofed, crested, state.double_crested, joined)


def measured(
    board: Board, own: Cells, roofed: Cells, crested: Cells, double_crested: Cells, joined: bool
) -> list[Measured]:
    """All areas of a colour that has these towers; neighbours share a side."""
    found: list[Measured] = []
    stride = board.stride
    open_cells = own | roofed if joined else own  # KC-075 KC-082 KC-086
    while open_cells:
        cells, grown = 0, open_cells & -open_cells
        while cells != grown:
            cells = grown
            grown |= cells << 1 | cells >> 1 | cells << stride | cells >> stride
            grown &= open_cells  # KC-081
        open_cells ^= cells
        if not joined:
            cells |= board.neighbours(cells) & roofed  # KC-082
        mine = cells & own
        towers = mine.bit_count()
        roofs = (cells & roofed).bit_count()
        crests = (mine & crested).bit_count() + (mine & double_crested).bit_count()  # KC-084
        found.append((towers + roofs + crests, towers, crests, roofs, cells))  # KC-083
    if not found and roofed:
        found.append((1, 0, 0, 1, roofed & -roofed))  # KC-086
    return found


# -- the end --------------------------------------------------------------------------------


def has_built_everything(state: State, seat: Seat) -> bool:
    """Whether this player has built the last floor (of a colour, where that is agreed)."""
    left = [state.left[colour] for colour in state.terms.colours_of[seat]]
    return not all(left) if state.terms.ends_by_colour else not any(left)  # KC-100 KC-101


def someone_built_everything(state: State) -> bool:
    # Asked after every turn, and mostly every colour played has floors left.
    if state.left.count(0) == state.terms.left_out:
        return False
    return any(has_built_everything(state, seat) for seat in range(state.terms.seats))


def final_remuneration(state: State, colour: Colour) -> Area:
    """One ducat per own tower and per crest on top of one; roofed towers are nobody's own."""
    own = state.tops[colour] & ~state.roofed  # KC-105 KC-106
    towers = own.bit_count()
    crests = (own & state.crested).bit_count() + (own & state.double_crested).bit_count()
    return Area(towers + crests, towers, crests, 0, own)  # KC-104


def final_roofs(state: State) -> int:
    """What every player gets for roofs at the end."""
    return state.roofed.bit_count() if state.terms.final_roofs else 0  # KC-105


def outcome(state: State) -> Outcome | None:
    """Places: most ducats, then most floors built; players who are still equal share a place."""
    if not state.over:
        return None
    purses = state.bank.purses
    rule = "KC-100" if state.ended == BUILT else "KC-112"
    level = ("KC-107",) if len(set(purses)) < len(purses) else ()
    return Outcome(places(results(state)), standing(state), rule, ENDINGS[state.ended], level)


def results(state: State) -> list[tuple[int, int]]:
    """What decides, by seat: the ducats, then the floors built."""
    purses = state.bank.purses
    # Everybody began with equally many floors, so fewer left are more built.
    return [(purses[seat], -state.floors_left(seat)) for seat in range(state.terms.seats)]  # KC-107


# -- accounts -------------------------------------------------------------------------------


def standing(state: State, viewer: Seat | None = None) -> tuple[Score, ...]:
    return tuple(account(state, seat) for seat in range(state.terms.seats))


def account(state: State, seat: Seat) -> Score:
    """A player's ducats, item by item, from the beginning."""
    items = [Item("at the start", state.start[seat], 1, "KC-004")]  # KC-004
    own = state.terms.colours_of[seat]
    for colour in own:
        name = COLOUR_NAMES[colour]
        labels = (f"{name} towers", f"roofs for {name}", f"{name} crests")
        for label, ducats in zip(labels, state.income[3 * colour :], strict=False):
            items.append(Item(f"ducat days, {label}", ducats, 1, "KC-083"))
    items.append(Item("received for overbuilding", state.received[seat], 1, "KC-059"))
    items.append(Item("paid for overbuilding", -state.paid[seat], 1, "KC-059"))
    if state.over:
        for colour in own:
            name, final = COLOUR_NAMES[colour], final_remuneration(state, colour)
            items.append(Item(f"at the end, {name} towers", final.towers, 1, "KC-104"))
            items.append(Item(f"at the end, {name} crests", final.crests, 1, "KC-104"))
        items.append(Item("at the end, roofs", final_roofs(state), 1, "KC-105"))
    items.append(Item("the bank could not pay", -state.unpaid[seat], 1, "KC-110"))
    counted = tuple(item for item in items if item.count or item.label == "at the start")
    return Score(seat, state.bank.purses[seat], counted)


def brought(state: State, seat: Seat) -> int:
    """What a player must have begun with, going by the accounts."""
    own = state.terms.colours_of[seat]
    gained = sum(sum(state.income[3 * colour : 3 * colour + 3]) for colour in own)
    if state.over:
        gained += sum(final_remuneration(state, colour).value for colour in own)
        gained += final_roofs(state)
    gained += state.received[seat] - state.paid[seat] - state.unpaid[seat]
    return state.bank.purses[seat] - gained
