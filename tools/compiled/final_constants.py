"""Mark the constants of a module as `Final`, so that the compiler need not look them up by name.

A constant is a name in capitals that the module assigns once, at its top level. Numbers become
constants of the C code, tables become C variables.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

_HEAD = "from __future__ import annotations"
_IMPORTS = f"{_HEAD}; import typing as _final_typing"
_FINAL = "_final_typing.Final"
_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
_TYPES = ("TypeVar", "ParamSpec", "NewType")


def mark_constants(source: str) -> str:
    """The source with `Final` beside every constant; line numbers stay the same."""
    tree = ast.parse(source)
    assigned = Counter(_assigned(tree))
    lines = source.splitlines()
    marked = False
    for node in reversed(tree.body):
        once = all(assigned[name] == 1 for name in _targets(node))
        marked |= once and _mark(lines, node)
    text = "\n".join([*lines, ""])
    return text.replace(_HEAD, _IMPORTS, 1) if marked else text


def _assigned(tree: ast.Module) -> Iterator[str]:
    """Every name that is given a value or declared global anywhere in the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.id
        elif isinstance(node, ast.Global):
            yield from node.names


def _targets(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        return [part.id for part in parts if isinstance(part, ast.Name)]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def _mark(lines: list[str], node: ast.stmt) -> bool:
    names = _targets(node)
    if not names or not all(map(_CONSTANT.fullmatch, names)):
        return False
    if isinstance(node, ast.AnnAssign):
        if node.value is None:
            return False
        _wrap(lines, node.annotation)
        return True
    assert isinstance(node, ast.Assign)
    if isinstance(node.targets[0], ast.Tuple):
        return _spread(lines, node, names)
    if isinstance(node.value, ast.Call) and ast.unparse(node.value.func).endswith(_TYPES):
        return False
    row = lines[node.lineno - 1]
    lines[node.lineno - 1] = f"{names[0]}: {_FINAL}{row[len(names[0]) :]}"
    return True


def _wrap(lines: list[str], annotation: ast.expr) -> None:
    """Put an annotation inside `Final[...]`, the end first."""
    assert annotation.end_lineno is not None
    for line, column, text in (
        (annotation.end_lineno, annotation.end_col_offset, "]"),
        (annotation.lineno, annotation.col_offset, f"{_FINAL}["),
    ):
        row = lines[line - 1].encode()
        lines[line - 1] = (row[:column] + text.encode() + row[column:]).decode()


def _spread(lines: list[str], node: ast.Assign, names: list[str]) -> bool:
    """`A, B = range(2)` as one assignment for each name; other tuples are left as they are."""
    first = _first_number(node.value, len(names))
    if first is None:
        return False
    lines[node.lineno - 1] = "; ".join(
        f"{name}: {_FINAL} = {first}{number}" for number, name in enumerate(names)
    )
    assert node.end_lineno is not None
    for line in range(node.lineno, node.end_lineno):
        lines[line] = ""
    return True


def _first_number(value: ast.expr, count: int) -> str | None:
    """What to put before the numbers from 0: nothing for `range(2)`, `N + ` for `range(N, N + 2)`."""
    if ast.unparse(value) == f"range({count})":
        return ""
    match value:
        case ast.Call(func=ast.Name("range"), args=[start, _], keywords=[]):
            return f"({ast.unparse(start)}) + "
    return None
