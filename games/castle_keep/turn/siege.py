"""The siege's assault: two tiles turned over, and what they destroy."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.games.castle_keep.box.castle import CELLS, KEEP, Cell, equal_to, falling
from rulekeep.games.castle_keep.box.symmetry import separate_targets
from rulekeep.games.castle_keep.box.tiles import KINDS, Kind, codes
from rulekeep.games.castle_keep.events import AssaultHit, MatchEnded, TilesFlipped
from rulekeep.games.castle_keep.state import NOBODY, State
from rulekeep.games.castle_keep.terms import ASSAULT

NO_CELL = -1


def assault(state: State, chance: Chance, emit: Emit | None) -> bool:
    """Turn over two tiles and let them act; whether the next turn can begin."""
    if state.bag.total < 2:  # CK-109
        lose(state, emit)
        return False
    flips = _flip(state, chance)
    hits = [bool(equal_to(state.castles[0], kind)) for kind in flips]
    strikes = any(hits) if state.terms.flip_alone else all(hits)  # CK-104
    if emit is not None:
        names = (KINDS[flips[0]], KINDS[flips[1]])
        emit(TilesFlipped(("CK-102", "CK-104") if any(hits) else ("CK-102",), names, strikes))
    if not strikes:
        state.discard += flips  # CK-106
        return True
    state.flips = flips
    return _resolve(state, emit)


# CK-102
def _flip(state: State, chance: Chance) -> tuple[Kind, Kind]:
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


# CK-105
def _resolve(state: State, emit: Emit | None) -> bool:
    """Let the flipped tiles act until the player must choose; whether all is done."""
    while state.flips:
        castle = state.castles[0]
        targets = separate_targets(castle, equal_to(castle, state.flips[0]))  # CK-103
        if len(targets) > 1:
            state.phase = ASSAULT
            return False
        _hit(state, targets[0] if targets else NO_CELL, emit)
    if not state.castles[0]:
        lose(state, emit)  # CK-108
    return not state.reason


def strike(state: State, cell: Cell, emit: Emit | None) -> bool:
    """The player has chosen the tile to lose; whether the assault is over."""
    _hit(state, cell, emit)
    return _resolve(state, emit)


def _hit(state: State, cell: Cell, emit: Emit | None) -> None:
    """The first flipped tile destroys a tile and its group, or nothing."""
    kind, *rest = state.flips
    state.flips = tuple(rest)
    castle = state.castles[0]
    fallen: list[Kind] = []
    rules = ["CK-105"]
    if cell != NO_CELL:
        removed, fallen = falling(castle, cell)  # CK-034
        state.castles[0] = castle & KEEP[removed]
        rules += ["CK-103", "CK-034"] if len(fallen) > 1 else ["CK-103"]
    state.discard += [*fallen, kind]  # CK-106
    if emit is not None:
        names = tuple(codes(fallen))
        emit(AssaultHit(tuple(rules), KINDS[kind], CELLS[cell] if names else "", names))


def lose(state: State, emit: Emit | None) -> None:
    state.end("siege_lost")
    if emit is not None:
        rules = [state.terms.variant.rule_of_end(state)]
        if not state.bag.total and state.discard:  # tiles there are, but none comes back
            rules.append("CK-106")
        emit(MatchEnded(tuple(rules), NOBODY, "siege_lost"))
