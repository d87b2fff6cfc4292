"""Refusals about the turn: who moves, and what may be done now; discards and assaults."""

from __future__ import annotations

from rulekeep.core import Refusal, Seat, forbids, plural
from rulekeep.games.castle_keep import moves
from rulekeep.games.castle_keep.box.castle import at_cell
from rulekeep.games.castle_keep.box.tiles import HAND, tile_words
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ASSAULT, ATTACK, BUILD, DISCARD, DRAW, OVER, TAKEN


@forbids("CK-049", gate=True)
def the_match_is_over(state: State, seat: Seat, move: moves.Move) -> str | None:
    return "the match is over" if state.phase == OVER else None


@forbids("CK-006", gate=True)
def it_is_not_this_seats_turn(state: State, seat: Seat, move: moves.Move) -> str | None:
    return f"it is player {state.active + 1}'s turn" if seat != state.active else None


@forbids("CK-057", moves.Draw, gate=True)
def the_discard_pile_is_not_drawn_from(state: State, seat: Seat, move: moves.Draw) -> str | None:
    if not state.terms.a2:
        return "both tiles come from the piles, unless you play with advanced rule 2"
    return None


@forbids("CK-059", moves.Draw, gate=True)
def the_draw_is_not_open(state: State, seat: Seat, move: moves.Draw) -> str | None:
    if state.phase == DRAW:
        return None
    return "you choose where to draw only at the start of your turn, and only if there are discards"


@forbids("CK-007", gate=True)
def the_draw_comes_first(state: State, seat: Seat, move: moves.Move) -> str | None:
    if state.phase == DRAW and not isinstance(move, moves.Draw):
        return "you must draw first, from the discard pile or from the piles"
    return None


@forbids("CK-045", moves.Discard, gate=True)
def nothing_is_to_be_discarded(state: State, seat: Seat, move: moves.Discard) -> str | None:
    if state.phase == DISCARD:
        return None
    return f"you discard only after your action, and only while you hold more than {HAND} tiles"


@forbids("CK-044", gate=True)
def the_hand_is_too_large(state: State, seat: Seat, move: moves.Move) -> str | None:
    if state.phase == DISCARD and not isinstance(move, moves.Discard):
        surplus = plural(len(state.hands[seat]) - HAND, "tile")
        return f"your action is over, and you must discard {surplus} first"
    return None


@forbids("CK-105", gate=True)
def the_assault_is_not_a_choice_now(state: State, seat: Seat, move: moves.Move) -> str | None:
    if state.phase == ASSAULT and not isinstance(move, moves.Choose):
        return f"you must first choose which {tile_words(state.flips[0])} the assault destroys"
    if state.phase != ASSAULT and isinstance(move, moves.Choose):
        return "there is no assault to choose a tile for"
    return None


# -- what may be done in this turn ----------------------------------------------------------------


@forbids("CK-101", moves.Attack, gate=True)
def a_siege_has_no_attacks(state: State, seat: Seat, move: moves.Attack) -> str | None:
    return "in a siege there is nobody to attack" if not state.terms.victims[seat] else None


@forbids("CK-013", moves.Place, gate=True)
def this_turn_attacks(state: State, seat: Seat, move: moves.Place) -> str | None:
    if state.phase == ATTACK and not (state.terms.immediate and move.reserve):
        return "you have attacked in this turn, so you cannot build"
    return None


@forbids("CK-072", moves.Place, moves.Attack, gate=True)
def only_taken_tiles_are_built_now(
    state: State, seat: Seat, move: moves.Place | moves.Attack
) -> str | None:
    if state.phase == TAKEN and not (isinstance(move, moves.Place) and move.reserve):
        return "you can only place the tiles that you took in this turn"
    return None


@forbids("CK-013", moves.Attack, gate=True)
def this_turn_builds(state: State, seat: Seat, move: moves.Attack) -> str | None:
    return "you have built in this turn, so you cannot attack" if state.phase == BUILD else None


@forbids("CK-020", moves.Transfer, moves.Swap, gate=True)
def a_placed_tile_stays(state: State, seat: Seat, move: moves.Rebuild) -> str | None:
    return None if state.terms.empire else "a placed tile stays where it is"


@forbids("CK-090", moves.Swap, gate=True)
def tiles_are_not_exchanged(state: State, seat: Seat, move: moves.Swap) -> str | None:
    return (
        None
        if state.terms.swaps
        else "you may move tiles between your castles, but not exchange them"
    )


@forbids("CK-089", moves.Transfer, moves.Swap, gate=True)
def transfers_precede_attacks(state: State, seat: Seat, move: moves.Rebuild) -> str | None:
    if state.phase in (ATTACK, TAKEN):
        return "you can move tiles only before the first attack of your turn"
    return None


# -- the discards and the assault ----------------------------------------------------------------


@forbids("CK-044", moves.Discard)
def the_hand_lacks_the_discard(state: State, seat: Seat, move: moves.Discard) -> str | None:
    if move.kind not in state.hands[seat]:
        return f"you have no {tile_words(move.kind)} in your hand"
    return None


@forbids("CK-103", moves.Choose)
def the_flip_does_not_match(state: State, seat: Seat, move: moves.Choose) -> str | None:
    flip = state.flips[0]
    if not state.terms.hit_by(flip, state.castles[0]) >> move.cell & 1:
        return f"there is no {tile_words(flip)} {at_cell(move.cell)}"
    return None


def no_such_letter(state: State, seat: Seat, letter: str) -> Refusal:
    """Why a letter beyond the hand names no tile; that it is not your turn comes first."""
    for rule, objects in (("CK-049", the_match_is_over), ("CK-006", it_is_not_this_seats_turn)):
        because = objects(state, seat, moves.DONE)
        if because is not None:
            return Refusal(rule, because)
    return Refusal("CK-015", f"you have no tile {letter} in your hand")
