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
from rulekeep.games.kings_and_castles.state import Front, State, Way
from rulekeep.games.kings_and_castles.terms import MOST_LISTED, Terms
from rulekeep.games.kings_and_castles.terms.armoury import Packed, all_sets


def ways(state: State, area: Pool) -> list[Way]:
    """The colours of a pool that may attack somewhere: with what, where to, strong enough where."""
    terms = state.terms
    held = state.held
    front = state.front
    if front is None or front[0] != held[BLACK]:
        front = state.front = front_of(state)
    black, enemy, contested, liberated, shared = front
    king = terms.king_masks[state.box]
    permitted = terms.permitted_masks[state.box][state.further]
    same_colour, strengths, weaker = terms.same_colour, terms.armoury.strengths, state.weaker
    mercenaries = (area >> MERCENARY_SHIFT & THREE) << 24  # KG-092
    found: list[Way] = []
    for colour, shift, own in terms.attackers[state.house]:
        units = area >> shift & THREE  # KG-091
        if not units:
            continue
        limit = king if own else permitted  # KG-093
        mask = shared & limit
        near = liberated & limit
        mine = held[colour]
        if near and mine:
            near &= terms.reach(mine)  # KG-130 KG-131 KG-212
            mask |= near if same_colour else near & ~mine  # KG-100
        if enemy and terms.own_anchor and mine & terms.board.coast:
            mask |= enemy & terms.board.anchors & limit  # KG-116
        if mask:
            units |= mercenaries
            found.append((colour, units, mask, mask & weaker[strengths[units]]))  # KG-102
    units = area >> COLOUR_SHIFT[BLACK] & THREE  # KG-091
    if units:
        mask = contested if terms.black_anywhere else contested & terms.reach(black)  # KG-123
        if not same_colour:
            mask &= ~black  # KG-100
        mask = (mask | liberated & terms.board.flags) & permitted  # KG-124 KG-132 KG-133
        if mask:
            units |= mercenaries
            found.append((BLACK, units, mask, mask & weaker[strengths[units]]))  # KG-102
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


# -- the list -----------------------------------------------------------------------------------


def listed_attacks(state: State, seat: Seat) -> list[Move]:
    terms = state.terms
    found = state.ways if state.ways is not None else ways(state, state.area())
    if terms.list_all and lists_all(state, found):
        moves = _all_attacks(state, found)
    else:
        moves = []
        armoury, numbers, defence = terms.armoury, terms.board.numbers, state.defence
        for colour, there, _, beaten in found:
            rows, picks = armoury.rows[colour], armoury.picks[there]
            for target in numbers(beaten):  # KG-102 KG-223
                pick = picks[defence[target]]
                if pick is None:
                    pick = armoury.pick(there, defence[target])  # KG-221
                if isinstance(pick, int):
                    moves.append(rows[target][pick])
                else:
                    moves += pick(rows[target])
    moves.append(END_ATTACKS)  # KG-082 KG-090
    return moves


def lists_all(state: State, found: list[Way]) -> bool:
    """Whether every legal attack is listed: where it is wanted, and there are not too many."""
    if not state.terms.list_all:
        return False
    return sum(_sets(there) * mask.bit_count() for _, there, mask, _ in found) <= MOST_LISTED


def _sets(there: Packed) -> int:
    """How many sets of these markers there are, at the most."""
    return prod(number + 1 for number in there.to_bytes(6, "little"))


def _all_attacks(state: State, found: list[Way]) -> list[Move]:
    armoury = state.terms.armoury
    moves: list[Move] = []
    for colour, there, mask, _ in found:
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
