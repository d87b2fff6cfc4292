"""The base class of bots, and what a bot is shown and answers.

`Bot.choose` deals everything again that the seat cannot see, and gives the bot only that copy. The
randomness comes from the bot's seed and from what the seat observes, so two states that look the
same to the seat get the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

from attrs import define, field

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame, Outcome

Progress = Callable[[float], None]
Stop = Callable[[], bool]


@frozen
class Alternative:
    """A move that was considered."""

    move: Any
    value: float
    """The estimated chance of winning with it, 0 to 1."""
    visits: int = 0
    """How often it was tried."""


@frozen
class Choice:
    """A bot's answer."""

    move: Any
    """One of the legal moves."""
    value: float
    """The estimated chance of winning, 0 to 1."""
    detail: str = ""
    """How it was found, in a few words."""
    alternatives: tuple[Alternative, ...] = field(default=())
    """The best moves considered, best first; the chosen one is among them."""


@define
class View:
    """What a bot may know when it decides: a state that looks like the true one to its seat."""

    game: AnyGame
    """The rules: `legal_moves`, `advance` and everything else."""
    state: Any
    """One of the states that fit what the seat knows; the bot may change it."""
    seat: int
    """The seat that decides, from 0."""
    moves: Sequence[Any]
    """The legal moves, two or more, in a fixed order."""
    chance: SeededChance
    """Randomness for the bot, from its seed and what the seat observes."""
    looks: str
    """The seat's observation as text."""
    budget: float | None = None
    """Seconds the bot may take; None leaves it to the bot."""
    progress: Progress | None = None
    """Call it with the fraction that is done, 0 to 1."""
    stop: Stop | None = None
    """Returns True when the bot should answer with the best move so far."""

    def deal(self) -> Any:
        """Another state that fits what the seat knows."""
        return self.game.determinize(self.state, self.seat, self.chance)


class Bot:
    """A player, made from a spec, `name` or `name:argument`. Subclasses answer in `think`."""

    name: ClassVar[str] = "bot"
    """What results and tables call it."""
    listens: ClassVar[bool] = False
    """Whether it follows the match, with calls of `sit`, `hear` and `leave`."""

    seed: int | str = 0
    """Where its randomness comes from; every match of a simulation has its own."""
    replaced: int = 0
    """How many of its decisions another bot made, because it failed to make them itself."""
    _decisions = 0

    def __init__(self, argument: str = "", seed: int | str = 0) -> None:
        if argument:
            raise RulekeepError(f"the bot {self.name!r} takes no argument, got {argument!r}")
        self.seed = seed

    @property
    def spec(self) -> str:
        """The text that makes this bot, or the name of its class if it has no `name`."""
        return self.name if self.name != Bot.name else type(self).__name__

    def sit(
        self,
        game: AnyGame,
        seat: int,
        names: Sequence[str],
        options: Mapping[str, Any],
        budget: float | None = None,
        log: Path | None = None,
    ) -> None:
        """A match starts or is resumed. `log` is a file for the bot's own messages."""
        return

    def hear(self, sentences: Sequence[str]) -> None:
        """What happened, in sentences, as its seat may know it."""
        return

    def leave(self, outcome: Outcome | None = None) -> None:
        """The match is over, or stopped without an outcome."""
        return

    def choose(
        self,
        game: AnyGame,
        state: Any,
        seat: int,
        budget: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Choice:
        """The bot's move for a seat that must decide. `state` is not changed.

        `budget` is a limit in seconds, `progress` gets a fraction from 0 to 1, and when `stop`
        returns True the bot answers with the best move so far.
        """
        moves = game.legal_moves(state, seat)
        if not moves:
            raise RulekeepError(f"seat {seat} has nothing to decide now")
        # Counted, so that a repeated position may get another answer.
        self._decisions += 1
        looks = canonical_json(game.observation(state, seat))
        chance = SeededChance(self.seed, seat, self._decisions, looks)
        seen = game.determinize(state, seat, chance)
        if len(moves) == 1:
            return Choice(moves[0], game.evaluate(seen, seat), "the only legal move")
        choice = self.think(View(game, seen, seat, moves, chance, looks, budget, progress, stop))
        if progress is not None:
            progress(1.0)
        return choice

    def think(self, view: View) -> Choice:
        """Choose from what the seat may know; there are at least two moves."""
        raise NotImplementedError


class BotFactory(Protocol):
    """Makes a bot for a match, as `Bot` classes do: `MyBot`, `lambda seed: MyBot(level, seed)`."""

    def __call__(self, *, seed: int | str) -> Bot: ...


BotLike = str | Bot | BotFactory
"""What names a bot: a spec such as `mcts:500`, a bot, or a function that makes one."""
