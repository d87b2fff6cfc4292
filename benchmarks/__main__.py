"""python -m benchmarks: every game at every number of seats, in CPU time of one core.

python -m benchmarks                       all games
python -m benchmarks --game kilt_castle    one game
python -m benchmarks --json today.json     keep the figures
python -m benchmarks --compare before.json set them against an earlier run
python -m benchmarks --memory --workers    the long ones: memory growth, two workers
"""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from benchmarks.compare import comparison
from benchmarks.endurance import memory_growth, worker_gain
from benchmarks.stretches import growth
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.sim.speed import Measured, measure, seat_counts
from rulekeep.sim.text_plots import call_costs, speeds

FORMAT = 1
GROWTH = {"carcassonne_castle": ("place", 10)}
"""Decisions whose cost must not grow with the match, and in stretches of how many to show them."""


@click.command()
@click.option("--game", "names", multiple=True, help="This game only; may be repeated.")
@click.option("--seats", "only", type=int, help="This number of seats only.")
@click.option("--quick", is_flag=True, help="A rough and fast measurement.")
@click.option(
    "--json", "out", type=click.Path(dir_okay=False, path_type=Path), help="Keep it here."
)
@click.option(
    "--compare",
    "before",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An earlier --json file to compare with.",
)
@click.option(
    "--memory", is_flag=True, help="Also memory growth over 100,000 matches (many minutes)."
)
@click.option("--workers", is_flag=True, help="Also what a second worker process gains (minutes).")
def main(
    names: tuple[str, ...],
    only: int | None,
    quick: bool,
    out: Path | None,
    before: Path | None,
    memory: bool,
    workers: bool,
) -> None:
    """Measure the games; every speed also as a ratio to a fixed loop of plain Python."""
    earlier = _read(before) if before is not None else None
    console = Console(highlight=False, markup=False, emoji=False)
    seconds, repeats = (0.2, 3) if quick else (1.0, 5)
    games = [registry.load(name) for name in names] or list(registry.games().values())
    found: list[Measured] = []
    figures: dict[str, Any] = {
        "format": FORMAT,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": platform.machine(),
    }
    for game in games:
        for seats in seat_counts(game):
            if only in (None, seats):
                found.append(measure(game, seats, seconds, repeats))
    figures["games"] = [one.to_dict() for one in found]
    console.print(speeds(found))
    console.print()
    console.print(call_costs(found))
    for game in games:
        if game.id in GROWTH:
            kind, width = GROWTH[game.id]
            stretches = growth(game, game.seats[0], kind, width, 8 if quick else 30)
            figures.setdefault("growth", {})[game.id] = [
                [s.first, s.last, s.advance, s.legal_moves] for s in stretches
            ]
            console.print(f"\n{game.id}: cost of '{kind}' as the match goes on, µs")
            for s in stretches:
                console.print(
                    f"  {s.first:3} to {s.last:3}   advance {s.advance:6.1f}"
                    f"   legal_moves {s.legal_moves:6.1f}"
                )
    if memory:
        console.print()
        for game in games:
            grown = memory_growth(game.id)
            figures.setdefault("memory", {})[game.id] = grown
            console.print(f"{game.id}: {grown:+.2f} MB from 1,000 to 100,000 matches")
    if workers:
        console.print()
        for game in games:
            gain = worker_gain(game.id)
            figures.setdefault("workers", {})[game.id] = gain
            console.print(f"{game.id}: two workers give {gain:.2f} times one")
    if out is not None:
        out.write_text(json.dumps(figures, indent=1) + "\n")
    if earlier is not None:
        console.print()
        console.print(comparison(earlier, figures))


def _read(path: Path) -> dict[str, Any]:
    try:
        figures = json.loads(path.read_text())
    except (OSError, ValueError):
        raise RulekeepError(f"{path} is not the JSON of an earlier run") from None
    if not isinstance(figures, dict) or figures.get("format") != FORMAT:
        raise RulekeepError(f"{path} is not the JSON of an earlier run in format {FORMAT}")
    return figures


if __name__ == "__main__":
    try:
        main(prog_name="python -m benchmarks")
    except RulekeepError as error:
        click.echo(f"benchmarks: {error}", err=True)
        sys.exit(2)
