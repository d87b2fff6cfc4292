"""From the box to the first question."""

from __future__ import annotations

from lanterns.box import COPIES, HAND, LANTERNS, PRIZE_COPIES, PRIZES
from lanterns.state import NOBODY, State
from lanterns.turn import begin_round, draw
from rulekeep.core import Chance, Emit, GivenKeys, SealedChoices, clockwise


def lay_out(state: State, chance: Chance, emit: Emit) -> None:
    state.round = 0
    for seat in clockwise(state.terms.seats):
        for _ in range(HAND):  # LA-002
            draw(state, seat, "LA-002", chance, emit)
    begin_round(state, chance, emit)


def complete(state: State, said: GivenKeys) -> None:
    """What a position leaves out: bags hold the rest, and whoever holds a lantern is asked."""
    if "deck" not in said:
        for kind in range(len(LANTERNS)):
            held = sum(hand[kind] for hand in state.hands)
            state.deck.remove(kind, min(held, COPIES))
    if "stock" not in said:
        for kind in range(len(PRIZES)):
            shown = state.prizes.count(kind + 1)
            state.stock.remove(kind, min(shown, PRIZE_COPIES[kind]))
    if state.taker != NOBODY:
        state.choices = SealedChoices()
        return
    chosen = dict(state.choices)
    holders = state.holders() if state.prizes else ()
    state.choices = SealedChoices(holders, [chosen.get(seat) for seat in holders])
