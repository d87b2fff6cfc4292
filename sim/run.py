"""Many matches between bots, with the same results on any number of workers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.bots import Bot, BotFactory, BotLike, make_bot
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game
from rulekeep.core.rule_options import settle
from rulekeep.match.match import seed_text
from rulekeep.sim.process_pool import Pool, need_sendable_bots, run_here
from rulekeep.sim.ranges import MissingNumbers
from rulekeep.sim.single_match import Result, RunPlan, one_line

__all__ = ["MissingNumbers", "Result", "RunPlan", "make_plan", "run_plan", "simulate"]

MAX_GAMES = 10**12
"""Limit for the number of matches."""


def make_plan(
    game: str | Game[Any, Any],
    seats: Sequence[BotLike],
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    data: Path | str | None = None,
) -> RunPlan:
    """Plan a run. RulekeepError if it cannot be played."""
    plugin = registry.load(game) if isinstance(game, str) else game
    sent: str | Game[Any, Any] = plugin.id
    board = None if data is None else str(Path(data).resolve())
    if not _is_installed(plugin):
        sent = plugin if board is None else plugin.with_data(Path(board))
        board = None
    given = {number: bot for number, bot in enumerate(seats) if not isinstance(bot, str)}
    plan = RunPlan(
        game=sent,
        bots=tuple(bot if isinstance(bot, str) else _spec_of(bot) for bot in seats),
        seed=seed_text(seed),
        options=settle(plugin.options, options or {}),
        data=board,
        given=given,
    )
    plan.check()
    return plan


def _spec_of(bot: Bot | BotFactory) -> str:
    """What results call a bot: one line."""
    made = make_bot(bot)
    return one_line(str(getattr(made, "spec", type(made).__name__)))


def _is_installed(game: Game[Any, Any]) -> bool:
    """Whether workers can load the game by its name; any other game is sent to them."""
    installed = game.id in registry.points()
    return installed and registry.load(game.id) is game


def run_plan(
    plan: RunPlan,
    numbers: Collection[int],
    workers: int = 1,
    cluster: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Generator[Result]:
    """The results of these matches in this order; `notify` is called if a cluster has to wait."""
    if cluster is not None:
        from rulekeep.sim.dask_cluster import run_on_cluster

        return run_on_cluster(plan, numbers, cluster, notify)
    if workers < 1:
        raise RulekeepError(f"{workers} workers cannot play; at least 1 is needed")
    if workers == 1 or len(numbers) < 2:
        return run_here(plan, numbers)
    need_sendable_bots(plan)
    return Pool(plan, numbers, workers).run()


def simulate(
    game: str | Game[Any, Any],
    seats: Sequence[BotLike],
    games: int = 100,
    seed: int | str = 0,
    *,
    workers: int = 1,
    options: Mapping[str, Any] | None = None,
    data: Path | str | None = None,
    cluster: str | None = None,
    skip: Collection[int] = (),
) -> Iterator[Result]:
    """Play matches between bots and yield each result, in order.

    `seats` are the bots, e.g. `("greedy", MyBot())`: specs, bots, which are copied for each match,
    or functions that make one from `seed`. They move one seat on from match to match. Bots of your
    own are sent to several workers by pickling. Results depend on the arguments before the `*` and on options and data alone, not on
    the number of workers or the cluster (`tcp://host:port` of a dask scheduler), except where a
    bot thinks by the clock. Matches whose numbers are in `skip` are left out.

    With several workers, or a cluster, a script needs the usual `if __name__ == "__main__":`.
    """
    if games < 1:
        raise RulekeepError(f"{games} games cannot be played; at least 1 is needed")
    if games > MAX_GAMES:
        raise RulekeepError(f"so many games cannot be played; at most {MAX_GAMES:,} can")
    plan = make_plan(game, seats, seed, options, data)
    return run_plan(plan, MissingNumbers(games, skip), workers, cluster)
