"""The fast generator: the open questions of a state, and the moves listed for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress

from rulekeep.core import Decision, Seat
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import flags
from rulekeep.games.kings_and_castles.legal.attacks import listed_attacks
from rulekeep.games.kings_and_castles.legal.succession import listed_crowns
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

Asked = tuple[Decision, ...]


def questions(state: State) -> Asked:
    """The questions that follow from a state; none if it leaves nothing to decide."""
    return STEPS[state.phase][0](state) if state.phase != phases.OVER else ()


def decisions(state: State) -> Asked:
    return state.open


def legal_moves(state: State, seat: Seat) -> Sequence[moves.Move]:
    asked = state.open
    if not asked or (asked[0].seat != seat and seat not in [other.seat for other in asked]):
        return []
    return LISTS[state.phase](state, seat)


# -- the questions ------------------------------------------------------------------------------


def about_the_enemy(state: State) -> Asked:
    placed = state.held[pieces.BLACK].bit_count()
    return state.terms.ask["place", state.asked, state.drawn, placed]


def about_a_bid(state: State) -> Asked:
    return state.terms.ask["bid", state.asked]


def _about_a_crown(state: State) -> Asked:
    colours = state.colours_to_place(state.asked)
    return state.terms.ask["crown", state.asked, state.section, colours] if colours else ()


def about_the_households(state: State) -> Asked:
    """One question per player with a choice left, in the order of the draws."""
    terms, sealed = state.terms, state.is_sealed()
    asked: dict[Seat, Decision] = {}
    for (house, area, places), taken in state.choices:
        seat = terms.owner[house]
        if taken is None and seat not in asked:
            (asked[seat],) = terms.ask["take", seat, house, area, places, sealed]
    return tuple(asked.values())


def _about_the_start(state: State) -> Asked:
    house = state.start_house
    return state.terms.ask["rouen", state.terms.owner[house], house] if state.start_units() else ()


def about_the_turn(state: State) -> Asked:
    """What the active player is asked in each step of his turn."""
    return state.terms.turns[state.box][state.house].about[state.phase]


def _about_the_tax(state: State) -> Asked:
    return about_the_turn(state) if state.tax[state.house] else ()


def _about_the_surplus(state: State) -> Asked:
    return state.terms.ask["discard", state.terms.owner[state.house]] if has_surplus(state) else ()


def has_surplus(state: State) -> bool:
    terms = state.terms
    array = state.array[state.house]
    return terms.surplus_aside and pieces.size(array) > terms.board.array_size  # KG-167


# -- the lists ----------------------------------------------------------------------------------


def listed_places(state: State, seat: Seat) -> list[moves.Place]:
    return list(compress(state.terms.places, flags(state.empty_regions())))


def listed_bids(state: State, seat: Seat) -> tuple[moves.Move, ...]:
    houses = state.terms.houses_of[seat]
    named = len(houses) > 1  # KG-030
    households = tuple(
        (house if named else pieces.NOBODY, state.household[house]) for house in houses
    )
    return state.terms.bids_above[households, state.standing_bid()]  # KG-022 KG-023


def listed_takes(state: State, number: int) -> tuple[moves.Take, ...]:
    _, area, places = state.choices.questions[number]
    return state.terms.takes[state.household_left(number), places, state.may_draw_less(area)]


def _listed_takes(state: State, seat: Seat) -> tuple[moves.Take, ...]:
    return listed_takes(state, state.asked_task(seat))


def _listed_units(state: State, seat: Seat) -> list[moves.Rouen]:
    return [moves.Rouen(unit) for unit in state.start_units()]


def listed_castles(state: State, seat: Seat) -> list[moves.Move]:
    """Castles in their listing order, from where the step has come to, and the end of it."""
    terms = state.terms
    castles = (state.array[state.house] + state.bonus) >> pieces.CASTLE_SHIFT
    free = flags(terms.board.everywhere ^ state.castled)  # KG-141 KG-142
    done = state.castle_mark + 1
    found: list[moves.Move] = []
    for row in terms.castle_moves:
        if castles & 255:  # KG-140
            if done <= 0:
                found += compress(row, free)
            elif done < len(row):
                found += compress(row[done:], free[done:])  # KG-222
        castles >>= 8
        done -= len(row)
    found.append(moves.END_CASTLES)  # KG-082
    return found


def castle_order(state: State, move: moves.Castle) -> int:
    """The place of a castle in the listing order: large ones first, then by the map file."""
    return (3 - move.size) * len(state.unit) + move.region


def _listed_taxes(state: State, seat: Seat) -> list[moves.Move]:
    return [moves.TAX, moves.NO_TAX]


def listed_discards(state: State, seat: Seat) -> list[moves.Discard]:
    array = pieces.counts(state.array[state.house])
    return [moves.Discard(kind) for kind, number in enumerate(array) if number]


STEPS: list[tuple[Callable[[State], Asked], Callable[[State, Seat], Sequence[moves.Move]]]] = [
    (about_the_enemy, listed_places),
    (about_a_bid, listed_bids),
    (_about_a_crown, listed_crowns),
    (about_the_households, _listed_takes),
    (_about_the_start, _listed_units),
    (about_the_turn, listed_attacks),
    (about_the_turn, listed_castles),
    (_about_the_tax, _listed_taxes),
    (_about_the_surplus, listed_discards),
]
"""By phase: whom it asks what, and the answers listed."""
LISTS = [lists for _, lists in STEPS]
