"""A round: prizes are shown, everybody chooses a lantern in secret, the highest takes a prize."""

from __future__ import annotations

from lanterns.box import ROUNDS, SHOWN_PRIZES
from lanterns.events import LanternDrawn, LanternsShown, NobodyWon, PrizesShown, PrizeTaken
from lanterns.moves import Move, Take
from lanterns.state import NOBODY, State
from rulekeep.core import Chance, Emit, SealedChoices


def begin_round(state: State, chance: Chance, emit: Emit | None) -> None:
    state.choices = SealedChoices()
    if state.round == ROUNDS or not state.holders():  # LA-010
        state.prizes = ()
        return
    state.round += 1
    drawn = [state.stock.draw(chance, "a prize") + 1 for _ in range(SHOWN_PRIZES)]  # LA-004
    state.prizes = tuple(sorted(drawn))
    if emit:
        emit(PrizesShown(("LA-004",), state.prizes))
    state.choices = SealedChoices(state.holders())


def advance(state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None) -> None:
    if isinstance(move, Take):
        take(state, seat, move.prize, ("LA-006",), emit)
        end_round(state, chance, emit)
        return
    asked = state.choices.questions.index(seat)
    state.choices = state.choices.with_answer(asked, move.lantern)  # LA-005
    if state.choices.complete:
        reveal(state, chance, emit)


def reveal(state: State, chance: Chance, emit: Emit | None) -> None:
    revealed = dict(state.choices)
    state.shown = tuple(revealed.get(seat) or 0 for seat in range(state.terms.seats))
    if emit:
        emit(LanternsShown(("LA-005",), state.shown))
    for seat, lantern in enumerate(state.shown):
        if lantern:
            state.hands[seat][lantern - 1] -= 1  # LA-008
    winner, rules = highest(state)
    if winner == NOBODY:
        if emit:
            emit(NobodyWon(("LA-007",)))
        end_round(state, chance, emit)
    elif state.prizes[0] == state.prizes[1]:
        take(state, winner, state.prizes[0], rules, emit)
        end_round(state, chance, emit)
    else:
        state.choices = SealedChoices()
        state.taker = winner  # LA-006


def highest(state: State) -> tuple[int, tuple[str, ...]]:
    """Who shows the highest number alone, and by which rules that wins."""
    for number in (4, 3, 2, 1):
        who = [seat for seat, n in enumerate(state.shown) if n == number]
        if len(who) == 1:
            tied = number < max(state.shown)
            return who[0], ("LA-006", "LA-007") if tied else ("LA-006",)
        if who and state.terms.options["ties"] == "nobody":  # LA-007
            return NOBODY, ()
    return NOBODY, ()


def take(state: State, seat: int, prize: int, rules: tuple[str, ...], emit: Emit | None) -> None:
    state.points[seat] += prize  # LA-011
    left = list(state.prizes)
    left.remove(prize)
    state.prizes = tuple(left)
    if emit:
        emit(PrizeTaken(rules, seat, prize))


def end_round(state: State, chance: Chance, emit: Emit | None) -> None:
    state.stock.extend(prize - 1 for prize in state.prizes)  # LA-006
    for seat, shown in enumerate(state.shown):
        if shown and state.deck.total:
            draw(state, seat, "LA-008", chance, emit)  # LA-008
    state.shown = ()
    state.taker = NOBODY
    begin_round(state, chance, emit)


def draw(state: State, seat: int, rule: str, chance: Chance, emit: Emit | None) -> None:
    kind = state.deck.draw(chance, "the lantern drawn")
    state.hands[seat][kind] += 1
    if emit:
        emit(LanternDrawn((rule,), seat, kind + 1, seen_by=(seat,)))
