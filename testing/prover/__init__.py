"""The prover: a rule is proven when breaking its code breaks a scenario that cites it.

`targets` finds the code and the scenarios of each rule, `source_edits` and `mutants` break the code,
`trial_workers` run each mutant in a process of its own, `verdicts` lists mutants that no scenario
can notice, `proof` and `proof_report` sum up. `docs/reliability.md` explains it.
"""
