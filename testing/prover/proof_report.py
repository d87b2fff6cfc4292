"""A proof in figures, for people and for tools."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.testing.prover.proof import MutantStatus, MutantTrial, Proof, ProofStatus, Trials
from rulekeep.testing.prover.result_store import ResultStore, default_path


@frozen
class Figures:
    """How many mutants there are, and what became of them."""

    made: int
    killed: int
    judged: int
    surviving: int
    open: int

    @classmethod
    def of(cls, fates: list[MutantStatus]) -> Figures:
        return cls(len(fates), *(fates.count(fate) for fate in MutantStatus))

    @property
    def tried(self) -> int:
        """Those that a scenario could have noticed."""
        return self.killed + self.surviving


def figures(proof: Proof) -> Figures:
    return Figures.of([fate for fates in proof.fates.values() for fate in fates])


def summary(proof: Proof) -> list[str]:
    """The figures of a proof, a sentence a line."""
    thing = "rule" if proof.trials.mode == "rules" else "file"
    counted = {standing: len(proof.claims(standing)) for standing in ProofStatus}
    said = ", ".join(
        f"{number} {standing}"
        for standing, number in counted.items()
        if number or standing is not ProofStatus.OPEN
    )
    all_of = figures(proof)
    still = f", {all_of.open} not tried" if all_of.open else ""
    fates = f"{all_of.killed} killed, {all_of.judged} judged, {all_of.surviving} surviving{still}"
    lines = [f"{plural(len(proof.fates), thing)}: {said}"]
    lines.append(f"{plural(all_of.made, 'mutant')}: {fates}")
    if all_of.tried:
        lines.append(f"{all_of.killed / all_of.tried:.1%} of those tried and not judged are killed")
    return lines


def stored_summary(game: AnyGame) -> list[str]:
    """What the results kept for a game say of its rules; nothing is run, and nothing guessed."""
    path = default_path(game.id)
    return summary(Proof(Trials.plan(game), ResultStore(path))) if path.exists() else []


def rows(proof: Proof, every: bool = False) -> list[tuple[str, ...]]:
    """The table: a claim, its standing and its figures; only what is not proven, or every one."""
    found: list[tuple[str, ...]] = [("", "", "mutants", "killed", "judged", "surviving")]
    for name, fates in proof.fates.items():
        standing = proof.standing(name)
        if every or standing in (ProofStatus.WEAK, ProofStatus.UNLINKED):
            f = Figures.of(fates)
            numbers = map(str, (f.made, f.killed, f.judged, f.surviving))
            found.append((name, standing, *numbers))
    return found if len(found) > 1 else []


def as_data(proof: Proof) -> dict[str, Any]:
    """All of it as plain data."""
    all_of = figures(proof)
    return {
        "game": proof.trials.game.id,
        "mode": proof.trials.mode,
        "holds": proof.holds,
        "standing": {standing.value: len(proof.claims(standing)) for standing in ProofStatus},
        "mutants": _numbers(all_of),
        "claims": [
            {
                "name": claim.name,
                "standing": proof.standing(claim.name).value,
                "scenarios": [scenario.name for scenario in claim.scenarios],
                **_numbers(Figures.of(proof.fates[claim.name])),
            }
            for claim in proof.trials.claims
        ],
        "survivors": [_survivor(trial) for trial in proof.survivors],
        "stale": [{"where": v.where, "mutant": str(v.case)} for v in proof.stale],
        "refuted": [
            {"where": v.where, "mutant": str(v.case), "noticed": noticed}
            for v, noticed in proof.refuted
        ],
    }


def _numbers(of: Figures) -> dict[str, int]:
    return {
        "made": of.made,
        "killed": of.killed,
        "judged": of.judged,
        "surviving": of.surviving,
        "open": of.open,
    }


def _survivor(trial: MutantTrial) -> dict[str, Any]:
    mutant = trial.mutant
    return {
        "claim": trial.claim,
        "kind": mutant.kind,
        "file": mutant.file,
        "line": mutant.line,
        "function": mutant.function,
        "before": mutant.before,
        "after": mutant.after,
    }
