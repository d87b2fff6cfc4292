"""A rough chance of winning: money, and what regions, markers and crowns may still bring."""

from __future__ import annotations

from functools import lru_cache
from math import exp, fsum

from rulekeep.core import Seat
from rulekeep.games.kings_and_castles import scoring
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Board
from rulekeep.games.kings_and_castles.state import State

TAX_IS_RAISED = 0.5
"""The share of the coming taxes that a region held now will still be paid."""
DEFENCE = 0.04
"""What a point of defence adds to the worth of a region."""
OWN_UNIT, OTHER_UNIT, MERCENARY_WORTH, CASTLE_WORTH = 0.35, 0.18, 0.25, 0.1
"""Money per point of strength in the action area."""
HOUSEHOLD_UNIT = 0.32


def evaluate(state: State, seat: Seat) -> float:
    """From 0 to 1; at the end 1 is shared among the winners."""
    ended = scoring.outcome(state)
    if ended is not None:
        return ended.share(seat)
    prospects = prospect(state)
    scale = 5 + 1.5 * (state.terms.last_box - state.box)
    top = max(prospects)
    weights = [exp((p - top) / scale) for p in prospects]
    return weights[seat] / fsum(weights)


def prospect(state: State) -> list[float]:
    """The money each seat may expect to end with, very roughly."""
    terms = state.terms
    turns = [
        unplaced + state.crown_at.count(house) for house, unplaced in enumerate(state.unplaced)
    ]
    if state.house >= 0 and state.is_turn():
        turns[state.house] += 1
    taxes = [min(of_house) for of_house in zip(turns, state.tax, strict=True)]
    found: list[float] = []
    for seat, houses in enumerate(terms.houses_of):
        own = sum([taxes[house] for house in houses])
        payments = terms.final_rate + TAX_IS_RAISED * (sum(taxes) + own)
        total = float(state.money[seat])
        for house in houses:
            # What markers may still conquer is nothing once the house has no turn left.
            at_hand = strength_at_hand(state, house, houses) if turns[house] else 0.0
            total += payments * holdings(state, house) + at_hand
        found.append(total)
    return found


def holdings(state: State, house: pieces.House) -> float:
    """The worth of a house's regions; those that are well defended are worth a little more."""
    board, defence = state.terms.board, state.defence
    worth = _worth_by_defence(board)
    return fsum([worth[spot][defence[spot]] for spot in board.numbers(state.held[house])])


@lru_cache(maxsize=16)
def _worth_by_defence(board: Board) -> list[list[float]]:
    defences = range(2 * max(board.strengths) + 1)
    return [[value * (1 + DEFENCE * defence) for defence in defences] for value in board.values]


def strength_at_hand(state: State, house: pieces.House, own: tuple[pieces.House, ...]) -> float:
    pool = state.array[house]
    if state.bonus_house == house:
        pool += state.bonus
    return _worth_of_markers(state.terms.board, own, state.household[house], pool)


@lru_cache(maxsize=1 << 15)
def _worth_of_markers(
    board: Board, own: tuple[pieces.House, ...], household: pieces.Triple, pool: pieces.Pool
) -> float:
    """Moves change few areas; those of the others are looked up."""
    total = HOUSEHOLD_UNIT * board.strength(household)
    for kind, number in enumerate(pieces.counts(pool)):
        if number:
            total += number * board.strengths[kind] * _worth_of(kind, own)
    return total


def _worth_of(kind: pieces.Kind, own: tuple[pieces.House, ...]) -> float:
    if kind >= pieces.CASTLE:
        return CASTLE_WORTH
    if kind >= pieces.MERCENARY:
        return MERCENARY_WORTH
    return OWN_UNIT if kind // 3 in own else OTHER_UNIT
