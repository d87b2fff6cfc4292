"""Every expressible move of an open question, legal or not, for tests; and what it is listed as."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulekeep.core import Seat
from rulekeep.games.kings_and_castles import legal, moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.legal import attacks
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.terms.armoury import Packed, all_sets, unpacked

COLOURS = range(pieces.NOBODY, pieces.HOUSES)
"""What a move can say: none, or that of a house."""
MOST_SETS = 12
"""Sets of markers tried per colour and target; where there are more, an even choice of them."""
OF_EVERY_STEP: list[moves.Move] = [
    *(moves.Place(0), moves.PASS, moves.Bid(((pieces.NOBODY, 0, 1, 0),)), moves.Crown(1)),
    *(moves.NOTHING, moves.Rouen(0), moves.Attack(0, 0, (1, 0, 0, 0, 0, 0)), moves.END_ATTACKS),
    *(moves.Castle(1, 0), moves.END_CASTLES, moves.TAX, moves.NO_TAX, moves.Discard(0)),
]


def universe(state: State, seat: Seat) -> Iterator[moves.Move]:
    """The moves of the open question in full, and a few of every other step."""
    yield from OF_EVERY_STEP
    phase = state.phase
    regions = range(len(state.unit))
    if phase == phases.PLACE:
        yield from (moves.Place(region) for region in regions)
    elif phase == phases.BID:
        yield from _bids(state, seat)
    elif phase == phases.CROWN:
        boxes = range(1, len(state.terms.board.boxes) + 1)
        yield from (moves.Crown(box, colour) for box in boxes for colour in COLOURS)
    elif phase == phases.TAKE:
        yield from _takes(state, seat)
    elif phase == phases.ROUEN:
        yield from (moves.Rouen(unit) for unit in range(len(pieces.TYPES)))
    elif phase == phases.ATTACK:
        yield from _attacks(state)
    elif phase == phases.CASTLES:
        yield from (moves.Castle(size, region) for size in pieces.SIZES for region in regions)
    elif phase == phases.OVERFLOW:
        yield from (moves.Discard(kind) for kind in range(pieces.KINDS))


def _bids(state: State, seat: Seat) -> Iterator[moves.Move]:
    single = [units for units in _households(state) if any(units)]
    for colour in COLOURS:
        yield from (moves.Bid(((colour, *units),)) for units in single)
    if state.terms.seats == 2:
        one, two = sorted(state.terms.houses_of[seat])
        for index, units in enumerate(single):
            other = single[-1 - index // 2]
            yield moves.Bid(((one, *units), (two, *other)))


def _takes(state: State, seat: Seat) -> Iterator[moves.Move]:
    places = state.choices.questions[state.asked_task(seat)][2]
    draws = (moves.FILL, *range(places + 2)) if state.terms.may_fill else (moves.FILL, 0, 1)
    yield from (moves.Take(units, draw) for units in _households(state) for draw in draws)


def _households(state: State) -> Iterator[tuple[int, int, int]]:
    """Units of a household, and one more of each kind than there can be."""
    knights, foot, archers = pieces.three(state.terms.household)
    return product(range(knights + 2), range(foot + 2), range(archers + 2))


def _attacks(state: State) -> Iterator[moves.Move]:
    """Sets of markers against every region: those that just suffice, and others of all sorts."""
    terms = state.terms
    area = state.area()
    mercenaries = (area >> pieces.MERCENARY_SHIFT & pieces.THREE) << 24
    thinned = not attacks.lists_all(state, attacks.ways(state, area))
    for colour in range(pieces.HOUSES + 1):
        there = area >> pieces.COLOUR_SHIFT[colour] & pieces.THREE | mercenaries
        others = _sets(there, thinned)
        sets = {
            defence: dict.fromkeys((*terms.armoury.irredundant_sets(there, defence + 1), *others))
            for defence in set(state.defence)
        }
        for target, defence in enumerate(state.defence):
            for packed in sets[defence]:
                yield moves.Attack(target, colour, unpacked(packed))


def _sets(there: Packed, thinned: bool) -> list[Packed]:
    """Sets of markers that are there, one marker too many of each kind, mercenaries alone."""
    sets = all_sets(there)
    if thinned and len(sets) > MOST_SETS:
        sets = sets[:: len(sets) // MOST_SETS + 1]
    for place in range(6):
        number = there >> 8 * place & 255
        sets.append(number + 1 << 8 * place)
        if place >= 3 and number:
            sets.append(number << 8 * place)
    return sets


def listed_as(state: State, seat: Seat, move: moves.Move) -> moves.Move | None:
    """The listed move that a legal one stands for; None: it may be left out of the list."""
    terms = state.terms
    if isinstance(move, moves.Attack):
        need = state.defence[move.target] + 1
        every = attacks.lists_all(state, attacks.ways(state, state.area()))
        return move if every or attacks.is_irredundant(terms, move, need) else None
    if isinstance(move, moves.Castle):
        return move if legal.castle_order(state, move) > state.castle_mark else None
    if isinstance(move, moves.Bid):
        if len(terms.houses_of[seat]) > 1:
            used = tuple(part for part in move.parts if any(part[1:]))
            return moves.Bid(used) if len(used) == 1 else None
        return moves.Bid(((pieces.NOBODY, *move.parts[0][1:]),)) if len(move.parts) == 1 else None
    if isinstance(move, moves.Crown) and len(state.colours_to_place(seat)) == 1:
        return moves.Crown(move.box)
    if isinstance(move, moves.Take):
        places = state.choices.questions[state.asked_task(seat)][2]
        return moves.Take(move.units) if move.draw == places - sum(move.units) else move
    return move
