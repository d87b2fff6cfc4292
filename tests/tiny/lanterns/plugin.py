"""Lanterns: the rooms of this package wired to the contract.

Six rounds. In each, prizes are drawn, everybody chooses a lantern in secret, and whoever shows
the highest number alone takes a prize.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lanterns import audit, checks, describe, evaluate, knowledge, legal, scoring, setup, turn
from lanterns.box import PACKAGE
from lanterns.moves import LANGUAGE, SHOW, TAKE, Move
from lanterns.state import NOBODY, State
from rulekeep.core.chance import Chance
from rulekeep.core.game import Decision, Emit, Event, Game, Outcome, Score, Step
from rulekeep.core.rulebook import Rulebook
from rulekeep.core.state import Said


class Lanterns(Game[State, Move]):
    id = PACKAGE
    title = "Lanterns"
    blurb = "Show the highest lantern, and show it alone."
    seats = range(2, 5)  # LA-001
    seats_rule = "LA-001"
    box_rule = "LA-002"
    book = Rulebook.load(PACKAGE, checks)
    table = State
    language = LANGUAGE

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        state = State(self.terms(seats, options))
        events: list[Event] = []
        setup.lay_out(state, chance, events.append)
        return Step(state, tuple(events))

    def complete(self, state: State, said: Said) -> None:
        setup.complete(state, said)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        if state.taker != NOBODY:
            return (Decision(state.taker, "take", "Choose a prize."),)
        asked = [state.choices.questions[number] for number in state.choices.open]
        return tuple(Decision(s, "show", "Choose a lantern to show.", True) for s in asked)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        return legal.legal_moves(state, seat)

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        turn.advance(state, seat, move, chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return scoring.standing(state)

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return knowledge.observation(state, seat)

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        return knowledge.determinize(state, seat, chance)

    def evaluate(self, state: State, seat: int) -> float:
        return evaluate.evaluate(state, seat)

    def describe(self, state: State, seat: int, move: Move) -> str:
        return describe.describe(state, seat, move)

    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return (*SHOW, *TAKE)

    def audit(self, state: State) -> Iterable[str]:
        return audit.audit(state)


GAME = Lanterns()
