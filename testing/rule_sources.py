"""Find the code that carries out or checks a rule, in a game's own sources.

Code bears an id in a comment, at the end of a line or on the line above:

    price = self.heights[cell]  # KC-058

or by the decorator `@forbids("KC-055", Build)`. A comment at the head of a function, a loop or a
condition covers the whole block. Nothing is imported or run: the sources are read as text.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

from attrs import frozen

RULE_ID = re.compile(r"[A-Za-z][\w-]*\w")


@frozen
class CodePlace:
    """Lines of code that bear a rule's id."""

    rule: str
    file: str
    """Below the game's package: `turn/attack.py`."""
    line: int
    last: int
    function: str
    """The function they are in, or the class, or nothing at the top of a module."""
    kind: Literal["check", "code"]

    @property
    def module(self) -> str:
        """The module, or package of modules, right below the game: `turn`."""
        return top_module(self.file)

    @property
    def length(self) -> int:
        return self.last - self.line


def top_module(file: str) -> str:
    """The module of a file, or its package, right below the game: `turn/attack.py` is in `turn`."""
    return file.split("/")[0].removesuffix(".py")


def places(package: str, rules: Iterable[str]) -> dict[str, list[CodePlace]]:
    """By rule, every place of the package's sources that bears its id, in order of the files."""
    known = frozenset(rules)
    found: dict[str, list[CodePlace]] = {rule: [] for rule in known}
    for name, text in source_files(package):
        for place in places_in(name, text, known):
            found[place.rule].append(place)
    return found


def source_files(package: str) -> Iterator[tuple[str, str]]:
    """The Python files of a package with their names below it, those of its scenarios left out."""
    yield from _walk(resources.files(package), "")


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name.isidentifier() and entry.name != "scenarios":
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield prefix + entry.name, entry.read_text(encoding="utf-8")


def places_in(file: str, text: str, known: frozenset[str]) -> Iterator[CodePlace]:
    """The places of one file."""
    statements = _StatementIndex(ast.parse(text))
    for rule, check in statements.checks():
        if rule in known:
            first, last = _span(check)
            yield CodePlace(rule, file, first, last, check.name, "check")
    for line, alone, comment in _comments(text):
        named = [word for word in RULE_ID.findall(comment) if word in known]
        node = statements.after(line) if alone else statements.at(line)
        if named and node is not None:
            first, last = _span(node)
            for rule in dict.fromkeys(named):
                yield CodePlace(rule, file, first, last, statements.function(node), "code")


def _comments(text: str) -> Iterator[tuple[int, bool, str]]:
    """Line, whether the comment is alone on it, and the comment."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], not token.line[: token.start[1]].strip(), token.string


def _span(node: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of a condition the test and its branch, without `else`."""
    last = node.end_lineno or node.lineno
    if isinstance(node, ast.If):
        last = node.body[-1].end_lineno or node.lineno
    return _first(node), last


def _first(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


class _StatementIndex:
    """The statements of a module, found by line."""

    def __init__(self, tree: ast.Module) -> None:
        self._nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        self._nodes.sort(key=lambda node: (_first(node), -(node.end_lineno or 0)))
        self._owner: dict[ast.stmt, str] = {}
        self._own(tree, "")

    def _own(self, parent: ast.AST, name: str) -> None:
        if isinstance(parent, ast.FunctionDef | ast.ClassDef):
            name = f"{name}.{parent.name}" if name else parent.name
        if isinstance(parent, ast.stmt):
            self._owner[parent] = name
        for child in ast.iter_child_nodes(parent):
            self._own(child, name)

    def function(self, node: ast.stmt) -> str:
        return self._owner[node]

    def checks(self) -> Iterator[tuple[str, ast.FunctionDef]]:
        """Functions tied to a rule by `@forbids`, with its id."""
        for node in self._nodes:
            if isinstance(node, ast.FunctionDef):
                for rule in filter(None, map(_forbids, node.decorator_list)):
                    yield rule, node

    def at(self, line: int) -> ast.stmt | None:
        """The innermost statement with code on a line, blocks only by their head."""
        best: ast.stmt | None = None
        for node in self._nodes:
            if _first(node) <= line <= _head_end(node):
                best = node
        return best

    def after(self, line: int) -> ast.stmt | None:
        """The outermost statement that begins next below a line."""
        return next((node for node in self._nodes if _first(node) > line), None)


def _forbids(decorator: ast.expr) -> str:
    """The id in `@forbids("ID", …)`; an empty text for other decorators."""
    if isinstance(decorator, ast.Call) and decorator.args:
        called, rule = ast.unparse(decorator.func), decorator.args[0]
        if called.split(".")[-1] == "forbids" and isinstance(rule, ast.Constant):
            return str(rule.value)
    return ""


def _head_end(node: ast.stmt) -> int:
    """The last line of a statement, of a block the last one before its body."""
    body = getattr(node, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
        return max(node.lineno, _first(body[0]) - 1)
    return node.end_lineno or node.lineno
