"""Fill in the generated parts of the pages for game authors: `python -m tools.author_pages`.

A block whose fence says `file=examples/…` holds that file, or with `part=A,B.c` these functions and
classes of it.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[1]
PAGES = ("docs/plugins.md",)
_BLOCK = re.compile(
    r"^```(?P<info>\w+ file=(?P<file>examples/\S+)(?: part=(?P<part>\S+))?)\n.*?^```$",
    re.DOTALL | re.MULTILINE,
)


def filled(page: str) -> str:
    """The page with its generated parts as they must be now."""
    return _BLOCK.sub(_block, page)


def _block(found: re.Match[str]) -> str:
    text = (ROOT / found["file"]).read_text(encoding="utf-8")
    if found["part"]:
        text = "\n\n".join(_part(text, name) for name in found["part"].split(","))
    return f"```{found['info']}\n{text.rstrip()}\n```"


def _part(text: str, name: str) -> str:
    """A function or class of a module, with its decorators and the comment above it."""
    body: list[ast.stmt] = ast.parse(text).body
    for word in name.split("."):
        node = next(
            node
            for node in body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == word
        )
        body = node.body
    lines = text.splitlines()
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
    while lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return dedent("\n".join(lines[first : node.end_lineno]))


def main() -> None:
    """Write the pages again."""
    for page in PAGES:
        path = ROOT / page
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
