"""A rough chance of winning, for bots."""

from __future__ import annotations

from math import exp, fsum

from rulekeep.core.seats import Seat
from rulekeep.games.kilt_castle.box.pieces import FACES, PIECES
from rulekeep.games.kilt_castle.scoring import best_area, final_remuneration, outcome
from rulekeep.games.kilt_castle.state import BUILD_1, State

DAYS_IN_A_MATCH = 8.0  # ducat days to be expected from the first turn to the last
LASTING = 0.5  # how much of an area will still be there on a ducat day to come
A_BUILD = 2.0  # what a build that is to come in this turn may bring
LEAD_AT_THE_END = 2.5
LEAD_AT_THE_START = 16.0
"""A lead of so many ducats is worth odds of e to 1, at the end and at the start."""


def evaluate(state: State, seat: Seat) -> float:
    result = outcome(state)
    if result is not None:
        winners = result.winners
        return 1 / len(winners) if seat in winners else 0.0
    to_go = part_to_go(state)
    lead = LEAD_AT_THE_END + (LEAD_AT_THE_START - LEAD_AT_THE_END) * to_go
    prospects = [prospect(state, other, to_go) for other in range(state.terms.seats)]
    best = max(prospects)
    odds = [exp((ducats - best) / lead) for ducats in prospects]
    return odds[seat] / fsum(odds)


def part_to_go(state: State) -> float:
    """How much of the match is left, by the player with the fewest floors: 1 to 0."""
    table = state.terms
    if table.ends_by_colour:
        return min(state.left[colour] for colour in table.in_play) / PIECES.floors_of_a_colour
    fewest = min(state.floors_left(seat) / len(own) for seat, own in enumerate(table.colours_of))
    return fewest / PIECES.floors_of_a_colour


def prospect(state: State, seat: Seat, to_go: float) -> float:
    """The ducats a player may expect to have in the end."""
    days = DAYS_IN_A_MATCH * to_go * LASTING + state.seal
    ducats = state.bank.purses[seat] + A_BUILD * builds_to_come(state).count(seat)
    for colour in state.terms.colours_of[seat]:
        ducats += best_area(state, colour).value * days
        ducats += final_remuneration(state, colour).value * (1 - LASTING * to_go)
    return ducats


def builds_to_come(state: State) -> list[Seat]:
    """The seats that will build in this turn, as far as the card says."""
    if not state.is_building:
        return []
    faces = FACES[state.moved]
    return [state.terms.owner[colour] for colour in faces[state.phase - BUILD_1 :]]
