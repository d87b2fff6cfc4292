"""Text to standard output, or to a new file."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import printable
from rulekeep.match.safe_files import write_new_file


def write_out(text: str, out: Path | None) -> None:
    """Print a text, or write it to a file that is not there yet: whole or not at all."""
    if out is None:
        click.echo(text, nl=False)
        return
    write_new(text.encode(), out)


def write_new(data: bytes, out: Path, quiet: bool = False) -> None:
    """Write a file that is not there yet, whole or not at all; say where unless `quiet`."""
    write_new_file(out, data)
    if not quiet:
        click.echo(printable(f"Written to {out}"))


def results_directory(out: Path, if_not_empty: str = "") -> set[str]:
    """The names in a directory, which is made if it is not there.

    RulekeepError with the advice for a directory that is not empty, if there is one.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        names = {path.name for path in out.iterdir()}
    except OSError as error:
        raise RulekeepError(f"{out} cannot be written: {error.strerror}") from None
    if names and if_not_empty:
        raise RulekeepError(f"{out} is not empty; {if_not_empty}")
    return names
