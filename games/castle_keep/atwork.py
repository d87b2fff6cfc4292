"""Which rules a placement, a transfer or an attack shows at work; asked only for events."""

from __future__ import annotations

from rulekeep.games.castle_keep.castle import (
    CENTRE,
    CENTRE_MASK,
    COLOUR_SHIFT,
    FULL,
    KEEP,
    NEIGHBOURS,
    RING_MASK,
    SIDE_MASK,
    cells_in,
    kind_at,
    occupied,
    where,
)
from rulekeep.games.castle_keep.components import FIRST_KNIGHT, ROLE, WALL, match
from rulekeep.games.castle_keep.fitting import must_match_both
from rulekeep.games.castle_keep.moves import Attack, Place
from rulekeep.games.castle_keep.state import ACTION, ATTACK, TAKEN, State
from rulekeep.games.castle_keep.terms import Terms


def rules_of_fitting(castle: int, kind: int, cell: int, terms: Terms) -> list[str]:
    """The rules that let a tile come to lie in a cell of this castle."""
    cells = occupied(castle)
    rules = ["CK-019"]
    if not cells:
        return ["CK-018", *rules]
    if kind >= FIRST_KNIGHT:
        rules.append("CK-024")
        if terms.a3 and cells | CENTRE_MASK == FULL:
            rules.append("CK-063")
        return rules
    if cells == CENTRE_MASK:
        return [*rules, "CK-025"]
    rules += ["CK-021", "CK-022"]
    beside = [n for n in NEIGHBOURS[cell] if cells >> n & 1]
    matching = [n for n in beside if match(kind, kind_at(castle, n))]
    if (
        CENTRE in beside
        and ROLE[kind] == WALL
        and (CENTRE in matching or not terms.knight_supports)
    ):
        rules.append("CK-023")
    if terms.a3:
        if must_match_both(cells, terms):
            rules.append("CK-061")
        if (cells & RING_MASK).bit_count() == 7 and not cells & CENTRE_MASK:
            rules.append("CK-062")
    return rules


def rules_of_placement(state: State, move: Place, castle: int) -> tuple[str, ...]:
    """The rules at work in a placement, asked after it was made; `castle` is as it was before."""
    terms = state.terms
    if move.reserve:
        rules = ["CK-072", "CK-074", "CK-013" if state.phase in (ATTACK, TAKEN) else "CK-073"]
    else:
        rules = ["CK-095" if terms.king else "CK-101" if terms.siege else "CK-015"]
    if terms.empire:
        rules.append("CK-080")
    rules += rules_of_fitting(castle, move.kind, move.cell, terms)
    if state.placed > 1:
        rules.append("CK-016")
    if state.placed > 4:
        rules.append("CK-017")
    return tuple(rules)


def rules_of_attack(
    state: State, move: Attack, castle: int, removed: int, spent: int
) -> tuple[str, ...]:
    """The rules at work in an attack, asked before it takes effect."""
    terms = state.terms
    rules = ["CK-096"] if terms.king else ["CK-029"]
    if state.phase == ACTION and not terms.king:
        rules.append("CK-084" if terms.empire else "CK-028")
    if state.phase == ATTACK:
        rules += ["CK-030", "CK-031"]
    if move.cell == CENTRE:
        rules.append("CK-039" if spent == 1 else "CK-038")
    else:
        rules += _rules_of_group(state, move, castle, removed)
    if terms.empire:
        rules.append("CK-085")
        if occupied(castle) == FULL:
            rules.append("CK-086")
    if terms.takeover:
        rules.append("CK-070")
    rules += ["CK-071"] if move.take else ["CK-040"]
    rules.append("CK-042")
    left = castle & KEEP[removed]
    if left:
        rules.append("CK-041")
        if any(_stands_alone(left, cell) and not _stands_alone(castle, cell) for cell in _of(left)):
            rules.append("CK-026")
    return tuple(rules)


def _rules_of_group(state: State, move: Attack, castle: int, removed: int) -> list[str]:
    kind = move.kind
    target = kind_at(castle, move.cell)
    if ROLE[target] != ROLE[kind]:
        rules = ["CK-033"]
    else:
        rules = ["CK-032" if ROLE[kind] == WALL else "CK-055"]
    rules.append("CK-034")
    knight = castle & CENTRE_MASK << COLOUR_SHIFT[kind]
    if knight and removed & SIDE_MASK:
        rules.append("CK-035")
    if removed >> 7 & 1 and removed & 1:
        rules.append("CK-036")
    equal = where(castle, kind) & state.terms.reach[kind]
    if equal & (equal - 1):
        rules.append("CK-037")
    return rules


def _of(castle: int) -> list[int]:
    return list(cells_in(occupied(castle)))


def _stands_alone(castle: int, cell: int) -> bool:
    """Whether nothing beside a tile matches it."""
    cells = occupied(castle)
    kind = kind_at(castle, cell)
    return not any(cells >> n & 1 and match(kind, kind_at(castle, n)) for n in NEIGHBOURS[cell])
