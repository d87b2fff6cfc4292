"""The words of `--seats`, such as `human`, `mcts:500` or `run:./mybot --level 3`."""

from __future__ import annotations

import re
from pathlib import Path

PREFIX = "run"

# Only after `run:` or `NAME=run:` do quotes and backslashes count, as in `shlex`: a person may be
# called D'Arcy. The name is matched without backtracking (`*+`): many spaces would take too long.
_SEAT = r"""(?s)\s*+(?:[^,=]*+=\s*+)?run:(?:[^,"'\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|["'\\])*|[^,]*"""


def split_seats(text: str) -> list[str]:
    """Split `human,run:./bot "a,b",greedy` into three words."""
    if f"{PREFIX}:" not in text:
        return [word.strip() for word in text.split(",")]
    seat = re.compile(_SEAT)
    words: list[str] = []
    at = 0
    while True:
        found = seat.match(text, at)
        assert found is not None  # the last alternative takes anything
        words.append(found.group().strip())
        at = found.end()
        if at >= len(text):
            return words
        at += 1  # the comma


def is_program(spec: str) -> bool:
    """Whether a word of `--seats` names a program rather than a bot."""
    return spec.strip().startswith(f"{PREFIX}:")


def bot_title(spec: str) -> str:
    """A name for a bot: `run:node bots/patient.js` is Patient."""
    return Path(_file(spec)).stem.title() or PREFIX.title()


def short_spec(spec: str) -> str:
    """A spec for tables: a program without its path and arguments."""
    return f"{PREFIX}:{Path(_file(spec)).name}" if is_program(spec) else spec


def _file(spec: str) -> str:
    """The word of a command line that looks most like the program's file."""
    import shlex

    try:
        words = shlex.split(spec.partition(":")[2])
    except ValueError:
        words = []
    scripts = [word for word in words if Path(word).suffix[1:].isalpha()]
    return (scripts or words or [PREFIX])[0]
