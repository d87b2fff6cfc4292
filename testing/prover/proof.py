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
from rulekeep.testing.prover.targets import Target, file_targets, rule_targets
from rulekeep.testing.prover.trial_workers import MIN_CPU_SECONDS, Job, run_behaviour_jobs, run_jobs
from rulekeep.testing.prover.verdicts import EquivalentMutant, MutantPlace, verdicts_of
from rulekeep.testing.scenario_format import Scenario, scenarios_of


class MutantStatus(StrEnum):
    """The result of a trial."""

    KILLED = "killed"
    JUDGED = "judged"
    SURVIVING = "surviving"
    OPEN = "open"


class ProofStatus(StrEnum):
    """The result for a target."""

    PROVEN = "proven"
    WEAK = "weak"
    UNLINKED = "unlinked"
    OPEN = "open"


@frozen
class MutantTrial:
    """A mutant of a target, and the scenarios that must notice it."""

    target: str
    mutant: Mutant
    scenarios: tuple[Scenario, ...]
    key: str


@frozen
class Trials:
    """All trials of a game."""

    game: AnyGame
    program: PatchedGame
    mode: Literal["rules", "code"]
    targets: tuple[Target, ...]
    all: tuple[MutantTrial, ...]

    @classmethod
    def plan(cls, game: AnyGame, rules: Iterable[str] = (), all_code: bool = False) -> Trials:
        """The trials of all testable rules, of some, or of all code of the rule modules."""
        program = PatchedGame.of(game)
        scenarios = scenarios_of(game)
        if all_code:
            targets = file_targets(game, program.texts, scenarios)
        else:
            targets = rule_targets(game, program.texts, scenarios, rules)
        key = TrialKeys()
        trials = tuple(
            MutantTrial(target.name, mutant, target.scenarios, key.of(mutant, target.scenarios))
            for target in targets
            for mutant in target.mutants
        )
        return cls(game, program, "code" if all_code else "rules", tuple(targets), trials)

    def sample(self, count: int, seed: str) -> list[MutantTrial]:
        """So many trials, the same for the same seed."""

        def rank(trial: MutantTrial) -> str:
            return hashlib.sha256(f"{seed}\0{trial.target}\0{trial.key}".encode()).hexdigest()

        chosen = sorted(map(rank, self.all))[:count]
        return [trial for trial in self.all if rank(trial) in chosen]

    def only(self, names: Container[str]) -> Trials:
        """The trials of these targets."""
        targets = tuple(target for target in self.targets if target.name in names)
        return evolve(self, targets=targets, all=tuple(t for t in self.all if t.target in names))


def run_trials(
    trials: Trials,
    chosen: Sequence[MutantTrial],
    results: ResultStore,
    workers: int = 2,
    min_cpu_seconds: float = MIN_CPU_SECONDS,
    on_result: Callable[[MutantTrial, bool], None] | None = None,
) -> None:
    """Run the trials without a stored result, and store theirs.

    `on_result` is called with each trial and whether its mutant was killed. After an interrupt the
    results so far are stored.
    """
    todo: dict[str, MutantTrial] = {}
    for trial in chosen:
        killed_by = results.get(trial.key)
        if killed_by is None:
            todo.setdefault(trial.key, trial)
        elif on_result is not None:
            on_result(trial, bool(killed_by))
    order = list(todo.values())
    if order:
        cited = {s.where: s for trial in order for s in trial.scenarios}
        baseline = measure(trials.program, trials.game, list(cited.values()))
        jobs = [Job(trial.mutant, trial.scenarios) for trial in order]
        with closing(
            run_jobs(trials.program, baseline, jobs, workers, min_cpu_seconds)
        ) as finished:
            for number, killed_by in finished:
                results.add(order[number].key, killed_by)
                if on_result is not None:
                    on_result(order[number], bool(killed_by))
    _doubt_verdicts(trials, chosen, results, workers, min_cpu_seconds)


def _doubt_verdicts(
    trials: Trials,
    chosen: Sequence[MutantTrial],
    results: ResultStore,
    workers: int,
    min_cpu_seconds: float,
) -> None:
    """Compare explanations and views of the mutants that have a verdict."""
    verdicts = verdicts_of(trials.game)
    doubted = {
        _behaviour_key(trial): trial
        for trial in chosen
        if results.get(trial.key) == ""
        and MutantPlace.of(trial.mutant) in verdicts
        and results.get(_behaviour_key(trial)) is None
    }
    if not doubted:
        return
    keys = list(doubted)
    jobs = [Job(trial.mutant, trial.scenarios) for trial in doubted.values()]
    runs = run_behaviour_jobs(trials.program, trials.game, jobs, workers, min_cpu_seconds)
    with closing(runs) as finished:
        for number, differs in finished:
            results.add(keys[number], differs)


def _behaviour_key(trial: MutantTrial) -> str:
    return f"{trial.key} behaviour"


@frozen(slots=False)
class Proof:
    """What the results so far say."""

    trials: Trials
    results: ResultStore

    @cached_property
    def verdicts(self) -> dict[MutantPlace, EquivalentMutant]:
        return verdicts_of(self.trials.game)

    def status_of(self, trial: MutantTrial) -> MutantStatus:
        killed_by = self.results.get(trial.key)
        if killed_by is None:
            return MutantStatus.OPEN
        if killed_by:
            return MutantStatus.KILLED
        judged = MutantPlace.of(trial.mutant) in self.verdicts
        return MutantStatus.JUDGED if judged else MutantStatus.SURVIVING

    @cached_property
    def statuses(self) -> dict[str, list[MutantStatus]]:
        """By target the status of each of its mutants."""
        found: dict[str, list[MutantStatus]] = {target.name: [] for target in self.trials.targets}
        for trial in self.trials.all:
            found[trial.target].append(self.status_of(trial))
        return found

    def status(self, target: str) -> ProofStatus:
        statuses = self.statuses[target]
        if not statuses:
            return ProofStatus.UNLINKED
        if MutantStatus.SURVIVING in statuses:
            return ProofStatus.WEAK
        return ProofStatus.OPEN if MutantStatus.OPEN in statuses else ProofStatus.PROVEN

    def targets(self, status: ProofStatus) -> list[str]:
        return [name for name in self.statuses if self.status(name) is status]

    def count(self, status: MutantStatus) -> int:
        return sum(statuses.count(status) for statuses in self.statuses.values())

    @property
    def survivors(self) -> list[MutantTrial]:
        return [t for t in self.trials.all if self.status_of(t) is MutantStatus.SURVIVING]

    @cached_property
    def stale(self) -> list[EquivalentMutant]:
        """Verdicts on a line that does not exist any more."""
        texts = self.trials.program.texts
        files = {place.file for place in self.verdicts} & texts.keys()
        made = {MutantPlace.of(mutant) for f in files for mutant in mutants_of(f, texts[f])}
        return [verdict for place, verdict in self.verdicts.items() if place not in made]

    @property
    def refuted(self) -> list[tuple[EquivalentMutant, str]]:
        """Verdicts on a mutant that is noticed after all, and what notices it.

        A scenario does, or an explanation or a view changes in one.
        """
        found: dict[MutantPlace, str] = {}
        for trial in self.trials.all:
            place = MutantPlace.of(trial.mutant)
            for key in (trial.key, _behaviour_key(trial)):
                if place in self.verdicts and (killed_by := self.results.get(key)):
                    found.setdefault(place, killed_by)
        return [(self.verdicts[place], killed_by) for place, killed_by in found.items()]

    @property
    def holds(self) -> bool:
        """Whether nothing survives, is unlinked or judged wrongly; trials may be open."""
        doubted = self.targets(ProofStatus.WEAK) or self.targets(ProofStatus.UNLINKED)
        return not (doubted or self.stale or self.refuted)
