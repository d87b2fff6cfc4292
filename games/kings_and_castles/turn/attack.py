"""Attacks: each is resolved completely before the next."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.box.board import Land, Spots
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
from rulekeep.games.kings_and_castles.terms.phases import CASTLES
from rulekeep.games.kings_and_castles.turn.filling import refill_if_empty


def next_attack(state: State, chance: Chance, emit: Emit | None) -> Asked:
    found = ways(state, state.array[state.house] + state.bonus)
    for way in found:
        if way[3]:
            state.ways = found
            return state.terms.turns[state.box][state.house].about_attacks
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
    terms, board, force = state.terms, state.terms.board, attack.force
    emit(
        events.RegionConquered(
            tuple(_because(state, attack)),
            seat,
            terms.region(attack.target),
            terms.colour(attack.colour),
            board.named(force.markers),
            board.strength(force.markers),
            board.kinds[state.unit[attack.target]],
            state.castle[attack.target],
            state.defence[attack.target],
            board.kinds[force.settler],
        )
    )


def _tell_status(state: State, country: Land, old: Status, emit: Emit) -> None:
    new = state.status(country)
    if new == old:
        return
    rules = ["KG-110"]
    if state.area() & UNITS:
        rules.append("KG-111")  # there may be attacks that it bears on at once
    if old == ENEMY:
        rules.append("KG-119")
    if (old, new) == (LIBERATED, CONTESTED):
        rules.append("KG-134")
    if state.castled & state.terms.board.country_masks[country]:
        rules.append("KG-113")
    name = state.terms.country(country)
    emit(events.StatusChanged(tuple(rules), name, STATUSES[old], STATUSES[new]))


def _because(state: State, attack: Attack) -> list[str]:
    """The rules at work in an attack, asked before it is carried out."""
    return ["KG-102", *_of_markers(state, attack), *_of_place(state, attack)]


def _of_markers(state: State, attack: Attack) -> list[str]:
    terms = state.terms
    need = state.defence[attack.target] + 1
    strength = terms.board.strength(attack.force.markers)
    rules = ["KG-090"] if state.attacks else []
    if len(attack.force.lots) > 1:
        rules += ["KG-104", "KG-008"] if strength == need else ["KG-104"]
    if sum(attack.counts) > 1:
        rules.append("KG-106")
    if any(attack.counts[3:]):
        rules.append("KG-092")
    if strength > need and not is_irredundant(terms, attack, need):
        rules += ["KG-103", "KG-221"]
    if state.castle[attack.target]:
        rules += ["KG-101", "KG-105"]
    array = state.array[state.house]
    if any(state.bonus >> shift & 255 and array >> shift & 255 for shift, _ in attack.force.lots):
        rules.append("KG-220")
    return rules


def _of_place(state: State, attack: Attack) -> list[str]:
    """Where the attack went, and what the status of the country asks."""
    board = state.terms.board
    country = board.country_of[attack.target]
    there = state.status(country)
    again = state.stormed >> attack.target & 1
    rules = ["KG-107"] if again else []
    if state.holder(attack.target) == attack.colour:
        rules.append("KG-100")
    if attack.colour in state.terms.houses_of[state.active_seat] and attack.colour != state.house:
        rules.append("KG-211")
    if country != state.king:
        rules += ["KG-094"] if there == state.status(state.king) else ["KG-094", "KG-112"]
    if there == ENEMY:
        gate = board.portcullises >> attack.target & 1
        rules.append("KG-116" if board.anchors >> attack.target & 1 else "KG-117")
        return rules + (_of_origin(state, attack, state.player_held) if gate else [])
    if attack.colour == BLACK and there == LIBERATED:
        return [*rules, "KG-132"]
    if attack.colour == BLACK:
        return [*rules, "KG-123", *_of_origin(state, attack, state.held[BLACK])]
    if there == LIBERATED:
        rules += ["KG-130", "KG-131"] if again else ["KG-130"]  # KG-131
        return rules + _of_origin(state, attack, state.held[attack.colour])
    if not board.borders[attack.target] & state.held[attack.colour]:
        rules += ["KG-121"] if state.held[attack.colour] else ["KG-121", "KG-122"]  # KG-122
    return rules + _of_origin(state, attack, state.player_held)


def _of_origin(state: State, attack: Attack, holders: Spots) -> list[str]:
    board = state.terms.board
    origins = board.borders[attack.target] & holders
    rules = ["KG-097"] if origins else []
    if origins and not origins & board.inner_borders[attack.target]:
        rules += ["KG-096", "KG-099"]  # KG-096
    if origins & state.stormed:
        rules.append("KG-098")
        if not origins & ~state.stormed:
            rules.append("KG-223")
    return rules
