"""Write `cells.bit_count()` as a call of a native function, because mypyc has none for it.

The compiler would make an object of the number, look the method up by name and unpack the answer. The
function counts a small number with a few shifts; a larger one takes the usual way.
"""

from __future__ import annotations

import ast
from typing import TypeGuard

from tools.compiled.source_rows import rewritten

_FUNCTION = """
import typing as _bits_typing
if _bits_typing.TYPE_CHECKING: from mypy_extensions import i64 as _i64
def _bit_count(number: int) -> int:
    if 0 <= number < 0x1000000000000000:
        bits: _i64 = number
        bits -= bits >> 1 & 0x1555555555555555
        bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
        bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
        bits += bits >> 8
        bits += bits >> 16
        bits += bits >> 32
        return bits & 0x7F
    return number.bit_count()
"""


def open_bit_counts(source: str) -> str:
    """The source with every such call of one line written out; lines stay the same."""
    found: list[tuple[ast.expr, str]] = []
    for node in ast.walk(ast.parse(source)):
        if _is_bit_count(node):
            assert isinstance(node.func, ast.Attribute)
            found.append((node, f"_bit_count({ast.unparse(node.func.value)})"))
    return rewritten(source, found) + (_FUNCTION if found else "")


def _is_bit_count(node: ast.AST) -> TypeGuard[ast.Call]:
    """One inside another stays as it is."""
    match node:
        case ast.Call(func=ast.Attribute(attr="bit_count"), args=[], keywords=[]):
            inner = [part for part in ast.walk(node) if isinstance(part, ast.Attribute)]
            once = sum(part.attr == "bit_count" for part in inner) == 1
            return once and node.lineno == node.end_lineno
    return False
