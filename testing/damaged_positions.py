"""Positions with one change: each must be refused with a DataError, or be playable to its end."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.errors import DataError
from rulekeep.core.game import AnyGame

JUNK: tuple[Any, ...] = (None, -1, "x", [], {}, 10**9, [[]], True, 0, 1)


def damage(data: Any, rng: Chance) -> tuple[str, Any]:
    """A copy of JSON data with one change; the change in words, and the copy."""
    changed = copy.deepcopy(data)
    path, inside, key = _random_location(changed, rng)
    value = inside[key]
    kind = rng.below(5, "how")
    if kind == 0:
        new = JUNK[rng.below(len(JUNK), "junk")]
    elif kind == 1 and type(value) is int:
        new = value + (1, -1, 2, 10)[rng.below(4, "step")]
    elif kind == 2 and isinstance(value, bool):
        new = not value
    elif kind == 3:
        del inside[key]
        return f"{path} removed", changed
    else:
        _, other, place = _random_location(data, rng)
        new = copy.deepcopy(other[place])
    inside[key] = new
    return f"{path} = {new!r}"[:120], changed


def _random_location(data: Any, rng: Chance) -> tuple[str, Any, Any]:
    """A place in JSON data: its path, the list or mapping it is in, and the key there."""
    path, inside = "", data
    while True:
        keys = sorted(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = keys[rng.below(len(keys), "where")]
        path += f".{key}"
        inner = inside[key]
        if not isinstance(inner, dict | list) or not inner or not rng.below(3, "deeper"):
            return path, inside, key
        inside = inner


def damage_problems(
    game: AnyGame, data: dict[str, Any], rng: Chance, *, tries: int, moves: int
) -> Iterator[str]:
    """Problems of changed positions: `from_dict` fails, or accepts what cannot be played."""
    for _ in range(tries):
        where, changed = damage(data, rng)
        try:
            state = game.from_dict(changed)
        except DataError:
            continue
        except Exception as error:  # noqa: BLE001 (any other error is what this looks for)
            yield f"from_dict stumbles over {where}: {error!r}"
            continue
        try:
            yield from _play_random(game, state, where, moves)
        except Exception as error:  # noqa: BLE001
            yield f"accepted, but cannot be played: {where}: {error!r}"


def _play_random(game: AnyGame, state: Any, where: str, moves: int) -> Iterator[str]:
    """Random play from an accepted position: the first thing that is impossible."""
    rng = SeededChance("play on", where)
    for played in range(moves):
        for fault in game.audit(state):
            yield f"accepted, and after {played} moves {fault!r}: {where}"
            return
        decisions = game.decisions(state)
        if not decisions:
            if game.outcome(state) is None:
                yield f"accepted, and there is nothing to decide and no outcome: {where}"
            return
        seat = decisions[rng.below(len(decisions))].seat
        legal = game.legal_moves(state, seat)
        if not legal:
            yield f"accepted, and seat {seat} has no legal move: {where}"
            return
        game.advance(state, seat, legal[rng.below(len(legal))], rng)


def same_redeal(game: AnyGame, one: Any, other: Any, seat: int) -> bool:
    """Whether `determinize` makes the same of two states that look the same to a seat.

    Then nothing hidden from the seat can reach a bot or a hint that thinks for it.
    """
    dealt = [game.determinize(state, seat, SeededChance("alike")) for state in (one, other)]
    return game.to_dict(dealt[0]) == game.to_dict(dealt[1])


PUBLIC = ("options", "seats")
"""Keys of every position that everybody knows, whether or not an observation repeats them."""


def redeal_leaks(
    game: AnyGame, state: Any, data: dict[str, Any], rng: Chance, *, tries: int
) -> Iterator[str]:
    """Changes that a seat does not see, but that `determinize` shows it; each key is tried."""
    decisions = game.decisions(state)
    for key in (key for key in data if key not in PUBLIC):
        for _ in range(tries):
            where, part = damage({key: data[key]}, rng)
            if key not in part:
                continue
            try:
                other = game.from_dict({**data, **part})
            except DataError:
                continue
            if other == state or game.decisions(other) != decisions:
                continue
            for seat in range(game.seats_of(state)):
                same = game.observation(state, seat) == game.observation(other, seat)
                if same and not same_redeal(game, state, other, seat):
                    yield f"seat {seat} does not see {where}, but determinize gives it away"
                    return
