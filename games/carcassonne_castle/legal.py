"""The open decisions and the legal moves, generated fast."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core import Decision, Seat
from rulekeep.games.carcassonne_castle import state as table
from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.packing import MEN_BITS
from rulekeep.games.carcassonne_castle.moves import AGAIN, DRAW, END, NO_FOLLOWER, Move
from rulekeep.games.carcassonne_castle.scoring import completed
from rulekeep.games.carcassonne_castle.state import DOUBLE, FOLLOWER, OVER, PLACE, State

QUESTIONS: dict[table.Phase, tuple[str, str]] = {
    table.START: ("draw", "Draw a tile, or use wall tile 1 first"),
    PLACE: ("place", "Place the tile"),
    FOLLOWER: ("follower", "Place a follower on the new tile, or none"),
    table.SCORE: ("score", "Choose what to score next"),
    DOUBLE: ("score", "Your feature is scored. Double it with a wall tile?"),
    table.END_OF_TURN: ("end", "End your turn, or use wall tile 1 for another one"),
}
_DECISIONS: tuple[tuple[tuple[Decision, ...], ...], ...] = (
    *(
        tuple((Decision(1 - seat if phase == DOUBLE else seat, *question),) for seat in (0, 1))
        for phase, question in QUESTIONS.items()
    ),
    ((), ()),
)
"""By phase and active seat."""
_ONLY_DRAW = (DRAW,)
_DRAW_OR_AGAIN = (DRAW, AGAIN)
_END_OR_AGAIN = (END, AGAIN)


def decisions(state: State) -> tuple[Decision, ...]:
    return _DECISIONS[state.phase][state.active]


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    phase = state.phase
    if seat != (1 - state.active if phase == DOUBLE else state.active):
        return ()
    if phase == PLACE:
        asks, placements = state.asks, state.terms.catalogue.placements[state.drawn]
        found: list[Move] = []
        for cell in state.frontier:  # CC-020 CC-021 CC-022 CC-023
            found.extend(placements[asks[cell]][cell])  # CC-024 CC-027 CC-028
        return found
    if phase == FOLLOWER:
        return _follower_moves(state, seat)
    if phase in table.SCORING:
        return _score_moves(state)
    if phase == table.END_OF_TURN:
        return _END_OR_AGAIN
    if phase == OVER:
        return ()
    return _DRAW_OR_AGAIN if can_announce(state) else _ONLY_DRAW


# -- followers ------------------------------------------------------------------------------


def _follower_moves(state: State, seat: Seat) -> list[Move]:
    if not state.supply[seat]:  # CC-046
        return [NO_FOLLOWER]
    claims = state.terms.catalogue.claims[state.board[state.last]]
    found: list[Move] = [claims[segment] for segment in free_segments(state)]
    found.append(NO_FOLLOWER)  # CC-040
    return found


def free_segments(state: State, enough: int = packing.SPOT) -> list[int]:
    """The segments of the newest tile whose whole feature holds no follower, up to so many."""
    parent, info = state.parent, state.info
    base = state.base[state.last]  # CC-045
    free: list[int] = []
    for segment in range(len(state.terms.box.infos[state.board[state.last]])):
        part = base + segment
        while (above := parent[part]) != part:  # as `find` does, without a call
            part = above
        if not info[part] & MEN_BITS:  # CC-042 CC-043
            free.append(segment)
            if len(free) == enough:
                break
    return free


# -- scoring --------------------------------------------------------------------------------


def _score_moves(state: State) -> list[Move]:
    if state.phase == DOUBLE:
        roots = [state.root_at(state.chosen)]
    else:
        roots = completed.in_fixed_order(state, completed.next_group(state))
        if not state.terms.order_is_chosen:  # CC-070
            roots = roots[:1]
    asked = state.decider
    found: list[Move] = []
    for root in roots:
        doubles = (
            completed.most_doubles(state, root) if state.winner(root) == asked else 0
        )  # CC-103 CC-104
        found += [completed.score_move(state, root, n) for n in range(doubles + 1)]
    return found


# -- wall tile 1 ----------------------------------------------------------------------------


def can_announce(state: State) -> bool:
    """Whether another turn can be announced before the draw: a tile must be left for it."""
    if not state.terms.announces_early:  # CC-121
        return False
    return state.usable(state.active, 1) > 0 and state.stock.total > 1  # CC-122


def can_add_turn(state: State) -> bool:
    """Whether wall tile 1 can be used at the end of this turn."""
    if state.terms.announces_early:  # CC-121
        return False
    return state.usable(state.active, 1) > 0 and state.stock.total > 0  # CC-122 CC-123
