"""`rulekeep train`: learn the weights of a game's estimate by self-play."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from rulekeep import __version__
from rulekeep.cli import arguments
from rulekeep.cli.files.output_files import write_new
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.linear_estimate import LinearEstimate, Weights, weights_from
from rulekeep.match.house_rules import agree
from rulekeep.testing.process_map import map_in_processes

if TYPE_CHECKING:
    from rulekeep.sim.training import Training

Learned = tuple[Weights, Mapping[str, Any]]
"""Weights, and how they were made."""


@click.command()
@arguments.game_argument
@click.option(
    "--seats",
    type=click.IntRange(1),
    metavar="N",
    help="Train for this number of players only; otherwise for each number in turn.",
)
@arguments.seconds_option(
    "--hours",
    1.0,
    arguments.Seconds(0, 1000),
    "Start no further round after this time, for each number of players.",
    metavar="HOURS",
)
@arguments.count_option("--rounds", default=12, most=1000, help="How many rounds at most.")
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="N", help="The seed of all matches."
)
@arguments.count_option("--matches", default=400, help="Matches of self-play in a round.")
@arguments.count_option(
    "--gate", default=400, help="Matches of the duel that new weights must win."
)
@click.option(
    "--random",
    "random_moves",
    default=0.1,
    show_default=True,
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="The share of random moves in self-play, so that positions differ.",
)
@arguments.option_option
@arguments.workers_option("play")
@arguments.file_option(
    "--start", exists=True, help="Begin with the weights of this file, not with points alone."
)
@arguments.file_option(
    "--out",
    required=True,
    help="Write the weights to this new file; FILE.N.progress lets an interrupted training of N "
    "players continue.",
)
def train(
    game: str,
    seats: int | None,
    hours: float,
    rounds: int,
    seed: int,
    matches: int,
    gate: int,
    random_moves: float,
    words: tuple[str, ...],
    workers: int,
    start: Path | None,
    out: Path,
) -> None:
    """Learn how to judge positions of GAME, from matches that bots play against themselves.

    Each round plays matches, fits new weights to the results, and keeps them only if their bot
    beats the one before in 55 % of a duel on fresh deals. The same seed and numbers give the same
    weights. With --option, only tables with these options are trained, as far as the game lists
    them. Needs numpy: pip install 'rulekeep[train]'.

    \b
    Examples:
      rulekeep train kilt_castle --out weights.json
      rulekeep train kilt_castle --seats 2 --hours 4 --workers 2 --out weights.json
      rulekeep train kings_and_castles --option variant=short --out short_weights.json
    """
    try:
        from rulekeep.sim.training import Training, trained
    except ImportError:
        raise RulekeepError("training needs numpy: pip install 'rulekeep[train]'") from None
    plugin = registry.load(game)
    if out.exists():
        raise RulekeepError(f"{out} exists already; name a new file")
    estimate = trained(plugin)
    options = agree(plugin, words).options
    numbers = sorted({table.seats for table in estimate.tables})
    before: LinearEstimate[Any] | None = None
    if start is not None:
        text = start.read_text(encoding="utf-8", errors="replace")
        before = estimate.with_weights(weights_from(text, estimate.names, str(start)))
    learned: dict[int, Learned] = {}
    done: list[Path] = []
    for number in numbers if seats is None else [seats]:
        progress = out.with_name(f"{out.name}.{number}.progress")
        first = before.nearest(number) if before else None
        training = Training(
            plugin, number, seed, matches, gate, progress, first, random_moves, options
        )
        _play_rounds(training, rounds, hours, partial(map_in_processes, workers=workers))
        made = {
            "command": f"rulekeep train {plugin.id} --seats {number} --seed {seed} "
            f"--matches {matches} --gate {gate} --rounds {len(training.rounds)} "
            f"--random {random_moves:g}"
            + "".join(f" --option {word}" for word in words)
            + (f" --start {start.name}" if start else ""),
            "rulekeep": __version__,
            "edition": plugin.book.edition,
            "shares": [round(report.share, 3) for report in training.rounds],
        }
        learned[number] = training.weights, made
        done.append(progress)
    write_new(weights_text(learned).encode(), out)
    for progress in done:
        progress.unlink(missing_ok=True)


def _play_rounds(
    training: Training,
    rounds: int,
    hours: float,
    map_work: Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]],
) -> None:
    click.echo(f"{training.game.title}, {training.seats} players")
    if training.rounds:
        click.echo(f"Continuing after round {len(training.rounds)}.")
    begin = monotonic()
    while len(training.rounds) < rounds and monotonic() - begin < 3600 * hours:
        report = training.round(map_work)
        kept = "kept" if report.promoted else "not kept"
        click.echo(
            f"Round {report.number}: the new weights win {report.share:.1%} "
            f"(± {2 * report.error:.1%}) against the old ones; {kept}."
        )


def weights_text(learned: Mapping[int, Learned]) -> str:
    """The weights by the number of seats, as `weights.json` has them, one feature a line."""
    tables = []
    for seats, (weights, made) in learned.items():
        columns = zip(*weights.stages, strict=True)
        rows = [
            f"    {json.dumps(name)}: {json.dumps(column)}"
            for name, column in zip(weights.names, columns, strict=True)
        ]
        head = f'"made": {json.dumps(dict(made))},\n  "leads": {json.dumps(weights.leads)}'
        tables.append(
            f'"{seats}": {{\n  {head},\n  "features": {{\n' + ",\n".join(rows) + "\n  }\n}"
        )
    return '{"seats": {\n' + ",\n".join(tables) + "\n}}\n"
