"""Every expressible move of an open decision, legal or not, for tests; and what it is listed as."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from rulekeep.core import Seat
from rulekeep.games.kings_and_castles import legal, moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.legal import attacks
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.terms.attack_sets import Packed, all_sets, unpacked

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
    """All moves of the open decision, and a few of every other step."""
    yield from OF_EVERY_STEP
    if state.phase in _OF_PHASE:
        yield from _OF_PHASE[state.phase](state, seat)


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


def _lists_all(state: State) -> bool:
    """Whether `legal_moves` lists every legal attack (option `attack_enumeration`)."""
    return state.terms.list_all and attacks.are_few(attacks.ways(state, state.area()))


def _attacks(state: State, seat: Seat) -> Iterator[moves.Move]:
    """Sets of markers against every region: those that just suffice, and others of all sorts."""
    terms = state.terms
    area = state.area()
    mercenaries = (area >> pieces.MERCENARY_SHIFT & pieces.THREE) << 24
    thinned = not _lists_all(state)
    for colour in range(pieces.HOUSES + 1):
        there = area >> pieces.COLOUR_SHIFT[colour] & pieces.THREE | mercenaries
        others = _sets(there, thinned)
        sets = {
            defence: dict.fromkeys(
                (*terms.attack_sets.irredundant_sets(there, defence + 1), *others)
            )
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


_OF_PHASE: Mapping[phases.Phase, Callable[[State, Seat], Iterator[moves.Move]]] = {
    phases.PLACE: lambda state, seat: map(moves.Place, range(len(state.unit))),
    phases.BID: _bids,
    phases.CROWN: lambda state, seat: (
        moves.Crown(box.number, colour) for box in state.terms.board.boxes for colour in COLOURS
    ),
    phases.TAKE: _takes,
    phases.ROUEN: lambda state, seat: map(moves.Rouen, range(len(pieces.TYPES))),
    phases.ATTACK: _attacks,
    phases.CASTLES: lambda state, seat: (
        moves.Castle(*castle) for castle in product(pieces.SIZES, range(len(state.unit)))
    ),
    phases.OVERFLOW: lambda state, seat: map(moves.Discard, range(pieces.KINDS)),
}


def listed_as(state: State, seat: Seat, move: moves.Move) -> moves.Move | None:
    """The listed move that a legal one stands for; None: it may be left out of the list."""
    match move:
        case moves.Attack(target):
            every = _lists_all(state)
            need = state.defence[target] + 1
            return move if every or attacks.is_irredundant(state.terms, move, need) else None
        case moves.Castle():
            return move if legal.castle_order(state, move) > state.castle_mark else None
        case moves.Bid(parts):
            return _listed_bid(state, seat, parts)
        case moves.Crown(box) if len(state.colours_to_place(seat)) == 1:
            return moves.Crown(box)
        case moves.Take(units, draw):
            places = state.choices.questions[state.asked_task(seat)][2]
            return moves.Take(units) if draw == places - sum(units) else move
    return move


def _listed_bid(state: State, seat: Seat, parts: tuple[moves.Part, ...]) -> moves.Bid | None:
    """A bid out of one household; the household is named where a player has two."""
    if len(state.terms.houses_of[seat]) > 1:
        parts = tuple(part for part in parts if any(part[1:]))
    else:
        parts = tuple((pieces.NOBODY, *part[1:]) for part in parts)
    return moves.Bid(parts) if len(parts) == 1 else None
