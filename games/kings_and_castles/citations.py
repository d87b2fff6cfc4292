"""Which rules were at work in an attack, a castle, a crown: for the events, so only on demand."""

from __future__ import annotations

from rulekeep.games.kings_and_castles.attacks import (
    CONTESTED,
    ENEMY,
    LIBERATED,
    attack_strength,
    is_irredundant,
    status,
)
from rulekeep.games.kings_and_castles.moves import Attack, Castle
from rulekeep.games.kings_and_castles.pools import BLACK, common
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.succession import (
    free_boxes,
    is_first_crown,
    last_box_counts,
    levels,
)


def attack_rules(state: State, attack: Attack) -> tuple[str, ...]:
    """The rules behind an attack, asked before it is carried out."""
    table = state.table
    need = state.defence[attack.target] + 1
    rules = ["KG-090", "KG-091", "KG-101", "KG-102", "KG-104", "KG-106", "KG-008", "KG-098"]
    if any(attack.counts[3:]):
        rules.append("KG-092")
    if attack_strength(table, attack) > need and not is_irredundant(table, attack, need):
        rules += ["KG-103", "KG-221"]
    if state.castle[attack.target]:
        rules.append("KG-105")
    if state.stormed >> attack.target & 1:
        rules.append("KG-107")
    if common(state.bonus, attack.markers):
        rules.append("KG-220")
    rules += _where_rules(state, attack)
    rules += _way_rules(state, attack)
    return tuple(dict.fromkeys(rules))


def _where_rules(state: State, attack: Attack) -> list[str]:
    """King's country and further country."""
    board = state.table.board
    country = board.country_of[attack.target]
    rules = ["KG-096"]
    own = state.table.own[state.house]
    if attack.colour < BLACK and own >> attack.colour & 1:
        rules.append("KG-093")
        if len(state.table.houses_of[state.active_seat]) > 1:
            rules += ["KG-211", "KG-210"]
    elif country != state.king:
        rules += ["KG-094", "KG-095"]
        if status(state, country) != status(state, state.king):
            rules.append("KG-112")
    return rules


def _way_rules(state: State, attack: Attack) -> list[str]:
    """The rules of the country's status, and where the attack came from."""
    board = state.table.board
    country = board.country_of[attack.target]
    there = status(state, country)
    rules = ["KG-110"]
    if there == ENEMY:
        if board.country_masks[country] & state.castled:
            rules.append("KG-113")
        gate = board.portcullises >> attack.target & 1
        anchor = board.anchors >> attack.target & 1
        rules += ["KG-115", "KG-116" if anchor else "KG-117"]
        return rules + (_origin_rules(state, attack, state.player_held) if gate else [])
    if attack.colour == BLACK:
        if there == LIBERATED:
            return [*rules, "KG-132"]
        return [*rules, "KG-123", *_origin_rules(state, attack, state.held[BLACK])]
    if there == CONTESTED:
        rules += ["KG-120", "KG-121"]
        if not state.held[attack.colour]:
            rules.append("KG-122")
        return rules + _origin_rules(state, attack, state.player_held)
    rules.append("KG-130")
    if state.stormed >> attack.target & 1:
        rules.append("KG-131")
    return rules + _origin_rules(state, attack, state.held[attack.colour])


def _origin_rules(state: State, attack: Attack, holders: int) -> list[str]:
    board = state.table.board
    origins = board.borders[attack.target] & holders
    rules = ["KG-097"] if origins else []
    if origins and not origins & board.inner_borders[attack.target]:
        rules.append("KG-099")
    if origins and not origins & ~state.stormed:
        rules.append("KG-223")
    return rules


def castle_rules(state: State, move: Castle) -> tuple[str, ...]:
    """The rules behind a castle, asked before it stands."""
    rules = ["KG-140", "KG-142"]
    country = state.table.board.country_of[move.region]
    if state.holder(move.region) == BLACK or country not in (state.king, state.further):
        rules.append("KG-141")
    if state.razed >> move.region & 1:
        rules.append("KG-143")
    if castle_order(state, move) < state.castle_mark:
        rules.append("KG-222")
    return tuple(rules)


def castle_order(state: State, move: Castle) -> int:
    """The place of a castle in the listing order: large ones first, then by the map file."""
    return (3 - move.size) * len(state.unit) + move.region


def crown_rules(state: State, seat: int, colour: int, box: int) -> tuple[str, ...]:
    """The rules behind a crown, asked before it lies."""
    if is_first_crown(state):
        rules = ["KG-041"]
        if state.table.seats == 2:
            rules += ["KG-030", "KG-049"]
        return tuple(rules)
    rules = ["KG-042"]
    rank = levels(state, seat, colour, [box])[0]
    if state.table.seats == 2:
        rules += ["KG-049", ("KG-050", "KG-051", "KG-052")[rank - 1]]
        if last_box_counts(state, seat):
            rules.append("KG-053")
    else:
        rules.append("KG-047" if rank > 1 else "KG-044")
        if last_box_counts(state, seat):
            rules.append("KG-046")
    first = state.table.sections[state.section][0]
    if box == first and state.finished >= 0 and state.table.owner[state.finished] != seat:
        rules.append("KG-048")
    if len(free_boxes(state)) == 1:
        rules.append("KG-224")
    return tuple(rules)


def tax_rules(state: State, seat: int) -> tuple[str, ...]:
    """The rules behind one player's share of a tax."""
    table = state.table
    rules = ["KG-151", "KG-152", "KG-156"]
    held = 0
    for house in table.houses_of[seat]:
        held |= state.held[house]
    if state.held[BLACK]:
        rules.append("KG-153")
    if held & state.castled:
        rules.append("KG-144")
    if table.seats == 2:
        rules.append("KG-155")
    if table.hidden_money:
        rules.append("KG-157")
    return tuple(rules)
