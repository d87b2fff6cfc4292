"""The prover: a rule is proven when breaking its code breaks a scenario that cites it.

`claims` says which code belongs to a rule and which scenarios, `faults` and `mutants` break it,
`workers` try each mutant in a process of its own, `verdicts` knows those that no scenario could
notice, `proof` and `report` add up. `docs/reliability.md` tells the whole story.
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
