"""Observations, action masks and parts of actions as arrays of fixed size, for Gymnasium and PettingZoo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rulekeep.core.game import AnyGame
from rulekeep.sim.adapters.encoding import MAX_VALUE, MoveParts, Schema, learned_parts

Arrays = dict[str, NDArray[Any]]


def observation_space(schema: Schema, actions: int) -> spaces.Dict:
    """The space of `observation_arrays`."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-MAX_VALUE, MAX_VALUE, (schema.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def observation_arrays(
    schema: Schema, observation: Mapping[str, Any], legal: Iterable[int], actions: int
) -> Arrays:
    """What a seat observes, and which actions are legal for it."""
    filled = schema.filled(observation)
    values = np.zeros(schema.size, np.float32)
    values[list(filled)] = list(filled.values())
    mask = np.zeros(actions, np.int8)
    mask[list(legal)] = 1
    return {"observation": values, "action_mask": mask}


class LegalActions:
    """The legal moves of an environment by their actions, and as verb and parts."""

    game: AnyGame
    seats: int
    options: Mapping[str, Any]
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

    @cached_property
    def parts(self) -> MoveParts:
        """What the columns of parts mean: `names`, `words` and `sizes`."""
        return learned_parts(self.game, self.seats, tuple(sorted(self.options.items())))

    @cached_property
    def part_space(self) -> spaces.MultiDiscrete:
        """The space of actions as verb and parts."""
        return spaces.MultiDiscrete(np.array(self.parts.sizes))

    def action_parts(self, action: int) -> NDArray[np.int64]:
        """Verb and parts of a legal action, an element of `part_space`."""
        self.move(action)
        return np.array(self.parts.rows(self._legal)[int(action)], np.int64)

    def parts_action(self, parts: Iterable[int]) -> int:
        """The legal action with this verb and these parts. ValueError."""
        return self.parts.action(self._legal, parts)

    def legal_actions(self) -> NDArray[np.int64]:
        """All legal actions."""
        return np.array(list(self._legal), np.int64)

    def legal_parts(self) -> NDArray[np.int64]:
        """Verb and parts of all legal actions, one row each, in the order of `legal_actions`."""
        rows = list(self.parts.rows(self._legal).values())
        return np.array(rows, np.int64).reshape(len(rows), len(self.parts.names))
