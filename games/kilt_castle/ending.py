"""When a match ends, and who has won it."""

from __future__ import annotations

from rulekeep.core.game import Outcome
from rulekeep.games.kilt_castle.scoring import account
from rulekeep.games.kilt_castle.state import BUILT, ENDINGS, State


def has_built_everything(state: State, seat: int) -> bool:
    """Whether this player has built the last floor (of a colour, where that is agreed)."""
    left = [state.left[colour] for colour in state.table.colours_of[seat]]
    return not all(left) if state.table.ends_by_colour else not any(left)


def someone_built_everything(state: State) -> bool:
    table = state.table
    left = state.left
    if table.ends_by_colour:
        return 0 in left and any(not left[colour] for colour in table.in_play)
    return 0 in left and any(not left[one] and not left[other] for one, other in table.colours_of)


def outcome(state: State) -> Outcome | None:
    """Most ducats wins; then more floors built; whoever is still level shares the place."""
    if not state.over:
        return None
    seats = range(state.table.seats)
    result = [(state.bank.purses[seat], state.floors_built(seat)) for seat in seats]
    places = tuple(1 + sum(other > own for other in result) for own in result)
    built = state.ended == BUILT
    rules = ["KC-107"]
    if built and state.table.seats == 2:
        rules.append("KC-101")
    return Outcome(
        places=places,
        scores=tuple(account(state, seat) for seat in seats),
        rule="KC-100" if built else "KC-112",
        reason=ENDINGS[state.ended] or "",
        rules=tuple(rules),
    )
