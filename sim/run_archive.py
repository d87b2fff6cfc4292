"""A ledger: the results of many runs as Parquet, a directory for each game and each run in it.

    ledger/game=kilt_castle/run=3f0c19aa90d1b2c3/results.parquet

Every tool that reads Parquet by directories (duckdb, polars, arrow) reads all of them as one table
with the columns of docs/designers.md, and `game` and `run` besides.
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
    """The same for runs with the same game, bots, seed, options and edition of the rules."""
    game = plan.plugin()
    said = [game.id, game.data_digest, game.book.edition, plan.bots, plan.seed, dict(plan.options)]
    return hashlib.sha256(canonical_json(said).encode()).hexdigest()[:16]


class ArchivedRun(Draft):
    """A run on its way into a ledger, where it takes the place of what is there of the same run."""

    def __init__(self, ledger: Path, plan: RunPlan) -> None:
        super().__init__(ledger / f"game={plan.plugin().id}" / f"run={run_name(plan)}" / FILE)
        try:
            ledger.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(str(ledger), f"cannot be written: {why_not(error)}") from None

    def take(self, result: Result) -> None:
        self.add(to_row(result))

    def finish(self) -> None:
        """A run that has not begun takes nobody's place."""
        if not self.empty:
            super().finish()
