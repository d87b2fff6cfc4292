"""`rulekeep train`: learn the weights of a game's estimate by self-play."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import monotonic

import click

from rulekeep import __version__
from rulekeep.cli import arguments
from rulekeep.cli.files.output_files import write_new
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.linear_estimate import weights_text
from rulekeep.testing.process_map import map_in_processes


@click.command()
@arguments.game_argument
@click.option(
    "--hours",
    default=1.0,
    show_default=True,
    metavar="HOURS",
    type=arguments.Seconds(0, 1000),
    help="Start no further round after this time.",
)
@arguments.count_option("--rounds", default=12, most=1000, help="How many rounds at most.")
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="N", help="The seed of all matches."
)
@arguments.count_option("--matches", default=400, help="Matches of self-play in a round.")
@arguments.count_option(
    "--gate", default=400, help="Matches of the duel that new weights must win."
)
@arguments.workers_option("play")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="Write the weights to this new file; FILE.progress lets an interrupted training continue.",
)
def train(
    game: str,
    hours: float,
    rounds: int,
    seed: int,
    matches: int,
    gate: int,
    workers: int,
    out: Path,
) -> None:
    """Learn how to judge positions of GAME, from matches that bots play against themselves.

    Each round plays matches, fits new weights to the results, and keeps them only if their bot
    beats the one before in 55 % of a duel on fresh deals. The same seed and numbers give the same
    weights. Needs numpy: pip install 'rulekeep[train]'.

    \b
    Examples:
      rulekeep train kilt_castle --out weights.json
      rulekeep train carcassonne_castle --hours 4 --workers 2 --out weights.json
    """
    try:
        from rulekeep.sim.training import Training
    except ImportError:
        raise RulekeepError("training needs numpy: pip install 'rulekeep[train]'") from None
    plugin = registry.load(game)
    if out.exists():
        raise RulekeepError(f"{out} exists already; name a new file")
    progress = out.with_name(f"{out.name}.progress")
    training = Training(plugin, seed, matches, gate, progress)
    if training.rounds:
        click.echo(f"Continuing after round {len(training.rounds)}.")
    map_work = partial(map_in_processes, workers=workers)
    begin = monotonic()
    while len(training.rounds) < rounds and monotonic() - begin < 3600 * hours:
        report = training.round(map_work)
        kept = "kept" if report.promoted else "not kept"
        click.echo(
            f"Round {report.number}: the new weights win {report.share:.1%} "
            f"(± {2 * report.error:.1%}) against the old ones; {kept}."
        )
    made = {
        "command": f"rulekeep train {plugin.id} --seed {seed} --matches {matches} --gate {gate} "
        f"--rounds {len(training.rounds)}",
        "rulekeep": __version__,
        "edition": plugin.book.edition,
        "shares": [round(report.share, 3) for report in training.rounds],
    }
    write_new(weights_text(training.weights, made).encode(), out)
    progress.unlink(missing_ok=True)
