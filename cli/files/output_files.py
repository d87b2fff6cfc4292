"""Text to standard output, or to a new file."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError
from rulekeep.core.text import printable
from rulekeep.match.safe_files import FileTaken


def write_out(text: str, out: Path | None) -> None:
    """Print a text, or write it to a file that is not there yet: whole or not at all."""
    if out is None:
        click.echo(text, nl=False)
        return
    write_new(text.encode(), out)


def write_new(data: bytes, out: Path, quiet: bool = False) -> None:
    """Write a file that is not there yet, whole or not at all; say where unless `quiet`."""
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
    if not quiet:
        click.echo(printable(f"Written to {out}"))
