"""The words of `--seats`, those that name programs above all: `run:./mybot --level 3`."""

from __future__ import annotations

import re
from pathlib import Path

PREFIX = "run"

# A seat is a program's once it begins with `run:` or `NAME=run:`. Only there do quotes and
# backslashes count, as they do for `shlex`: a person may be called D'Arcy. What was taken for the
# name is not tried again (`*+`): many spaces would take for ever.
_SEAT = r"""(?s)\s*+(?:[^,=]*+=\s*+)?run:(?:[^,"'\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|["'\\])*|[^,]*"""


def split_seats(text: str) -> list[str]:
    """`human,run:./bot "a,b",greedy` in its three words."""
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
    """A name for whoever sits there: `run:node bots/patient.js` is Patient."""
    return Path(_file(spec)).stem.title() or PREFIX.title()


def short_spec(spec: str) -> str:
    """A bot's spec as it stands in tables: a program without its path and arguments."""
    return f"{PREFIX}:{Path(_file(spec)).name}" if is_program(spec) else spec


def _file(spec: str) -> str:
    """The word of a program's command line that looks most like its file."""
    import shlex

    try:
        words = shlex.split(spec.partition(":")[2])
    except ValueError:
        words = []
    scripts = [word for word in words if Path(word).suffix[1:].isalpha()]
    return (scripts or words or [PREFIX])[0]
