"""A table of each game in full swing, for the lobby; drawn once."""

from __future__ import annotations

from functools import cache

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.drawing.picture import Picture, svg_number

NAMES = ("Ada", "Bo", "Cleo", "Dan")
ACTS = 60
"""So many acts, unless the match is over before."""


@cache
def sample(name: str, viewer: int | None = None) -> Picture:
    """A match that is played by lot, seen by a spectator or a seat. UnknownGame."""
    game = registry.load(name)
    seats = game.usual_seats or game.seats[0]
    lot = SeededChance("front page")
    state = game.setup(seats, {}, lot).state
    for _ in range(ACTS):
        before = state.copy()
        decisions = game.decisions(state)
        moves = game.legal_moves(state, decisions[0].seat)
        game.advance(state, decisions[0].seat, moves[lot.below(len(moves))], lot)
        if not game.decisions(state):
            state = before
            break
    return game.picture(state, viewer, Look(names=NAMES[:seats]))


def size(name: str, viewer: int | None) -> dict[str, str]:
    """How large the pictures of a game are, so that a page keeps a place for them."""
    picture = sample(name, None if viewer is None else 0)
    return {"width": svg_number(picture.width), "height": svg_number(picture.height)}
