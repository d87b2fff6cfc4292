"""The pages of the documentation, and the examples in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(DOCS.glob("*.md")),
)
_BLOCK = re.compile(
    r"^(?P<fence>`{3,})(?P<info>[^\n]*)\n(?P<text>.*?)^(?P=fence)$", re.DOTALL | re.MULTILINE
)


@frozen
class Block:
    """What stands between two fences."""

    page: Path
    line: int
    language: str
    note: str
    """What follows the language: `file=…`, `excerpt`."""
    text: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        language, _, note = found["info"].partition(" ")
        yield Block(
            page, text[: found.start("text")].count("\n") + 1, language, note, found["text"]
        )


def prose(page: Path) -> str:
    """The page without its blocks."""
    return _BLOCK.sub("", page.read_text(encoding="utf-8"))
