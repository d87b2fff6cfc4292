"""python -m benchmarks.estimates GAME --against OLDER: does a new `evaluate` win more than an older one?

OLDER is a git revision, whose `evaluate.py`, features and weights are used with the rules and the bots of today,
or a Python file with a function `evaluate(state, seat)`, with its features and weights in the same folder if it has
any, or a JSON file with other weights for the features of today. One seat plays with the estimate of today, all
others with the older one, and each deal is played once from every seat.

`--seconds` gives each decision of `mcts` so much processor time, whatever else the machine does. `--playouts` gives
it a number of playouts, and `--bot greedy` looks one move ahead: then the same seed gives the same result.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from copy import copy
from functools import cache, partial
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from pkgutil import iter_modules
from time import process_time
from types import ModuleType
from typing import Any
from unittest.mock import patch

import click
from attrs import frozen

from benchmarks.seat_wins import tell_wins
from rulekeep.bots import make_bot
from rulekeep.cli import arguments
from rulekeep.cli.terminal.progress_bar import gather
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.linear_estimate import Weights, weights_from
from rulekeep.core.primitives.players import need_seats
from rulekeep.match.house_rules import agree
from rulekeep.testing.process_map import map_in_processes

ROOT = Path(__file__).parents[1]
ENDLESS = 999_999_999
"""Playouts of a search that processor time ends."""
Evaluate = Callable[[Any, int], float]
Read = Callable[[str], str | None]
"""The text of a file of the older estimate by its name; None if it has no such file."""


@frozen
class Duel:
    """What is played: the seats, and how long each of the two estimates may think."""

    game: str
    against: str
    seats: int
    options: Mapping[str, Any]
    bot: str
    seconds: float | None
    against_seconds: float | None


def share_of_match(duel: Duel, job: tuple[str, int]) -> float:
    """What the seat with the estimate of today has of the win."""
    seed, chair = job
    game = registry.load(duel.game)
    older = game_with(game, older_evaluate(duel.game, duel.against))
    bots = [make_bot(duel.bot, f"{seed}/{seat}") for seat in range(duel.seats)]
    chance = SeededChance("estimates", seed)
    state = game.setup(duel.seats, duel.options, chance).state
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        plays, seconds = (game, duel.seconds) if seat == chair else (older, duel.against_seconds)
        stop = None if seconds is None else partial(_is_past, process_time() + seconds)
        game.advance(state, seat, bots[seat].choose(plays, state, seat, stop=stop).move, chance)
    outcome = game.outcome(state)
    assert outcome is not None, "nobody has anything to decide"
    return outcome.share(chair)


def _is_past(moment: float) -> bool:
    return process_time() >= moment


def game_with(game: AnyGame, evaluate: Evaluate) -> AnyGame:
    """The same rules with another estimate."""
    other = copy(game)
    vars(other)["evaluate"] = evaluate
    return other


@cache
def older_evaluate(game_id: str, against: str) -> Evaluate:
    """The estimate of a revision or a file. RulekeepError if there is none."""
    game = registry.load(game_id)
    path = Path(against)
    if path.suffix == ".json":
        return _with_weights(game, path)
    if path.suffix == ".py":
        return _loaded(game, path.name, lambda name: _text(path.parent / name))
    folder = ROOT / "games" / game.id
    return _loaded(game, "evaluate.py", partial(_at_revision, against, folder))


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _at_revision(revision: str, folder: Path, name: str) -> str | None:
    where = f"{revision}:{(folder / name).relative_to(ROOT).as_posix()}"
    command = ["git", "-C", str(ROOT), "show", "--end-of-options", where]
    shown = subprocess.run(command, capture_output=True, check=False)
    return None if shown.returncode else shown.stdout.decode("utf-8")


def _with_weights(game: AnyGame, path: Path) -> Evaluate:
    estimate, text = game.learned_estimate(), _text(path)
    if estimate is None or text is None:
        raise RulekeepError(f"{path}: no weights for {game.title}")
    chance = estimate.with_weights(weights_from(text, estimate.names, str(path))).chance

    def evaluate(state: Any, seat: int) -> float:
        outcome = game.outcome(state)
        return chance(state, seat) if outcome is None else outcome.share(seat)

    return evaluate


def _loaded(game: AnyGame, name: str, read: Read) -> Evaluate:
    """Run the modules of an older estimate in the package of today."""
    package = type(game).__module__.rpartition(".")[0]
    text = read(name)
    if text is None:
        raise RulekeepError(f"no {name} of {game.title} was found there")
    parts = _features(f"{package}.features", read)
    with patch.dict(sys.modules, parts):
        module = _module(f"{package}.evaluate", text)
    if hasattr(module, "read_weights"):
        vars(module)["read_weights"] = partial(_weights, read)
    evaluate: Evaluate = module.evaluate
    return evaluate


def _features(name: str, read: Read) -> dict[str, ModuleType]:
    """The older features by the names of their modules; none if there are none."""
    text = read("features.py") or read("features/__init__.py")
    if text is None:
        return {}
    parts: dict[str, ModuleType] = {}
    for inner in iter_modules(getattr(import_module(name), "__path__", ())):
        part = read(f"features/{inner.name}.py")
        if part is not None:
            parts[f"{name}.{inner.name}"] = _module(f"{name}.{inner.name}", part)
    with patch.dict(sys.modules, parts):
        parts[name] = _module(name, text)
    return parts


class _Source(InspectLoader):
    """Loads a module from its text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def get_source(self, fullname: str) -> str:
        return self._text


def _module(name: str, text: str) -> ModuleType:
    import_module(name.rpartition(".")[0])
    loader = _Source(text)
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _weights(
    read: Read, _package: str, names: tuple[str, ...], file: str = "weights.json"
) -> dict[int, Weights]:
    text = read(file)
    if text is None:
        raise RulekeepError(f"the older estimate has no {file}")
    return weights_from(text, names, file)


@click.command()
@arguments.game_argument
@click.option("--against", required=True, metavar="OLDER", help="A revision, or a file.")
@arguments.count_option("--players", default=2, help="How many seats.")
@click.option(
    "--bot", default="mcts", type=click.Choice(["greedy", "mcts"]), help="Who plays with them."
)
@arguments.count_option("--playouts", default=200, help="Playouts for each decision of mcts.")
@click.option(
    "--seconds", type=click.FloatRange(0.001, 60), help="Processor time instead of playouts."
)
@click.option(
    "--against-seconds",
    type=click.FloatRange(0.001, 60),
    help="Another time for the older estimate, which a compiled build runs as plain Python.",
)
@arguments.count_option("--deals", default=50, help="How many deals to play, once for each seat.")
@click.option("--seed", default="1", show_default=True, help="Other seeds, other deals.")
@arguments.option_option
@arguments.workers_option("play")
@arguments.json_option("The figures, for tools.")
def main(
    game: str,
    against: str,
    players: int,
    bot: str,
    playouts: int,
    seconds: float | None,
    against_seconds: float | None,
    deals: int,
    seed: str,
    words: tuple[str, ...],
    workers: int,
    as_json: bool,
) -> None:
    """Play the estimate of GAME against an older one."""
    plugin = registry.load(game)
    need_seats(players, plugin.seats, plugin.title)
    older_evaluate(plugin.id, against)
    if bot == "mcts":
        bot = f"mcts:{playouts if seconds is None else ENDLESS}"
    else:
        seconds = None
    older_seconds = None if seconds is None else against_seconds or seconds
    options = agree(plugin, words).options
    duel = Duel(plugin.id, against, players, options, bot, seconds, older_seconds)
    jobs = [(f"{seed}/{deal}", chair) for deal in range(deals) for chair in range(players)]
    found, complete = gather(
        map_in_processes(partial(share_of_match, duel), jobs, workers), len(jobs), lambda _one: ""
    )
    thinks = bot if seconds is None else f"mcts, {seconds:g} and {older_seconds:g} seconds"
    what = f"{plugin.title}, {players} players, {thinks}, against {against}"
    tell_wins(found, "The estimate of today", what, 1 / players, as_json)
    sys.exit(0 if complete else 130)


if __name__ == "__main__":
    try:
        main(prog_name="python -m benchmarks.estimates")
    except RulekeepError as error:
        click.echo(f"benchmarks: {error}", err=True)
        sys.exit(2)
