"""A rough chance of winning: money, and what regions, markers and crowns may still bring."""

from __future__ import annotations

from math import exp, fsum

from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles import scoring
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import bits
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

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
        winners = ended.winners
        return 1 / len(winners) if seat in winners else 0.0
    prospects = prospect(state)
    scale = 5 + 1.5 * (state.terms.last_box - state.box)
    top = max(prospects)
    weights = [exp((p - top) / scale) for p in prospects]
    return weights[seat] / fsum(weights)


def prospect(state: State) -> list[float]:
    """The money each seat may expect to end with, very roughly."""
    terms = state.terms
    taxes = [coming_taxes(state, house) for house in range(pieces.HOUSES)]
    found: list[float] = []
    for seat, houses in enumerate(terms.houses_of):
        own = sum(taxes[house] for house in houses)
        payments = terms.measure.final_rate + TAX_IS_RAISED * (sum(taxes) + own)
        total = float(state.money[seat])
        for house in houses:
            total += payments * holdings(state, house) + strength_at_hand(state, house, houses)
        found.append(total)
    return found


def coming_taxes(state: State, house: pieces.House) -> int:
    """TAX markers that a house has turns left to use."""
    turns = state.unplaced[house] + state.crown_at.count(house)
    if state.house == house and state.is_turn():
        turns += 1
    return min(turns, state.tax[house])


def holdings(state: State, house: pieces.House) -> float:
    """The worth of a house's regions; those that are well defended are worth a little more."""
    values, defence = state.terms.board.values, state.defence
    return fsum(values[r] * (1 + DEFENCE * defence[r]) for r in bits(state.held[house]))


def strength_at_hand(state: State, house: pieces.House, own: tuple[pieces.House, ...]) -> float:
    """What markers may still conquer; nothing once the house has no turn left."""
    turns = state.unplaced[house] + state.crown_at.count(house)
    active = state.house == house and state.is_turn()
    if not turns and not active and state.phase != phases.OVER:
        return 0.0
    board = state.terms.board
    total = HOUSEHOLD_UNIT * board.strength(state.household[house])
    pool = state.array[house] + (state.bonus if state.bonus_house == house else 0)
    for kind, number in enumerate(pieces.counts(pool)):
        if number:
            total += number * board.strengths[kind] * _worth_of(kind, own)
    return total


def _worth_of(kind: pieces.Kind, own: tuple[pieces.House, ...]) -> float:
    if kind >= pieces.CASTLE:
        return CASTLE_WORTH
    if kind >= pieces.MERCENARY:
        return MERCENARY_WORTH
    colour = kind // 3
    return OTHER_UNIT if colour == pieces.BLACK or colour not in own else OWN_UNIT
