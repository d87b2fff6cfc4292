"""docs/arbiters.md is true: its files and commands, one after the other."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import ROOT, Run
from tests.patience import PATIENCE

PAGE = ROOT / "docs" / "arbiters.md"
PARTED = ("rulekeep diff ",)
"""Commands that are shown with something to tell: exit code 1."""


def blocks() -> list[tuple[str, str]]:
    found = re.findall(
        r"^```(\S+ ?\S*)\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return [(head.strip(), body) for head, body in found]


def test_every_command_of_the_page_does_what_it_says(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    commands = 0
    for head, body in blocks():
        kind, _, name = head.partition(" ")
        if name:
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(body, "utf-8")
            continue
        assert kind == "console", f"a block of {kind!r} is neither a file nor commands"
        for shown in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            line, *expected = shown.strip().splitlines()
            run_and_compare(line, expected, run, environment, tmp_path)
            commands += 1
    assert commands >= 15


def run_and_compare(
    line: str, expected: list[str], run: Run, environment: dict[str, str], place: Path
) -> None:
    command, _, given = line.partition(" < ")
    program, *words = shlex.split(command)
    lines = (place / given).read_text("utf-8") if given else ""
    if program == "rulekeep":
        done = run(*words, lines=lines)
    else:
        done = subprocess.run(
            [sys.executable, "-m", program, *words],
            input=lines,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment,
            cwd=place,
            timeout=PATIENCE,
            check=False,
        )
    told = done.stdout + done.stderr
    assert done.returncode == (1 if line.startswith(PARTED) else 0), f"{line}\n{told}"
    spoken = " ".join(told.split())
    for words_told in expected:
        assert " ".join(words_told.split()) in spoken, f"{line}\n{told}"
