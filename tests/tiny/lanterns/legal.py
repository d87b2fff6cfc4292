"""The fast generator."""

from __future__ import annotations

from collections.abc import Sequence

from lanterns.moves import SHOW, TAKE, Move
from lanterns.state import NOBODY, State
from rulekeep.core import Decision


def legal_moves(state: State, seat: int) -> Sequence[Move]:
    if state.taker != NOBODY:
        return [TAKE[n - 1] for n in sorted(set(state.prizes))] if seat == state.taker else ()
    if any(asked == seat and chosen is None for asked, chosen in state.choices):
        return [SHOW[i] for i, n in enumerate(state.hands[seat]) if n]
    return ()


def decisions(state: State) -> tuple[Decision, ...]:
    if state.taker != NOBODY:
        return (Decision(state.taker, "take", "Choose a prize."),)
    asked = [state.choices.questions[number] for number in state.choices.open]
    return tuple(Decision(s, "show", "Choose a lantern to show.", True) for s in asked)
