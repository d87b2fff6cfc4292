"""Positions changed a little: each is refused with a sentence, or can be played to an end."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.errors import DataError
from rulekeep.core.game import AnyGame

JUNK: tuple[Any, ...] = (None, -1, "x", [], {}, 10**9, [[]], True, 0, 1)


def damage(data: Any, lot: Chance) -> tuple[str, Any]:
    """A copy of JSON data with one leaf or branch changed; where and how, and the copy."""
    changed = copy.deepcopy(data)
    path, inside, key = _random_location(changed, lot)
    value = inside[key]
    kind = lot.below(5, "how")
    if kind == 0:
        new = JUNK[lot.below(len(JUNK), "junk")]
    elif kind == 1 and type(value) is int:
        new = value + (1, -1, 2, 10)[lot.below(4, "step")]
    elif kind == 2 and isinstance(value, bool):
        new = not value
    elif kind == 3:
        del inside[key]
        return f"{path} removed", changed
    else:
        _, other, place = _random_location(data, lot)
        new = copy.deepcopy(other[place])
    inside[key] = new
    return f"{path} = {new!r}"[:120], changed


def _random_location(data: Any, lot: Chance) -> tuple[str, Any, Any]:
    """A place in JSON data: its path, what it lies in, and the key there."""
    path, inside, key = "", data, None
    while True:
        keys = sorted(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = keys[lot.below(len(keys), "where")]
        path += f".{key}"
        inner = inside[key]
        if not isinstance(inner, dict | list) or not inner or not lot.below(3, "deeper"):
            return path, inside, key
        inside = inner


def damage_problems(
    game: AnyGame, data: dict[str, Any], lot: Chance, *, tries: int, acts: int
) -> Iterator[str]:
    """Complaints about positions near this one that `from_dict` should not have accepted."""
    for _ in range(tries):
        where, changed = damage(data, lot)
        try:
            state = game.from_dict(changed)
        except DataError:
            continue
        except Exception as error:  # noqa: BLE001 (any accident is what this looks for)
            yield f"from_dict stumbles over {where}: {error!r}"
            continue
        try:
            yield from _play_random(game, state, where, acts)
        except Exception as error:  # noqa: BLE001
            yield f"accepted, but cannot be played: {where}: {error!r}"


def same_redeal(game: AnyGame, one: Any, other: Any, seat: int) -> bool:
    """Whether two tables that look the same to a seat are dealt anew in the same way for it.

    Then nothing that the seat does not see can reach whoever thinks for it: a bot, a hint.
    """
    dealt = [game.determinize(table, seat, SeededChance("alike")) for table in (one, other)]
    return game.to_dict(dealt[0]) == game.to_dict(dealt[1])


def redeal_leaks(
    game: AnyGame, state: Any, data: dict[str, Any], lot: Chance, *, tries: int
) -> Iterator[str]:
    """Changes that a seat does not see, and that the tables dealt anew for it show nevertheless."""
    decisions = game.decisions(state)
    for _ in range(tries):
        where, changed = damage(data, lot)
        try:
            other = game.from_dict(changed)
        except DataError:
            continue
        if other == state or game.decisions(other) != decisions:
            continue
        for seat in range(game.seats_of(state)):
            same = game.observation(state, seat) == game.observation(other, seat)
            if same and not same_redeal(game, state, other, seat):
                yield f"seat {seat} does not see {where}, but determinize gives it away"


def _play_random(game: AnyGame, state: Any, where: str, acts: int) -> Iterator[str]:
    """Random play from an accepted position: moves until the end, and nothing impossible."""
    lot = SeededChance("play on", where)
    for act in range(acts):
        for fault in game.audit(state):
            yield f"accepted, and after {act} acts {fault!r}: {where}"
            return
        decisions = game.decisions(state)
        if not decisions:
            if game.outcome(state) is None:
                yield f"accepted, and there is nothing to decide and no outcome: {where}"
            return
        seat = decisions[lot.below(len(decisions))].seat
        moves = game.legal_moves(state, seat)
        if not moves:
            yield f"accepted, and seat {seat} has no legal move: {where}"
            return
        game.advance(state, seat, moves[lot.below(len(moves))], lot)
