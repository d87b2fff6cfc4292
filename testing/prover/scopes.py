"""The scope of a piece of code, and which of its names mean a seat or a colour."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from attrs import field, frozen

Function = ast.FunctionDef | ast.AsyncFunctionDef
Role = Literal["seat", "colour"]

_SEATS = frozenset(
    ["seat", "other", "player", "owner", "winner", "loser", "taker", "payer", "leader"]
) | frozenset(["attacker", "defender", "rival", "opponent", "neighbour"])
_COLOURS = frozenset(("colour", "color"))


def role_of(name: str, annotation: str | None = None) -> Role | None:
    """What a name means, by its annotation or by its last word."""
    word = name.rpartition("_")[2]
    if annotation == "Seat" or (word in _SEATS and annotation in (None, "int")):
        return "seat"
    if annotation in ("Colour", "Color") or (word in _COLOURS and annotation in (None, "int")):
        return "colour"
    return None


@frozen(eq=False)
class Scope:
    """The function or class around a node, and the names bound in it."""

    name: str = ""
    node: Function | ast.ClassDef | None = None
    bound: Counter[str] = field(factory=Counter)
    first_line: dict[str, int] = field(factory=dict)
    """The line where a name is bound first."""
    annotations: dict[str, str] = field(factory=dict)
    """The annotations of its parameters."""

    def inner(self, node: Function | ast.ClassDef) -> Scope:
        name = f"{self.name}.{node.name}" if self.name else node.name
        scope = Scope(name, node)
        if isinstance(node, ast.ClassDef):
            return scope
        arguments = node.args
        for arg in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            scope.bound[arg.arg] += 1
            scope.first_line[arg.arg] = 0
            if arg.annotation is not None:
                scope.annotations[arg.arg] = ast.unparse(arg.annotation)
        for name, line in _bindings(node):
            scope.bound[name] += 1
            scope.first_line.setdefault(name, line)
        return scope

    def alternatives(self, name: str, before: int) -> list[str]:
        """Other names for a seat, or a colour, that have a value before a line."""
        role = role_of(name, self.annotations.get(name))
        return [
            other
            for other, line in self.first_line.items()
            if other != name
            and line < before
            and role_of(other, self.annotations.get(other)) == role
        ]


def _bindings(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Names bound by the statements of a function; those of comprehensions are their own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            continue
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.id, child.lineno
        if not isinstance(child, Function | ast.ClassDef | ast.Lambda):
            yield from _bindings(child)
