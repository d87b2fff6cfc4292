"""Write parts of a source differently without moving any line."""

from __future__ import annotations

import ast
from collections.abc import Iterable


def rewritten(source: str, parts: Iterable[tuple[ast.expr | ast.stmt, str]]) -> str:
    """The source with another text for each part, all of them within a line."""
    lines = source.splitlines()
    # The last one first, so that the columns of the others stay true.
    for node, text in sorted(
        parts, key=lambda part: (part[0].lineno, part[0].col_offset), reverse=True
    ):
        assert node.lineno == node.end_lineno and node.end_col_offset is not None
        row = lines[node.lineno - 1].encode()
        row = row[: node.col_offset] + text.encode() + row[node.end_col_offset :]
        lines[node.lineno - 1] = row.decode()
    return "\n".join([*lines, ""])
