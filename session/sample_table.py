"""A table of a game in full swing, for front pages."""

from __future__ import annotations

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.drawing.picture import Picture
from rulekeep.core.game import AnyGame

NAMES = ("Ada", "Bo", "Cleo", "Dan")
SHARE = 0.6
"""How much of a match by lot has been played."""


def random_table(game: AnyGame) -> Picture:
    """A match that is played by lot, seen by a spectator after the greater part of it."""
    seats = game.usual_seats or game.seats[0]
    lot = SeededChance("front page")
    state = game.setup(seats, {}, lot).state
    states = [state.copy()]
    while decisions := game.decisions(state):
        seat = decisions[0].seat
        moves = game.legal_moves(state, seat)
        game.advance(state, seat, moves[lot.below(len(moves))], lot)
        states.append(state.copy())
    reached = states[int(SHARE * (len(states) - 1))]
    return game.picture(reached, None, Look(names=NAMES[:seats]))
