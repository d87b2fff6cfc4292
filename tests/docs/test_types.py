"""Every Python example passes the strictest checks of mypy."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2]))
from tests.docs.pages import PAGES, ROOT, Block, blocks

EXAMPLES = sorted(
    {path.parent for path in (ROOT / "examples").glob("*/*.py")}
    | {path.parent for path in (ROOT / "examples").rglob("pyproject.toml")}
)
"""Directories with programs, and packages."""

MYPY = (sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull)


CACHE = ROOT / "build" / "mypy-of-examples"
"""What mypy knows of the package; it stays there for the next run."""


def check(directory: Path) -> None:
    """Run mypy without the settings of this project, as a user of the package does."""
    done = subprocess.run(
        [*MYPY, "--cache-dir", str(CACHE), "."],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def code(block: Block) -> str:
    """What a block runs."""
    if ">>>" not in block.text:
        return block.text
    return "".join(one.source for one in doctest.DocTestParser().get_examples(block.text))


def test_examples_of_the_documentation_are_typed(tmp_path: Path) -> None:
    """Blocks of a page are one program; blocks with a file are that file."""
    sources: dict[Path, list[str]] = {}
    for page in PAGES:
        for block in blocks(page):
            named = block.note.removeprefix("file=")
            if named.startswith("examples/"):
                continue  # a part of a file that is checked below
            if block.language == "python" and block.note in ("", f"file={named}"):
                own = named or f"{page.stem.replace('-', '_')}_page.py"
                sources.setdefault(tmp_path / own, []).append(code(block))
    assert {"bots_page.py", "reference_page.py", "mybot.py"} <= {path.name for path in sources}
    for path, texts in sources.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(texts), encoding="utf-8")
    check(tmp_path)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_examples_are_typed(example: Path) -> None:
    check(example)


def test_no_example_is_left_out() -> None:
    files = [path for path in (ROOT / "examples").rglob("*.py") if "build" not in path.parts]
    assert [p for p in files if not any(p.is_relative_to(place) for place in EXAMPLES)] == []
