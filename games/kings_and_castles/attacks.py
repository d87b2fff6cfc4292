"""Which regions a colour may attack, and with which sets of markers."""

from __future__ import annotations

from rulekeep.games.kings_and_castles.armoury import all_sets
from rulekeep.games.kings_and_castles.components import bits
from rulekeep.games.kings_and_castles.moves import END_ATTACKS, Attack, Move
from rulekeep.games.kings_and_castles.pools import (
    BLACK,
    COLOUR_SHIFT,
    MERCENARY,
    MERCENARY_SHIFT,
    THREE,
    three,
)
from rulekeep.games.kings_and_castles.state import NOWHERE, State, Way
from rulekeep.games.kings_and_castles.table import Table

ENEMY, CONTESTED, LIBERATED = range(3)
STATUSES = ("enemy", "contested", "liberated")


def status(state: State, country: int) -> int:
    """The status of a country: by the enemies left in it alone."""
    regions = state.table.board.country_masks[country]
    black = state.held[BLACK] & regions
    if not black:
        return LIBERATED
    return ENEMY if black == regions else CONTESTED


def ways(state: State, area: int) -> list[Way]:
    """The colours of a pool that may attack somewhere: with what, and where to.

    Strength is not looked at.
    """
    table = state.table
    board = table.board
    held = state.held
    black = held[BLACK]
    enemy = contested = 0
    for regions in board.country_masks:
        there = black & regions
        if there == regions:
            enemy |= regions
        elif there:
            contested |= regions
    liberated = board.everywhere ^ enemy ^ contested
    king = table.king_masks[state.box]
    if state.further == NOWHERE:
        permitted = board.everywhere
    else:
        permitted = king | board.country_masks[state.further]
    players = board.everywhere ^ black
    # What all player colours have in common: attacks on enemies and invasions.
    shared = contested & black & table.reach(players)
    if enemy:
        shared |= enemy & board.portcullises & board.reach(players)
        if table.anchor_origin == "free" or (
            table.anchor_origin == "any_player_coast" and players & board.coast
        ):
            shared |= enemy & board.anchors
    own = table.own[state.house]
    mercenaries = (area >> MERCENARY_SHIFT & THREE) << 24
    found: list[Way] = []
    for colour, shift in enumerate(COLOUR_SHIFT):
        units = area >> shift & THREE
        if not units:
            continue
        mine = held[colour]
        if colour == BLACK:
            mask = contested if table.black_anywhere else contested & table.reach(black)
            if not table.same_colour:
                mask &= players
            mask |= liberated & board.flags
        else:
            mask = shared
            if mine:
                if liberated:
                    reached = liberated & table.reach(mine)
                    mask |= reached if table.same_colour else reached & ~mine
                if table.anchor_origin == "same_colour" and mine & board.coast:
                    mask |= enemy & board.anchors
        mask &= king if own >> colour & 1 else permitted
        if mask:
            found.append((colour, units | mercenaries, mask))
    return found


def attack_strength(table: Table, attack: Attack) -> int:
    board = table.board
    return board.value_of_triple(attack.counts[:3]) + board.value_of_triple(
        attack.counts[3:], MERCENARY
    )


def is_irredundant(table: Table, attack: Attack, need: int) -> bool:
    """Whether no single marker could stay at home."""
    strength = attack_strength(table, attack)
    units = sum(attack.counts[:3])
    for place, number in enumerate(attack.counts):
        kind = place if place < 3 else MERCENARY + place - 3
        if number and strength - table.board.strengths[kind] >= need and (place >= 3 or units > 1):
            return False
    return True


def listed_attacks(state: State) -> list[Move]:
    """The attacks that are listed, and the end of the attacks."""
    found = state.ways if state.ways is not None else ways(state, state.area())
    moves: list[Move] = _all_attacks(state, found) if state.table.list_all else []
    if not state.table.list_all:
        armoury = state.table.armoury
        numbers = state.table.board.numbers
        defence = state.defence
        for colour, there, mask in found:
            rows = armoury.rows[colour]
            picks = armoury.picks[there]
            for target in numbers(mask):
                pick = picks[defence[target]]
                if pick is None:
                    pick = armoury.pick(there, defence[target])
                if pick:
                    moves += pick(rows[target])
    moves.append(END_ATTACKS)
    return moves


def _all_attacks(state: State, found: list[Way]) -> list[Move]:
    armoury = state.table.armoury
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


def can_attack(state: State) -> bool:
    """Whether the active player has any legal attack; the ways are kept for listing them."""
    state.ways = found = ways(state, state.area())
    strength = state.table.armoury.strength
    defence = state.defence
    for _, there, mask in found:
        strongest = strength(there)
        while mask:
            low = mask & -mask
            if defence[low.bit_length() - 1] < strongest:
                return True
            mask ^= low
    return False
