"""Moves and observations as numbers, for learning libraries.

**Moves.** A game has too many moves for a list, and few of them are legal at a time. The action of
a move is a slot in a table of fixed size: a checksum of its notation, or the next free slot if two
legal moves have the same one. So every legal move has a number, nearly always the same one, on
every machine.

**Observations.** What a seat may know is flattened: a number is in the slot of its path
(`points.0`), a word or a truth value sets the slot of its path and value (`drawn=C06`) to 1. The
slots are learned once per game, number of seats and options from a few random matches with fixed
seeds; everything else shares some extra slots by checksum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any
from zlib import crc32

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame, Outcome

ACTIONS = 4096
"""Slots for moves."""
MAX_VALUE = 1e6
"""The limit for numbers in an observation."""
EXTRA_SLOTS = 512
"""Slots for everything that was not seen when the schema was learned."""
MATCHES = 6
"""Random matches to learn the schema from."""


class Actions:
    """The slots of moves."""

    def __init__(self, game: AnyGame, size: int = ACTIONS) -> None:
        self.size = size
        self._game = game
        self._preferred: dict[Any, int] = {}

    def preferred(self, move: Any) -> int:
        """The slot of a move unless another legal move has it."""
        slot = self._preferred.get(move)
        if slot is None:
            slot = self._preferred[move] = crc32(self._game.notation(move).encode()) % self.size
        return slot

    def slots(self, moves: Sequence[Any]) -> dict[int, Any]:
        """Every legal move by its slot; the first in the list comes first."""
        if len(moves) > self.size:
            raise RulekeepError(f"{len(moves)} legal moves do not fit {self.size} actions")
        taken: dict[int, Any] = {}
        for move in moves:
            slot = self.preferred(move)
            while slot in taken:
                slot = (slot + 1) % self.size
            taken[slot] = move
        return taken


class LegalActions:
    """The legal moves of an environment by their actions."""

    game: AnyGame
    _legal: dict[int, Any]

    def move(self, action: int | None) -> Any:
        """The legal move of an action."""
        if action is None or int(action) not in self._legal:
            raise ValueError(f"action {action} is not legal now")
        return self._legal[int(action)]

    def action(self, move: Any) -> int:
        """The action of a legal move."""
        for slot, legal in self._legal.items():
            if legal == move:
                return slot
        raise ValueError(f"{self.game.notation(move)!r} is not legal now")


def rewards(outcome: Outcome) -> tuple[int, ...]:
    """By seat: 1 for winning alone, 0 for a shared first place, -1 for everybody else."""
    first = 1 if len(outcome.winners) == 1 else 0
    return tuple(first if place == 1 else -1 for place in outcome.places)


def features(data: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """The names of the slots of an observation, with their values."""
    if data is None:
        return
    if isinstance(data, bool | str):
        yield f"{path}={data}", 1.0
    elif isinstance(data, int | float):
        yield path, float(data)
    elif isinstance(data, Mapping):
        for key in sorted(data):
            yield from features(data[key], f"{path}.{key}" if path else str(key))
    else:
        for index, item in enumerate(data):
            yield from features(item, f"{path}.{index}")


class Schema:
    """The meaning of every slot of an observation."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._slot = {name: index for index, name in enumerate(self.names)}
        self.size = len(self.names) + EXTRA_SLOTS

    def filled(self, observation: Mapping[str, Any]) -> dict[int, float]:
        """The values of the slots that are not 0."""
        known = len(self.names)
        found: dict[int, float] = {}
        for name, value in features(observation):
            slot = self._slot.get(name)
            if slot is None:
                slot = known + crc32(name.encode()) % EXTRA_SLOTS
            found[slot] = found.get(slot, 0.0) + value
        return found


def learned_schema(game: AnyGame, seats: int, options: tuple[tuple[str, Any], ...]) -> Schema:
    """The schema of a game; the same version of a game always has the same."""
    names: set[str] = set()
    for match in range(MATCHES):
        chance = SeededChance("schema", match)
        rng = Random(match)
        state = game.setup(seats, dict(options), chance).state
        while open_now := game.decisions(state):
            seat = open_now[0].seat
            names.update(name for name, _ in features(game.observation(state, seat)))
            moves = game.legal_moves(state, seat)
            game.advance(state, seat, moves[int(rng.random() * len(moves))], chance)
        for seat in range(seats):
            names.update(name for name, _ in features(game.observation(state, seat)))
    return Schema(sorted(names))
