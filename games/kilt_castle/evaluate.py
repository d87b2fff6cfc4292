"""A rough chance of winning, for bots."""

from __future__ import annotations

from functools import lru_cache
from math import exp, fsum

from rulekeep.core import Seat
from rulekeep.games.kilt_castle.box.board import Board, Cells
from rulekeep.games.kilt_castle.box.pieces import FACES, FLOORS
from rulekeep.games.kilt_castle.scoring import measured, outcome
from rulekeep.games.kilt_castle.state import BUILD_1, State

ALL_FLOORS = sum(FLOORS)  # of a colour
DAYS_IN_A_MATCH = 8.0  # ducat days to be expected from the first turn to the last
LASTING = 0.5  # how much of an area will still be there on a ducat day to come
A_BUILD = 2.0  # what a build that is to come in this turn may bring
LEAD_AT_THE_END = 2.5
LEAD_AT_THE_START = 16.0
"""A lead of so many ducats is worth odds of e to 1, at the end and at the start."""


def evaluate(state: State, seat: Seat) -> float:
    result = outcome(state)
    if result is not None:
        return result.share(seat)
    to_go = part_to_go(state)
    lead = LEAD_AT_THE_END + (LEAD_AT_THE_START - LEAD_AT_THE_END) * to_go
    expected = ducats_in_the_end(state, to_go)
    best = max(expected)
    odds = [exp((ducats - best) / lead) for ducats in expected]
    return odds[seat] / fsum(odds)


def part_to_go(state: State) -> float:
    """How much of the match is left, by the player with the fewest floors: 1 to 0."""
    left, terms = state.left, state.terms
    if terms.ends_by_colour:
        return min([left[colour] for colour in terms.in_play]) / ALL_FLOORS
    return min([left[one] + left[other] for one, other in terms.colours_of]) / 2 / ALL_FLOORS


def ducats_in_the_end(state: State, to_go: float) -> list[float]:
    """The ducats that each player may expect to have."""
    terms, board = state.terms, state.terms.box
    roofed, crested, double_crested = state.roofed, state.crested, state.double_crested
    joined = terms.roof_connects
    days = DAYS_IN_A_MATCH * to_go * LASTING + state.seal
    payday = 1 - LASTING * to_go
    builders = builds_to_come(state)
    expected = []
    for seat, colours in enumerate(terms.colours_of):
        ducats = state.bank.purses[seat] + A_BUILD * builders.count(seat)
        for colour in colours:
            own = state.tops[colour] & ~roofed
            on_top = own & crested, own & double_crested
            area, towers = _worth(board, own, roofed, *on_top, joined)
            ducats += area * days
            ducats += towers * payday
        expected.append(ducats)
    return expected


@lru_cache(maxsize=1 << 13)
def _worth(
    board: Board, own: Cells, roofed: Cells, crested: Cells, double_crested: Cells, joined: bool
) -> tuple[int, int]:
    """What a colour brings on a ducat day and at the end; of most colours a move changes nothing."""
    found = measured(board, own, roofed, crested, double_crested, joined)
    final = own.bit_count() + crested.bit_count() + double_crested.bit_count()
    return max(found)[0] if found else 0, final


def builds_to_come(state: State) -> list[Seat]:
    """The seats that will build in this turn, as far as the card says."""
    if not state.is_building:
        return []
    faces = FACES[state.moved]
    return [state.terms.owner[colour] for colour in faces[state.phase - BUILD_1 :]]
