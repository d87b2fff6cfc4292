"""Attacks: each is resolved completely before the next."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat, because
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.box.board import Land
from rulekeep.games.kings_and_castles.box.pieces import BLACK, CASTLE_KIND, ONE, UNITS
from rulekeep.games.kings_and_castles.legal import Asked
from rulekeep.games.kings_and_castles.legal.attacks import is_irredundant, ways
from rulekeep.games.kings_and_castles.moves import Attack, EndAttacks
from rulekeep.games.kings_and_castles.state import (
    CONTESTED,
    ENEMY,
    LIBERATED,
    NOWHERE,
    STATUSES,
    State,
    Status,
)
from rulekeep.games.kings_and_castles.terms.phases import ATTACK, CASTLES
from rulekeep.games.kings_and_castles.turn.filling import refill_if_empty


def next_attack(state: State, chance: Chance, emit: Emit | None) -> Asked:
    found = ways(state, state.array[state.house] + state.bonus)
    for way in found:
        if way[3]:
            state.ways = found
            return state.terms.turns[state.box][state.house].about[ATTACK]
    state.ways = None
    if emit is not None:
        why, further = "none is possible", state.attacks > 0
        emit(events.StepSkipped(("KG-224",), "attack", why, state.king_name, further))
    return ()


def end(state: State, seat: Seat, move: EndAttacks, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        emit(events.StepEnded(("KG-082",), "attacks", state.king_name, state.attacks > 0))
    state.ways = None
    state.phase = CASTLES  # KG-082


def conquer(state: State, seat: Seat, move: Attack, chance: Chance, emit: Emit | None) -> None:
    """A legal attack always succeeds."""
    terms, target, force = state.terms, move.target, move.force
    old = NOWHERE
    if emit is not None:
        old = state.status(terms.board.country_of[target])
        _tell_conquest(state, seat, move, emit)
    state.use(force.markers, force.lots)  # KG-091 KG-103
    bit = 1 << target
    lost = force.lost + ONE[state.unit[target]]  # KG-106
    if state.castled & bit:  # KG-105
        lost += ONE[CASTLE_KIND[state.castle[target]]]  # KG-106
        state.castle[target] = 0
        state.castled ^= bit
        state.razed |= bit
    state.aside += lost  # KG-106
    state.settle(target, force.settler)  # KG-104 KG-223
    state.stormed |= bit  # KG-107
    state.attacks += 1  # KG-090
    if not bit & terms.king_masks[state.box]:
        country = terms.board.country_of[target]  # KG-096
        if emit is not None and state.further == NOWHERE:
            emit(events.FurtherCountryFixed(("KG-095",), terms.country(country)))
        state.further = country  # KG-095
    if terms.refill_at_once:
        refill_if_empty(state, emit)
    if emit is not None:
        _tell_status(state, terms.board.country_of[target], old, emit)


# -- what is told -------------------------------------------------------------------------------


def _tell_conquest(state: State, seat: Seat, attack: Attack, emit: Emit) -> None:
    terms, board, target = state.terms, state.terms.board, attack.target
    rules = because("KG-102", *_of_markers(state, attack), *_of_place(state, attack))
    region, colour = terms.region(target), terms.colour(attack.colour)
    markers, strength = board.named(attack.force.markers), board.strength(attack.force.markers)
    beaten = board.kinds[state.unit[target]], state.castle[target], state.defence[target]
    settler = board.kinds[attack.force.settler]
    emit(events.RegionConquered(rules, seat, region, colour, markers, strength, *beaten, settler))


def _tell_status(state: State, country: Land, old: Status, emit: Emit) -> None:
    new = state.status(country)
    if new == old:
        return
    rules = because(
        "KG-110",
        ("KG-111", state.area() & UNITS),  # there may be attacks that it bears on at once
        ("KG-119", old == ENEMY),
        ("KG-134", (old, new) == (LIBERATED, CONTESTED)),
        ("KG-113", state.castled & state.terms.board.country_masks[country]),
    )
    name = state.terms.country(country)
    emit(events.StatusChanged(rules, name, STATUSES[old], STATUSES[new]))


def _of_markers(state: State, attack: Attack) -> list[tuple[str, object]]:
    """The rules at work in an attack, asked before it is carried out."""
    lots, castle, array = attack.force.lots, state.castle[attack.target], state.array[state.house]
    need = state.defence[attack.target] + 1
    exact = state.terms.board.strength(attack.force.markers) == need
    spare = not is_irredundant(state.terms, attack, need)
    return [
        ("KG-090", state.attacks),
        ("KG-104", len(lots) > 1),
        ("KG-008", len(lots) > 1 and exact),
        ("KG-106", sum(attack.counts) > 1),
        ("KG-092", any(attack.counts[3:])),
        ("KG-103", spare),
        ("KG-221", spare),
        ("KG-101", castle),
        ("KG-105", castle),
        ("KG-220", any(state.bonus >> shift & 255 and array >> shift & 255 for shift, _ in lots)),
    ]


def _of_place(state: State, attack: Attack) -> list[tuple[str, object]]:
    """Where the attack went, what the status of the country asks, and where it came from."""
    board, target, colour = state.terms.board, attack.target, attack.colour
    country, near, own = board.country_of[target], board.borders[target], state.held[colour]
    there = state.status(country)
    enemy, contested, liberated = (there == status for status in (ENEMY, CONTESTED, LIBERATED))
    black = colour == BLACK
    anchor, gate = board.anchors >> target & 1, board.portcullises >> target & 1
    apart = contested and not black and not near & own
    absent = not own  # KG-122
    again = state.stormed >> target & 1  # KG-131
    if enemy:
        origins = near & state.player_held if gate else 0
    elif liberated:
        origins = 0 if black else near & own
    else:
        origins = near & (own if black else state.player_held)
    abroad = origins and not origins & board.inner_borders[target]  # KG-096
    return [
        ("KG-107", again),
        ("KG-100", state.holder(target) == colour),
        ("KG-211", colour in state.terms.houses_of[state.active_seat] and colour != state.house),
        ("KG-094", country != state.king),
        ("KG-112", country != state.king and there != state.status(state.king)),
        ("KG-116", enemy and anchor),
        ("KG-117", enemy and not anchor),
        ("KG-132", liberated and black),
        ("KG-123", contested and black),
        ("KG-130", liberated and not black),
        ("KG-131", liberated and not black and again),
        ("KG-121", apart),
        ("KG-122", apart and absent),
        ("KG-097", origins),
        ("KG-096", abroad),
        ("KG-099", abroad),
        ("KG-098", origins & state.stormed),
        ("KG-223", origins and not origins & ~state.stormed),
    ]
