"""Files that are never half written: drafts, locks and names that nobody else has taken."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Iterator
from io import FileIO
from itertools import count
from pathlib import Path

from rulekeep.core.data_files import at_once
from rulekeep.core.errors import DataError


class FileTaken(DataError):
    """A new file was wanted, and there is one of that name already; it is left alone."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "exists already; it is left alone")


TRIES = 20
"""So often a draft is begun anew before a lock that cannot be had is taken for a refusal."""


_DRAFT = ".rulekeep-"


def names_like(path: Path) -> Iterator[Path]:
    """`match.rkm`, `match-2.rkm`, `match-3.rkm` and so on."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def draft_of(path: Path) -> Path:
    """Where a file is written before it gets its name; short, so that long names are no trouble."""
    return path.parent / f"{_DRAFT}{os.urandom(8).hex()}"


def begin_draft(path: Path) -> tuple[Path, FileIO]:
    """A new empty file to be written instead of this one, and locked."""
    if sys.platform == "win32":  # pragma: no cover
        # An open file cannot be renamed there: it has its name from the beginning.
        stream = FileIO(path, "x+")
        lock(stream, path)
        return path, stream
    sweep(path.parent)
    for attempt in count(1):
        draft = draft_of(path)
        stream = FileIO(draft, "x+")
        try:
            lock(stream, path)
        except DataError:
            draft.unlink(missing_ok=True)
            if attempt == TRIES:
                raise
            continue  # somebody who sweeps was quicker
        if os.fstat(stream.fileno()).st_nlink:
            return draft, stream
        stream.close()  # swept away before it was locked
    raise AssertionError("it was tried often enough")


def _is_draft(name: str) -> bool:
    return name.startswith(_DRAFT) and re.fullmatch("[0-9a-f]{16}", name[len(_DRAFT) :]) is not None


def sweep(directory: Path) -> None:
    """Remove drafts that a killed program left behind: nobody holds their lock."""
    with contextlib.suppress(OSError, ValueError):
        for name in os.listdir(directory):
            if not _is_draft(name):
                continue
            left = directory / name
            with (
                contextlib.suppress(OSError, DataError),
                FileIO(left, "r", opener=at_once) as stream,
            ):
                if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                    lock(stream, left)
                    left.unlink()


def give_name(draft: Path, path: Path) -> None:
    """The draft becomes the file; FileExistsError if somebody else was quicker."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links: the name is taken first, then filled.
        FileIO(path, "x").close()
        os.replace(draft, path)
    else:
        draft.unlink(missing_ok=True)


WINDOWS_LOCK = 1 << 30
"""The byte that Windows locks. Nobody else can read it, so it is beyond the end of our files."""


def lock(stream: FileIO, path: Path) -> None:
    """Let no other program write to the file until the stream is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            position = stream.tell()
            stream.seek(WINDOWS_LOCK)
            try:
                msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
            finally:
                stream.seek(position)
        else:
            import fcntl

            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise DataError(str(path), "is open in another program") from None
