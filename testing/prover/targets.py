"""Claims: some code, and the scenarios that are said to prove it.

A rule claims the code that bears its id for the scenarios that cite it or show it to keep out.
Where ids stand inside each other, a line belongs to the nearest: a comment at the head of a
function stands for what has no comment of its own. The game as a whole claims its rooms of rules,
for all its scenarios.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.testing.prover.mutants import Mutant, mutants_of
from rulekeep.testing.rule_sources import CodePlace, places_in
from rulekeep.testing.scenario_format import Scenario, read_scenarios, scenario_files

RULE_MODULES = ("checks", "turn", "scoring")
"""The rooms whose every line carries out rules."""

LEGAL_MODULES = ("legal",)
"""Rooms that the conformance kit compares with the checks, move by move; no scenario need."""


@frozen
class Target:
    name: str
    """The id of a rule, or a file."""
    mutants: tuple[Mutant, ...] = field(repr=False)
    scenarios: tuple[Scenario, ...] = field(repr=False)


def scenarios_of(game: AnyGame) -> list[Scenario]:
    return [s for path in scenario_files(game) for s in read_scenarios(path)]


def rule_targets(
    game: AnyGame,
    texts: Mapping[str, str],
    scenarios: Sequence[Scenario],
    wanted: Iterable[str] = (),
) -> list[Target]:
    """The claims of all testable rules in the order of the book, or of those wanted."""
    rules = _testable_rules(game, wanted)
    mutants: dict[str, list[Mutant]] = {rule: [] for rule in rules}
    for file, text in texts.items():
        borne = _rules_by_line(file, text, game)
        lines = {line for line, owners in borne.items() if owners & mutants.keys()}
        for mutant in mutants_of(file, text, lines) if lines else ():
            for rule in sorted(borne[mutant.line] & mutants.keys()):
                mutants[rule].append(mutant)
    return [
        Target(rule, tuple(mutants[rule]), tuple(s for s in scenarios if rule in s.concerns))
        for rule in rules
    ]


def file_targets(
    game: AnyGame, texts: Mapping[str, str], scenarios: Sequence[Scenario]
) -> list[Target]:
    """The claim of each file of the rooms of rules that can be broken."""
    made = {
        f: tuple(mutants_of(f, text)) for f, text in texts.items() if top_module(f) in RULE_MODULES
    }
    # The head of a package says nothing that could be broken.
    claims = [Target(file, mutants, tuple(scenarios)) for file, mutants in made.items() if mutants]
    if not claims:
        raise RulekeepError(f"{game.title} has none of the rooms {', '.join(RULE_MODULES)}")
    return claims


def top_module(file: str) -> str:
    return file.split("/")[0].removesuffix(".py")


def _testable_rules(game: AnyGame, wanted: Iterable[str]) -> list[str]:
    asked = list(dict.fromkeys(wanted))
    for rule in asked:
        if rule not in game.book:
            raise RulekeepError(f"{game.title} has no rule {rule}")
        if game.book[rule].untestable:
            raise RulekeepError(f"{rule} cannot be shown at work: {game.book[rule].untestable}")
    return [rule for rule in game.book.testable if not asked or rule in asked]


def _rules_by_line(file: str, text: str, game: AnyGame) -> dict[int, set[str]]:
    """By line the rules it belongs to."""
    if top_module(file) in LEGAL_MODULES:
        return {}
    nearest: dict[int, list[CodePlace]] = {}
    for place in places_in(file, text, frozenset(game.book.rules)):
        for line in range(place.line, place.last + 1):
            others = nearest.setdefault(line, [])
            length = place.last - place.line
            if others and length < others[0].last - others[0].line:
                others.clear()
            if not others or length == others[0].last - others[0].line:
                others.append(place)
    return {line: {place.rule for place in found} for line, found in nearest.items()}
