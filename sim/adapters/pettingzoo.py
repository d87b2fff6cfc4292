"""Every game as a PettingZoo AEC environment, with action masks and fixed-size arrays.

    from rulekeep.sim.adapters.pettingzoo import env
    kilt = env("kilt_castle", seats=2)
    kilt.reset(seed=1)

The encoding is told in `rulekeep.sim.adapters.encoding`. The rewards come at the end: 1 for winning alone,
0 for a shared first place, -1 for everybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ImportError as missing:
    raise ImportError(
        f"the PettingZoo adapter needs more packages ({missing.name} is missing): "
        "pip install 'rulekeep[rl]'"
    ) from missing

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import SetupError
from rulekeep.core.game import Game
from rulekeep.core.primitives.players import need_seats
from rulekeep.core.rule_options import settle_only
from rulekeep.sim.adapters.encoding import (
    ACTIONS,
    LARGEST,
    Actions,
    Schema,
    learned_schema,
    rewards,
)


def env(
    game: str | Game[Any, Any],
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    actions: int = ACTIONS,
    render_mode: str | None = None,
) -> Any:
    """The environment in PettingZoo's usual wrappers; an illegal action ends it with reward -1."""
    bare: Any = RulekeepEnv(game, seats, options, actions=actions, render_mode=render_mode)
    wrapped: Any = TerminateIllegalWrapper(bare, illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


def fewest_seats(game: Game[Any, Any], options: Mapping[str, Any]) -> int:
    """The smallest table for two or more, or else for one, that these options allow."""
    for seats in sorted(game.seats, key=lambda seats: (seats == 1, seats)):
        with suppress(SetupError):
            game.setup(seats, options, SeededChance(0))
            return seats
    raise SetupError(f"{game.title} has no table for these options")


class RulekeepEnv(AECEnv):  # type: ignore[misc]
    """A game as agents who take turns: `player_0` sits at the first seat."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "rulekeep",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Game[Any, Any],
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        actions: int = ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = registry.load(game) if isinstance(game, str) else game
        self.options = settle_only(self.game.options, options or {})
        self.seats = fewest_seats(self.game, self.options) if seats is None else seats
        need_seats(self.seats, self.game.seats, self.game.title)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = Actions(self.game, actions)
        self.schema: Schema = learned_schema(
            self.game, self.seats, tuple(sorted(self.options.items()))
        )
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(
                        -LARGEST, LARGEST, (self.schema.size,), dtype=np.float32
                    ),
                    "action_mask": spaces.Box(0, 1, (actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._matches = SeededChance("pettingzoo")
        self._legal: dict[int, Any] = {}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # -- playing ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed it goes on from the last one, as Gymnasium has it."""
        if seed is not None:
            self._matches = SeededChance("pettingzoo", seed)
        self.chance = SeededChance(self._matches.below(1 << 62))
        self.state_now = self.game.setup(self.seats, self.options, self.chance).state
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._ask()

    def _ask(self) -> None:
        """Whose turn it is and what is legal, or how it ended."""
        open_now = self.game.decisions(self.state_now)
        if not open_now:
            self._legal = {}
            outcome = self.game.outcome(self.state_now)
            assert outcome is not None
            for agent, reward in zip(self.possible_agents, rewards(outcome), strict=True):
                self.rewards[agent] = reward
                self.terminations[agent] = True
            return
        seat = open_now[0].seat
        self.agent_selection = self.possible_agents[seat]
        self._legal = self._actions.slots(self.game.legal_moves(self.state_now, seat))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self.move(action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.game.advance(self.state_now, self._seat_of[agent], move, self.chance)
        self._ask()
        self._accumulate_rewards()

    def move(self, action: int | None) -> Any:
        """The legal move an action stands for now."""
        if action is None or int(action) not in self._legal:
            raise ValueError(f"action {action} is not legal now")
        return self._legal[int(action)]

    def action(self, move: Any) -> int:
        """The action of a legal move."""
        for slot, legal in self._legal.items():
            if legal == move:
                return slot
        raise ValueError(f"{self.game.notation(move)!r} is not legal now")

    # -- seeing -------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self._seat_of[agent]
        seen = np.zeros(self.schema.size, np.float32)
        for slot, value in self.schema.filled(self.game.observation(self.state_now, seat)).items():
            seen[slot] = value
        mask = np.zeros(self._actions.size, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[list(self._legal)] = 1
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """The table as text, as the agent to move sees it."""
        if self.render_mode is None:
            return None
        seat = self._seat_of[self.agent_selection]
        canvas = self.game.render(self.state_now, seat, Look(names=tuple(self.possible_agents)))
        return "\n".join(canvas.lines())

    def close(self) -> None:
        """Nothing is held open."""
