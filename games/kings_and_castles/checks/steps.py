"""Moves at the wrong time or by the wrong player."""

from __future__ import annotations

from rulekeep.core import Seat, forbids, listed
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box.board import bits
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.turn import STEP_OF

_OF_A_TURN = [move for move, phase in STEP_OF.items() if phase >= phases.ATTACK]
_STEP_NAMES = {
    phases.PLACE: "the players are placing the enemies",
    phases.BID: "the players are bidding for the first crown",
    phases.CROWN: "the players are putting crowns on boxes",
    phases.TAKE: "the players are choosing household units",
    phases.ROUEN: "the start player must move a first unit to the map",
    phases.ATTACK: "this is the attack step",
    phases.CASTLES: "this is the castle step",
    phases.TAX_STEP: "this is the tax step",
    phases.OVERFLOW: "surplus markers must be put aside first",
}


@forbids("KG-190", gate=True)
def the_match_is_over(state: State, seat: Seat, move: moves.Move) -> str | None:
    if state.phase == phases.OVER:
        return f"the match ended with the turn of box {state.terms.last_box}"
    return None


@forbids("KG-012", moves.Pass, gate=True)
def a_drawn_enemy_must_be_placed(state: State, seat: Seat, move: moves.Pass) -> str | None:
    if state.phase == phases.PLACE:
        return "you must place the enemy you drew; nobody can pass"
    return None


@forbids("KG-161", moves.Discard, gate=True)
def nothing_is_discarded(state: State, seat: Seat, move: moves.Discard) -> str | None:
    if not state.terms.surplus_aside:
        return "players keep their markers for later turns and cannot put any aside"
    return None


@forbids("KG-020", gate=True)
def the_opening_has_another_step(state: State, seat: Seat, move: moves.Move) -> str | None:
    if state.house < 0 and state.phase != STEP_OF[type(move)]:
        return _STEP_NAMES[state.phase]
    return None


@forbids("KG-154", moves.Tax, gate=True)
def no_tax_marker_is_left(state: State, seat: Seat, move: moves.Tax) -> str | None:
    active = state.is_turn() and state.active_seat == seat
    if active and state.phase != phases.TAX_STEP and not state.tax[state.house]:
        return f"{state.terms.colour(state.house)} has no TAX marker left"
    return None


@forbids("KG-081", gate=True)
def the_turn_has_another_step(state: State, seat: Seat, move: moves.Move) -> str | None:
    if state.house >= 0 and state.phase != STEP_OF[type(move)]:
        return _STEP_NAMES[state.phase]
    return None


@forbids("KG-024", moves.Bid, moves.Pass, gate=True)
def the_bidder_has_passed(state: State, seat: Seat, move: moves.Bid | moves.Pass) -> str | None:
    if seat in bits(state.passed):
        return "you have passed and are out of the auction"
    return None


@forbids("KG-062", moves.Take, gate=True)
def the_first_choice_is_made(state: State, seat: Seat, move: moves.Take) -> str | None:
    if state.filling in (phases.FIRST_ARRAYS, phases.FIRST_BONUS):
        return others_must_decide(state, seat, move)
    return None


@forbids("KG-010", moves.Place, gate=True)
@forbids("KG-021", moves.Bid, moves.Pass, gate=True)
@forbids("KG-042", moves.Crown, gate=True)
@forbids("KG-164", moves.Take, gate=True)
@forbids("KG-065", moves.Rouen, gate=True)
@forbids("KG-080", *_OF_A_TURN, gate=True)
def others_must_decide(state: State, seat: Seat, move: moves.Move) -> str | None:
    if seat in [decision.seat for decision in state.open]:
        return None
    seats = listed([f"player {decision.seat + 1}" for decision in state.open])
    return f"{seats} must decide now"
