"""Relocating a card, which is then turned; a row left empty makes a ducat day."""

from __future__ import annotations

from rulekeep.core.game import Emit
from rulekeep.core.telling import because
from rulekeep.games.kilt_castle.box.board import Position
from rulekeep.games.kilt_castle.box.pieces import FACES, SHOWN, TURNED
from rulekeep.games.kilt_castle.events import CardRelocated, RowEmptied
from rulekeep.games.kilt_castle.moves import Relocate
from rulekeep.games.kilt_castle.state import BUILD_1, DUCATS, State
from rulekeep.games.kilt_castle.turn.building import ask_builder


def relocate(state: State, move: Relocate, emit: Emit | None) -> None:
    terms = state.terms
    origin, to = move.origin, move.to
    front = state.front_without(origin) if terms.lapping else state.front  # KC-031
    ahead = (front + 1) % terms.box.positions
    new_front = ahead if to == ahead else front  # KC-031 KC-032 KC-037
    if emit is not None:
        rules, card = _of_relocation(state, move, ahead), SHOWN[TURNED[state.lying(move.card)]]
        emit(CardRelocated(rules, state.active, card, origin, to, new_front))
    state.moved = TURNED[state.lift(move.card)]  # KC-040
    state.lay(state.moved, to)
    state.front = new_front
    if not state.rows[origin]:  # KC-041
        state.seal = DUCATS  # KC-042
        if emit is not None:
            emit(RowEmptied(because("KC-041", ("KC-038", _was_within(state, origin))), origin))
    ask_builder(state, BUILD_1, emit)


def _of_relocation(state: State, move: Relocate, ahead: Position) -> tuple[str, ...]:
    """The rules that let this card go there; asked before it is lifted."""
    terms = state.terms
    origin, to = move.origin, move.to
    own = terms.colours_of[state.active]
    lying = state.lying(move.card)
    opens = not state.rows[to]
    goes_round = not terms.box.ahead[state.front][origin] >> to & 1
    all_rows = state.occupied.bit_count() == terms.most_rows
    return because(
        "KC-020",
        ("KC-021", not set(own) & set(FACES[lying]) or state.rows[origin][-1] != lying),
        ("KC-022", not opens),
        ("KC-031", to == ahead or goes_round),
        ("KC-032", to == ahead and opens),
        ("KC-034", to != ahead and opens),
        ("KC-036", opens and all_rows and state.is_alone(origin)),
        ("KC-037", to == ahead and not opens),
        ("KC-040", TURNED[lying] != lying),
    )


def _was_within(state: State, origin: Position) -> bool:
    """Whether a row that is empty now leaves a gap: others are left farther behind."""
    board = state.terms.box
    gap = board.behind(state.front, origin)
    return any(row and board.behind(state.front, p) > gap for p, row in enumerate(state.rows))
