"""Which rules the passing scenarios have shown at work."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulekeep.core.rulebook import Rule, Rulebook


@frozen
class Coverage:
    """The rules of one game: earned, owed, and those no scenario can show."""

    game: str
    earned: tuple[str, ...]
    owed: tuple[str, ...]
    untestable: tuple[Rule, ...]
    proof: tuple[str, ...] = ()
    """What kept results of the prover say, in sentences."""

    @property
    def complete(self) -> bool:
        return not self.owed

    def lines(self) -> list[str]:
        """The report, one sentence a line."""
        testable = len(self.earned) + len(self.owed)
        lines = [f"{self.game}: {len(self.earned)} of {testable} testable rules seen at work"]
        lines += [f"  proof: {line}" for line in self.proof]
        lines += [f"  owed: {rule}" for rule in self.owed]
        lines += [f"  untestable: {rule.id}: {rule.untestable}" for rule in self.untestable]
        return lines


def coverage(
    game: str, book: Rulebook, earned: Iterable[str], proof: Iterable[str] = ()
) -> Coverage:
    """Compare what was earned with what the book holds."""
    seen = set(earned)
    return Coverage(
        game,
        tuple(rule for rule in book.testable if rule in seen),
        tuple(rule for rule in book.testable if rule not in seen),
        tuple(rule for rule in book if rule.untestable),
        tuple(proof),
    )
