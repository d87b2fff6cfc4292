"""The effects of a turn: crown, attacks, castles, tax, and the payments of the end."""

from __future__ import annotations

from rulekeep.core.game import Emit
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.attacks import (
    CONTESTED,
    ENEMY,
    LIBERATED,
    STATUSES,
    attack_strength,
    status,
)
from rulekeep.games.kings_and_castles.citations import (
    attack_rules,
    castle_order,
    castle_rules,
    tax_rules,
)
from rulekeep.games.kings_and_castles.filling import named, refill_if_empty
from rulekeep.games.kings_and_castles.moves import Attack, Castle, Move
from rulekeep.games.kings_and_castles.pools import (
    CASTLE,
    CASTLE_SHIFT,
    NOBODY,
    ONE,
    SIZES,
    three,
)
from rulekeep.games.kings_and_castles.state import NOWHERE, State

# -- the crown ----------------------------------------------------------------------------------


def take_crown(state: State, box: int, emit: Emit | None) -> None:
    """The house whose crown lies on the box becomes active."""
    table = state.table
    before = state.active_seat
    house = state.crown_at[box]
    state.crown_at[box] = NOBODY
    state.spent[house] += 1
    state.box = box
    state.house = house
    state.further = NOWHERE
    state.attacks = 0
    state.stormed = 0
    state.razed = 0
    state.castle_mark = NOWHERE
    state.taxed = False
    if emit is None:
        return
    seat = table.owner[house]
    emit(events.CrownTaken(("KG-080", "KG-055"), seat, table.colour(house), box))
    rules = ["KG-083", "KG-081"]
    if before == seat:
        rules.append("KG-084")
    if table.seats == 2:
        rules.append("KG-210")
    king = table.board.boxes[box - 1]
    emit(
        events.TurnBegan(
            tuple(rules), seat, table.colour(house), box, king.title, table.country(king.country)
        )
    )


# -- attacks ------------------------------------------------------------------------------------


def conquer(state: State, seat: int, attack: Attack, emit: Emit | None) -> None:
    """A legal attack always succeeds."""
    board = state.table.board
    target = attack.target
    country = board.country_of[target]
    if emit is not None:
        old = status(state, country)
        _tell_attack(state, seat, attack, emit)
    force = attack.force
    state.use(force.markers, force.lots)
    state.aside += force.markers - ONE[force.settler] + ONE[state.unit[target]]
    castle = state.castle[target]
    bit = 1 << target
    if castle:
        state.castle[target] = 0
        state.castled ^= bit
        state.razed |= bit
        state.aside += ONE[CASTLE + 3 - castle]
    state.settle(target, force.settler)
    state.stormed |= bit
    state.attacks += 1
    if country != board.boxes[state.box - 1].country:
        if emit is not None and state.further == NOWHERE:
            name = state.table.country(country)
            emit(events.FurtherCountryFixed(("KG-095", "KG-094", "KG-096"), name))
        state.further = country
    refill_if_empty(state, emit)
    if emit is not None:
        _tell_status(state, country, old, emit)


def _tell_attack(state: State, seat: int, attack: Attack, emit: Emit) -> None:
    table = state.table
    kinds = table.board.kinds
    emit(
        events.RegionConquered(
            attack_rules(state, attack),
            seat,
            table.region(attack.target),
            table.colour(attack.colour),
            named(state, attack.markers),
            attack_strength(table, attack),
            kinds[state.unit[attack.target]],
            state.castle[attack.target],
            state.defence[attack.target],
            kinds[attack.settler],
        )
    )


def _tell_status(state: State, country: int, old: int, emit: Emit) -> None:
    new = status(state, country)
    if new == old:
        return
    rules = ["KG-111", "KG-110"]
    if old == ENEMY:
        rules.append("KG-119")
    if (old, new) == (LIBERATED, CONTESTED):
        rules.append("KG-134")
    if state.castled & state.table.board.country_masks[country]:
        rules.append("KG-113")
    name = state.table.country(country)
    emit(events.StatusChanged(tuple(rules), name, STATUSES[old], STATUSES[new]))


# -- castles ------------------------------------------------------------------------------------


def can_build(state: State) -> bool:
    """Whether there is a castle to place and a region without one."""
    return bool(state.area() >> CASTLE_SHIFT) and state.castled != state.table.board.everywhere


def listed_castles(state: State) -> list[Move]:
    """Castles in their listing order, from where the step has come to."""
    board = state.table.board
    free = board.everywhere & ~state.castled
    moves: list[Move] = []
    for index, number in enumerate(three(state.area() >> CASTLE_SHIFT)):
        if number:
            row = state.table.castle_moves[SIZES[index]]
            listed = max(0, state.castle_mark + 1 - index * len(row))
            moves += [row[region] for region in board.numbers(free >> listed << listed)]
    return moves


def build_castle(state: State, seat: int, move: Castle, emit: Emit | None) -> None:
    if emit is not None:
        rules = castle_rules(state, move)
        emit(events.CastlePlaced(rules, seat, move.size, state.table.region(move.region)))
    kind = CASTLE + 3 - move.size
    state.use(ONE[kind], ((8 * kind, 1),))
    state.raise_castle(move.region, move.size)
    state.castle_mark = max(state.castle_mark, castle_order(state, move))


# -- money --------------------------------------------------------------------------------------


def worth(state: State, seat: int) -> int:
    """The value of all regions a player holds."""
    held = 0
    for house in state.table.houses_of[seat]:
        held |= state.held[house]
    return state.table.board.worth(held)


def raise_tax(state: State, emit: Emit | None) -> None:
    """Everybody is paid, the active player twice."""
    table = state.table
    house = state.house
    state.tax[house] -= 1
    state.taxed = True
    active = table.owner[house]
    if emit is not None:
        left = state.tax[house]
        emit(events.TaxRaised(("KG-150", "KG-082"), active, table.colour(house), left))
    for seat in (*table.clockwise_from[active][1:], active):
        own = worth(state, seat)
        doubled = 0
        if seat == active:
            doubled = own if table.double_both else table.board.worth(state.held[house])
        state.bank.pay_out(seat, own + doubled)
        if emit is not None:
            emit(events.TaxPaid(tax_rules(state, seat), seat, own, doubled, own + doubled))


def pay_final_tax(state: State, emit: Emit | None) -> None:
    """Everybody is paid once more, without a marker."""
    table = state.table
    for seat in range(table.seats):
        own = worth(state, seat)
        amount = state.bank.pay_out(seat, table.final_rate * own)
        if emit is not None:
            rules = ["KG-205", "KG-191"] if table.short else ["KG-191"]
            if state.taxed:
                rules.append("KG-192")
            if any(state.tax[house] for house in table.houses_of[seat]):
                rules.append("KG-193")
            emit(events.FinalTaxPaid(tuple(rules), seat, own, table.final_rate, amount))
