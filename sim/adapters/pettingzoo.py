"""Every game as a PettingZoo AEC environment, with action masks and fixed-size arrays.

    from rulekeep.sim.adapters.pettingzoo import env
    kilt = env("kilt_castle", seats=2)
    kilt.reset(seed=1)

`rulekeep.sim.adapters.encoding` describes the encoding. The rewards come at the end: 1 for winning
alone, 0 for a shared first place, -1 for everybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )

    from rulekeep.sim.adapters.arrays import (
        Arrays,
        LegalActions,
        observation_arrays,
        observation_space,
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
from rulekeep.sim.adapters.encoding import ACTIONS, Actions, Schema, learned_schema, rewards


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
    """The smallest number of seats, if possible two or more, that these options allow."""
    for seats in sorted(game.seats, key=lambda seats: (seats == 1, seats)):
        with suppress(SetupError):
            game.setup(seats, options, SeededChance(0))
            return seats
    raise SetupError(f"{game.title} has no table for these options")


class RulekeepEnv(LegalActions, AECEnv):  # type: ignore[misc]
    """A game as agents who take turns: `player_0` has the first seat."""

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
            agent: observation_space(self.schema, actions) for agent in self.possible_agents
        }
        self._matches = SeededChance("pettingzoo")
        self._legal: dict[int, Any] = {}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # -- playing ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match; without a seed the sequence of matches continues."""
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
        """Set the agent to move and its legal moves, or the rewards at the end."""
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

    # -- observing ----------------------------------------------------------------------------

    def observe(self, agent: str) -> Arrays:
        observation = self.game.observation(self.state_now, self._seat_of[agent])
        decides = agent == self.agent_selection and not self.terminations[agent]
        legal = self._legal if decides else ()
        return observation_arrays(self.schema, observation, legal, self._actions.size)

    def render(self) -> str | None:
        """What the agent to move sees, as text."""
        if self.render_mode is None:
            return None
        seat = self._seat_of[self.agent_selection]
        canvas = self.game.render(self.state_now, seat, Look(names=tuple(self.possible_agents)))
        return "\n".join(canvas.lines())

    def close(self) -> None:
        """There is nothing to close."""
