"""What every bot has in common: it is shown only what its seat may see.

`Bot.choose` takes the true table, deals anew everything the seat cannot see, and hands the bot
that copy and nothing else. The randomness comes from the bot's seed and from what the seat
observes, so two tables that look alike from the seat get the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from attrs import define, field

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import Game, Outcome

AnyGame = Game[Any, Any]
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
    value: float
    """The estimated chance of winning, 0 to 1."""
    detail: str = ""
    """How it came about, in a few words."""
    alternatives: tuple[Alternative, ...] = field(default=())
    """The best moves considered, best first; the chosen one is among them."""


@define
class View:
    """What a bot may know when it decides: a table that looks like the true one from its seat."""

    game: AnyGame
    state: Any
    """One of the tables that fit what the seat knows; the bot owns it."""
    seat: int
    moves: Sequence[Any]
    chance: SeededChance
    looks: str
    """The seat's observation as text."""
    budget: float | None = None
    """Seconds the bot may take; None leaves it to the bot."""
    progress: Progress | None = None
    stop: Stop | None = None

    def deal(self) -> Any:
        """Another table that fits what the seat knows."""
        return self.game.determinize(self.state, self.seat, self.chance)


class Bot:
    """A player. Subclasses answer in `think` and are made from a spec, `name` or `name:argument`."""

    name: ClassVar[str] = "bot"
    listens: ClassVar[bool] = False
    """Whether it wants to be told of the match: `sit`, `hear` and `leave` are called."""

    def __init__(self, argument: str = "", seed: int | str = 0) -> None:
        if argument:
            raise RulekeepError(f"the bot {self.name!r} takes no argument, got {argument!r}")
        self.seed = seed
        self._asked = 0

    @property
    def spec(self) -> str:
        """The text that makes this bot."""
        return self.name

    def sit(
        self,
        game: AnyGame,
        seat: int,
        names: Sequence[str],
        options: Mapping[str, Any],
        budget: float | None = None,
        log: Path | None = None,
    ) -> None:
        """A match begins, or goes on: who sits where, what was agreed on, the usual budget, where
        to keep a log."""
        return

    def hear(self, told: Sequence[str]) -> None:
        """What happened, in the sentences its seat is told."""
        return

    def leave(self, outcome: Outcome | None = None) -> None:
        """The match is over, with its outcome, or is broken off."""
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
        """The bot's move for a seat that is asked. `state` is left as it is.

        `budget` is a limit in seconds, `progress` is told a fraction from 0 to 1, and `stop`
        makes the bot answer at once with the best it has.
        """
        moves = game.legal_moves(state, seat)
        if not moves:
            raise RulekeepError(f"seat {seat} has nothing to decide now")
        # Counted, so that a position that comes back need not be answered the same way for ever.
        self._asked += 1
        looks = canonical_json(game.observation(state, seat))
        chance = SeededChance(self.seed, seat, self._asked, looks)
        seen = game.determinize(state, seat, chance)
        if len(moves) == 1:
            return Choice(moves[0], game.evaluate(seen, seat), "the only legal move")
        choice = self.think(View(game, seen, seat, moves, chance, looks, budget, progress, stop))
        if progress is not None:
            progress(1.0)
        return choice

    def think(self, view: View) -> Choice:
        """The answer, from what the seat may know alone; there are at least two moves."""
        raise NotImplementedError
