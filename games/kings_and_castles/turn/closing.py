"""After the attacks: castles are placed, a tax may be raised, and the turn ends."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles import events, legal
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.legal import Asked
from rulekeep.games.kings_and_castles.moves import Castle, Discard, EndCastles, NoTax, Tax
from rulekeep.games.kings_and_castles.scoring import pay_final_tax, pay_tax
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import OVER, OVERFLOW, TAX_STEP
from rulekeep.games.kings_and_castles.turn.filling import refill_if_empty


def next_castle(state: State, chance: Chance, emit: Emit | None) -> Asked:
    if legal.can_build(state):
        return state.terms.turns[state.box][state.house].about_castles
    if emit is not None:
        further = state.castle_mark >= 0
        why = "none is left" if further else "there is none in the action area"
        if state.area() >> pieces.CASTLE_SHIFT:
            why = "every region has one"
        emit(events.StepSkipped(("KG-224",), "castle", why, state.king_name, further))
    return ()


def build(state: State, seat: Seat, move: Castle, chance: Chance, emit: Emit | None) -> None:
    order = legal.castle_order(state, move)
    if emit is not None:
        rules = _because(state, move, order)
        emit(events.CastlePlaced(rules, seat, move.size, state.terms.region(move.region)))
    state.use_one(pieces.CASTLE_KIND[move.size])  # KG-140
    state.raise_castle(move.region, move.size)  # KG-141 KG-143
    state.castle_mark = max(state.castle_mark, order)  # KG-222


def _because(state: State, move: Castle, order: int) -> tuple[str, ...]:
    rules = ["KG-140"]
    country = state.terms.board.country_of[move.region]
    if state.holder(move.region) == pieces.BLACK or country not in (state.king, state.further):
        rules.append("KG-141")
    if state.razed >> move.region & 1:
        rules.append("KG-143")
    if order < state.castle_mark:
        rules.append("KG-222")
    return tuple(rules)


def end_castles(
    state: State, seat: Seat, move: EndCastles, chance: Chance, emit: Emit | None
) -> None:
    if emit is not None:
        emit(events.StepEnded(("KG-082",), "castles", state.king_name, state.castle_mark >= 0))
    state.phase = TAX_STEP  # KG-082


def may_tax(state: State, chance: Chance, emit: Emit | None) -> Asked:
    if state.tax[state.house]:  # KG-154
        return state.terms.turns[state.box][state.house].about_the_tax
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
    _keep_bonus(state, emit)


def _keep_bonus(state: State, emit: Emit | None) -> None:
    house, bonus = state.house, state.bonus
    state.array[house] += bonus  # KG-160 KG-161 KG-167
    state.bonus = 0
    state.bonus_house = pieces.NOBODY
    if emit is not None:
        _tell_kept(state, bonus, emit)


def _tell_kept(state: State, bonus: pieces.Pool, emit: Emit) -> None:
    terms, house = state.terms, state.house
    colour = terms.colour(house)
    if bonus:
        emit(events.BonusKept(("KG-160",), colour, terms.board.named(bonus)))
    kept = pieces.size(state.array[house])
    if kept:
        rules = ("KG-161", "KG-167") if kept > terms.board.array_size else ("KG-161",)
        emit(events.ArrayKept(rules, colour, kept, state.free_places(house)))


def next_surplus(state: State, chance: Chance, emit: Emit | None) -> Asked:
    """Ask what is put aside, as long as there is a choice (option `array_overflow`)."""
    while legal.has_surplus(state):
        kinds = legal.listed_discards(state, state.active_seat)
        if len(kinds) > 1:
            return legal.questions(state)
        _put_aside(state, kinds[0].kind, ("KG-167", "KG-224"), emit)  # KG-224
    return ()


def discard(state: State, seat: Seat, move: Discard, chance: Chance, emit: Emit | None) -> None:
    _put_aside(state, move.kind, ("KG-167",), emit)


def _put_aside(state: State, kind: pieces.Kind, rules: tuple[str, ...], emit: Emit | None) -> None:
    terms = state.terms
    state.array[state.house] -= pieces.ONE[kind]
    state.aside += pieces.ONE[kind]  # KG-167
    if emit is not None:
        name = terms.board.kinds[kind]
        emit(events.MarkerDiscarded(rules, terms.colour(state.house), name))
    if terms.refill_at_once:  # KG-168
        refill_if_empty(state, emit)
