"""The arbiter on attacks: every objection is tied to the rule it states."""

from __future__ import annotations

from rulekeep.games.castle_keep.castle import (
    CELL_ROLE,
    CELLS,
    CENTRE,
    CENTRE_MASK,
    kind_at,
    occupied,
)
from rulekeep.games.castle_keep.components import COLOUR, KINDS, KNIGHT, ROLE, SHAPE, TOWER, WALL
from rulekeep.games.castle_keep.moves import PLAIN, Attack
from rulekeep.games.castle_keep.rules import BOOK
from rulekeep.games.castle_keep.state import ACTION, ATTACK, State

__all__ = ["BOOK"]

_forbids = BOOK.forbids


@_forbids("CK-096", Attack, gate=True)
def the_common_castle_needs_no_name(state: State, seat: int, move: Attack) -> str | None:
    if state.terms.king and move.seat != PLAIN:
        return "the castle is common to all: name the tile and the cell only"
    return None


@_forbids("CK-029", Attack, gate=True)
def that_is_no_opponent(state: State, seat: int, move: Attack) -> str | None:
    if state.terms.king:
        return None
    if move.seat == PLAIN:
        return "say whose castle is attacked"
    if move.seat == seat:
        return "only an opponent's castle can be attacked"
    if move.seat >= state.seats:
        return f"there is no player {move.seat + 1}"
    if state.is_out(move.seat):
        return f"player {move.seat + 1} is out"
    return None


_STILL_CLOSED = "attacks need two tiles {}"


@_forbids("CK-028", Attack)
def attacks_are_not_open_yet(state: State, seat: int, move: Attack) -> str | None:
    if state.terms.empire or state.terms.king or state.phase != ACTION or state.attacks_open():
        return None
    return _STILL_CLOSED.format("in every castle")


@_forbids("CK-084", Attack)
def the_empires_are_still_too_small(state: State, seat: int, move: Attack) -> str | None:
    if not state.terms.empire or state.phase != ACTION or state.attacks_open():
        return None
    where = "of every player" if state.terms.player_total else "in each castle of every player"
    return _STILL_CLOSED.format(where)


@_forbids("CK-096", Attack)
def the_common_castle_is_still_too_small(state: State, seat: int, move: Attack) -> str | None:
    if not state.terms.king or state.phase != ACTION or state.attacks_open():
        return None
    return _STILL_CLOSED.format("in the common castle")


@_forbids("CK-030", Attack)
def another_opponent_was_attacked(state: State, seat: int, move: Attack) -> str | None:
    if state.phase == ATTACK and move.seat != state.victim:
        return f"all attacks of this turn go against player {state.victim + 1}"
    return None


@_forbids("CK-031", Attack)
def enough_was_attacked(state: State, seat: int, move: Attack) -> str | None:
    if state.attacks >= state.terms.max_attacks:
        return f"no more than {state.terms.max_attacks} attack is allowed in one turn"
    return None


@_forbids("CK-070", Attack)
def nothing_is_taken_over(state: State, seat: int, move: Attack) -> str | None:
    if move.take and not state.terms.takeover:
        return "destroyed tiles are not taken in this game"
    return None


@_forbids("CK-033", Attack)
def a_tower_does_not_attack(state: State, seat: int, move: Attack) -> str | None:
    if ROLE[move.kind] == TOWER and not state.terms.a1:
        return "towers do not attack"
    return None


def _lacking(state: State, seat: int, move: Attack, role: int) -> str | None:
    if ROLE[move.kind] == role and move.kind not in state.hands[seat]:
        return f"there is no {KINDS[move.kind]} in the hand"
    return None


@_forbids("CK-032", Attack, gate=True)
def the_hand_lacks_the_wall(state: State, seat: int, move: Attack) -> str | None:
    return _lacking(state, seat, move, WALL)


@_forbids("CK-055", Attack, gate=True)
def the_hand_lacks_the_tower(state: State, seat: int, move: Attack) -> str | None:
    return _lacking(state, seat, move, TOWER)


@_forbids("CK-038", Attack, gate=True)
def the_hand_lacks_the_knight(state: State, seat: int, move: Attack) -> str | None:
    return _lacking(state, seat, move, KNIGHT)


def _attacked(state: State, move: Attack) -> int:
    if state.terms.king:
        return state.castles[0]
    return state.castles[state.terms.castle_at(move.seat, move.castle)]


@_forbids("CK-051", Attack, gate=True)
def the_castle_has_no_tile(state: State, seat: int, move: Attack) -> str | None:
    if not _attacked(state, move):
        return "an empty castle cannot be destroyed"
    return None


@_forbids("CK-042", Attack, gate=True)
def there_is_nothing_to_destroy(state: State, seat: int, move: Attack) -> str | None:
    if not occupied(_attacked(state, move)) >> move.cell & 1:
        return f"there is no tile at {CELLS[move.cell]} to destroy"
    return None


def _roles_differ(move: Attack) -> bool:
    """Whether a wall meets a tower, or a tower a wall."""
    return move.cell != CENTRE and ROLE[move.kind] not in (KNIGHT, CELL_ROLE[move.cell])


@_forbids("CK-033", Attack)
def the_target_has_another_role(state: State, seat: int, move: Attack) -> str | None:
    if ROLE[move.kind] != WALL:
        return None
    if move.cell == CENTRE:
        return "a wall cannot hit a knight"
    crossing = state.terms.options["cross_type_attack"]
    if _roles_differ(move) and not crossing and not state.terms.a1:
        return "a wall cannot hit a tower"
    return None


@_forbids("CK-056", Attack)
def walls_and_towers_attack_their_like(state: State, seat: int, move: Attack) -> str | None:
    crossing = state.terms.options["cross_type_attack"]
    if _roles_differ(move) and not crossing and state.terms.a1:
        return "a wall hits walls only, and a tower towers only"
    return None


def _unlike(state: State, move: Attack) -> str | None:
    target = kind_at(_attacked(state, move), move.cell)
    same = COLOUR[target] == COLOUR[move.kind] and SHAPE[target] == SHAPE[move.kind]
    if same or (move.cell == CENTRE) != (ROLE[move.kind] == KNIGHT):
        return None
    return f"{KINDS[move.kind]} is not the same as {KINDS[target]}"


@_forbids("CK-032", Attack)
def the_wall_is_not_the_same(state: State, seat: int, move: Attack) -> str | None:
    return _unlike(state, move) if ROLE[move.kind] == WALL else None


@_forbids("CK-055", Attack)
def the_tower_is_not_the_same(state: State, seat: int, move: Attack) -> str | None:
    if ROLE[move.kind] != TOWER:
        return None
    if move.cell == CENTRE:
        return "a tower cannot hit a knight"
    return _unlike(state, move)


@_forbids("CK-038", Attack)
def the_knight_is_not_hit(state: State, seat: int, move: Attack) -> str | None:
    if ROLE[move.kind] != KNIGHT:
        return None
    if move.cell != CENTRE:
        return "a knight hits knights only"
    lone = occupied(_attacked(state, move)) == CENTRE_MASK
    if not lone and state.hands[seat].count(move.kind) < 2:
        return f"two {KINDS[move.kind]} are needed while the knight has other tiles beside it"
    return _unlike(state, move)
