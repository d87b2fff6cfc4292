"""The arbiter on attacks."""

from __future__ import annotations

from collections import Counter

from rulekeep.core import Seat, forbids
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box import tiles
from rulekeep.games.castle_keep.moves import PLAIN, Attack
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ATTACK


@forbids("CK-096", Attack, gate=True)
def the_common_castle_needs_no_name(state: State, seat: Seat, move: Attack) -> str | None:
    if state.terms.common and move.seat != PLAIN:
        return "the castle is common to all: name the tile and the cell only"
    return None


@forbids("CK-029", Attack, gate=True)
def that_is_no_opponent(state: State, seat: Seat, move: Attack) -> str | None:
    if move.seat == seat:
        return "only an opponent's castle can be attacked"
    if move.seat >= state.seats:
        return f"there is no player {move.seat + 1}"
    if move.seat not in state.terms.victims[seat]:
        return "say whose castle is attacked"
    if move.seat not in (PLAIN, *state.playing):
        return f"player {move.seat + 1} is out"
    return None


_OPENED_BY = {
    "each_castle": "in each castle of every player",
    "player_total": "of every player",
    "one_castle": "in one castle of every player",
}
"""Where the two tiles are that open the attacks in an Empire."""


def _closed_by(rule: str, state: State, where: str) -> str | None:
    """Attacks have not been opened yet by the rule of this variant."""
    if state.terms.variant.opening != rule or state.phase != ACTION or state.attacks_open():
        return None
    return f"attacks need two tiles {where}"


@forbids("CK-028", Attack)
def attacks_are_not_open_yet(state: State, seat: Seat, move: Attack) -> str | None:
    return _closed_by("CK-028", state, "in every castle")


@forbids("CK-084", Attack)
def the_empires_are_still_too_small(state: State, seat: Seat, move: Attack) -> str | None:
    return _closed_by("CK-084", state, _OPENED_BY.get(state.terms.opened_by, ""))


@forbids("CK-096", Attack)
def the_common_castle_is_still_too_small(state: State, seat: Seat, move: Attack) -> str | None:
    return _closed_by("CK-096", state, "in the common castle")


@forbids("CK-030", Attack)
def another_opponent_was_attacked(state: State, seat: Seat, move: Attack) -> str | None:
    if state.phase == ATTACK and move.seat != state.victim:
        return f"all attacks of this turn go against player {state.victim + 1}"
    return None


@forbids("CK-031", Attack)
def enough_was_attacked(state: State, seat: Seat, move: Attack) -> str | None:
    if state.attacks >= state.terms.max_attacks:
        return f"no more than {state.terms.max_attacks} attack is allowed in one turn"
    return None


@forbids("CK-070", Attack)
def nothing_is_taken_over(state: State, seat: Seat, move: Attack) -> str | None:
    if move.take and not state.terms.takeover:
        return "destroyed tiles are not taken in this game"
    if move.only and not (move.take and state.terms.each_taken):
        return "destroyed tiles are taken all or none"
    return None


@forbids("CK-033", Attack)
def a_tower_does_not_attack(state: State, seat: Seat, move: Attack) -> str | None:
    if tiles.ROLE[move.kind] == tiles.TOWER and not state.terms.a1:
        return "towers do not attack"
    return None


def _lacking(state: State, seat: Seat, move: Attack, role: tiles.Role) -> str | None:
    if tiles.ROLE[move.kind] == role and move.kind not in state.hands[seat]:
        return f"there is no {tiles.KINDS[move.kind]} in the hand"
    return None


@forbids("CK-032", Attack, gate=True)
def the_hand_lacks_the_wall(state: State, seat: Seat, move: Attack) -> str | None:
    return _lacking(state, seat, move, tiles.WALL)


@forbids("CK-055", Attack, gate=True)
def the_hand_lacks_the_tower(state: State, seat: Seat, move: Attack) -> str | None:
    return _lacking(state, seat, move, tiles.TOWER)


@forbids("CK-038", Attack, gate=True)
def the_hand_lacks_the_knight(state: State, seat: Seat, move: Attack) -> str | None:
    return _lacking(state, seat, move, tiles.KNIGHT)


@forbids("CK-051", Attack, gate=True)
def the_castle_has_no_tile(state: State, seat: Seat, move: Attack) -> str | None:
    empty = not state.castle(move.seat, move.castle)
    return "an empty castle cannot be destroyed" if empty else None


@forbids("CK-042", Attack, gate=True)
def there_is_nothing_to_destroy(state: State, seat: Seat, move: Attack) -> str | None:
    if not plan.occupied(state.castle(move.seat, move.castle)) >> move.cell & 1:
        return f"there is no tile at {plan.CELLS[move.cell]} to destroy"
    return None


def _roles_differ(move: Attack) -> bool:
    """Whether a wall meets a tower, or a tower a wall."""
    return move.cell != plan.CENTRE and tiles.ROLE[move.kind] not in (
        tiles.KNIGHT,
        plan.CELL_ROLE[move.cell],
    )


@forbids("CK-033", Attack)
def the_target_has_another_role(state: State, seat: Seat, move: Attack) -> str | None:
    if tiles.ROLE[move.kind] != tiles.WALL:
        return None
    if move.cell == plan.CENTRE:
        return "a wall cannot hit a knight"
    if _roles_differ(move) and not state.terms.crossing and not state.terms.a1:
        return "a wall cannot hit a tower"
    return None


@forbids("CK-056", Attack)
def walls_and_towers_attack_their_like(state: State, seat: Seat, move: Attack) -> str | None:
    if _roles_differ(move) and not state.terms.crossing and state.terms.a1:
        return "a wall hits walls only, and a tower towers only"
    return None


def _unlike(state: State, move: Attack) -> str | None:
    castle = state.castle(move.seat, move.castle)
    if plan.where(castle, move.kind) >> move.cell & 1:
        return None
    target = plan.kind_at(castle, move.cell)
    return f"{tiles.KINDS[move.kind]} is not the same as {tiles.KINDS[target]}"


@forbids("CK-032", Attack)
def the_wall_is_not_the_same(state: State, seat: Seat, move: Attack) -> str | None:
    return _unlike(state, move) if tiles.ROLE[move.kind] == tiles.WALL else None


@forbids("CK-055", Attack)
def the_tower_is_not_the_same(state: State, seat: Seat, move: Attack) -> str | None:
    if tiles.ROLE[move.kind] != tiles.TOWER:
        return None
    if move.cell == plan.CENTRE:
        return "a tower cannot hit a knight"
    return _unlike(state, move)


@forbids("CK-038", Attack)
def the_knight_is_not_hit(state: State, seat: Seat, move: Attack) -> str | None:
    if tiles.ROLE[move.kind] != tiles.KNIGHT:
        return None
    if move.cell != plan.CENTRE:
        return "a knight hits knights only"
    needed = plan.knights_needed(state.castle(move.seat, move.castle))
    if state.hands[seat].count(move.kind) < needed:
        return f"two {tiles.KINDS[move.kind]} are needed while the knight has other tiles beside it"
    return _unlike(state, move)


@forbids("CK-070", Attack)
def only_what_falls_is_taken(state: State, seat: Seat, move: Attack) -> str | None:
    _, fallen = plan.falling(state.castle(move.seat, move.castle), move.cell)
    strange = Counter(move.only) - Counter(fallen)
    return f"{' '.join(tiles.codes(strange.elements()))} does not fall" if strange else None
