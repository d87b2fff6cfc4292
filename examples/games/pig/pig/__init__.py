"""Pig: roll as often as you dare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from attrs import frozen

from rulekeep.core import (
    Canvas,
    Chance,
    Decision,
    DeclaredState,
    Emit,
    Event,
    Fault,
    Game,
    Item,
    Language,
    Look,
    NameOf,
    Outcome,
    PerSeat,
    Phrase,
    Rulebook,
    Score,
    SeatNumber,
    Terms,
    Whole,
    forbids,
    kept,
    left_of,
    places,
)


# Moves are small frozen values. Their forms give parsing, notation, help and errors.
@frozen
class Roll:
    pass


@frozen
class Stop:
    pass


Move = Roll | Stop
ROLL, STOP = Roll(), Stop()
ASK = tuple((Decision(seat, "roll or stop", "Roll again, or stop?"),) for seat in range(4))


# Events say what happened. `rules` are the rules at work; `tell` is the plain sentence.
@frozen
class Rolled(Event):
    seat: int
    number: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} rolls {self.number}."


@frozen
class Stopped(Event):
    seat: int
    sum: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} stops and keeps {self.sum}."


# The table. Each field is declared once: type, default, form in data, meaning. Copying, comparing,
# writing and reading positions follow from that. `terms` holds the seats and the settled options.
@dataclass(slots=True, eq=False, init=False)
class State(DeclaredState[Terms[None]]):
    points: list[int] = kept(lambda terms: [0] * terms.seats, PerSeat(Whole(0, 1000)))
    active: int = kept(0, SeatNumber(), "whose turn it is")
    sum: int = kept(0, Whole(0, 1000), "rolled in this turn and not yet kept")

    def goal(self) -> int:
        return int(self.terms.options["goal"])

    def over(self) -> bool:
        return max(self.points) >= self.goal()


# Checks are tied to the rule they state and tried in this order. A check returns the reason as a
# sentence, or None. If a gate refuses, later checks are not tried.
@forbids("PIG-5", gate=True)
def the_match_is_over(state: State, seat: int, move: Move) -> str | None:
    return "the match is over" if state.over() else None


@forbids("PIG-1", gate=True)
def it_is_not_your_turn(state: State, seat: int, move: Move) -> str | None:
    return None if seat == state.active else "it is not your turn"


@forbids("PIG-4", Stop)
def nothing_was_rolled(state: State, seat: int, move: Stop) -> str | None:
    return None if state.sum else "roll at least once before you stop"


class Pig(Game[State, Move]):
    id = "pig"
    title = "Pig"
    blurb = "Roll as often as you dare; a 1 takes it all."
    seats = range(2, 5)
    seats_rule = "PIG-1"
    book = Rulebook.load("pig", __name__)
    table = State
    language = Language({}, [Phrase("roll", Roll), Phrase("stop", Stop)])
    drawn_by = "pig.view"

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return () if state.over() else ASK[state.active]

    # The fast statement of what is legal; the checks above are the one that explains.
    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        if seat != state.active or state.over():
            return ()
        return (ROLL, STOP) if state.sum else (ROLL,)

    # Every expressible move; the conformance kit compares the two statements over it.
    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return (ROLL, STOP)

    # The effects, written once, in place. A comment names the rule that a line carries out.
    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        if isinstance(move, Stop):
            state.points[seat] += state.sum  # PIG-4
            if emit:
                emit(Stopped(("PIG-4",), seat, state.sum))
        else:
            number = chance.below(6, "the die") + 1
            if emit:
                emit(Rolled(("PIG-3",) if number == 1 else ("PIG-2",), seat, number))
            if number > 1:
                state.sum += number  # PIG-2
                return
        state.sum = 0  # PIG-3
        if not state.over():  # PIG-5
            state.active = left_of(seat, state.terms.seats)  # PIG-1

    def outcome(self, state: State) -> Outcome | None:
        if not state.over():
            return None
        return Outcome(places(state.points), self.standing(state, None), "PIG-5", "goal reached")

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return tuple(
            Score(seat, points, (Item("points kept", 1, points, "PIG-4"),))
            for seat, points in enumerate(state.points)
        )

    # A move as an instruction, and what it leads to. People read both before the notation.
    def sentence(self, state: State, seat: int, move: Move) -> str:
        return "Stop" if isinstance(move, Stop) else "Roll the die"

    def describe(self, state: State, seat: int, move: Move) -> str:
        return f"you {'keep' if isinstance(move, Stop) else 'risk'} {state.sum}"

    # The table in characters. A place has a word of the notation as its name: it can be clicked.
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = Canvas()
        for seat, points in enumerate(state.points):
            sign = "→" if seat == state.active else " "
            canvas.line(f"{sign} {points:3} {look.name(seat)}"[: look.width])
        canvas.line(f"  {state.sum:3} rolled in this turn")
        canvas.line()
        words = [self.notation(move) for move in self.legal_moves(state, state.active)]
        corners = canvas.flow([(f"[{word}]", "bold") for word in words], look.width, gap=2)
        for word, (x, y) in zip(words, corners, strict=True):
            canvas.place(word, x, y, len(word) + 2)
        return canvas

    # A rough chance of winning, from 0 to 1, for the bots; the outcome decides at the end.
    def evaluate(self, state: State, seat: int) -> float:
        if state.over():
            return super().evaluate(state, seat)
        mine = state.points[seat] + (state.sum * 0.8 if seat == state.active else 0)
        others = max(p for s, p in enumerate(state.points) if s != seat)
        return min(0.95, max(0.05, 0.5 + (mine - others) / (2 * state.goal())))

    # The only judge of positions: what is impossible, and the key at fault.
    def audit(self, state: State) -> Iterable[str]:
        if sum(points >= state.goal() for points in state.points) > 1:
            yield Fault("points", "only one player can have reached the goal")
        if state.over() and state.sum:
            yield Fault("sum", "the match is over, nothing is rolled any more")


GAME = Pig()
