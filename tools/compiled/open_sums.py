"""Write sums of products as generator expressions, because mypyc makes loops of those.

`sum(map(mul, a, b))` is the fastest form for the interpreter, but compiled code would call `map` and
`mul` for every product. Nothing is multiplied where the second one is 0. For whole numbers.
"""

from __future__ import annotations

import ast
from typing import TypeGuard

from tools.compiled.source_rows import rewritten


def open_sums(source: str) -> str:
    """The source with every `sum(map(mul, a, b))` of one line written out; lines stay the same."""
    found: list[tuple[ast.expr, str]] = []
    for node in ast.walk(ast.parse(source)):
        if _is_sum_of_products(node):
            products = node.args[0]
            assert isinstance(products, ast.Call)
            one, other = (ast.unparse(factor) for factor in products.args[1:])
            text = f"sum(_one * _other for _one, _other in zip({one}, {other}) if _other)"
            found.append((node, text))
    return rewritten(source, found)


def _is_sum_of_products(node: ast.AST) -> TypeGuard[ast.Call]:
    match node:
        case ast.Call(
            func=ast.Name("sum"),
            args=[ast.Call(func=ast.Name("map"), args=[ast.Name("mul"), _, _], keywords=[])],
            keywords=[],
        ):
            return node.lineno == node.end_lineno
    return False
