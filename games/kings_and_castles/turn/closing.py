"""After the attacks: castles are placed, a tax may be raised, and the turn ends."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat, because
from rulekeep.games.kings_and_castles import events, legal
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.legal import Decisions
from rulekeep.games.kings_and_castles.moves import Castle, Discard, EndCastles, NoTax, Tax
from rulekeep.games.kings_and_castles.scoring import pay_final_tax, pay_tax
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import OVER, OVERFLOW, TAX_STEP
from rulekeep.games.kings_and_castles.turn.filling import refill_if_empty


def next_castle(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    castles = (state.array[state.house] + state.bonus) >> pieces.CASTLE_SHIFT
    if castles and state.castled != state.terms.board.everywhere:
        return legal.turn_decision(state)
    if emit is not None:
        further = state.castle_mark >= 0
        why = "none is left" if further else "there is none in the action area"
        why = "every region has one" if castles else why
        emit(events.StepSkipped(("KG-224",), "castle", why, state.king_name, further))
    return ()


def build(state: State, seat: Seat, move: Castle, chance: Chance, emit: Emit | None) -> None:
    order, spot, kind = legal.castle_order(state, move), move.region, pieces.CASTLE_KIND[move.size]
    if emit is not None:
        rules = _because(state, move, order)
        emit(events.CastlePlaced(rules, seat, move.size, state.terms.region(spot)))
    if pieces.count(state.bonus, kind):
        state.bonus -= pieces.ONE[kind]  # KG-220
    else:
        state.array[state.house] -= pieces.ONE[kind]  # KG-140
    state.castle[spot] = move.size  # KG-141 KG-143
    state.castled |= 1 << spot
    state.settle(spot, state.unit[spot])
    state.castle_mark = max(state.castle_mark, order)  # KG-222


def _because(state: State, move: Castle, order: int) -> tuple[str, ...]:
    country = state.terms.board.country_of[move.region]
    elsewhere = country not in (state.king, state.further)
    kind, array = pieces.CASTLE_KIND[move.size], state.array[state.house]
    in_both = pieces.count(state.bonus, kind) and pieces.count(array, kind)
    return because(
        "KG-140",
        ("KG-220", in_both),
        ("KG-141", state.holder(move.region) == pieces.BLACK or elsewhere),
        ("KG-143", state.razed >> move.region & 1),
        ("KG-222", order < state.castle_mark),
    )


def end_castles(
    state: State, seat: Seat, move: EndCastles, chance: Chance, emit: Emit | None
) -> None:
    if emit is not None:
        emit(events.StepEnded(("KG-082",), "castles", state.king_name, state.castle_mark >= 0))
    state.phase = TAX_STEP  # KG-082


def may_tax(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    if state.tax[state.house]:  # KG-154
        return legal.turn_decision(state)
    if emit is not None:
        why = f"{state.terms.colour(state.house)} has no TAX marker left"
        emit(events.StepSkipped(("KG-224", "KG-154"), "tax", why, state.king_name))
    return ()


def raise_tax(state: State, seat: Seat, move: Tax, chance: Chance, emit: Emit | None) -> None:
    state.tax[state.house] -= 1  # KG-150
    state.taxed = True
    pay_tax(state, emit)
    end_turn(state, emit)


def raise_none(state: State, seat: Seat, move: NoTax, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        emit(events.StepEnded(("KG-082",), "tax", state.king_name, False))
    end_turn(state, emit)


def end_turn(state: State, emit: Emit | None) -> None:
    if state.box == state.terms.last_box:  # KG-190 KG-171 KG-200
        state.phase = OVER
        if emit is not None:
            left = ("KG-171",) if state.bonus else ()  # KG-190
            emit(events.MatchEnded((*state.terms.cites("KG-190"), *left), state.box))
        pay_final_tax(state, emit)
        return
    state.phase = OVERFLOW
    bonus, state.bonus = state.bonus, 0
    state.array[state.house] += bonus  # KG-160 KG-161 KG-167
    state.bonus_house = pieces.NOBODY
    if emit is not None:
        _emit_kept(state, bonus, emit)


def _emit_kept(state: State, bonus: pieces.Pool, emit: Emit) -> None:
    terms, house = state.terms, state.house
    colour = terms.colour(house)
    if bonus:
        emit(events.BonusKept(("KG-160",), colour, terms.board.named(bonus)))
    kept = pieces.size(state.array[house])
    if kept:
        rules = because("KG-161", ("KG-167", kept > terms.board.array_size))
        emit(events.ArrayKept(rules, colour, kept, state.free_places(house)))


def next_surplus(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    """Ask what is put aside, as long as there is a choice (option `array_overflow`)."""
    while legal.has_surplus(state):
        seat = state.active_seat
        kinds = legal.listed_discards(state, seat)
        if len(kinds) > 1:
            return legal.open_decisions(state)
        discard(state, seat, kinds[0], chance, emit)  # KG-224
    return ()


def discard(state: State, seat: Seat, move: Discard, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    if emit is not None:
        rules = because("KG-167", ("KG-224", len(legal.listed_discards(state, seat)) == 1))
        kind = terms.board.kinds[move.kind]
        emit(events.MarkerDiscarded(rules, terms.colour(state.house), kind))
    state.array[state.house] -= pieces.ONE[move.kind]
    state.aside += pieces.ONE[move.kind]  # KG-167
    if terms.refill_at_once:  # KG-168
        refill_if_empty(state, emit)
