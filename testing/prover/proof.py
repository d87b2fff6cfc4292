"""The proof of a game: which mutants its scenarios notice, and what that says of each rule."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import closing
from enum import StrEnum
from functools import cached_property
from typing import Literal

from attrs import evolve, frozen

from rulekeep.core.game import AnyGame
from rulekeep.testing.prover.baseline import measure
from rulekeep.testing.prover.mutants import Mutant, mutants_of
from rulekeep.testing.prover.patched_game import PatchedGame
from rulekeep.testing.prover.result_store import ResultStore, TrialKeys
from rulekeep.testing.prover.targets import Target, file_targets, rule_targets, scenarios_of
from rulekeep.testing.prover.trial_workers import MIN_CPU_SECONDS, Job, run_jobs
from rulekeep.testing.prover.verdicts import EquivalentMutant, MutantPlace, verdicts_of
from rulekeep.testing.scenario_format import Scenario


class MutantStatus(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    JUDGED = "judged"
    SURVIVING = "surviving"
    OPEN = "open"


class ProofStatus(StrEnum):
    """What can be said of a claim."""

    PROVEN = "proven"
    WEAK = "weak"
    UNLINKED = "unlinked"
    OPEN = "open"


@frozen
class MutantTrial:
    """A mutant, and the scenarios that must notice it for a claim to be proven."""

    claim: str
    mutant: Mutant
    scenarios: tuple[Scenario, ...]
    key: str


@frozen
class Trials:
    """What is to be tried for a game."""

    game: AnyGame
    program: PatchedGame
    mode: Literal["rules", "code"]
    claims: tuple[Target, ...]
    all: tuple[MutantTrial, ...]

    @classmethod
    def plan(cls, game: AnyGame, rules: Iterable[str] = (), all_code: bool = False) -> Trials:
        """The trials of all testable rules, of some, or of all code of the rooms of rules."""
        program = PatchedGame.of(game)
        scenarios = scenarios_of(game)
        if all_code:
            claims = file_targets(game, program.texts, scenarios)
        else:
            claims = rule_targets(game, program.texts, scenarios, rules)
        key = TrialKeys()
        trials = tuple(
            MutantTrial(claim.name, mutant, claim.scenarios, key.of(mutant, claim.scenarios))
            for claim in claims
            for mutant in claim.mutants
        )
        return cls(game, program, "code" if all_code else "rules", tuple(claims), trials)

    def sample(self, count: int, seed: str) -> list[MutantTrial]:
        """So many trials, the same for the same seed."""

        def lot(trial: MutantTrial) -> str:
            return hashlib.sha256(f"{seed}\0{trial.claim}\0{trial.key}".encode()).hexdigest()

        lots = sorted(map(lot, self.all))[:count]
        return [trial for trial in self.all if lot(trial) in lots]

    def only(self, names: Container[str]) -> Trials:
        """The trials of these claims."""
        claims = tuple(claim for claim in self.claims if claim.name in names)
        return evolve(self, claims=claims, all=tuple(t for t in self.all if t.claim in names))


def run_trials(
    trials: Trials,
    chosen: Sequence[MutantTrial],
    kept: ResultStore,
    workers: int = 2,
    patience: float = MIN_CPU_SECONDS,
    tell: Callable[[MutantTrial, bool], None] | None = None,
) -> None:
    """Make the trials whose results are not kept, and keep them; tell of each that is known.

    `tell` is called with a trial and whether its mutant was noticed. An interrupt leaves what is
    known so far.
    """
    todo: dict[str, MutantTrial] = {}
    for trial in chosen:
        noticed = kept.get(trial.key)
        if noticed is None:
            todo.setdefault(trial.key, trial)
        elif tell is not None:
            tell(trial, bool(noticed))
    if not todo:
        return
    cited = {s.where: s for trial in todo.values() for s in trial.scenarios}
    needs = measure(trials.program, trials.game, list(cited.values()))
    order = list(todo.values())
    jobs = [Job(trial.mutant, trial.scenarios) for trial in order]
    with closing(run_jobs(trials.program, needs, jobs, workers, patience)) as results:
        for number, noticed in results:
            kept.add(order[number].key, noticed)
            if tell is not None:
                tell(order[number], bool(noticed))


@frozen(slots=False)
class Proof:
    """What the results known so far say."""

    trials: Trials
    kept: ResultStore

    @cached_property
    def verdicts(self) -> dict[MutantPlace, EquivalentMutant]:
        return verdicts_of(self.trials.game)

    def fate(self, trial: MutantTrial) -> MutantStatus:
        noticed = self.kept.get(trial.key)
        if noticed is None:
            return MutantStatus.OPEN
        if noticed:
            return MutantStatus.KILLED
        return (
            MutantStatus.JUDGED
            if MutantPlace.of(trial.mutant) in self.verdicts
            else MutantStatus.SURVIVING
        )

    @cached_property
    def fates(self) -> dict[str, list[MutantStatus]]:
        """By claim what became of its mutants."""
        found: dict[str, list[MutantStatus]] = {claim.name: [] for claim in self.trials.claims}
        for trial in self.trials.all:
            found[trial.claim].append(self.fate(trial))
        return found

    def standing(self, claim: str) -> ProofStatus:
        fates = self.fates[claim]
        if not fates:
            return ProofStatus.UNLINKED
        if MutantStatus.SURVIVING in fates:
            return ProofStatus.WEAK
        return ProofStatus.OPEN if MutantStatus.OPEN in fates else ProofStatus.PROVEN

    def claims(self, standing: ProofStatus) -> list[str]:
        return [name for name in self.fates if self.standing(name) is standing]

    def count(self, fate: MutantStatus) -> int:
        return sum(fates.count(fate) for fates in self.fates.values())

    @property
    def survivors(self) -> list[MutantTrial]:
        return [trial for trial in self.trials.all if self.fate(trial) is MutantStatus.SURVIVING]

    @cached_property
    def stale(self) -> list[EquivalentMutant]:
        """Verdicts on a line that is not there any more."""
        texts = self.trials.program.texts
        files = {case.file for case in self.verdicts} & texts.keys()
        made = {
            MutantPlace.of(mutant) for file in files for mutant in mutants_of(file, texts[file])
        }
        return [verdict for case, verdict in self.verdicts.items() if case not in made]

    @property
    def refuted(self) -> list[tuple[EquivalentMutant, str]]:
        """Verdicts on a mutant that a scenario notices after all, and which does."""
        found: dict[MutantPlace, str] = {}
        for trial in self.trials.all:
            case = MutantPlace.of(trial.mutant)
            if case in self.verdicts and (noticed := self.kept.get(trial.key)):
                found.setdefault(case, noticed)
        return [(self.verdicts[case], noticed) for case, noticed in found.items()]

    @property
    def holds(self) -> bool:
        """Whether nothing survives, is unlinked or judged wrongly; what is open may be so."""
        doubted = self.claims(ProofStatus.WEAK) or self.claims(ProofStatus.UNLINKED)
        return not (doubted or self.stale or self.refuted)
