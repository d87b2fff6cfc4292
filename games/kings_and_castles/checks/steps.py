"""Not now, and not you: every move belongs to a step, and every step asks somebody."""

from __future__ import annotations

from rulekeep.core.rulebook import forbids
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.moves import (
    Attack,
    Bid,
    Castle,
    Crown,
    Discard,
    EndAttacks,
    EndCastles,
    Move,
    NoTax,
    Pass,
    Place,
    Rouen,
    Take,
    Tax,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import (
    ATTACK,
    BID,
    CASTLES,
    CROWN,
    FIRST_ARRAYS,
    FIRST_BONUS,
    OVER,
    OVERFLOW,
    PLACE,
    ROUEN,
    TAKE,
    TAX_STEP,
)
from rulekeep.games.kings_and_castles.turn import COURSE

_STEP = {move: step.phase for step in COURSE for move in step.moves}
_STEP_NAMES = {
    PLACE: "the enemies are being placed",
    BID: "the first crown is being auctioned",
    CROWN: "the succession is being settled",
    TAKE: "household units are being chosen",
    ROUEN: "the first unit enters the map",
    ATTACK: "this is the attack step",
    CASTLES: "this is the castle step",
    TAX_STEP: "this is the tax step",
    OVERFLOW: "surplus markers are being put aside",
}


@forbids("KG-190", gate=True)
def the_match_is_over(state: State, seat: Seat, move: Move) -> str | None:
    if state.phase == OVER:
        return f"the match ended with the turn of box {state.terms.last_box}"
    return None


@forbids("KG-012", Pass, gate=True)
def a_drawn_enemy_must_be_placed(state: State, seat: Seat, move: Pass) -> str | None:
    if state.phase == PLACE:
        return "the enemy drawn must be placed; nobody can pass"
    return None


@forbids("KG-161", Discard, gate=True)
def nothing_is_discarded(state: State, seat: Seat, move: Discard) -> str | None:
    if not state.terms.surplus_aside:
        return "markers are kept for later turns; none is put aside by choice"
    return None


@forbids("KG-020", gate=True)
def the_opening_has_another_step(state: State, seat: Seat, move: Move) -> str | None:
    if state.house < 0 and state.phase != _STEP[type(move)]:
        return _STEP_NAMES[state.phase]
    return None


@forbids("KG-154", Tax, gate=True)
def no_tax_marker_is_left(state: State, seat: Seat, move: Tax) -> str | None:
    active = state.is_turn() and state.active_seat == seat
    if active and state.phase != TAX_STEP and not state.tax[state.house]:
        return f"{state.terms.colour(state.house)} has no TAX marker left"
    return None


@forbids("KG-081", gate=True)
def the_turn_has_another_step(state: State, seat: Seat, move: Move) -> str | None:
    if state.house >= 0 and state.phase != _STEP[type(move)]:
        return _STEP_NAMES[state.phase]
    return None


@forbids("KG-024", Bid, Pass, gate=True)
def the_bidder_has_passed(state: State, seat: Seat, move: Bid | Pass) -> str | None:
    if seat >= 0 and state.passed >> seat & 1:
        return "who has passed is out of the auction"
    return None


@forbids("KG-062", Take, gate=True)
def the_first_choice_is_made(state: State, seat: Seat, move: Take) -> str | None:
    if state.filling in (FIRST_ARRAYS, FIRST_BONUS):
        return others_must_decide(state, seat, move)
    return None


@forbids("KG-010", Place, gate=True)
@forbids("KG-021", Bid, Pass, gate=True)
@forbids("KG-042", Crown, gate=True)
@forbids("KG-164", Take, gate=True)
@forbids("KG-065", Rouen, gate=True)
@forbids("KG-080", Attack, EndAttacks, Castle, EndCastles, Tax, NoTax, Discard, gate=True)
def others_must_decide(state: State, seat: Seat, move: Move) -> str | None:
    if any(decision.seat == seat for decision in state.open):
        return None
    seats = " and ".join(str(decision.seat + 1) for decision in state.open)
    return f"player {seats} must decide now"
