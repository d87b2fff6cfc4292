"""Crowns are laid on the boxes of a section, and taken back box by box: a turn begins."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat, because, left_of
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.box.pieces import NOBODY, Colour, size
from rulekeep.games.kings_and_castles.legal import Decisions, crown_decision
from rulekeep.games.kings_and_castles.legal.succession import (
    crown_colour,
    crowns,
    is_first_crown,
    ranks,
)
from rulekeep.games.kings_and_castles.moves import Crown
from rulekeep.games.kings_and_castles.state import NOWHERE, State
from rulekeep.games.kings_and_castles.terms.phases import ATTACK, CROWN


def begin(state: State, section: int, seat: Seat, emit: Emit | None) -> None:
    """A round of crowns; a later one begins with the player of the last box."""
    terms = state.terms
    state.phase = CROWN
    state.section = section
    state.asked = seat  # KG-045
    if emit is not None:
        first, last = terms.sections[section]
        later = ("KG-180", "KG-045") if section else ()
        turned = ("KG-181",) if section and terms.succession_first else ()
        rules = (*terms.cites("KG-040"), *later, *turned)
        emit(events.SuccessionOpened(rules, first, last, seat))


def next_crown(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    """Ask the next player who has a choice; place crowns that have only one box."""
    while free := state.free_boxes():  # KG-042
        seat = state.asked
        colours = state.colours_to_place(seat)
        moves = crowns(state, seat, colours, free)
        if len(moves) > 1:
            state.crowns = moves
            return crown_decision(state, colours)
        if moves:
            lay_crown(state, seat, moves[0], chance, emit)  # KG-224
            continue
        state.asked = left_of(seat, state.terms.seats)  # KG-054 KG-204
        if emit is not None:
            emit(events.PlayerSkipped(state.terms.cites("KG-054"), seat))
    state.crowns = None
    return ()


def lay_crown(state: State, seat: Seat, move: Crown, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    colour = crown_colour(state, seat, move)
    if emit is not None:
        king = terms.board.boxes[move.box - 1].title
        rules = _because(state, seat, colour, move.box)
        emit(events.CrownPlaced(rules, seat, terms.colour(colour), move.box, king))
    if is_first_crown(state):
        state.start_house = colour  # KG-030
    state.crown_at[move.box] = colour
    state.unplaced[colour] -= 1
    houses = terms.houses_of[seat]
    if len(houses) > 1:
        state.due[seat] = houses[1] if colour == houses[0] else houses[0]  # KG-049
    state.asked = left_of(seat, terms.seats)  # KG-042


def _because(state: State, seat: Seat, colour: Colour, box: int) -> tuple[str, ...]:
    """The rules that lead to this box, computed before the crown is placed."""
    two = len(state.terms.houses_of[seat]) > 1
    if is_first_crown(state):
        return because("KG-041", ("KG-030", two))
    free = state.free_boxes()
    rank = ranks(state, seat, colour, [box])[0]
    barred = max(ranks(state, seat, colour, free)) > rank
    by_rank = ("KG-050", "KG-051", "KG-052")[rank - 1]  # KG-052
    crowded = rank > 1  # KG-047
    first = box == state.terms.sections[state.section][0]  # KG-048
    return because(
        "KG-042",
        (by_rank, two and (barred or rank > 1)),
        ("KG-047", not two and crowded),
        ("KG-044", not two and barred and not crowded),
        ("KG-048", first and state.terms.owner[state.finished] != seat),
        ("KG-224", len(free) == 1),
    )


def take_back(state: State, box: int, emit: Emit | None) -> None:
    before = state.active_seat
    house = state.crown_at[box]  # KG-080 KG-084
    state.crown_at[box] = NOBODY
    state.spent[house] += 1  # KG-055
    state.phase = ATTACK
    state.box = box
    state.house = house  # KG-084
    state.further = NOWHERE  # KG-095
    state.attacks = 0
    state.stormed = 0
    state.razed = 0
    state.castle_mark = NOWHERE
    state.taxed = False
    if emit is not None:
        _emit_turn(state, before, emit)


def _emit_turn(state: State, before: int, emit: Emit) -> None:
    terms, house, box = state.terms, state.house, state.box
    seat, colour = terms.owner[house], terms.colour(house)
    last = not state.unplaced[house] and house not in state.crown_at
    emit(events.CrownTaken(because("KG-080", ("KG-055", last)), seat, colour, box))
    king = terms.board.boxes[box - 1]
    rules = because(
        "KG-083",
        ("KG-068", box == 1),
        ("KG-067", box == 1 and size(state.area()) < terms.board.array_size + king.bonus),
        ("KG-084", before == seat),
        ("KG-210", len(terms.houses_of[seat]) > 1),
    )
    country = terms.country(king.country)
    emit(events.TurnBegan(rules, seat, colour, box, king.title, country))
