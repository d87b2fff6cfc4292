"""Which regions a colour may attack, and with which sets of markers."""

from __future__ import annotations

from math import prod

from rulekeep.core import Seat
from rulekeep.games.kings_and_castles.box.board import Spots, bits
from rulekeep.games.kings_and_castles.box.pieces import (
    BLACK,
    COLOUR_SHIFT,
    MERCENARY_SHIFT,
    THREE,
    Colour,
    Pool,
    three,
)
from rulekeep.games.kings_and_castles.moves import END_ATTACKS, Attack, Force, Move
from rulekeep.games.kings_and_castles.state import Front, Hand, State, Way
from rulekeep.games.kings_and_castles.terms import MOST_LISTED, Terms
from rulekeep.games.kings_and_castles.terms.attack_sets import Troop, all_sets, unpacked

MERCENARIES = BLACK + 1
"""Their place in a hand."""


def ways(state: State, area: Pool) -> list[Way]:
    """The colours of a pool that may attack somewhere: with what, where to, strong enough where."""
    return ways_of(state, hand_of(state.terms, area))


def hand_of(terms: Terms, area: Pool) -> Hand:
    """What a pool holds for attacks."""
    attack_sets = terms.attack_sets
    hand = [attack_sets.units.of(area >> shift & THREE) for shift in COLOUR_SHIFT]  # KG-091
    hand.append(attack_sets.mercenaries.of(area >> MERCENARY_SHIFT & THREE))  # KG-092
    return hand


def hand_without(terms: Terms, hand: Hand, colour: Colour, force: Force) -> Hand:
    """What is left after an attack of a colour."""
    attack_sets = terms.attack_sets
    left = hand[:]
    left[colour] = attack_sets.units.of(hand[colour].there - force.units)  # KG-091
    if force.mercenaries:
        rest = hand[MERCENARIES].there - force.mercenaries
        left[MERCENARIES] = attack_sets.mercenaries.of(rest)  # KG-092
    return left


def ways_of(state: State, hand: Hand) -> list[Way]:
    terms, held = state.terms, state.held
    front = state.front
    if front is None or front[0] != held[BLACK]:
        front = state.front = _next_front(state, front)
    black, enemy, contested, liberated, shared, _ = front
    permitted, limits = terms.turns[state.box][state.house].limits[state.further]  # KG-093
    own_mask, reach = terms.own_mask, terms.reach
    enough, weaker = terms.attack_sets.enough, state.weaker
    alone = enemy if terms.colours_invade_alone else 0
    mercenaries = hand[MERCENARIES]  # KG-092
    found: list[Way] = []
    for colour, limit in enumerate(limits):
        units = hand[colour]  # KG-091
        if units.there:
            mask = shared & limit
            near = liberated & limit
            mine = held[colour]
            if near and mine:
                near &= reach.of(mine)  # KG-130 KG-131 KG-212
                mask |= near & ~(mine & own_mask)  # KG-100
            if alone and mine:
                mask |= _invasions_of(terms, alone, mine) & limit  # KG-116 KG-117
            if mask:
                power = min(units.strength + mercenaries.strength, enough)
                found.append((colour, units, mercenaries, mask, mask & weaker[power]))  # KG-102
    units = hand[BLACK]  # KG-091
    if units.there:
        mask = contested if terms.black_anywhere else contested & reach.of(black)  # KG-123
        mask &= ~(black & own_mask)  # KG-100
        mask = (mask | liberated & terms.board.flags) & permitted  # KG-124 KG-132 KG-133
        if mask:
            power = min(units.strength + mercenaries.strength, enough)
            found.append((BLACK, units, mercenaries, mask, mask & weaker[power]))  # KG-102
    return found


def _invasions_of(terms: Terms, enemy: Spots, mine: Spots) -> Spots:
    """Where a colour may enter enemy countries, if it must come from its own regions."""
    board, found = terms.board, 0
    if terms.anchor_origin == "same_colour" and mine & board.coast:
        found = enemy & board.anchors  # KG-116
    if terms.portcullis_origin == "same_colour":
        found |= enemy & board.portcullises & board.reach.of(mine)  # KG-117
    return found


def front_of(state: State) -> Front:
    """What follows from the places of the enemies alone."""
    terms, black = state.terms, state.held[BLACK]
    everywhere, lands = terms.board.everywhere, terms.board.lands
    players = everywhere ^ black
    enemy = everywhere ^ lands.of(players)  # KG-110 KG-111
    liberated = everywhere ^ lands.of(black)  # KG-110 KG-111
    return _front(terms, black, enemy, liberated, terms.reach.of(players))


def _next_front(state: State, front: Front | None) -> Front:
    """The same from an earlier one, if the enemies have only lost one region since."""
    if front is None:
        return front_of(state)
    terms, black = state.terms, state.held[BLACK]
    before, enemy, _, liberated, _, near = front
    lost = before ^ black
    if lost & black or lost & lost - 1:
        return front_of(state)
    spot = lost.bit_length() - 1
    regions = terms.board.country_masks[terms.board.country_of[spot]]
    if not black & regions:
        liberated |= regions  # KG-110 KG-111
    return _front(terms, black, enemy & ~regions, liberated, near | terms.near[spot])  # KG-119


def _front(terms: Terms, black: Spots, enemy: Spots, liberated: Spots, near: Spots) -> Front:
    board = terms.board
    contested = board.everywhere ^ enemy ^ liberated  # KG-119 KG-134
    shared = contested & black & near  # KG-097 KG-120 KG-121 KG-122
    if enemy:
        players = board.everywhere ^ black
        if terms.portcullis_origin == "any_player":
            beside = near if terms.cross_border else board.reach.of(players)
            shared |= enemy & board.portcullises & beside  # KG-115 KG-117
        ports = players & board.coast if terms.anchor_origin == "any_player_coast" else 0
        if ports or terms.anchor_origin == "free":
            shared |= enemy & board.anchors  # KG-116 KG-118
    return black, enemy, contested, liberated, shared, near


# -- the list -----------------------------------------------------------------------------------


def listed_attacks(state: State, seat: Seat) -> list[Move]:
    terms = state.terms
    found = state.ways if state.ways is not None else ways(state, state.area())
    if terms.list_all and are_few(found):
        moves = all_attacks(state, found)
    else:
        moves = []
        attack_sets, defence = terms.attack_sets, state.defence
        for colour, units, mercenaries, _, beaten in found:
            of_units, of_mercenaries = units.places, mercenaries.number
            rows = attack_sets.rows[colour]
            while beaten:  # KG-102 KG-223
                lowest = beaten & -beaten
                beaten ^= lowest
                target = lowest.bit_length() - 1
                against = defence[target]
                places = of_units[against][of_mercenaries[against]]  # KG-221
                if not places:
                    places = attack_sets.find_places(against, units, mercenaries)
                row = rows[target][against]
                for place in places:
                    moves.append(row[place])
    moves.append(END_ATTACKS)  # KG-082 KG-090
    return moves


def are_few(found: list[Way]) -> bool:
    """Whether there are not too many attacks to list them one by one."""
    return (
        sum(
            _sets(units) * _sets(mercenaries) * mask.bit_count()
            for _, units, mercenaries, mask, _ in found
        )
        <= MOST_LISTED
    )


def _sets(troop: Troop) -> int:
    """How many sets of these markers there are."""
    return prod(number + 1 for number in three(troop.there))


def all_attacks(state: State, found: list[Way]) -> list[Move]:
    """Every legal attack."""
    attack_sets = state.terms.attack_sets
    moves: list[Move] = []
    for colour, units, mercenaries, mask, _ in found:
        there = units.there | mercenaries.there << 24
        sets = [(unpacked(packed), attack_sets.strength(packed)) for packed in all_sets(there)]
        for target in bits(mask):
            defence = state.defence[target]
            moves += [Attack(target, colour, counts) for counts, power in sets if power > defence]
    return moves


def is_irredundant(terms: Terms, attack: Attack, need: int) -> bool:
    """Whether no single marker could stay at home."""
    spare = terms.board.strength(attack.force.markers) - need
    units = sum(attack.counts[:3])
    return not any(
        number and terms.attack_sets.each[place] <= spare and (place >= 3 or units > 1)
        for place, number in enumerate(attack.counts)
    )
