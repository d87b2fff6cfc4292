"""Pictures of a game in the middle of a random match, for front pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.drawing.picture import Picture, svg_number
from rulekeep.core.game import AnyGame

NAMES = ("Ada", "Bo", "Cleo", "Dan")
SHARE = 0.6
"""How much of the match has been played, where it is played to its end."""
MOVES = 60
"""How many moves have been played otherwise, unless the match ends before."""


def random_table(game: AnyGame) -> Picture:
    """What a spectator sees after the greater part of a random match."""
    states = list(_open_states(game))
    return _picture(game, states[int(SHARE * len(states))], None)


@cache
def sample_picture(name: str, viewer: int | None = None) -> Picture:
    """What a spectator or a seat sees after some moves of a random match. UnknownGame."""
    game = registry.load(name)
    *_, state = islice(_open_states(game), MOVES + 1)
    return _picture(game, state, viewer)


def picture_size(name: str, viewer: int | None) -> dict[str, str]:
    """The size of a game's pictures, for pages that reserve space for them."""
    picture = sample_picture(name, None if viewer is None else 0)
    return {"width": svg_number(picture.width), "height": svg_number(picture.height)}


def _open_states(game: AnyGame) -> Iterator[Any]:
    """The states of a random match in which a seat must decide."""
    chance = SeededChance("front page")
    state = game.setup(game.usual_seats or game.seats[0], {}, chance).state
    while decisions := game.decisions(state):
        yield state.copy()
        seat = decisions[0].seat
        moves = game.legal_moves(state, seat)
        game.advance(state, seat, moves[chance.below(len(moves))], chance)


def _picture(game: AnyGame, state: Any, viewer: int | None) -> Picture:
    return game.picture(state, viewer, Look(names=NAMES[: game.seats_of(state)]))
