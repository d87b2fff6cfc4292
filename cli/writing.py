"""Text to standard output, or to a new file."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.core.data import printable, why_not
from rulekeep.core.errors import DataError, FileTaken


def write_out(text: str, out: Path | None) -> None:
    """Print a text, or write it to a file that is not there yet: whole or not at all."""
    if out is None:
        click.echo(text, nl=False)
        return
    write_new(text.encode(), out)


def write_new(data: bytes, out: Path, told: bool = True) -> None:
    """A file that is not there yet: whole or not at all; where it is, unless it is not told."""
    try:
        stream = out.open("xb")
    except FileExistsError:
        raise FileTaken(str(out)) from None
    except (OSError, ValueError) as error:
        raise DataError(str(out), f"cannot be written: {why_not(error)}") from None
    try:
        with stream:
            stream.write(data)
    except OSError as error:
        out.unlink(missing_ok=True)
        raise DataError(str(out), f"cannot be written: {error.strerror}") from None
    if told:
        click.echo(printable(f"Written to {out}"))
