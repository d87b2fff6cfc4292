"""Which regions a colour may attack, and with which sets of markers."""

from __future__ import annotations

from math import prod

from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box.board import bits
from rulekeep.games.kings_and_castles.box.pieces import (
    BLACK,
    COLOUR_SHIFT,
    MERCENARY_SHIFT,
    THREE,
    Pool,
    three,
)
from rulekeep.games.kings_and_castles.moves import END_ATTACKS, Attack, Move
from rulekeep.games.kings_and_castles.state import NOWHERE, Front, State, Way
from rulekeep.games.kings_and_castles.terms import MOST_LISTED, Terms
from rulekeep.games.kings_and_castles.terms.armoury import Packed, all_sets


def ways(state: State, area: Pool) -> list[Way]:
    """The colours of a pool that may attack somewhere: with what, and where to.

    Strength is not looked at.
    """
    terms = state.terms
    board = terms.board
    held = state.held
    front = state.front
    if front is None or front[0] != held[BLACK]:
        front = state.front = front_of(state)
    black, enemy, contested, liberated, shared = front
    king = permitted = terms.king_masks[state.box]
    if state.further == NOWHERE:
        permitted = board.everywhere
    else:
        permitted |= board.country_masks[state.further]  # KG-094 KG-095 KG-096
    own = terms.own[state.house]
    mercenaries = (area >> MERCENARY_SHIFT & THREE) << 24  # KG-092
    found: list[Way] = []
    for colour, shift in enumerate(COLOUR_SHIFT):
        units = area >> shift & THREE  # KG-091
        if not units:
            continue
        limit = king if own >> colour & 1 else permitted  # KG-093
        if colour == BLACK:
            mask = contested if terms.black_anywhere else contested & terms.reach(black)  # KG-123
            if not terms.same_colour:
                mask &= ~black  # KG-100
            mask = (mask | liberated & board.flags) & limit  # KG-124 KG-132 KG-133
        else:
            mask = shared & limit
            mine = held[colour]
            near = liberated & limit
            if near and mine:
                near &= terms.reach(mine)  # KG-130 KG-131 KG-212
                mask |= near if terms.same_colour else near & ~mine  # KG-100
            if terms.anchor_origin == "same_colour" and mine & board.coast:
                mask |= enemy & board.anchors & limit  # KG-116
        if mask:
            found.append((colour, units | mercenaries, mask))
    return found


def front_of(state: State) -> Front:
    """What follows from where the enemies are alone."""
    terms, black = state.terms, state.held[BLACK]
    board = terms.board
    enemy = contested = 0
    for regions in board.country_masks:
        there = black & regions  # KG-110 KG-111
        if there == regions:
            enemy |= regions
        elif there:
            contested |= regions  # KG-119 KG-134
    players = board.everywhere ^ black
    shared = contested & black & terms.reach(players)  # KG-097 KG-120 KG-121 KG-122
    if enemy:
        shared |= enemy & board.portcullises & board.reach(players)  # KG-115 KG-117
        origin = terms.anchor_origin
        if origin == "free" or (origin == "any_player_coast" and players & board.coast):
            shared |= enemy & board.anchors  # KG-116 KG-118
    return black, enemy, contested, board.everywhere ^ enemy ^ contested, shared


def can_attack(state: State) -> bool:
    """Whether the active player has any legal attack; the ways are kept for listing them."""
    state.ways = found = ways(state, state.array[state.house] + state.bonus)
    strengths, defence = state.terms.armoury.strengths, state.defence
    for _, there, mask in found:
        strength = strengths[there]
        while mask:
            low = mask & -mask
            if defence[low.bit_length() - 1] < strength:  # KG-102
                return True
            mask ^= low
    return False


# -- the list -----------------------------------------------------------------------------------


def listed_attacks(state: State, seat: Seat) -> list[Move]:
    terms = state.terms
    found = state.ways if state.ways is not None else ways(state, state.area())
    if terms.list_all and lists_all(state, found):
        moves = _all_attacks(state, found)
    else:
        moves = []
        armoury, numbers, defence = terms.armoury, terms.board.numbers, state.defence
        for colour, there, mask in found:
            rows, picks = armoury.rows[colour], armoury.picks[there]
            strength = armoury.strengths[there]
            for target in numbers(mask):  # KG-223
                against = defence[target]
                if against < strength:
                    first, several = picks[against] or armoury.pick(there, against)  # KG-221
                    if several is None:
                        moves.append(rows[target][first])
                    else:
                        moves += several(rows[target])
    moves.append(END_ATTACKS)  # KG-082 KG-090
    return moves


def lists_all(state: State, found: list[Way]) -> bool:
    """Whether every legal attack is listed: where it is wanted, and there are not too many."""
    if not state.terms.list_all:
        return False
    return sum(_sets(there) * mask.bit_count() for _, there, mask in found) <= MOST_LISTED


def _sets(there: Packed) -> int:
    """How many sets of these markers there are, at the most."""
    return prod(number + 1 for number in there.to_bytes(6, "little"))


def _all_attacks(state: State, found: list[Way]) -> list[Move]:
    armoury = state.terms.armoury
    moves: list[Move] = []
    for colour, there, mask in found:
        sets = [
            ((*three(packed & THREE), *three(packed >> 24)), armoury.strength(packed))
            for packed in all_sets(there)
        ]
        for target in bits(mask):
            defence = state.defence[target]
            moves += [Attack(target, colour, counts) for counts, power in sets if power > defence]
    return moves


def is_irredundant(terms: Terms, attack: Attack, need: int) -> bool:
    """Whether no single marker could stay at home."""
    spare = terms.board.strength(attack.force.markers) - need
    units = sum(attack.counts[:3])
    return not any(
        number and terms.armoury.each[place] <= spare and (place >= 3 or units > 1)
        for place, number in enumerate(attack.counts)
    )
