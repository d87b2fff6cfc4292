"""A Python source whose nodes can be found as ranges of bytes and replaced."""

from __future__ import annotations

import ast
import io
import tokenize
from bisect import bisect_right
from typing import Any


class SourceText:
    """A source as bytes, because a syntax tree counts columns in bytes."""

    def __init__(self, text: str) -> None:
        self.raw = text.encode()
        self.tree = ast.parse(text)
        self._starts = [0]
        for row in io.StringIO(text):
            self._starts.append(self._starts[-1] + len(row.encode()))
        self._comments = {
            token.start[0]: self._starts[token.start[0] - 1]
            + len(token.line[: token.start[1]].encode())
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.COMMENT
        }

    def span(self, node: Any) -> tuple[int, int]:
        """Where a node begins and ends."""
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(self, node: Any) -> str:
        """A node as it is written."""
        start, end = self.span(node)
        return self.raw[start:end].decode()

    def line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def begin(self, line: int) -> int:
        return self._starts[line - 1]

    def shown(self, start: int, end: int, new: str | None = None) -> str:
        """The lines of a range joined into one, without comments, with `new` instead of the range."""
        first, last = self.line(start), self.line(max(start, end - 1))
        parts = [
            self.raw[self.begin(line) : self._comments.get(line, self._starts[line])]
            for line in range(first, last + 1)
        ]
        if new is not None:
            rest = self.raw[end : max(end, self._comments.get(last, self._starts[last]))]
            parts = [self.raw[self.begin(first) : start] + new.encode() + rest]
        return " ".join(b" ".join(parts).decode().split())
