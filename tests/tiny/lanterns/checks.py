"""The checks that refuse moves, in the order they run."""

from __future__ import annotations

from lanterns.moves import Move, Show, Take
from lanterns.state import NOBODY, State
from rulekeep.core import forbids


@forbids("LA-009", gate=True)
def the_player_is_not_asked(state: State, seat: int, move: Move) -> str | None:
    if state.taker != NOBODY:
        asked, kind = seat == state.taker, "take"
    else:
        asked, kind = dict(state.choices).get(seat, 0) is None, "show"
    if not asked:
        return "you are not asked anything now"
    if kind != ("show" if isinstance(move, Show) else "take"):
        return f"now is the time to {kind}"
    return None


@forbids("LA-005", Show)
def the_lantern_is_not_in_hand(state: State, seat: int, move: Show) -> str | None:
    if not state.hands[seat][move.lantern - 1]:
        return f"you hold no lantern {move.lantern}"
    return None


@forbids("LA-006", Take)
def the_prize_is_not_there(state: State, seat: int, move: Take) -> str | None:
    if move.prize not in state.prizes:
        return f"no prize worth {move.prize} is shown"
    return None
