"""Write sums of products as generator expressions, because mypyc makes loops of those.

`sum(map(mul, a, b))` is the fastest form for the interpreter, but compiled code would call `map` and
`mul` for every product. Nothing is multiplied where the second one is 0. For whole numbers.
"""

from __future__ import annotations

import ast
from typing import TypeGuard


def open_sums(source: str) -> str:
    """The source with every `sum(map(mul, a, b))` of one line written out; lines stay the same."""
    lines = source.splitlines()
    found = [node for node in ast.walk(ast.parse(source)) if _is_sum_of_products(node)]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        products = node.args[0]
        assert isinstance(products, ast.Call) and node.end_col_offset is not None
        one, other = (ast.unparse(factor) for factor in products.args[1:])
        row = lines[node.lineno - 1].encode()
        text = f"sum(_one * _other for _one, _other in zip({one}, {other}) if _other)"
        row = row[: node.col_offset] + text.encode() + row[node.end_col_offset :]
        lines[node.lineno - 1] = row.decode()
    return "\n".join([*lines, ""])


def _is_sum_of_products(node: ast.AST) -> TypeGuard[ast.Call]:
    match node:
        case ast.Call(
            func=ast.Name("sum"),
            args=[ast.Call(func=ast.Name("map"), args=[ast.Name("mul"), _, _], keywords=[])],
            keywords=[],
        ):
            return node.lineno == node.end_lineno
    return False
