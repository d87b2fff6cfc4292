"""Verdicts on survivors: mutants that no scenario can notice, and why.

They are in `proof.yaml` next to `rules.yaml`:

    equivalent:
      - file: turn.py
        function: highest
        line: "for number in (4, 3, 2, 1):"
        becomes: "for number in (4, 4, 2, 1):"
        because: a number that nobody shows is passed over, the second time too

A verdict holds for the line as it was written. When the line changes, the verdict is stale and the
mutant counts as a survivor again. A verdict on a mutant that is noticed after all is refuted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib import resources

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.data_files import Node, Readable, read_yaml
from rulekeep.core.game import AnyGame
from rulekeep.testing.prover.mutants import Mutant

FILE = "proof.yaml"


@frozen
class MutantPlace:
    """The subject of a verdict: a line of a function and what it becomes."""

    file: str
    function: str
    line: str
    becomes: str

    @classmethod
    def of(cls, mutant: Mutant) -> MutantPlace:
        return cls(mutant.file, mutant.function, mutant.before, mutant.after)

    def __str__(self) -> str:
        return f"{self.file} {self.function}: {self.line} -> {self.becomes}"


@frozen
class EquivalentMutant:
    """A verdict: this mutant plays exactly like the original."""

    place: MutantPlace
    because: str
    where: str


def verdicts_of(game: AnyGame) -> dict[MutantPlace, EquivalentMutant]:
    """The verdicts that a game ships with."""
    source = resources.files(registry.package_of(game.id)) / FILE
    return read_verdicts(source) if source.is_file() else {}


def read_verdicts(source: Readable) -> dict[MutantPlace, EquivalentMutant]:
    """The verdicts of a file."""
    found: dict[MutantPlace, EquivalentMutant] = {}
    for node in read_yaml(source).only("equivalent")["equivalent"]:
        verdict = _verdict(node)
        if verdict.place in found:
            raise node.fail("this mutant is judged twice")
        found[verdict.place] = verdict
    return found


def _verdict(node: Node) -> EquivalentMutant:
    node.only("file", "function", "line", "becomes", "because")
    function = node["function"].str().strip() if "function" in node else ""
    file, line, becomes, because = (
        node[key].str().strip() for key in ("file", "line", "becomes", "because")
    )
    if not because:
        raise node["because"].fail("a verdict needs a reason")
    return EquivalentMutant(MutantPlace(file, function, line, becomes), because, node.where)


def draft(mutants: Iterable[Mutant]) -> str:
    """Survivors as entries of the file, each without its reason."""
    lines = ["equivalent:"]
    for place in dict.fromkeys(map(MutantPlace.of, mutants)):
        lines.append(f"  - file: {place.file}")
        if place.function:
            lines.append(f"    function: {place.function}")
        lines.append(f"    line: {json.dumps(place.line, ensure_ascii=False)}")
        lines.append(f"    becomes: {json.dumps(place.becomes, ensure_ascii=False)}")
        lines.append("    because:")
    return "\n".join(lines) + "\n"
