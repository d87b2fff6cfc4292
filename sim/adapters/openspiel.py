"""Every game as a game of OpenSpiel: `pyspiel.load_game("rulekeep_kilt_castle(players=3)")`.

    import rulekeep.sim.adapters.openspiel        # registers all games
    game = pyspiel.load_game("rulekeep_castle_keep")

**Chance** is explicit: wherever the rules draw, there is a chance node with all outcomes and their
probabilities. The act is carried out anew with what was drawn so far until nothing is left to draw.
**Those who choose at once in secret** are asked one after the other; what they chose stays hidden
in what the others observe. **Information states** hold what a seat observes, and a digest of all
that it observed and did at its decisions before. Actions are those of `rulekeep.sim.adapters.encoding`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
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
from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game
from rulekeep.core.primitives.bag import Bag
from rulekeep.core.primitives.players import need_seats
from rulekeep.match.house_rules import options_from_words
from rulekeep.sim.adapters.encoding import ACTIONS, Actions, Schema, learned_schema, rewards

AnyGame = Game[Any, Any]

PREFIX = "rulekeep_"
MAX_OUTCOMES = 1024
"""So many things may be drawn at once."""
MAX_LENGTH = 100_000
"""Decisions of one match; none comes near it."""


# -- chance, asked one draw at a time ---------------------------------------------------------


class Draw(Exception):
    """The rules draw, and nobody has said yet what comes."""

    def __init__(self, what: str, outcomes: list[tuple[int, float]], names: Sequence[str]) -> None:
        self.what = what
        self.outcomes = outcomes
        self.names = names
        super().__init__(what)


class GivenChance:
    """Chance that gives the outcomes it was told, and raises Draw where they end."""

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
    """A game with its seats and options settled: what all states of it share."""

    game: AnyGame
    seats: int
    options: Mapping[str, Any]
    actions: Actions
    schema: Schema

    def __deepcopy__(self, _memo: object) -> Rules:
        return self


@lru_cache(maxsize=32)
def settled(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Rules:
    """The rules of a table; learning what can be seen there takes a while, and is done once."""
    plugin = registry.load(name)
    schema = learned_schema(plugin, seats, options)
    return Rules(plugin, seats, dict(options), Actions(plugin, ACTIONS), schema)


@define
class OpenSpielMatch:
    """Where a match stands: a table, and an act that waits for what is drawn."""

    rules: Rules
    table: Any = None
    """None until the set-up is drawn."""
    act: tuple[int, Any] | None = None
    drawn: list[int] = field(factory=list)
    """What was drawn for the act, or the set-up, so far."""
    draw: Draw | None = None
    asked: int = -1
    legal: dict[int, Any] = field(factory=dict)
    """The moves of the seat that is asked, by action."""
    past: list[str] = field(factory=list)
    """By seat: a digest of what it observed and did at its decisions."""
    taken: list[int] = field(factory=list)
    """All actions so far, those of chance among them."""

    @classmethod
    def begun(cls, rules: Rules) -> OpenSpielMatch:
        session = cls(rules, past=[""] * rules.seats)
        session._go_on()
        return session

    def __deepcopy__(self, _memo: object) -> OpenSpielMatch:
        table = None if self.table is None else self.table.copy()
        # All else is replaced and never changed, but for the lists.
        return OpenSpielMatch(
            self.rules,
            table,
            self.act,
            self.drawn[:],
            self.draw,
            self.asked,
            self.legal,
            self.past[:],
            self.taken[:],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """What OpenSpiel keeps of a state: how it came about."""
        rules = self.rules
        return _replayed, (rules.game.id, rules.seats, dict(rules.options), self.taken[:])

    @property
    def over(self) -> bool:
        return self.draw is None and self.asked < 0

    def apply(self, action: int) -> None:
        self.taken.append(action)
        if self.draw is not None:
            self.drawn.append(action)
        else:
            seat, move = self.asked, self.legal[action]
            said = f"{self.past[seat]}\n{self.observed(seat)}\n{self.rules.game.notation(move)}"
            self.past[seat] = hashlib.sha256(said.encode()).hexdigest()
            self.act = (seat, move)
        self._go_on()

    def _go_on(self) -> None:
        """Carry out the act, or the set-up, with what is drawn; stop where more must be drawn."""
        rules, chance = self.rules, GivenChance(self.drawn)
        try:
            if self.table is None:
                after = rules.game.setup(rules.seats, rules.options, chance).state
            else:
                assert self.act is not None
                after = self.table.copy()
                rules.game.advance(after, *self.act, chance)
        except Draw as draw:
            if len(draw.names) > MAX_OUTCOMES:
                raise RulekeepError(f"{draw.what}: more than {MAX_OUTCOMES} outcomes") from None
            self.draw, self.asked, self.legal = draw, -1, {}
            return
        self.table, self.act, self.drawn, self.draw = after, None, [], None
        open_now = rules.game.decisions(after)
        self.asked, self.legal = -1, {}
        if open_now:
            self.asked = open_now[0].seat
            self.legal = rules.actions.slots(rules.game.legal_moves(after, self.asked))

    def observed(self, seat: int) -> str:
        if self.table is None:
            return "{}"
        return canonical_json(self.rules.game.observation(self.table, seat))


def _replayed(game: str, seats: int, options: dict[str, Any], taken: list[int]) -> OpenSpielMatch:
    rules = settled(game, seats, tuple(sorted(options.items())))
    session = OpenSpielMatch.begun(rules)
    for action in taken:
        session.apply(action)
    return session


# -- what OpenSpiel asks for ------------------------------------------------------------------


class RulekeepState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel; all that it holds is a session, which knows how to be copied."""

    def __init__(self, game: RulekeepGame) -> None:
        super().__init__(game)
        self.session = OpenSpielMatch.begun(game.rules)

    def current_player(self) -> int:
        session = self.session
        if session.draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if session.over else session.asked

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.session.legal) if player == self.session.asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.session.draw is not None
        return self.session.draw.outcomes

    def _apply_action(self, action: int) -> None:
        self.session.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        session = self.session
        if player == pyspiel.PlayerId.CHANCE and session.draw is not None:
            return f"{session.draw.what}: {session.draw.names[action]}"
        move = session.legal.get(action)
        return f"action {action}" if move is None else session.rules.game.notation(move)

    def is_terminal(self) -> bool:
        return self.session.over

    def returns(self) -> list[float]:
        session = self.session
        outcome = session.rules.game.outcome(session.table) if session.over else None
        if outcome is None:
            return [0.0] * session.rules.seats
        return [float(reward) for reward in rewards(outcome)]

    def __str__(self) -> str:
        session = self.session
        table = {} if session.table is None else session.rules.game.to_dict(session.table)
        drawn = f" drawn {session.drawn}" if session.drawn else ""
        return canonical_json(table) + drawn


class RulekeepObserver:
    """What one seat sees, in numbers and as text; with perfect recall also what it remembers."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self._rules = rules
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(rules.schema.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulekeepState, player: int) -> None:
        self.tensor.fill(0)
        session = state.session
        if session.table is not None:
            observation = self._rules.game.observation(session.table, player)
            filled = self._rules.schema.filled(observation)
            self.tensor[list(filled)] = list(filled.values())

    def string_from(self, state: RulekeepState, player: int) -> str:
        seen = state.session.observed(player)
        return f"{state.session.past[player]} {seen}" if self._perfect_recall else seen


class RulekeepGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel. Parameters: `players`, and `options` such as `A1:true;A2:true`."""

    plugin: ClassVar[AnyGame]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        plugin = self.plugin
        given = dict(params or {})
        seats = int(given.get("players", _fewest(plugin)))
        # OpenSpiel writes a game with its parameters as one text, which leaves no other signs.
        said = str(given.get("options", "")).split(";")
        words = [word.strip().replace(":", "=", 1) for word in said if word.strip()]
        options = options_from_words(plugin.options, plugin.presets, words, None)
        need_seats(seats, plugin.seats, plugin.title)
        plugin.terms(seats, options)
        self.rules = settled(plugin.id, seats, tuple(sorted(options.items())))
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
    """Make every game known to OpenSpiel that is not yet; the names of all of them."""
    known = set(pyspiel.registered_names())
    names = []
    for plugin in registry.games().values():
        name = f"{PREFIX}{plugin.id}"
        names.append(name)
        if name not in known:
            # A class for each, as OpenSpiel's own games have one.
            made = type(f"{type(plugin).__name__}Game", (RulekeepGame,), {"plugin": plugin})
            pyspiel.register_game(game_type(plugin), made)
    return names


register()
