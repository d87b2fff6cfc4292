"""The last turn of a match: who wins if everybody who still builds in it builds their best."""

from __future__ import annotations

from rulekeep.core import NoChance, Seat
from rulekeep.games.kilt_castle.box.pieces import FACES, Colour
from rulekeep.games.kilt_castle.legal import legal_moves, legal_relocations
from rulekeep.games.kilt_castle.moves import Build, Move
from rulekeep.games.kilt_castle.scoring import results
from rulekeep.games.kilt_castle.state import BUILD_1, OVER, RELOCATE, State
from rulekeep.games.kilt_castle.turn import advance

_NO_CHANCE = NoChance()
MOST_BUILT: int = max(map(len, FACES))
"""Floors that are built in a turn, at most."""
MOST_KNOWN = 1 << 12
"""Positions whose answer is remembered; a full table is emptied."""
_WINS: dict[object, bool] = {}


def share_of_the_end(state: State, seat: Seat) -> float | None:
    """What a seat has of the victory where that is certain; else None.

    It is when the match is over, when it ends with this turn, and when the player whose turn begins can end it
    and win.
    """
    phase = state.phase
    if phase == OVER:
        return _share(state, seat)
    if _is_far(state):
        return None
    if phase == RELOCATE:
        return float(seat == state.active) if _can_end_and_win(state) else None
    coming = FACES[state.moved][phase - BUILD_1 :] if state.is_building else ()
    if not _may_end(state, coming):
        return None
    end = _played_out(state)
    return None if end is None else _share(end, seat)


def _is_far(state: State) -> bool:
    """Whether no card could end the match in this turn: asked first, since it nearly always is so."""
    terms, left = state.terms, state.left
    if state.turn >= terms.max_turns:
        return False
    for colours in terms.colours_of:
        together = 0
        for colour in colours:
            floors = left[colour]
            if terms.ends_by_colour and floors <= MOST_BUILT:
                return False
            together += floors
        if together <= MOST_BUILT:
            return False
    return True


def _can_end_and_win(state: State) -> bool:
    """Whether the player who relocates has a card that ends the match with their victory."""
    if not any(_may_end(state, FACES[2 * card]) for card in state.terms.cards):
        return False
    # Search asks for every seat, and comes to the same positions again.
    cards, towers, purses = tuple(state.rows), tuple(state.towers), tuple(state.bank.purses)
    turn = state.active, state.front, state.turn
    key = (state.terms, turn, cards, towers, state.roofed, purses, state.bank.reserve)
    known = _WINS.get(key)
    if known is None:
        if len(_WINS) >= MOST_KNOWN:
            _WINS.clear()
        known = _WINS[key] = _finds_a_winning_end(state)
    return known


def _finds_a_winning_end(state: State) -> bool:
    seat = state.active
    for move in legal_relocations(state):
        if _may_end(state, FACES[2 * move.card]):
            table = state.copy()
            advance(table, seat, move, _NO_CHANCE)
            end = _played_out(table)
            if end is not None and _share(end, seat) == 1:
                return True
    return False


def _may_end(state: State, coming: tuple[Colour, ...]) -> bool:
    """Whether the match ends with this turn if these colours still build in it."""
    terms, left = state.terms, state.left
    if state.turn >= terms.max_turns:
        return True
    for colours in terms.colours_of:
        if terms.ends_by_colour:
            for colour in colours:
                if left[colour] <= coming.count(colour):
                    return True
        elif sum([left[c] for c in colours]) <= sum([coming.count(c) for c in colours]):
            return True
    return False


def _played_out(state: State) -> State | None:
    """The end, if each builder takes the best end for themselves; None if the match goes on."""
    if state.phase == OVER:
        return state
    if state.phase == RELOCATE:
        return None
    seat = state.builder
    best: State | None = None
    highest = (-1.0, 0)
    for move in _worthwhile(state):
        table = state.copy()
        advance(table, seat, move, _NO_CHANCE)
        end = _played_out(table)
        if end is None:
            return None
        # Who cannot win still takes the most ducats.
        value = _share(end, seat), end.bank.purses[seat]
        if value > highest:
            best, highest = end, value
    return best


def _worthwhile(state: State) -> list[Move]:
    """The moves of a builder, on each cell with the most crests: nothing else is to be saved for."""
    most: dict[tuple[int, int], Move] = {}
    others: list[Move] = []
    for move in legal_moves(state, state.builder):
        if isinstance(move, Build):
            most[move.cell, move.colour] = move
        else:
            others.append(move)
    return others or list(most.values())


def _share(state: State, seat: Seat) -> float:
    """What a seat has of the victory in a finished match; `outcome` tells more and takes longer."""
    found = results(state)
    best = max(found)
    return 1 / found.count(best) if found[seat] == best else 0.0
