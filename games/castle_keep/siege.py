"""The siege's assault: two tiles turned over, and what they destroy."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.games.castle_keep.castle import (
    CELLS,
    KEEP,
    cells_in,
    equal_to,
    group_of,
    kind_at,
    separate_targets,
)
from rulekeep.games.castle_keep.components import FIRST_KNIGHT, KINDS
from rulekeep.games.castle_keep.events import AssaultHit, MatchEnded, TilesFlipped
from rulekeep.games.castle_keep.state import ASSAULT, FLIPPED, HIT, NOBODY, State


def assault(state: State, chance: Chance, emit: Emit | None) -> bool:
    """Turn over two tiles and let them act; whether the next turn can begin."""
    if state.bag.total < 2:
        _lose(state, "CK-109", emit)
        return False
    flips = _flip(state, chance)
    castle = state.castles[0]
    hits = [bool(equal_to(castle, kind)) for kind in flips]
    strikes = any(hits) if state.terms.flip_alone else all(hits)
    state.now.append((FLIPPED, flips[0] * len(KINDS) + flips[1]))
    if emit is not None:
        names = (KINDS[flips[0]], KINDS[flips[1]])
        emit(TilesFlipped(("CK-102", "CK-104", "CK-106"), names, strikes))
    if not strikes:
        state.discard += flips
        return True
    state.flips = flips
    return _resolve(state, emit)


def _flip(state: State, chance: Chance) -> tuple[int, int]:
    """One tile from each pile; if one pile is empty both from the other."""
    if state.pile0 and state.pile1:
        state.pile0 -= 1
        state.pile1 -= 1
    elif state.pile0:
        state.pile0 -= 2
    else:
        state.pile1 -= 2
    first = state.bag.draw(chance, "the first tile turned over")
    return first, state.bag.draw(chance, "the second tile turned over")


def _resolve(state: State, emit: Emit | None) -> bool:
    """Let the flipped tiles act until the player must choose; whether all is done."""
    while state.flips:
        castle = state.castles[0]
        targets = separate_targets(castle, equal_to(castle, state.flips[0]))
        if len(targets) > 1:
            state.phase = ASSAULT
            return False
        _hit(state, targets[0] if targets else NOBODY, emit)
    if state.castles[0]:
        return True
    _lose(state, "CK-108", emit)
    return False


def strike(state: State, cell: int, emit: Emit | None) -> bool:
    """The player has chosen the tile to lose; whether the assault is over."""
    _hit(state, cell, emit)
    return _resolve(state, emit)


def _hit(state: State, cell: int, emit: Emit | None) -> None:
    """The first flipped tile destroys a tile and its group, or nothing."""
    kind, *rest = state.flips
    state.flips = tuple(rest)
    castle = state.castles[0]
    fallen: list[int] = []
    rules = ["CK-105"]
    if cell != NOBODY:
        removed = group_of(castle, cell)
        fallen = [kind_at(castle, other) for other in cells_in(removed & ~(1 << cell))]
        fallen.append(kind_at(castle, cell))
        left = castle & KEEP[removed]
        state.castles[0] = left
        state.now.append((HIT, castle ^ left))
        rules += ["CK-103"] if kind >= FIRST_KNIGHT else ["CK-103", "CK-034"]
    state.discard += [*fallen, kind]
    if emit is not None:
        names = tuple(KINDS[tile] for tile in fallen)
        emit(AssaultHit((*rules, "CK-106"), KINDS[kind], CELLS[cell] if names else "", names))


def _lose(state: State, rule: str, emit: Emit | None) -> None:
    state.end("siege_lost")
    if emit is not None:
        emit(MatchEnded((rule, "CK-106"), NOBODY, "siege_lost"))
