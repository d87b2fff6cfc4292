"""Refusals of attacks."""

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
        return "the castle belongs to both of you, so an attack names no player"
    return None


@forbids("CK-029", Attack, gate=True)
def that_is_no_opponent(state: State, seat: Seat, move: Attack) -> str | None:
    if move.seat == seat:
        return "you can attack only the castle of an opponent"
    if move.seat >= state.seats:
        return f"there is no player {move.seat + 1}"
    if move.seat not in state.terms.victims[seat]:
        return "you must say whose castle you attack"
    if move.seat not in (PLAIN, *state.playing):
        return f"player {move.seat + 1} is out of the match"
    return None


_OPENED_BY = {
    "each_castle": "each castle of every player",
    "player_total": "the castles of every player together",
    "one_castle": "one castle of every player",
}
"""Where two tiles must be before anybody may attack in an Empire."""


def _closed_by(rule: str, state: State, where: str) -> str | None:
    """Nobody may attack yet, by the rule of this variant."""
    if state.terms.variant.opening != rule or state.phase != ACTION or state.attacks_open():
        return None
    return f"nobody may attack before there are two tiles in {where}"


@forbids("CK-028", Attack)
def attacks_are_not_open_yet(state: State, seat: Seat, move: Attack) -> str | None:
    return _closed_by("CK-028", state, "every castle")


@forbids("CK-084", Attack)
def the_empires_are_still_too_small(state: State, seat: Seat, move: Attack) -> str | None:
    return _closed_by("CK-084", state, _OPENED_BY.get(state.terms.opened_by, ""))


@forbids("CK-096", Attack)
def the_common_castle_is_still_too_small(state: State, seat: Seat, move: Attack) -> str | None:
    return _closed_by("CK-096", state, "the common castle")


@forbids("CK-030", Attack)
def another_opponent_was_attacked(state: State, seat: Seat, move: Attack) -> str | None:
    if state.phase == ATTACK and move.seat != state.victim:
        return f"you attacked player {state.victim + 1}, and all attacks of a turn go against one player"
    return None


@forbids("CK-031", Attack)
def enough_was_attacked(state: State, seat: Seat, move: Attack) -> str | None:
    if state.attacks >= state.terms.max_attacks:
        return f"you may attack only {'once' if state.terms.max_attacks == 1 else state.terms.max_attacks} in a turn"
    return None


@forbids("CK-070", Attack)
def nothing_is_taken_over(state: State, seat: Seat, move: Attack) -> str | None:
    if move.take and not state.terms.takeover:
        return "you cannot take destroyed tiles in this variant"
    if move.only and not (move.take and state.terms.each_taken):
        return "you must take all destroyed tiles or none"
    return None


@forbids("CK-033", Attack)
def a_tower_does_not_attack(state: State, seat: Seat, move: Attack) -> str | None:
    if tiles.ROLE[move.kind] == tiles.TOWER and not state.terms.a1:
        return "a tower cannot attack, unless you play with advanced rule 1"
    return None


def _lacking(state: State, seat: Seat, move: Attack, role: tiles.Role) -> str | None:
    if tiles.ROLE[move.kind] == role and move.kind not in state.hands[seat]:
        return f"you have no {tiles.tile_words(move.kind)} in your hand"
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
    return "that castle is empty" if empty else None


@forbids("CK-042", Attack, gate=True)
def there_is_nothing_to_destroy(state: State, seat: Seat, move: Attack) -> str | None:
    if not plan.occupied(state.castle(move.seat, move.castle)) >> move.cell & 1:
        return f"there is no tile {plan.at_cell(move.cell)}"
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
        return "a wall cannot attack a knight"
    if _roles_differ(move) and not state.terms.crossing and not state.terms.a1:
        return "a wall cannot attack a tower"
    return None


@forbids("CK-056", Attack)
def walls_and_towers_attack_their_like(state: State, seat: Seat, move: Attack) -> str | None:
    if not _roles_differ(move) or not state.terms.a1:
        return None
    tower = tiles.ROLE[move.kind] == tiles.TOWER
    if state.terms.towers_cross if tower else state.terms.crossing:
        return None
    return "a tower attacks only towers" if tower else "a wall attacks only walls"


def _unlike(state: State, move: Attack) -> str | None:
    castle = state.castle(move.seat, move.castle)
    if plan.where(castle, move.kind) >> move.cell & 1:
        return None
    target = plan.kind_at(castle, move.cell)
    return f"the tile there is a {tiles.tile_words(target)}, and you must play its equal"


@forbids("CK-032", Attack)
def the_wall_is_not_the_same(state: State, seat: Seat, move: Attack) -> str | None:
    return _unlike(state, move) if tiles.ROLE[move.kind] == tiles.WALL else None


@forbids("CK-055", Attack)
def the_tower_is_not_the_same(state: State, seat: Seat, move: Attack) -> str | None:
    if tiles.ROLE[move.kind] != tiles.TOWER:
        return None
    if move.cell == plan.CENTRE:
        return "a tower cannot attack a knight"
    return _unlike(state, move)


@forbids("CK-038", Attack)
def the_knight_is_not_hit(state: State, seat: Seat, move: Attack) -> str | None:
    if tiles.ROLE[move.kind] != tiles.KNIGHT:
        return None
    if move.cell != plan.CENTRE:
        return "a knight attacks only knights"
    needed = plan.knights_needed(state.castle(move.seat, move.castle))
    if state.hands[seat].count(move.kind) < needed:
        return f"you need two {tiles.tile_words(move.kind)}s while the castle has other tiles"
    return _unlike(state, move)


@forbids("CK-070", Attack)
def only_what_falls_is_taken(state: State, seat: Seat, move: Attack) -> str | None:
    _, fallen = plan.falling(state.castle(move.seat, move.castle), move.cell)
    strange = Counter(move.only) - Counter(fallen)
    if not strange:
        return None
    return f"the attack does not destroy {tiles.tiles_words(strange.elements())}"
