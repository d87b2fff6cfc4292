"""`rulekeep engine`: games for front ends in other languages, asked line by line."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

MAX_LINE = 1 << 20
"""Bytes of one request."""


@click.command()
def engine() -> None:
    """Answer JSON requests: one per line on standard input, one reply per line on standard output.

    Several tables can be open at once; each seat sees only what it may know. Every request has
    "do", and an "id" that its reply repeats; docs/programs.md lists all of them. The session
    ends with the input.

    \b
    Example:
      echo '{"id": 1, "do": "games"}' | rulekeep engine
    """
    from rulekeep.session.front_end import FrontEnd

    session = FrontEnd()
    out = sys.stdout.buffer
    try:
        # What a game prints must not get into the replies.
        with contextlib.redirect_stdout(sys.stderr):
            for number, line in _lines(sys.stdin.buffer):
                reply = session.answer(line, number)
                out.write(
                    json.dumps(reply, separators=(",", ":"), allow_nan=False).encode() + b"\n"
                )
                out.flush()
    finally:
        session.close()


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Every line that is not empty, with its number; None for one that is too long."""
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE)
            yield number, None
        elif line.strip():
            yield number, line
