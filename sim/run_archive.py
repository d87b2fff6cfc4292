"""An archive of runs as Parquet, with a directory for each game and each run.

    ledger/game=kilt_castle/run=3f0c19aa90d1b2c3/results.parquet

Tools that read Parquet by directories (duckdb, polars, arrow) read all runs as one table with the
columns of docs/designers.md, and `game` and `run`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from rulekeep.core.data_files import canonical_json, why_not
from rulekeep.core.errors import DataError
from rulekeep.sim.adapters.parquet import Draft
from rulekeep.sim.result_files import to_row
from rulekeep.sim.single_match import Result, RunPlan

FILE = "results.parquet"


def run_name(plan: RunPlan) -> str:
    """A digest of game, bots, seed, options and edition of the rules."""
    game = plan.plugin()
    key = [game.id, game.data_digest, game.book.edition, plan.bots, plan.seed, dict(plan.options)]
    return hashlib.sha256(canonical_json(key).encode()).hexdigest()[:16]


class ArchivedRun(Draft):
    """The file of a run in an archive; it replaces an older file of the same run."""

    def __init__(self, ledger: Path, plan: RunPlan) -> None:
        super().__init__(ledger / f"game={plan.plugin().id}" / f"run={run_name(plan)}" / FILE)
        try:
            ledger.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(str(ledger), f"cannot be written: {why_not(error)}") from None

    def add_result(self, result: Result) -> None:
        self.add(to_row(result))

    def finish(self) -> None:
        """Replace the old file, unless there are no results."""
        if not self.empty:
            super().finish()
