"""Let interpreted classes inherit from compiled ones.

A plugin or a test may define its own kind of bag or chance, and `copy` makes an object without calling
`__init__`. A compiled class allows both only if it is marked.
"""

from __future__ import annotations

import ast

_HEAD = "from __future__ import annotations"
_IMPORTS = (
    f"{_HEAD}; import typing as _open_typing\n"
    "if _open_typing.TYPE_CHECKING: from mypy_extensions import mypyc_attr as _open\n"
)
_OPEN = "@_open(allow_interpreted_subclasses=True)"


def make_subclassable(source: str) -> str:
    """The source with a mark on every plain class."""
    lines = source.splitlines()
    plain = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and not node.decorator_list and not _special(node)
    ]
    for node in reversed(plain):
        lines.insert(node.lineno - 1, _OPEN)
    text = "\n".join([*lines, ""])
    return text.replace(_HEAD, _IMPORTS, 1) if plain else text


def _special(node: ast.ClassDef) -> bool:
    """Protocols and named tuples are not compiled to native classes."""
    return any(ast.unparse(base).startswith(("Protocol", "NamedTuple")) for base in node.bases)
