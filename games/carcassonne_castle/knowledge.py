"""Who may know what: all is open but what chance has not decided yet."""

from __future__ import annotations

from typing import Any

from rulekeep.core import Counts, Seat, write_position
from rulekeep.games.carcassonne_castle.state import State

OBSERVED = {"unseen": Counts(lambda state: state.unseen.kinds)}


def observation(state: State, seat: Seat | None) -> dict[str, Any]:
    """The same for everybody: nobody sees the stock's order or the faces on the wall."""
    seen = write_position(state)
    seen["unseen"] = state.unseen.as_dict()  # CC-005
    return seen
