"""Who may know what: a seat sees its own hand and its own choice."""

from __future__ import annotations

from typing import Any

from lanterns.box import LANTERNS
from lanterns.state import LANTERN, State
from rulekeep.core import (
    Bag,
    Chance,
    Form,
    Listed,
    OrNone,
    PerSeat,
    SealedChoices,
    SeatNumber,
    Whole,
)

OBSERVED: dict[str, Form[Any]] = {
    "hand": OrNone(Listed(Whole())),
    "hand_sizes": PerSeat(Whole()),
    "answered": Listed(SeatNumber()),
    "chosen": OrNone(LANTERN),
    "unseen": Form(),
}


def observation(state: State, seat: int | None) -> dict[str, Any]:
    chosen = dict(state.choices)
    return {
        "hand": state.hands[seat][:] if seat is not None else None,
        "hand_sizes": [sum(hand) for hand in state.hands],
        "answered": [other for other, choice in state.choices if choice is not None],
        "chosen": chosen.get(seat) if seat is not None else None,
        "points": state.points[:],
        "prizes": list(state.prizes),
        "round": state.round,
        "shown": list(state.shown),
        "stock": state.stock.as_dict(),
        "taker": state.taker if state.taker >= 0 else None,
        "unseen": unseen(state, seat).as_dict(),
        "options": state.terms.options,
        "seats": len(state.hands),
    }


def unseen(state: State, seat: int | None) -> Bag:
    """What the bag and the other hands hold together: shown lanterns can be counted."""
    pool = Bag(LANTERNS, state.deck.counts)
    for other, hand in enumerate(state.hands):
        for kind, count in enumerate(hand if other != seat else ()):
            pool.add(kind, count)
    return pool


def determinize(state: State, seat: int, chance: Chance) -> State:
    new = state.copy()
    new.deck = unseen(state, seat)
    for other, hand in enumerate(state.hands):
        if other != seat:
            new.hands[other] = [0] * len(LANTERNS)
            for _ in range(sum(hand)):
                new.hands[other][new.deck.draw(chance, "a hidden lantern")] += 1
    answers = [
        choice
        if choice is None or other == seat
        else chance.pick(Bag(LANTERNS, new.hands[other]), "a sealed choice") + 1
        for other, choice in state.choices
    ]
    new.choices = SealedChoices(state.choices.questions, answers)
    return new
