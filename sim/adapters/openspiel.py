"""Every game as a game of OpenSpiel: `pyspiel.load_game("rulekeep_kilt_castle(players=3)")`.

    import rulekeep.sim.adapters.openspiel        # registers all games
    game = pyspiel.load_game("rulekeep_castle_keep")

**Chance** is explicit: wherever the rules draw, there is a chance node with all outcomes and their
probabilities. A move is played again with the outcomes so far until nothing is left to draw.
**Seats that choose at once in secret** decide one after the other; their choices stay hidden in
what the others observe. **Information states** have what a seat observes, and a digest of its
earlier observations and moves. Actions are those of `rulekeep.sim.adapters.encoding`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar

try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise ImportError(
        f"the OpenSpiel adapter needs more packages ({missing.name} is missing): "
        "pip install 'rulekeep[openspiel]'"
    ) from missing

from attrs import define, field, frozen

from rulekeep.core import registry
from rulekeep.core.chance import Chance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.primitives.bag import Bag
from rulekeep.core.primitives.players import need_seats
from rulekeep.match.house_rules import options_from_words
from rulekeep.sim.adapters.encoding import (
    ACTIONS,
    Actions,
    MoveParts,
    Schema,
    learned_parts,
    learned_schema,
    rewards,
)

PREFIX = "rulekeep_"
MAX_OUTCOMES = 1024
"""Outcomes of one draw."""
MAX_LENGTH = 100_000
"""Decisions of one match; no match is so long."""


# -- chance, one draw at a time ---------------------------------------------------------------


class Draw(Exception):
    """The rules draw, and the outcome is not given yet."""

    def __init__(self, what: str, outcomes: list[tuple[int, float]], names: Sequence[str]) -> None:
        self.what = what
        self.outcomes = outcomes
        self.names = names
        super().__init__(what)


class GivenChance(Chance):
    """Chance with given outcomes; raises Draw after the last one."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self._left = iter(outcomes)

    def below(self, n: int, what: str) -> int:
        for outcome in self._left:
            return outcome
        raise Draw(what, [(number, 1 / n) for number in range(n)], [str(i) for i in range(n)])

    def pick(self, bag: Bag, what: str) -> int:
        for outcome in self._left:
            return outcome
        shares = [(kind, count / bag.total) for kind, count in enumerate(bag.counts) if count]
        raise Draw(what, shares, bag.kinds)


# -- one match --------------------------------------------------------------------------------


@frozen
class Rules:
    """A game with its seats and options, shared by all states."""

    game: AnyGame
    seats: int
    options: Mapping[str, Any]
    actions: Actions
    schema: Schema

    @cached_property
    def parts(self) -> MoveParts:
        """Moves as verb and parts."""
        return learned_parts(self.game, self.seats, tuple(sorted(self.options.items())))

    def __deepcopy__(self, _memo: object) -> Rules:
        return self


@lru_cache(maxsize=32)
def rules_for(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Rules:
    """The rules of a table; cached, because learning the schema takes time."""
    plugin = registry.load(name)
    schema = learned_schema(plugin, seats, options)
    return Rules(plugin, seats, dict(options), Actions(plugin, ACTIONS), schema)


@define
class OpenSpielMatch:
    """A match: a state, and a move that waits for draws."""

    rules: Rules
    table: Any = None
    """None until the set-up is complete."""
    pending: tuple[int, Any] | None = None
    drawn: list[int] = field(factory=list)
    """What was drawn for the pending move, or the set-up, so far."""
    draw: Draw | None = None
    seat: int = -1
    legal: dict[int, Any] = field(factory=dict)
    """The moves of the seat that decides, by action."""
    past: list[str] = field(factory=list)
    """By seat: a digest of its observations and moves."""
    actions: list[int] = field(factory=list)
    """All actions so far, with those of chance."""

    @classmethod
    def start(cls, rules: Rules) -> OpenSpielMatch:
        match = cls(rules, past=[""] * rules.seats)
        match._continue()
        return match

    def __deepcopy__(self, _memo: object) -> OpenSpielMatch:
        table = None if self.table is None else self.table.copy()
        # The other values are replaced and never changed.
        return OpenSpielMatch(
            self.rules,
            table,
            self.pending,
            self.drawn[:],
            self.draw,
            self.seat,
            self.legal,
            self.past[:],
            self.actions[:],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a match as its rules and actions."""
        rules = self.rules
        return _replayed, (rules.game.id, rules.seats, dict(rules.options), self.actions[:])

    @property
    def over(self) -> bool:
        return self.draw is None and self.seat < 0

    def apply(self, action: int) -> None:
        self.actions.append(action)
        if self.draw is not None:
            self.drawn.append(action)
        else:
            seat, move = self.seat, self.legal[action]
            text = f"{self.past[seat]}\n{self.observed(seat)}\n{self.rules.game.notation(move)}"
            self.past[seat] = hashlib.sha256(text.encode()).hexdigest()
            self.pending = (seat, move)
        self._continue()

    def _continue(self) -> None:
        """Play the pending move, or the set-up, until something must be drawn."""
        rules, chance = self.rules, GivenChance(self.drawn)
        try:
            if self.table is None:
                after = rules.game.setup(rules.seats, rules.options, chance).state
            else:
                assert self.pending is not None
                after = self.table.copy()
                rules.game.advance(after, *self.pending, chance)
        except Draw as draw:
            if len(draw.names) > MAX_OUTCOMES:
                raise RulekeepError(f"{draw.what}: more than {MAX_OUTCOMES} outcomes") from None
            self.draw, self.seat, self.legal = draw, -1, {}
            return
        self.table, self.pending, self.drawn, self.draw = after, None, [], None
        open_now = rules.game.decisions(after)
        self.seat, self.legal = -1, {}
        if open_now:
            self.seat = open_now[0].seat
            self.legal = rules.actions.slots(rules.game.legal_moves(after, self.seat))

    def observed(self, seat: int) -> str:
        if self.table is None:
            return "{}"
        return canonical_json(self.rules.game.observation(self.table, seat))


def _replayed(game: str, seats: int, options: dict[str, Any], actions: list[int]) -> OpenSpielMatch:
    rules = rules_for(game, seats, tuple(sorted(options.items())))
    match = OpenSpielMatch.start(rules)
    for action in actions:
        match.apply(action)
    return match


# -- classes of OpenSpiel ---------------------------------------------------------------------


class RulekeepState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel; it only has a match, which can be copied."""

    def __init__(self, game: RulekeepGame) -> None:
        super().__init__(game)
        self.match = OpenSpielMatch.start(game.rules)

    def current_player(self) -> int:
        match = self.match
        if match.draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if match.over else match.seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.match.legal) if player == self.match.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.match.draw is not None
        return self.match.draw.outcomes

    def _apply_action(self, action: int) -> None:
        self.match.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        match = self.match
        if player == pyspiel.PlayerId.CHANCE and match.draw is not None:
            return f"{match.draw.what}: {match.draw.names[action]}"
        move = match.legal.get(action)
        return f"action {action}" if move is None else match.rules.game.notation(move)

    def action_parts(self, action: int) -> tuple[int, ...]:
        """Verb and parts of a legal action; `game.rules.parts` says what they mean."""
        return self.match.rules.parts.rows(self.match.legal)[action]

    def parts_action(self, parts: Sequence[int]) -> int:
        """The legal action with this verb and these parts. ValueError."""
        return self.match.rules.parts.action(self.match.legal, parts)

    def is_terminal(self) -> bool:
        return self.match.over

    def returns(self) -> list[float]:
        match = self.match
        outcome = match.rules.game.outcome(match.table) if match.over else None
        if outcome is None:
            return [0.0] * match.rules.seats
        return [float(reward) for reward in rewards(outcome)]

    def __str__(self) -> str:
        match = self.match
        table = {} if match.table is None else match.rules.game.to_dict(match.table)
        drawn = f" drawn {match.drawn}" if match.drawn else ""
        return canonical_json(table) + drawn


class RulekeepObserver:
    """What one seat observes, as numbers and text; with perfect recall also its past."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self._rules = rules
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(rules.schema.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulekeepState, player: int) -> None:
        self.tensor.fill(0)
        match = state.match
        if match.table is not None:
            observation = self._rules.game.observation(match.table, player)
            filled = self._rules.schema.filled(observation)
            self.tensor[list(filled)] = list(filled.values())

    def string_from(self, state: RulekeepState, player: int) -> str:
        seen = state.match.observed(player)
        return f"{state.match.past[player]} {seen}" if self._perfect_recall else seen


class RulekeepGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel. Parameters: `players`, and `options` such as `A1:true;A2:true`."""

    plugin: ClassVar[AnyGame]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        plugin = self.plugin
        given = dict(params or {})
        seats = int(given.get("players", _fewest(plugin)))
        # OpenSpiel writes a game with its parameters as one text, where few separators are left.
        text = str(given.get("options", "")).split(";")
        words = [word.strip().replace(":", "=", 1) for word in text if word.strip()]
        options = options_from_words(plugin.options, plugin.presets, words, None)
        need_seats(seats, plugin.seats, plugin.title)
        plugin.terms(seats, options)
        self.rules = rules_for(plugin.id, seats, tuple(sorted(options.items())))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=MAX_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(game_type(plugin), info, given)

    def new_initial_state(self) -> RulekeepState:
        return RulekeepState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulekeepObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return RulekeepObserver(self.rules, recall)


def _fewest(plugin: AnyGame) -> int:
    """The smallest table for two or more."""
    return next((seats for seats in plugin.seats if seats > 1), plugin.seats[0])


def game_type(plugin: AnyGame) -> Any:
    """How OpenSpiel classifies a game."""
    return pyspiel.GameType(
        short_name=f"{PREFIX}{plugin.id}",
        long_name=plugin.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=plugin.seats[-1],
        min_num_players=plugin.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": _fewest(plugin), "options": ""},
    )


def register() -> list[str]:
    """Register every game with OpenSpiel and return all names."""
    known = set(pyspiel.registered_names())
    names = []
    for plugin in registry.games().values():
        name = f"{PREFIX}{plugin.id}"
        names.append(name)
        if name not in known:
            # Each game has its own class, like OpenSpiel's own games.
            kind = type(f"{type(plugin).__name__}Game", (RulekeepGame,), {"plugin": plugin})
            pyspiel.register_game(game_type(plugin), kind)
    return names


register()
