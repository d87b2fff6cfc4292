"""Is this table possible? The only judge."""

from __future__ import annotations

from collections.abc import Iterator

from lanterns.box import COPIES, LANTERNS, PRIZE_COPIES, PRIZES, ROUNDS, SHOWN_PRIZES
from lanterns.state import NOBODY, State
from rulekeep.core import Fault


def audit(state: State) -> Iterator[Fault]:
    for kind, name in enumerate(LANTERNS):
        if state.deck.counts[kind] + sum(hand[kind] for hand in state.hands) > COPIES:
            yield Fault("hands", f"there are more than {COPIES} lanterns {name}")
    for kind, name in enumerate(PRIZES):
        if state.stock.counts[kind] + state.prizes.count(kind + 1) > PRIZE_COPIES[kind]:
            yield Fault("stock", f"there are only {PRIZE_COPIES[kind]} prizes {name}")
    # Each round takes one prize at most, and the last one still shows two.
    lying = state.stock.total + len(state.prizes)
    if state.prizes and lying - (ROUNDS - state.round) < SHOWN_PRIZES:
        yield Fault("stock", "there are too few prizes for the rounds to come")
    if state.prizes and len(state.prizes) != SHOWN_PRIZES:
        yield Fault("prizes", f"{SHOWN_PRIZES} prizes are shown")
    for seat, choice in state.choices:
        if choice is not None and not state.hands[seat][choice - 1]:
            yield Fault("choices", f"seat {seat} has chosen a lantern it does not hold")
    if state.choices and state.choices.complete:
        yield Fault("choices", "when all have chosen, the lanterns are shown")
    if state.taker != NOBODY and not state.prizes:
        yield Fault("taker", "there is no prize to choose")
    if state.shown and len(state.shown) != state.terms.seats:
        yield Fault("shown", "one lantern for each seat, 0 for none")
    if state.shown and state.taker == NOBODY:
        yield Fault("shown", "lanterns lie open only while somebody chooses a prize")
