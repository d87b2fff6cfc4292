"""The files of a table, its match and its talk: archive them, delete them, see their age.

A match that another program has open is left alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError
from rulekeep.match.safe_files import (
    PRIVATE_DIRECTORY,
    lock,
    make_directory,
    names_like,
    sync_directory,
)
from rulekeep.web.tables.talk import SUFFIX

ARCHIVE = "archive"
"""The directory for archived matches, beside the others."""


def last_change(path: Path) -> float:
    """When a match last changed, in seconds; now if its file is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return float("inf")


def archive_file(path: Path) -> Path:
    """Move a match and its talk into the archive; its new place. DataError."""
    directory = make_directory(path.parent / ARCHIVE, PRIVATE_DIRECTORY)
    target = next(one for one in names_like(directory / path.name) if not one.exists())
    with _locked(path):
        path.rename(target)
        with contextlib.suppress(FileNotFoundError):
            path.with_suffix(SUFFIX).rename(target.with_suffix(SUFFIX))
        sync_directory(directory)
    return target


def delete_file(path: Path) -> None:
    """Delete a match and its talk. DataError."""
    with _locked(path):
        path.unlink()
        path.with_suffix(SUFFIX).unlink(missing_ok=True)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep other programs from opening a match file. DataError."""
    try:
        with FileIO(path, "r+") as stream:
            lock(stream, path)
            yield
        sync_directory(path.parent)
    except OSError as error:
        raise DataError(str(path), f"cannot be written: {why_not(error)}") from None
