"""The course of a turn: it begins with a draw, the action ends, the hand is reduced, the next."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat, following
from rulekeep.games.castle_keep import events
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS
from rulekeep.games.castle_keep.legal import legal_moves
from rulekeep.games.castle_keep.moves import Choose, Discard, Done, Draw
from rulekeep.games.castle_keep.state import NO_TILE, NOBODY, State
from rulekeep.games.castle_keep.terms import ACTION, ATTACK, DISCARD
from rulekeep.games.castle_keep.turn.drawing import draw_discard, draw_two
from rulekeep.games.castle_keep.turn.siege import strike


def begin_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """Draw, or ask where to draw from."""
    state.phase = ACTION  # CK-007
    if emit is not None:
        first = state.turn == 1 and not any(state.castles) and not state.discard
        rules = ("CK-006", "CK-005") if first else ("CK-006",)
        emit(events.TurnBegan(rules, state.active, state.turn))
    state.terms.variant.draw(state, chance, emit)  # CK-007


def draw(state: State, seat: Seat, move: Draw, chance: Chance, emit: Emit | None) -> None:
    state.phase = ACTION
    if move.discard:
        draw_discard(state, seat, chance, emit)
    else:
        draw_two(state, seat, chance, emit)  # CK-058


def done(state: State, seat: Seat, move: Done, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        if state.phase == ACTION:
            could_act = len(legal_moves(state, seat)) > 1
            emit(events.Passed(("CK-043", "CK-014") if could_act else ("CK-043",), seat))
        elif state.phase == ATTACK:
            emit(events.AttackEnded(("CK-031",), seat, state.attacks, "no more by choice"))
        else:
            emit(events.BuildEnded(("CK-027",), seat, state.placed, "no more by choice"))
    finish_action(state, seat, chance, emit)  # CK-014 CK-043


def finish_action(state: State, seat: Seat, chance: Chance, emit: Emit | None) -> None:
    """Taken tiles find their place, then the hand is reduced or the turn ends."""
    if state.reserves[seat]:  # CK-072 CK-073
        state.terms.variant.keep_taken(state, seat, emit)
    hand = state.hands[seat]  # CK-044 CK-045
    if len(hand) > HAND:  # CK-044
        state.phase = DISCARD  # CK-007 CK-044
        state.floor = NO_TILE
        return
    if emit is not None:
        reserve_counts_not = len(hand) + len(state.reserves[seat]) > HAND
        rules = ("CK-045", "CK-073") if reserve_counts_not else ("CK-045",)
        emit(events.TurnEnded(rules, seat, len(hand)))
    _end_turn(state, chance, emit)  # CK-007 CK-045


def discard(state: State, seat: Seat, move: Discard, chance: Chance, emit: Emit | None) -> None:
    seen_by = None
    if state.terms.face_down and move.kind not in state.known[seat]:  # CK-005
        state.buried[seat] = tuple(sorted((*state.buried[seat], move.kind)))
        seen_by = (seat,)
    state.spend(seat, move.kind)
    state.discard.append(move.kind)  # CK-046
    left = len(state.hands[seat])
    if emit is not None:
        rules: tuple[str, ...] = ("CK-044", "CK-046") if state.floor != NO_TILE else ("CK-044",)
        if seen_by is not None:
            rules += ("CK-005",)
        emit(events.TileDiscarded(rules, seat, KINDS[move.kind], left, seen_by=seen_by))
    state.floor = move.kind
    if left == HAND:  # CK-044
        if emit is not None:
            emit(events.TurnEnded(("CK-044",), seat, left))
        _end_turn(state, chance, emit)


def choose(state: State, seat: Seat, move: Choose, chance: Chance, emit: Emit | None) -> None:
    if strike(state, move.cell, emit):
        _next_turn(state, chance, emit)


def _end_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    if state.terms.variant.end_turn(state, chance, emit):
        _next_turn(state, chance, emit)


def _next_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """The turn passes clockwise, past those who are out."""
    terms = state.terms
    if state.turn >= terms.turn_limit:  # CK-052
        state.end("turn_limit")
        if emit is not None:
            emit(events.MatchEnded(("CK-052",), NOBODY, "turn_limit"))
        return
    state.placed = 0
    state.attacks = 0
    state.victim = NOBODY
    state.marks = 0
    state.floor = NO_TILE
    state.turn += 1
    state.active = following(state.active, terms.seats, state.out)  # CK-006
    begin_turn(state, chance, emit)


def win(state: State, seat: Seat, reason: str, emit: Emit | None) -> None:
    """The match is won at this very moment: nothing more is placed, destroyed or discarded."""
    terms = state.terms
    state.end(reason, seat)  # CK-049 CK-050
    if emit is not None:
        rules = [terms.variant.rule_of_end(state)]
        hand = state.hands[seat]
        if len(hand) > HAND:  # the rest of the turn falls away
            rules.append("CK-007")
        if hand and state.placed < terms.cap and state.attacks < terms.max_attacks:
            rules.append("CK-050")
        emit(events.MatchEnded(tuple(rules), seat, reason))
