"""Targets of the prover: code to break, and the scenarios that must notice.

The target of a rule is the code that bears its id, for the scenarios that cite it or list it under
`without`. Where ids are nested, a line belongs to the nearest: a comment at the head of a function
covers the lines without a comment of their own. With `--all-code`, each file of the modules that
carry out rules is a target, for all scenarios.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.testing.prover.mutants import Mutant, mutants_of
from rulekeep.testing.rule_sources import CodePlace, places_in, top_module
from rulekeep.testing.scenario_format import Scenario

RULE_MODULES = ("checks", "turn", "scoring")
"""The modules whose every line carries out rules."""

LEGAL_MODULES = ("legal",)
"""Modules that the conformance kit compares with the checks, move by move; no scenario need."""


@frozen
class Target:
    """Some code as mutants, and the scenarios that must notice them."""

    name: str
    """The id of a rule, or a file."""
    mutants: tuple[Mutant, ...] = field(repr=False)
    scenarios: tuple[Scenario, ...] = field(repr=False)


def rule_targets(
    game: AnyGame,
    texts: Mapping[str, str],
    scenarios: Sequence[Scenario],
    wanted: Iterable[str] = (),
) -> list[Target]:
    """The targets of all testable rules in the order of the book, or of those wanted."""
    rules = _testable_rules(game, wanted)
    mutants: dict[str, list[Mutant]] = {rule: [] for rule in rules}
    for file, text in texts.items():
        owners = _rules_by_line(file, text, game)
        lines = {line for line, rules in owners.items() if rules & mutants.keys()}
        for mutant in mutants_of(file, text, lines) if lines else ():
            for rule in sorted(owners[mutant.line] & mutants.keys()):
                mutants[rule].append(mutant)
    return [
        Target(rule, tuple(mutants[rule]), tuple(s for s in scenarios if rule in s.concerns))
        for rule in rules
    ]


def file_targets(
    game: AnyGame, texts: Mapping[str, str], scenarios: Sequence[Scenario]
) -> list[Target]:
    """Every file of the rule modules that has mutants, for all scenarios."""
    targets = [
        Target(file, tuple(mutants), tuple(scenarios))
        for file, text in texts.items()
        if top_module(file) in RULE_MODULES and (mutants := mutants_of(file, text))
    ]
    if not targets:
        raise RulekeepError(f"{game.title} has none of the modules {', '.join(RULE_MODULES)}")
    return targets


def _testable_rules(game: AnyGame, wanted: Iterable[str]) -> list[str]:
    chosen = list(dict.fromkeys(wanted))
    for rule in chosen:
        if rule not in game.book:
            raise RulekeepError(f"{game.title} has no rule {rule}")
        if game.book[rule].untestable:
            raise RulekeepError(f"{rule} cannot be shown at work: {game.book[rule].untestable}")
    return [rule for rule in game.book.testable if not chosen or rule in chosen]


def _rules_by_line(file: str, text: str, game: AnyGame) -> dict[int, set[str]]:
    """The rules that each line belongs to: those of the shortest places around it."""
    if top_module(file) in LEGAL_MODULES:
        return {}
    around: dict[int, list[CodePlace]] = {}
    for place in places_in(file, text, frozenset(game.book.rules)):
        for line in range(place.line, place.last + 1):
            around.setdefault(line, []).append(place)
    return {
        line: {place.rule for place in found if place.length == min(p.length for p in found)}
        for line, found in around.items()
    }
