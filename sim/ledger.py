"""A ledger: the results of many runs as Parquet, a directory for each game and each run in it.

    ledger/game=kilt_castle/run=3f0c19aa90d1b2c3/results.parquet

Every tool that reads Parquet by directories (duckdb, polars, arrow) reads all of them as one table
with the columns of docs/designers.md, and `game` and `run` besides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from rulekeep.core.data import why_not
from rulekeep.core.errors import DataError
from rulekeep.core.record import canonical_json
from rulekeep.sim.play import Plan, Result
from rulekeep.sim.results import need_pyarrow, to_row, write_parquet

FILE = "results.parquet"


def run_name(plan: Plan) -> str:
    """The same for runs with the same game, bots, seed, options and edition of the rules."""
    game = plan.plugin()
    said = [game.id, game.data_digest, game.book.edition, plan.bots, plan.seed, dict(plan.options)]
    return hashlib.sha256(canonical_json(said).encode()).hexdigest()[:16]


def add_run(ledger: Path, plan: Plan, results: Sequence[Result]) -> Path:
    """Put a run into a ledger, in place of what it has of the same run."""
    need_pyarrow()
    path = ledger / f"game={plan.plugin().id}" / f"run={run_name(plan)}" / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(str(ledger), f"cannot be written: {why_not(error)}") from None
    write_parquet(path, [to_row(result) for result in results])
    return path
