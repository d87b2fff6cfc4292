"""Building: tiles placed one by one, and in an Empire tiles moved between two castles."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat, because
from rulekeep.games.castle_keep import events
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import BIT, FULL, KEEP, Castle, Cell, kind_at, occupied
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, KINDS, Kind
from rulekeep.games.castle_keep.legal.building import swapped
from rulekeep.games.castle_keep.moves import Place, Swap, Transfer
from rulekeep.games.castle_keep.state import NOBODY, State, without
from rulekeep.games.castle_keep.terms import ATTACK, BUILD, TAKEN, Terms
from rulekeep.games.castle_keep.turn.course import end, finish_action


def place(state: State, seat: Seat, move: Place, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    at = terms.castle_at(seat, move.castle)  # CK-015 CK-080 CK-095
    castle = state.castles[at]
    state.castles[at] = castle | BIT[move.kind][move.cell]  # CK-016
    known = state.known[seat]
    if move.reserve:
        state.reserves[seat] = without(state.reserves[seat], move.kind)  # CK-073
    else:
        state.spend(seat, move.kind)  # CK-015
    state.placed += 1  # CK-017 CK-074
    if emit is not None:
        rules = _rules_at_work(state, seat, move, castle)
        if known != state.known[seat] and terms.a2:
            rules.append("CK-060")
        whose = NOBODY if terms.common else seat, events.castle_letter(move.castle)
        tile = KINDS[move.kind], plan.CELLS[move.cell]
        emit(events.TilePlaced(tuple(rules), seat, *whose, *tile, move.reserve))
    if not state.unlocked and terms.latch:
        _unlock_if_ready(state, emit)
    if terms.variant.is_built(state, at):  # CK-047 CK-081 CK-097 CK-107
        end(state, "built", seat, emit)
        return
    state.phase = BUILD if state.phase <= BUILD else TAKEN  # CK-013 CK-072
    _end_if_over(state, seat, chance, emit)


def _unlock_if_ready(state: State, emit: Emit | None) -> None:
    """Attacks become possible for good once there are two tiles everywhere."""
    if state.two_tiles_everywhere():  # CK-028
        state.unlocked = True
        if emit is not None:
            emit(events.AttacksUnlocked((state.terms.variant.opening,)))


# CK-027
def _end_if_over(state: State, seat: Seat, chance: Chance, emit: Emit | None) -> None:
    """The building ends by itself where everybody can see that nothing can follow."""
    terms = state.terms
    rules: tuple[str, ...] = ("CK-027",)
    if state.placed >= terms.cap:
        why, rules = "no more tiles may be placed in one turn", ("CK-027", "CK-017")
    elif state.reserves[seat] or (state.phase == BUILD and state.hands[seat]):
        return
    else:
        why = "no tile is left to place"
    if state.phase == BUILD and terms.variant.can_rebuild(state, seat):
        return
    if emit is not None:
        emit(events.BuildEnded(rules, seat, state.placed, why))
    finish_action(state, seat, chance, emit)


def _rules_at_work(state: State, seat: Seat, move: Place, castle: Castle) -> list[str]:
    """What a placement shows, asked after it was made; `castle` is as it was before."""
    terms = state.terms
    rules = ["CK-072" if move.reserve else terms.variant.placing]
    if move.reserve and (state.placed == terms.cap or move.kind in state.hands[seat]):
        rules.append("CK-074")
    if state.phase in (ATTACK, TAKEN):
        rules.append("CK-013")
    if terms.empire and state.castle(seat, 1 - move.castle):
        rules.append("CK-080")
    rules += _why_it_fits(castle, move.kind, move.cell, terms)
    if state.placed > 1:
        rules.append("CK-016")
    if state.placed > 4:
        rules.append("CK-017")
    return rules


def _why_it_fits(castle: Castle, kind: Kind, cell: Cell, terms: Terms) -> tuple[str, ...]:
    """The rules that let a tile come to lie in a cell of this castle."""
    cells = occupied(castle)
    if not cells:
        return ("CK-018",)
    if kind >= FIRST_KNIGHT:
        return because("CK-024", ("CK-063", terms.a3 and cells | plan.CENTRE_MASK == FULL))
    if cells == plan.CENTRE_MASK:
        return ("CK-025",)
    like = plan.matching(castle, cell, kind)
    by_knight = plan.CENTRE in like and (like == [plan.CENTRE] or not terms.knight_supports)
    ninth = terms.a3 and cells.bit_count() == 8
    closes_ring = terms.a3 and cells.bit_count() == 7 and not cells & plan.CENTRE_MASK
    return (
        "CK-021",
        *because("CK-022", ("CK-023", by_knight), ("CK-061", ninth), ("CK-062", closes_ring)),
    )


# -- transfers ----------------------------------------------------------------------------------


# CK-087
def transfer(state: State, seat: Seat, move: Transfer, chance: Chance, emit: Emit | None) -> None:
    source, target = 2 * seat + move.castle, 2 * seat + move.to_castle
    kind = kind_at(state.castles[source], move.cell)
    before = state.castles[target]
    state.castles[source] &= KEEP[1 << move.cell]
    state.castles[target] = before | BIT[kind][move.to_cell]
    state.marks |= 1 << (move.to_cell + 9 * move.to_castle)  # CK-088
    if emit is not None:
        rules = "CK-087", *_why_it_fits(before, kind, move.to_cell, state.terms)
        lifted = events.castle_letter(move.castle), plan.CELLS[move.cell]
        laid = events.castle_letter(move.to_castle), plan.CELLS[move.to_cell]
        emit(events.TileTransferred(rules, seat, *lifted, KINDS[kind], *laid))
    _after_transfer(state, seat, chance, emit)


# CK-090
def swap(state: State, seat: Seat, move: Swap, chance: Chance, emit: Emit | None) -> None:
    a, b = state.castles[2 * seat], state.castles[2 * seat + 1]
    kind_a, kind_b = kind_at(a, move.cell_a), kind_at(b, move.cell_b)
    state.castles[2 * seat : 2 * seat + 2] = swapped(a, b, move.cell_a, move.cell_b)
    state.marks |= 1 << move.cell_a | 1 << (move.cell_b + 9)
    if emit is not None:
        tile_a = KINDS[kind_a], plan.CELLS[move.cell_a]
        tile_b = KINDS[kind_b], plan.CELLS[move.cell_b]
        emit(events.TilesSwapped(("CK-090",), seat, *tile_a, *tile_b))
    _after_transfer(state, seat, chance, emit)


def _after_transfer(state: State, seat: Seat, chance: Chance, emit: Emit | None) -> None:
    if not state.unlocked and state.terms.latch:  # CK-084
        _unlock_if_ready(state, emit)
    if state.phase == BUILD:
        _end_if_over(state, seat, chance, emit)
