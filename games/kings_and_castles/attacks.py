"""Which regions a colour may attack, and with which sets of markers."""

from __future__ import annotations

from rulekeep.games.kings_and_castles.armoury import all_sets
from rulekeep.games.kings_and_castles.components import bits
from rulekeep.games.kings_and_castles.moves import END_ATTACKS, Attack, Move
from rulekeep.games.kings_and_castles.pools import (
    BLACK,
    COLOUR_SHIFT,
    HOUSES,
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


def targets(state: State, colours: int) -> list[tuple[int, int]]:
    """For each of these colours (a bit each): the regions it may attack now, as a mask.

    Strength is not looked at. Colours without a target are left out.
    """
    table = state.table
    board = table.board
    held = state.held
    black = held[BLACK]
    enemy = contested = liberated = 0
    for regions in board.country_masks:
        there = black & regions
        if not there:
            liberated |= regions
        elif there == regions:
            enemy |= regions
        else:
            contested |= regions
    king = board.country_masks[board.boxes[state.box - 1].country]
    own = table.own[state.house]
    if state.further == NOWHERE:
        elsewhere = board.everywhere
    else:
        elsewhere = king | board.country_masks[state.further]
    players = board.everywhere & ~black
    # What all player colours have in common: invasions and attacks on enemies.
    shared = 0
    if contested:
        shared = contested & black & table.reach(players)
    if enemy:
        gates = board.portcullises & enemy
        if gates:
            shared |= gates & board.reach(players)
        if table.anchor_origin == "free" or (
            table.anchor_origin == "any_player_coast" and players & board.coast
        ):
            shared |= enemy & board.anchors
    found: list[tuple[int, int]] = []
    for colour in range(HOUSES):
        if not colours >> colour & 1:
            continue
        mask = shared
        mine = held[colour]
        if mine:
            if liberated:
                reached = liberated & table.reach(mine)
                mask |= reached if table.same_colour else reached & ~mine
            if table.anchor_origin == "same_colour" and mine & board.coast:
                mask |= enemy & board.anchors
        mask &= king if own >> colour & 1 else elsewhere
        if mask:
            found.append((colour, mask))
    if colours >> BLACK & 1:
        mask = liberated & board.flags
        if contested:
            reached = contested if table.black_anywhere else contested & table.reach(black)
            mask |= reached if table.same_colour else reached & players
        mask &= elsewhere
        if mask:
            found.append((BLACK, mask))
    return found


def ways(state: State) -> list[Way]:
    """The colours that may attack somewhere, with what they have and where they may go."""
    area = state.area()
    mercenaries = (area >> MERCENARY_SHIFT & THREE) << 24
    colours = 0
    for colour, shift in enumerate(COLOUR_SHIFT):
        if area >> shift & THREE:
            colours |= 1 << colour
    if not colours:
        return []
    return [
        (colour, area >> COLOUR_SHIFT[colour] & THREE | mercenaries, mask)
        for colour, mask in targets(state, colours)
    ]


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
    armoury = state.table.armoury
    numbers = state.table.board.numbers
    defence = state.defence
    moves: list[Move] = []
    for colour, there, mask in state.ways if state.ways is not None else ways(state):
        rows = armoury.rows[colour]
        if state.table.list_all:
            _list_all(state, colour, there, mask, moves)
            continue
        picks = armoury.picks(there)
        for target in numbers(mask):
            pick = picks[defence[target]]
            if pick is None:
                pick = armoury.pick(there, defence[target])
            if pick:
                moves += pick(rows[target])
    moves.append(END_ATTACKS)
    return moves


def _list_all(state: State, colour: int, there: int, mask: int, moves: list[Move]) -> None:
    armoury = state.table.armoury
    sets = [
        ((*three(packed & THREE), *three(packed >> 24)), armoury.strength(packed))
        for packed in all_sets(there)
    ]
    for target in bits(mask):
        defence = state.defence[target]
        moves += [Attack(target, colour, counts) for counts, power in sets if power > defence]


def can_attack(state: State) -> bool:
    """Whether the active player has any legal attack; the ways are kept for listing them."""
    state.ways = found = ways(state)
    armoury = state.table.armoury
    numbers = state.table.board.numbers
    defence = state.defence
    for _, there, mask in found:
        picks = armoury.picks(there)
        for target in numbers(mask):
            pick = picks[defence[target]]
            if pick is None:
                pick = armoury.pick(there, defence[target])
            if pick:
                return True
    return False
