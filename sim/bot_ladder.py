"""A ladder: matches between bots until their ratings are known well enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.bots import BotLike
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game
from rulekeep.sim.ratings import Standings, Table
from rulekeep.sim.run import make_plan, run_plan
from rulekeep.sim.single_match import Result, RunPlan

BATCH = 10
"""Matches before the schedule is made again; later a tenth of what was played."""
FEWEST = 2 * BATCH
"""Matches of every bot before they are about one bot alone: nobody knows before whether a bot is as strong as that one."""
FIRM = "easy"
"""The bot that the others are compared with, if it takes part; otherwise the first one."""

PlayMore = Callable[[RunPlan, Sequence[int]], Iterable[Result]]
"""Plays these matches of a plan."""


class Ladder:
    """Who plays whom next, and what came of it.

    The schedule depends on the results alone. So the same seed gives the same ladder on any number
    of workers, unless a bot thinks by the clock.
    """

    def __init__(
        self,
        game: str | Game[Any, Any],
        bots: Sequence[BotLike],
        seats: int = 2,
        seed: int | str = 0,
        options: Mapping[str, Any] | None = None,
        data: Path | str | None = None,
        rated: int | None = None,
    ) -> None:
        if len(bots) < 2:
            raise RulekeepError("a ladder needs at least two bots")
        self._game, self._given, self._seats = game, tuple(bots), seats
        self._seed, self._options, self._data = seed, options, data
        self.rated = rated
        """The bot that matches are to tell about; None for all."""
        self._plans: dict[Table, RunPlan] = {}
        self.played: dict[Table, int] = {}
        self.crashes = 0
        together = tuple(range(len(bots)))
        names = [self._plan((at, *[at] * (seats - 1))).bots[0] for at in together]
        for name in names:
            if names.count(name) > 1:
                raise RulekeepError(f"the bot {name!r} is named twice")
        anchor = names.index(FIRM) if FIRM in names else 0
        self.standings = Standings(names, anchor)

    def _plan(self, table: Table) -> RunPlan:
        if table not in self._plans:
            bots = [self._given[at] for at in table]
            self._plans[table] = make_plan(self._game, bots, self._seed, self._options, self._data)
        return self._plans[table]

    @property
    def total(self) -> int:
        """Matches played, with crashes."""
        return sum(self.played.values())

    def tables(self) -> Iterator[tuple[Table, RunPlan]]:
        """All tables that the schedule may choose."""
        for table in self.standings.tables(self._seats):
            yield table, self._plan(table)

    def add(self, table: Table, result: Result) -> None:
        """Count a match."""
        self.played[table] = self.played.get(table, 0) + 1
        self.crashes += bool(result.error)
        self.standings.add(table, result)

    def is_known(self, within: float) -> bool:
        """Whether the intervals of all bots, or of the rated one, are narrow enough."""
        bots = range(len(self._given)) if self.rated is None else [self.rated]
        return all(self.standings.margin(bot) <= within for bot in bots)

    def next_matches(self, most: int) -> tuple[Table, RunPlan, range]:
        """The table that tells most now, and the numbers of its next matches."""
        wanted = self.rated if min(self.standings.matches) >= FEWEST else None
        table = self.standings.next_table(self._seats, wanted)
        done = self.played.get(table, 0)
        count = max(BATCH, self.total // 10)
        # Each bot has every seat equally often.
        count = min(most, -(-count // self._seats) * self._seats)
        return table, self._plan(table), range(done, done + count)

    def play(
        self, games: int, within: float, play_more: PlayMore | None = None, workers: int = 1
    ) -> Iterator[Result]:
        """Play until the ratings are known within so many points, or `games` matches in all."""
        self.standings.fit()
        while self.total < games and not self.is_known(within):
            table, plan, numbers = self.next_matches(games - self.total)
            before = self.crashes
            if play_more is None:
                results: Iterable[Result] = run_plan(plan, numbers, workers)
            else:
                results = play_more(plan, numbers)
            for result in results:
                self.add(table, result)
                yield result
            if self.crashes - before == len(numbers):
                names = ", ".join(plan.bots)
                raise RulekeepError(f"every match of {names} crashed; the ladder cannot go on")
            self.standings.fit()
