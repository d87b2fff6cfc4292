"""Every game as a Gymnasium environment for one learner; bots play the other seats.

    from rulekeep.sim.adapters.gymnasium import RulekeepGym
    table = RulekeepGym("kilt_castle", opponents=("greedy", "random"))
    seen, info = table.reset(seed=1)

or, by name, `gymnasium.make("rulekeep.sim.adapters.gymnasium:rulekeep/kilt_castle-v0")`.
`rulekeep.sim.adapters.encoding` describes the encoding; rewards come at the end and are those of
`rulekeep.sim.adapters.pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

try:
    import gymnasium
    from gymnasium import spaces

    from rulekeep.sim.adapters.arrays import (
        Arrays,
        LegalActions,
        observation_arrays,
        observation_space,
    )
except ImportError as missing:
    raise ImportError(
        f"the Gymnasium adapter needs more packages ({missing.name} is missing): "
        "pip install 'rulekeep[rl]'"
    ) from missing

from rulekeep.bots import Bot, BotLike, make_bot
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import SetupError
from rulekeep.core.game import Game
from rulekeep.core.primitives.players import Players, need_seats
from rulekeep.core.rule_options import settle_only
from rulekeep.sim.adapters.encoding import ACTIONS, Actions, Schema, learned_schema, rewards


class RulekeepGym(LegalActions, gymnasium.Env[Any, Any]):
    """One seat of a table. An action that is not legal ends the match with reward -1."""

    # Gymnasium declares it as a variable of the instance.
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game[Any, Any],
        opponents: Sequence[BotLike] = ("greedy",),
        options: Mapping[str, Any] | None = None,
        *,
        seat: int | None = None,
        actions: int = ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` sit clockwise from the learner, whose seat is random unless given.

        They are bots as in `rulekeep.simulate`: specs, bots or functions that make one.
        """
        self.game = registry.load(game) if isinstance(game, str) else game
        self.options = settle_only(self.game.options, options or {})
        self.opponents = tuple(opponents)
        self.seats = 1 + len(self.opponents)
        need_seats(self.seats, self.game.seats, self.game.title)
        if seat is not None and not 0 <= seat < self.seats:
            raise SetupError(f"there is no seat {seat} at a table of {self.seats}")
        for bot in self.opponents:
            make_bot(bot)
        self._fixed_seat = seat
        self.seat = seat or 0
        """The learner's seat in this match."""
        self.render_mode = render_mode
        self._actions = Actions(self.game, actions)
        self.schema: Schema = learned_schema(
            self.game, self.seats, tuple(sorted(self.options.items()))
        )
        self.action_space = spaces.Discrete(actions)
        self.observation_space = observation_space(self.schema, actions)
        self._matches = SeededChance("gymnasium")
        self._bots: dict[int, Bot] = {}
        self._legal: dict[int, Any] = {}

    # -- playing ------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Start a new match; without a seed the sequence of matches continues."""
        super().reset(seed=seed)
        if seed is not None:
            self._matches = SeededChance("gymnasium", seed)
        number = self._matches.below(1 << 62)
        drawn = self._matches.below(self.seats)
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        self.close()
        for place, spec in enumerate(self.opponents, 1):
            seat = (self.seat + place) % self.seats
            self._bots[seat] = make_bot(spec, f"{number}/{seat}")
        self.chance = SeededChance(number)
        self.state = self.game.setup(self.seats, self.options, self.chance).state
        self._play_others()
        return self._arrays(), {}

    def step(self, action: Any) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        if not self._legal:
            raise ValueError("the match is over; reset begins another")
        if int(action) not in self._legal:
            self._legal = {}
            return self._arrays(), -1.0, True, False, {"illegal": True}
        self.game.advance(self.state, self.seat, self._legal[int(action)], self.chance)
        self._play_others()
        outcome = self.game.outcome(self.state) if not self._legal else None
        reward = 0.0 if outcome is None else float(rewards(outcome)[self.seat])
        return self._arrays(), reward, outcome is not None, False, {}

    def _play_others(self) -> None:
        """Let the bots play until the learner must decide or the match is over."""
        game = self.game
        self._legal = {}
        while open_now := game.decisions(self.state):
            seat = open_now[0].seat
            if seat == self.seat:
                self._legal = self._actions.slots(game.legal_moves(self.state, seat))
                return
            move = self._bots[seat].choose(game, self.state, seat).move
            game.advance(self.state, seat, move, self.chance)

    # -- observing ----------------------------------------------------------------------------

    def _arrays(self) -> Arrays:
        observation = self.game.observation(self.state, self.seat)
        return observation_arrays(self.schema, observation, self._legal, self._actions.size)

    def render(self) -> Any:
        """What the learner sees, as text."""
        if self.render_mode is None:
            return None
        look = Look(names=Players.numbered(self.seats).names)
        return "\n".join(self.game.render(self.state, self.seat, look).lines())

    def close(self) -> None:
        """End opponents that are programs."""
        for bot in self._bots.values():
            if getattr(bot, "listens", False):
                bot.leave()
        self._bots = {}


for _name in registry.names():
    if f"rulekeep/{_name}-v0" not in gymnasium.registry:
        gymnasium.register(
            f"rulekeep/{_name}-v0",
            entry_point="rulekeep.sim.adapters.gymnasium:RulekeepGym",
            kwargs={"game": _name},
        )
