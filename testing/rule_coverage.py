"""Rule coverage: which rules the passing scenarios have shown at work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from rulekeep.core.rulebook import Rule, Rulebook


@frozen
class Coverage:
    """The rules of one game: covered, missing, and those that no scenario can show."""

    game: str
    covered: tuple[str, ...]
    missing: tuple[str, ...]
    untestable: tuple[Rule, ...]
    summaries: Mapping[str, str]
    """The words of the rules, by id."""
    proof: tuple[str, ...] = ()
    """The summary of the prover's stored results."""

    @property
    def complete(self) -> bool:
        return not self.missing

    def lines(self) -> list[str]:
        """The report, one sentence per line."""
        testable = len(self.covered) + len(self.missing)
        lines = [f"{self.game}: {len(self.covered)} of {testable} testable rules seen at work"]
        lines += [f"  proof: {line}" for line in self.proof]
        lines += [f"  missing: {self.summaries[rule]}" for rule in self.missing]
        for rule in self.untestable:
            lines += [f"  untestable: {rule.summary}", f"    {rule.untestable}"]
        return lines


def coverage(
    game: str, book: Rulebook, earned: Iterable[str], proof: Iterable[str] = ()
) -> Coverage:
    """Compare the rules that scenarios earned with those of the book."""
    seen = set(earned)
    return Coverage(
        game,
        tuple(rule for rule in book.testable if rule in seen),
        tuple(rule for rule in book.testable if rule not in seen),
        tuple(rule for rule in book if rule.untestable),
        {rule.id: rule.summary for rule in book},
        tuple(proof),
    )
