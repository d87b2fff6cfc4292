"""Write `found.extend(some)` as a loop of `found.append`, because mypyc makes a native loop of it.

Lists of moves are put together from many short tuples. For the interpreter one call for each is the
fastest form; compiled code would spend more time on the call than on what it adds.
"""

from __future__ import annotations

import ast
from typing import TypeGuard

from tools.compiled.source_rows import rewritten


def open_extends(source: str) -> str:
    """The source with every such statement of one line written out; lines stay the same."""
    found: list[tuple[ast.stmt, str]] = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Expr) or not _extends_a_list(node.value):
            continue
        call = node.value
        assert isinstance(call.func, ast.Attribute)
        one = f"_one_{node.lineno}"
        text = f"for {one} in {ast.unparse(call.args[0])}: {ast.unparse(call.func.value)}.append({one})"
        found.append((node, text))
    return rewritten(source, found)


def _extends_a_list(node: ast.expr) -> TypeGuard[ast.Call]:
    """Whether a name is extended by something else; the compiler refuses it if it is no list."""
    match node:
        case ast.Call(func=ast.Attribute(ast.Name(name), "extend"), args=[added], keywords=[]):
            named = {part.id for part in ast.walk(added) if isinstance(part, ast.Name)}
            return node.lineno == node.end_lineno and name not in named
    return False
