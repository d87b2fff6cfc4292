"""Who has how many points, and how a match ends."""

from __future__ import annotations

from rulekeep.core.game import Item, Outcome, Score, places
from rulekeep.core.seats import Seat
from rulekeep.games.carcassonne_castle.scoring.final import final_gains
from rulekeep.games.carcassonne_castle.state import LINES, OVER, TALLY, State


def items(state: State, seat: Seat) -> tuple[Item, ...]:
    """What a player's points came from; a sum not yet moved is among them."""
    lines = state.tally[seat * LINES : (seat + 1) * LINES]
    in_play = [
        Item(label, units, each, rule)
        for units, (label, each, rule) in zip(lines, TALLY, strict=True)
        if units
    ]
    gains = final_gains(state) if state.phase == OVER else []
    return (*in_play, *(gain.item for gain in gains if gain.seat == seat))


def standing(state: State, viewer: Seat | None = None) -> tuple[Score, ...]:
    return tuple(Score(seat, state.score[seat], items(state, seat)) for seat in (0, 1))


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    ranked = places(state.score)  # CC-145
    reason = "draw" if ranked == (1, 1) else "most points"  # CC-145
    return Outcome(ranked, standing(state), "CC-130", reason)
