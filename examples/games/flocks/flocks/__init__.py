"""Flocks: a game with hidden hands on a small grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from flocks.state import (
    COPIES,
    FIELDS,
    HAND,
    LANGUAGE,
    LARGEST,
    MEADOW,
    MEADOW_FORM,
    MOVES,
    SIZES,
    Put,
    State,
)
from flocks.view import picture, render
from rulekeep.core import (
    Bag,
    Chance,
    Decision,
    Emit,
    Fault,
    Game,
    GivenKeys,
    Item,
    Listed,
    OrNone,
    Outcome,
    PerSeat,
    Rulebook,
    Score,
    SeatEvent,
    Whole,
    because,
    forbids,
    places,
    plural,
)

ASK = tuple((Decision(seat, "put", "Which flock, and on which field?"),) for seat in range(4))

OBSERVED = {"hand": OrNone(Listed(Whole(1, LARGEST)), None), "hand_sizes": PerSeat(Whole(0, HAND))}
"""The keys of an observation that positions do not have."""


@frozen
class FlockDrawn(SeatEvent):
    sheep: int
    says = "{seat} draws a flock of {sheep}."
    to_others = "{seat} draws a flock."


@frozen
class FlockPut(SeatEvent):
    sheep: int
    field: str
    joining: tuple[str, ...]

    @property
    def joined(self) -> str:
        count = len(self.joining)
        join = f"{plural(count, 'flock')} beside it {'joins' if count == 1 else 'join'}"
        return f", and {join}" if count else ""

    says = "{seat} puts {sheep} sheep on {field}{joined}."


@forbids("FL-8", gate=True)
def the_match_is_over(state: State, seat: int, move: Put) -> str | None:
    return "every field has a flock" if state.over() else None


@forbids("FL-1", gate=True)
def it_is_not_your_turn(state: State, seat: int, move: Put) -> str | None:
    return None if seat == state.active() else "it is not your turn"


@forbids("FL-3")
def the_flock_is_not_in_hand(state: State, seat: int, move: Put) -> str | None:
    return None if move.sheep in state.hands[seat] else f"you have no flock of {move.sheep}"


@forbids("FL-4")
def the_field_is_taken(state: State, seat: int, move: Put) -> str | None:
    taken = state.meadow[move.field] is not None
    return f"{FIELDS[move.field]} has a flock" if taken else None


class Flocks(Game[State, Put]):
    id = "flocks"
    title = "Flocks"
    blurb = "Put a large flock beside smaller ones, and they join you."
    seats = range(2, 5)
    seats_rule = "FL-1"
    box_rule = "FL-2"
    score_unit = "flock"
    book = Rulebook.load("flocks", __name__)
    table = State
    language = LANGUAGE
    render = staticmethod(render)
    picture = staticmethod(picture)

    def lay_out(self, state: State, chance: Chance, emit: Emit) -> None:
        for _ in range(HAND):  # FL-2
            for seat in range(state.terms.seats):
                draw(state, seat, "FL-2", chance, emit)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return () if state.over() else ASK[state.active()]

    def legal_moves(self, state: State, seat: int) -> Sequence[Put]:
        if state.over() or seat != state.active():
            return ()
        free = [field for field, flock in enumerate(state.meadow) if flock is None]
        return [MOVES[sheep, field] for sheep in sorted(set(state.hands[seat])) for field in free]

    def universe(self, state: State, seat: int) -> Iterable[Put]:
        return MOVES.values()

    def advance(
        self, state: State, seat: int, move: Put, chance: Chance, emit: Emit | None = None
    ) -> None:
        state.hands[seat].remove(move.sheep)  # FL-3
        state.meadow[move.field] = seat, move.sheep
        joining = joined_by(state, seat, move)
        for field, sheep in joining:
            state.meadow[field] = seat, sheep  # FL-5
        if emit:
            equal = move.sheep in [sheep for _, sheep in joining]
            rules = because("FL-3", ("FL-5", joining), ("FL-6", equal), ("FL-8", state.over()))
            names = tuple(FIELDS[field] for field, _ in joining)
            emit(FlockPut(rules, seat, move.sheep, FIELDS[move.field], names))
        if state.left.total:  # FL-7
            draw(state, seat, "FL-7", chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        if not state.over():
            return None
        return Outcome(
            places(state.owned()), self.standing(state, None), "FL-8", "meadow full"
        )  # FL-8

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return tuple(
            Score(seat, count, (Item("flocks", count, 1, "FL-8"),))
            for seat, count in enumerate(state.owned())
        )

    # -- who may know what ------------------------------------------------------------------

    observed = OBSERVED

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return {
            "meadow": MEADOW_FORM.write(state.meadow, state),
            "hand": state.hands[seat][:] if seat is not None else None,
            "hand_sizes": [len(hand) for hand in state.hands],
            "left": hidden_from(state, seat).as_dict(),
            "options": dict(state.terms.options),
            "seats": state.terms.seats,
        }

    # All that the seat cannot see is put together and dealt again.
    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        new = state.copy()
        new.left = hidden_from(state, seat)
        for other, hand in enumerate(state.hands):
            if other != seat:
                new.hands[other] = sorted(new.left.draw(chance, "a hidden flock") + 1 for _ in hand)
        return new

    # -- for people and bots ----------------------------------------------------------------

    def sentence(self, state: State, seat: int, move: Put) -> str:
        return f"Put {move.sheep} sheep on {FIELDS[move.field]}"

    def describe(self, state: State, seat: int, move: Put) -> str:
        count = len(joined_by(state, seat, move))
        return f"{plural(count, 'flock')} will join you" if count else ""

    def explain_end(self, state: State, name: object) -> str:
        return "every field has a flock"

    def legend(self, state: State, viewer: int | None) -> Sequence[str]:
        return ["7 P2: a flock of 7 sheep that belongs to player 2"]

    def evaluate(self, state: State, seat: int) -> float:
        if state.over():
            return super().evaluate(state, seat)
        owned = state.owned()
        best = max(count for other, count in enumerate(owned) if other != seat)
        return 0.5 + 0.4 * (owned[seat] - best) / len(MEADOW)

    # -- positions --------------------------------------------------------------------------

    # A position may leave out what is left to draw, and the hands.
    def complete(self, state: State, said: GivenKeys) -> None:
        if "left" not in said:
            state.left = Bag(SIZES, [max(0, COPIES - n) for n in seen(state)])
        if "hands" not in said:
            for seat, size in enumerate(hand_sizes(state)):
                kinds = [kind for kind, n in enumerate(state.left.counts) for _ in range(n)][:size]
                state.hands[seat] = [kind + 1 for kind in kinds]
                for kind in kinds:
                    state.left.remove(kind)

    def audit(self, state: State) -> Iterable[str]:
        for kind, count in enumerate(seen(state)):
            if count + state.left.counts[kind] != COPIES:
                yield Fault("left", f"there are {COPIES} flocks of {SIZES[kind]}")
        for seat, size in enumerate(hand_sizes(state)):
            if len(state.hands[seat]) != size:
                yield Fault(f"hands.{seat}", f"player {seat + 1} must have {plural(size, 'flock')}")


def draw(state: State, seat: int, rule: str, chance: Chance, emit: Emit | None) -> None:
    sheep = state.left.draw(chance, "a flock") + 1
    state.hands[seat] = sorted([*state.hands[seat], sheep])
    if emit:
        emit(FlockDrawn((rule,), seat, sheep, seen_by=(seat,)))


def joined_by(state: State, seat: int, move: Put) -> list[tuple[int, int]]:
    """The flocks that join a flock that is put: field and sheep of each."""
    most = move.sheep if state.terms.options["equal"] == "join" else move.sheep - 1  # FL-6
    found = []
    for field in MEADOW.neighbours[move.field]:  # FL-5
        flock = state.meadow[field]
        if flock is not None and flock[0] != seat and flock[1] <= most:
            found.append((field, flock[1]))
    return found


def seen(state: State) -> list[int]:
    """By size, how many flocks are on the meadow and in hands."""
    sizes = [sheep for _, sheep in state.flocks()] + [s for hand in state.hands for s in hand]
    return [sizes.count(kind + 1) for kind in range(LARGEST)]


def hidden_from(state: State, seat: int | None) -> Bag:
    """What is left, together with the hands that a seat does not see."""
    hidden = Bag(SIZES, state.left.counts)
    for other, hand in enumerate(state.hands):
        if other != seat:
            hidden.extend(sheep - 1 for sheep in hand)
    return hidden


def hand_sizes(state: State) -> list[int]:
    """How many flocks each player has: three, less the turns after the last flock was drawn."""
    seats, put = state.terms.seats, len(state.flocks())
    drawn = COPIES * LARGEST - HAND * seats
    return [HAND - sum(turn % seats == seat for turn in range(drawn, put)) for seat in range(seats)]


GAME = Flocks()
