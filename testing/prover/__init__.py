"""The prover: a rule is proven when breaking its code breaks a scenario that cites it.

`targets` finds the code and the scenarios of each rule, `source_edits` and `mutants` break the code,
`trial_workers` run each mutant in a process of its own, `verdicts` lists mutants that no scenario
can notice, `proof` and `proof_report` sum up. `docs/reliability.md` explains it.
"""

from rulekeep.testing.prover.proof import (
    MutantStatus,
    MutantTrial,
    Proof,
    ProofStatus,
    Trials,
    run_trials,
)
from rulekeep.testing.prover.result_store import ResultStore, default_path

__all__ = [
    "MutantStatus",
    "MutantTrial",
    "Proof",
    "ProofStatus",
    "ResultStore",
    "Trials",
    "default_path",
    "run_trials",
]
