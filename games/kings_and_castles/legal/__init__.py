"""The fast generator: the open questions of a state, and the moves listed for them."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core import Decision, Seat
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.legal.attacks import listed_attacks
from rulekeep.games.kings_and_castles.legal.succession import listed_crowns
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

Decisions = tuple[Decision, ...]


def open_decisions(state: State) -> Decisions:
    """The questions that follow from a state; none if it leaves nothing to decide."""
    phase = state.phase
    if phase == phases.PLACE:
        return place_decision(state)
    if phase == phases.BID:
        return bid_decision(state)
    if phase == phases.CROWN:
        return _crown_decision(state)
    if phase == phases.TAKE:
        return take_decisions(state)
    if phase == phases.ROUEN:
        return _start_decision(state)
    if phase == phases.TAX_STEP:
        return _tax_decision(state)
    if phase == phases.OVERFLOW:
        return _discard_decision(state)
    return turn_decision(state) if phase != phases.OVER else ()


def decisions(state: State) -> Decisions:
    return state.open


def legal_moves(state: State, seat: Seat) -> Sequence[moves.Move]:
    asked = state.open
    if not asked or (asked[0].seat != seat and seat not in [other.seat for other in asked]):
        return []
    phase = state.phase  # frequent ones first; the compiler knows what is called
    if phase == phases.ATTACK:
        return listed_attacks(state, seat)
    if phase == phases.CASTLES:
        return listed_castles(state, seat)
    if phase == phases.PLACE:
        return listed_places(state, seat)
    if phase == phases.TAX_STEP:
        return [moves.TAX, moves.NO_TAX]
    if phase == phases.TAKE:
        return listed_takes(state, state.asked_task(seat))
    if phase == phases.CROWN:
        return listed_crowns(state, seat)
    if phase == phases.BID:
        return listed_bids(state, seat)
    if phase == phases.ROUEN:
        return [moves.Rouen(unit) for unit in state.start_units()]
    return listed_discards(state, seat)


# -- the questions ------------------------------------------------------------------------------


def place_decision(state: State) -> Decisions:
    placed = state.held[pieces.BLACK].bit_count()
    return state.terms.ask.of(("place", state.asked, state.drawn, placed))


def bid_decision(state: State) -> Decisions:
    return state.terms.ask.of(("bid", state.asked))


def _crown_decision(state: State) -> Decisions:
    colours = state.colours_to_place(state.asked)
    return crown_decision(state, colours) if colours else ()


def crown_decision(state: State, colours: tuple[pieces.Colour, ...]) -> Decisions:
    return state.terms.ask.of(("crown", state.asked, state.section, colours))


def take_decisions(state: State) -> Decisions:
    """One question per player with a choice left, in the order of the draws."""
    terms, sealed = state.terms, state.is_sealed()
    questions, answers = state.choices.questions, state.choices.answers
    asked: Decisions = ()
    seen: list[Seat] = []
    for number, (house, area, places) in enumerate(questions):
        seat = terms.owner[house]
        if answers[number] is None and seat not in seen:
            seen.append(seat)
            asked += terms.ask.of(("take", seat, house, area, places, sealed))
    return asked


def _start_decision(state: State) -> Decisions:
    house = state.start_house
    question = ("rouen", state.terms.owner[house], house)
    return state.terms.ask.of(question) if state.start_units() else ()


def turn_decision(state: State) -> Decisions:
    """The question to the active player in each step of a turn."""
    return state.terms.turns[state.box][state.house].decisions[state.phase - phases.ATTACK]


def _tax_decision(state: State) -> Decisions:
    return turn_decision(state) if state.tax[state.house] else ()


def _discard_decision(state: State) -> Decisions:
    question = ("discard", state.terms.owner[state.house])
    return state.terms.ask.of(question) if has_surplus(state) else ()


def has_surplus(state: State) -> bool:
    terms = state.terms
    array = state.array[state.house]
    return terms.surplus_aside and pieces.size(array) > terms.board.array_size  # KG-167


# -- the lists ----------------------------------------------------------------------------------


def listed_places(state: State, seat: Seat) -> list[moves.Place]:
    found: list[moves.Place] = []
    state.terms.places.add_to(found, state.empty_regions())
    return found


def listed_bids(state: State, seat: Seat) -> tuple[moves.Move, ...]:
    houses = state.terms.houses_of[seat]
    named = len(houses) > 1  # KG-030
    households = tuple(
        (house if named else pieces.NOBODY, state.household[house]) for house in houses
    )
    return state.terms.bids_above.of((households, state.standing_bid()))  # KG-022 KG-023


def listed_takes(state: State, number: int) -> tuple[moves.Take, ...]:
    _, area, places = state.choices.questions[number]
    key = state.household_left(number), places, state.may_draw_less(area)
    return state.terms.takes.of(key)


def listed_castles(state: State, seat: Seat) -> list[moves.Move]:
    """Castles in their listing order, from where the step has come to, and the end of it."""
    terms = state.terms
    castles = (state.array[state.house] + state.bonus) >> pieces.CASTLE_SHIFT
    free = terms.board.everywhere ^ state.castled  # KG-141 KG-142
    regions, done = len(state.unit), state.castle_mark + 1
    found: list[moves.Move] = []
    for row in terms.castle_moves:
        if castles & 255:  # KG-140
            if done <= 0:
                row.add_to(found, free)
            elif done < regions:
                row.add_to(found, free >> done << done)  # KG-222
        castles >>= 8
        done -= regions
    found.append(moves.END_CASTLES)  # KG-082
    return found


def castle_order(state: State, move: moves.Castle) -> int:
    """The place of a castle in the listing order: large ones first, then by the map file."""
    return (3 - move.size) * len(state.unit) + move.region


def listed_discards(state: State, seat: Seat) -> list[moves.Discard]:
    array = pieces.counts(state.array[state.house])
    return [moves.Discard(kind) for kind, number in enumerate(array) if number]
