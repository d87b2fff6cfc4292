"""The words of `--seats`: parted by commas, except inside the quotes of a program's command line."""

from __future__ import annotations

import re

# A seat is a program's once it begins with `run:` or `NAME=run:`. Only there do quotes and
# backslashes count, as they do for `shlex`: a person may be called D'Arcy.
_SEAT = re.compile(
    r"""\s*(?:[^,=]*=\s*)?run:(?:[^,"'\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|["'\\])*|[^,]*""", re.DOTALL
)


def split_seats(text: str) -> list[str]:
    """`human,run:./bot "a,b",greedy` in its three words."""
    words: list[str] = []
    at = 0
    while True:
        found = _SEAT.match(text, at)
        assert found is not None  # the last alternative takes anything
        words.append(found.group().strip())
        at = found.end()
        if at >= len(text):
            return words
        at += 1  # the comma
