"""Attacking: a tile of the hand against an equal one of an opponent, and what falls with it."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat, because
from rulekeep.games.castle_keep import events
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import CENTRE, KEEP, Castle, Cells, knights_needed
from rulekeep.games.castle_keep.box.tiles import KINDS, ROLE, WALL, codes
from rulekeep.games.castle_keep.legal import result_of
from rulekeep.games.castle_keep.moves import Attack
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ATTACK
from rulekeep.games.castle_keep.turn.course import finish_action


def attack(state: State, seat: Seat, move: Attack, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    at = terms.castle_at(move.seat, move.castle)
    castle, cell = state.castles[at], move.cell
    removed, taken, left = result_of(castle, move)  # CK-034 CK-070
    spent = knights_needed(castle) if cell == CENTRE else 1  # CK-038
    if emit is not None:
        rules = _rules_at_work(state, move, castle, removed)
        where = move.seat, events.castle_letter(move.castle), plan.CELLS[cell]
        played = (KINDS[move.kind],) * spent
        fallen = tuple(codes(plan.falling(castle, cell)[1]))
        emit(events.TilesDestroyed(rules, seat, *where, played, fallen, move.take))
    state.castles[at] = castle & KEEP[removed]  # CK-026 CK-041 CK-086
    if move.take:  # CK-070 CK-071
        state.reserves[seat] = tuple(sorted((*state.reserves[seat], *taken)))
        if emit is not None and left:
            emit(events.TilesLeft(("CK-070",), seat, tuple(codes(left))))
    state.discard += left  # CK-040
    for _ in range(spent):
        state.spend(seat, move.kind)
        state.discard.append(move.kind)  # CK-040 CK-071
    state.phase = ATTACK
    state.victim = move.seat  # CK-030
    state.attacks += 1
    if not state.castles[at]:
        if emit is not None:
            rule = "CK-083" if terms.all_opponents else terms.variant.emptying
            whose = move.seat, events.castle_letter(move.castle)
            emit(events.CastleEmptied((rule,), seat, *whose, closed=terms.all_opponents))
        terms.variant.castle_emptied(state, seat, move, emit)  # CK-048
        if state.reason:
            return
    _end_if_over(state, seat, chance, emit)


def _end_if_over(state: State, seat: Seat, chance: Chance, emit: Emit | None) -> None:
    """The attacks end by themselves where everybody can see that nothing can follow."""
    terms = state.terms
    if terms.immediate and state.reserves[seat] and state.placed < terms.cap:  # CK-072
        return
    if state.attacks >= terms.max_attacks:  # CK-031
        why, rule = "no more attacks are allowed", "CK-031"
    elif not state.hands[seat]:
        why, rule = "the hand is empty", "CK-031"
    elif not any(state.castles_of(state.victim)):  # CK-030 CK-085
        why, rule = "nothing is left to attack", "CK-030"
    else:
        return
    if emit is not None:
        emit(events.AttackEnded((rule,), seat, state.attacks, why))
    finish_action(state, seat, chance, emit)


def _rules_at_work(state: State, move: Attack, castle: Castle, removed: Cells) -> tuple[str, ...]:
    """What an attack shows, asked before it takes effect."""
    rules: list[str] = list(state.terms.variant.attacked(state, move, castle, removed))
    if state.phase == ACTION:
        rules += state.terms.variant.why_open(state)
    else:
        rules += because("CK-031", ("CK-030", len(state.playing) > 2))
    if move.cell == CENTRE:
        rules.append("CK-039" if knights_needed(castle) == 1 else "CK-038")
    else:
        rules += _rules_of_chain(state, move, castle, removed)
    if not move.take and (removed & (removed - 1) or "CK-038" in rules):
        rules.append("CK-040")  # several tiles, so that their order shows
    left = castle & KEEP[removed]
    for cell, kind in plan.tiles_of(left):
        if plan.beside(castle, cell) and not plan.beside(left, cell):
            rules.append("CK-041")
        if plan.matching(castle, cell, kind) and not plan.matching(left, cell, kind):
            rules.append("CK-026")
    return tuple(dict.fromkeys(rules))


def _rules_of_chain(state: State, move: Attack, castle: Castle, removed: Cells) -> tuple[str, ...]:
    kind = move.kind
    of_its_role = "CK-032" if ROLE[kind] == WALL else "CK-055"
    crossing = "CK-033" if state.terms.crossing else "CK-056"
    knight = castle & plan.CENTRE_MASK << plan.COLOUR_SHIFT[kind]
    equal = plan.where(castle, kind) & state.terms.reach[kind]
    return because(
        of_its_role if plan.CELL_ROLE[move.cell] == ROLE[kind] else crossing,
        ("CK-034", removed & (removed - 1)),
        ("CK-035", knight and removed & plan.SIDE_MASK),
        ("CK-036", removed >> 7 & 1 and removed & 1),
        ("CK-037", equal & (equal - 1)),
    )
