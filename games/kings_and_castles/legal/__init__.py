"""The fast generator: the open questions of a state, and the moves listed for them."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core.game import Decision
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.legal.attacks import listed_attacks
from rulekeep.games.kings_and_castles.legal.succession import listed_crowns
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases


def questions(state: State) -> tuple[Decision, ...]:
    """The questions that follow from a state; none if it leaves nothing to decide."""
    terms = state.terms
    ask, phase = terms.ask, state.phase
    if phase == phases.ATTACK:
        return ask["attack", terms.owner[state.house], state.box]
    if phase == phases.TAKE:
        return _take_questions(state)
    if phase == phases.CASTLES:
        return ask["castle", terms.owner[state.house], state.box]
    if phase == phases.TAX_STEP and state.tax[state.house]:
        return ask["tax", terms.owner[state.house], state.box]
    if phase == phases.PLACE:
        return ask["place", state.asked, state.drawn, state.held[pieces.BLACK].bit_count()]
    if phase == phases.BID:
        return ask["bid", state.asked]
    if phase == phases.CROWN and (colours := state.colours_to_place(state.asked)):
        return ask["crown", state.asked, state.section, colours]
    if phase == phases.ROUEN and state.start_units():
        return ask["rouen", terms.owner[state.start_house], state.start_house]
    if phase == phases.OVERFLOW and has_surplus(state):
        return ask["discard", terms.owner[state.house]]
    return ()


def _take_questions(state: State) -> tuple[Decision, ...]:
    """One question per player with a choice left, in the order of the draws."""
    terms, choices = state.terms, state.choices
    sealed = state.is_sealed()
    asked: dict[Seat, Decision] = {}
    for number, taken in enumerate(choices.answers):
        if taken is None:
            house, area, places = choices.questions[number]
            seat = terms.owner[house]
            if seat not in asked:
                (asked[seat],) = terms.ask["take", seat, house, area, places, sealed]
    return tuple(asked.values())


def has_surplus(state: State) -> bool:
    terms = state.terms
    array = state.array[state.house]
    return terms.surplus_aside and pieces.size(array) > terms.board.array_size  # KG-167


def legal_moves(state: State, seat: Seat) -> Sequence[moves.Move]:
    asked = state.open
    if not asked or (asked[0].seat != seat and all(other.seat != seat for other in asked)):
        return []
    phase = state.phase
    if phase == phases.ATTACK:
        return listed_attacks(state)
    if phase == phases.TAKE:
        return listed_takes(state, state.asked_task(seat))
    if phase == phases.CASTLES:
        return listed_castles(state)
    if phase == phases.PLACE:
        row = state.terms.places
        return [row[spot] for spot in state.terms.board.numbers(state.empty_regions())]
    if phase == phases.TAX_STEP:
        return [moves.TAX, moves.NO_TAX]
    if phase == phases.CROWN:
        return listed_crowns(state, seat)
    if phase == phases.BID:
        return [moves.PASS, *listed_bids(state, seat)]
    if phase == phases.ROUEN:
        return [state.terms.rouen_moves[unit] for unit in state.start_units()]
    return listed_discards(state)


def listed_bids(state: State, seat: Seat) -> tuple[moves.Bid, ...]:
    houses = state.terms.houses_of[seat]
    named = len(houses) > 1  # KG-030
    households = tuple(
        (house if named else pieces.NOBODY, state.household[house]) for house in houses
    )
    return state.terms.bids_above[households, state.standing_bid()]  # KG-022 KG-023


def listed_takes(state: State, number: int) -> tuple[moves.Take, ...]:
    _, area, places = state.choices.questions[number]
    return state.terms.takes[state.household_left(number), places, state.may_draw_less(area)]


def can_build(state: State) -> bool:
    """Whether there is a castle to place and a region without one."""
    area = state.array[state.house] + state.bonus
    return area >> pieces.CASTLE_SHIFT > 0 and state.castled != state.terms.board.everywhere


def listed_castles(state: State) -> list[moves.Move]:
    """Castles in their listing order, from where the step has come to, and the end of it."""
    board = state.terms.board
    free = board.everywhere & ~state.castled  # KG-141 KG-142
    found: list[moves.Move] = []
    for index, number in enumerate(pieces.three(state.area() >> pieces.CASTLE_SHIFT)):  # KG-140
        if number:
            row = state.terms.castle_moves[pieces.SIZES[index]]
            listed = max(0, state.castle_mark + 1 - index * len(row))  # KG-222
            found += [row[spot] for spot in board.numbers(free >> listed << listed)]
    found.append(moves.END_CASTLES)  # KG-082
    return found


def castle_order(state: State, move: moves.Castle) -> int:
    """The place of a castle in the listing order: large ones first, then by the map file."""
    return (3 - move.size) * len(state.unit) + move.region


def listed_discards(state: State) -> list[moves.Discard]:
    discards = state.terms.discards
    return [discards[kind] for kind, n in enumerate(pieces.counts(state.array[state.house])) if n]
