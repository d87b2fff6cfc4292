"""A proof in figures, for people and for tools."""

from __future__ import annotations

from typing import Any

from attrs import asdict, frozen

from rulekeep.core.game import AnyGame
from rulekeep.core.text import fit, plural
from rulekeep.testing.prover.proof import MutantStatus, MutantTrial, Proof, ProofStatus, Trials
from rulekeep.testing.prover.result_store import ResultStore, default_path


@frozen
class Figures:
    """How many mutants were made, and how many have each status."""

    made: int
    killed: int
    judged: int
    surviving: int
    open: int

    @classmethod
    def of(cls, statuses: list[MutantStatus]) -> Figures:
        return cls(len(statuses), *(statuses.count(status) for status in MutantStatus))

    @property
    def tried(self) -> int:
        """Those that a scenario could have noticed."""
        return self.killed + self.surviving


def figures(proof: Proof) -> Figures:
    """The figures of all targets together."""
    return Figures.of([status for statuses in proof.statuses.values() for status in statuses])


def summary(proof: Proof) -> list[str]:
    """The figures of a proof, one sentence per line."""
    thing = "rule" if proof.trials.mode == "rules" else "file"
    numbers = {status: len(proof.targets(status)) for status in ProofStatus}
    counted = ", ".join(
        f"{number} {status}"
        for status, number in numbers.items()
        if number or status is not ProofStatus.OPEN
    )
    f = figures(proof)
    not_tried = f", {f.open} not tried" if f.open else ""
    mutants = f"{f.killed} killed, {f.judged} judged, {f.surviving} surviving{not_tried}"
    lines = [f"{plural(len(proof.statuses), thing)}: {counted}"]
    lines.append(f"{plural(f.made, 'mutant')}: {mutants}")
    if f.tried:
        lines.append(f"{f.killed / f.tried:.1%} of those tried and not judged are killed")
    return lines


def stored_summary(game: AnyGame) -> list[str]:
    """The summary of a game's stored results; nothing is run."""
    path = default_path(game.id)
    return summary(Proof(Trials.plan(game), ResultStore(path))) if path.exists() else []


MAX_WORDS = 60
"""Characters of a rule's words in the table."""


def rows(proof: Proof, every: bool = False) -> list[tuple[str, ...]]:
    """A table of targets, their status and figures; without `every` only those not proven."""
    found: list[tuple[str, ...]] = [("", "", "mutants", "killed", "judged", "surviving", "")]
    book = proof.trials.game.book
    for name, statuses in proof.statuses.items():
        status = proof.status(name)
        if every or status in (ProofStatus.WEAK, ProofStatus.UNLINKED):
            f = Figures.of(statuses)
            numbers = map(str, (f.made, f.killed, f.judged, f.surviving))
            words = fit(book[name].summary.partition(": ")[2], MAX_WORDS) if name in book else ""
            found.append((name, status, *numbers, words))
    return found if len(found) > 1 else []


def as_data(proof: Proof) -> dict[str, Any]:
    """The whole proof as plain data."""
    return {
        "game": proof.trials.game.id,
        "mode": proof.trials.mode,
        "holds": proof.holds,
        "standing": {status.value: len(proof.targets(status)) for status in ProofStatus},
        "mutants": asdict(figures(proof)),
        "claims": [
            {
                "name": target.name,
                "standing": proof.status(target.name).value,
                "scenarios": [scenario.name for scenario in target.scenarios],
                **asdict(Figures.of(proof.statuses[target.name])),
            }
            for target in proof.trials.targets
        ],
        "survivors": [_survivor(trial) for trial in proof.survivors],
        "stale": [{"where": v.where, "mutant": str(v.place)} for v in proof.stale],
        "refuted": [
            {"where": v.where, "mutant": str(v.place), "noticed": killed_by}
            for v, killed_by in proof.refuted
        ],
    }


def _survivor(trial: MutantTrial) -> dict[str, Any]:
    keys = ("kind", "file", "line", "function", "before", "after")
    return {"claim": trial.target, **{key: getattr(trial.mutant, key) for key in keys}}
