"""Observations and action masks as arrays of fixed size, for Gymnasium and PettingZoo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rulekeep.sim.adapters.encoding import MAX_VALUE, Schema

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
