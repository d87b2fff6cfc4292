"""Attacks: each is resolved completely before the next."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat, because
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.box.board import Land, Spots
from rulekeep.games.kings_and_castles.box.pieces import BLACK, CASTLE_KIND, ONE, UNITS
from rulekeep.games.kings_and_castles.legal import Decisions, turn_decision
from rulekeep.games.kings_and_castles.legal.attacks import (
    hand_of,
    hand_without,
    is_irredundant,
    ways_of,
)
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


def next_attack(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    hand = state.hand
    if hand is None:
        hand = state.hand = hand_of(state.terms, state.array[state.house] + state.bonus)
    found = ways_of(state, hand)
    for way in found:
        if way[4]:
            state.ways = found
            return turn_decision(state)
    state.ways = None
    state.hand = None
    if emit is not None:
        why, further = "none is possible", state.attacks > 0
        emit(events.StepSkipped(("KG-224",), "attack", why, state.king_name, further))
    return ()


def end(state: State, seat: Seat, move: EndAttacks, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        emit(events.StepEnded(("KG-082",), "attacks", state.king_name, state.attacks > 0))
    state.ways = None
    state.hand = None
    state.phase = CASTLES  # KG-082


def conquer(state: State, seat: Seat, move: Attack, chance: Chance, emit: Emit | None) -> None:
    """A legal attack always succeeds."""
    terms, target, force = state.terms, move.target, move.force
    old = NOWHERE
    if emit is not None:
        old = state.status(terms.board.country_of[target])
        _emit_conquest(state, seat, move, emit)
    state.use(force.markers, force.by_kind)  # KG-091 KG-103
    if state.hand is not None:
        state.hand = hand_without(terms, state.hand, move.colour, force)
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
        _emit_status(state, terms.board.country_of[target], old, emit)


# -- events ----------------------------------------------------------------------------------


def _emit_conquest(state: State, seat: Seat, attack: Attack, emit: Emit) -> None:
    terms, board, target = state.terms, state.terms.board, attack.target
    rules = because("KG-102", *_of_markers(state, attack), *_of_place(state, attack))
    region, colour = terms.region(target), terms.colour(attack.colour)
    markers, strength = board.named(attack.force.markers), board.strength(attack.force.markers)
    beaten = board.kinds[state.unit[target]], state.castle[target], state.defence[target]
    settler = board.kinds[attack.force.settler]
    emit(events.RegionConquered(rules, seat, region, colour, markers, strength, *beaten, settler))


def _emit_status(state: State, country: Land, old: Status, emit: Emit) -> None:
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
    by_kind, castle, array = (
        attack.force.by_kind,
        state.castle[attack.target],
        state.array[state.house],
    )
    need = state.defence[attack.target] + 1
    exact = state.terms.board.strength(attack.force.markers) == need
    spare = not is_irredundant(state.terms, attack, need)
    return [
        ("KG-090", state.attacks),
        ("KG-104", len(by_kind) > 1),
        ("KG-008", len(by_kind) > 1 and exact),
        ("KG-106", sum(attack.counts) > 1),
        ("KG-092", any(attack.counts[3:])),
        ("KG-103", spare),
        ("KG-221", spare),
        ("KG-101", castle),
        ("KG-105", castle),
        (
            "KG-220",
            any(state.bonus >> shift & 255 and array >> shift & 255 for shift, _ in by_kind),
        ),
    ]


def _of_place(state: State, attack: Attack) -> list[tuple[str, object]]:
    """Where the attack went, what the status of the country asks, and where it came from."""
    board, target, colour = state.terms.board, attack.target, attack.colour
    country, own, black = board.country_of[target], state.held[colour], colour == BLACK
    status = state.status(country)
    again = state.stormed >> target & 1  # KG-131
    anchor = board.anchors >> target & 1
    apart = not black and not board.borders[target] & own
    absent = not own  # KG-122
    of_status: dict[Status, list[tuple[str, object]]] = {
        ENEMY: [("KG-116", anchor), ("KG-117", not anchor)],
        CONTESTED: [("KG-123", black), ("KG-121", apart), ("KG-122", apart and absent)],
        LIBERATED: [("KG-132", black), ("KG-130", not black), ("KG-131", again and not black)],
    }
    origins = _origins(state, attack, status)
    abroad = origins and not origins & board.inner_borders[target]  # KG-096
    return [
        ("KG-107", again),
        ("KG-100", state.holder(target) == colour),
        ("KG-211", colour in state.terms.houses_of[state.active_seat] and colour != state.house),
        ("KG-094", country != state.king),
        ("KG-112", country != state.king and status != state.status(state.king)),
        *of_status[status],
        ("KG-097", origins),
        ("KG-096", abroad),
        ("KG-099", abroad),
        ("KG-098", origins & state.stormed),
        ("KG-223", origins and not origins & ~state.stormed),
    ]


def _origins(state: State, attack: Attack, status: Status) -> Spots:
    """The regions that the attack may have come from; none where it needs no origin."""
    board, target = state.terms.board, attack.target
    by_sea = status == ENEMY and not board.portcullises >> target & 1
    if by_sea or (status == LIBERATED and attack.colour == BLACK):
        return 0
    return board.borders[target] & state.supporters(attack.colour, status)
