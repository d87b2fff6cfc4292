"""Who may know what: a seat sees its own hand and its own choice."""

from __future__ import annotations

from typing import Any

from lanterns.box import LANTERNS
from lanterns.state import State
from rulekeep.core.bag import Bag
from rulekeep.core.chance import Chance
from rulekeep.core.sealed import Sealed


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
        "taker": state.taker,
    }


def determinize(state: State, seat: int, chance: Chance) -> State:
    new = state.copy()
    others = [other for other in range(new.terms.seats) if other != seat]
    sizes = [sum(hand) for hand in new.hands]
    for other in others:
        for kind, count in enumerate(new.hands[other]):
            new.deck.add(kind, count)
        new.hands[other] = [0] * len(LANTERNS)
    for other in others:
        for _ in range(sizes[other]):
            new.hands[other][new.deck.draw(chance, "a hidden lantern")] += 1
    answers = [
        choice
        if choice is None or other == seat
        else chance.pick(Bag(LANTERNS, new.hands[other]), "a sealed choice") + 1
        for other, choice in state.choices
    ]
    new.choices = Sealed(state.choices.questions, answers)
    return new
