"""Files that are never half written: drafts, locks, atomic replacement and free names."""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import sys
from collections.abc import Iterator
from io import FileIO
from itertools import count
from pathlib import Path

from rulekeep.core.data_files import Node, at_once, open_regular, why_not
from rulekeep.core.errors import DataError


class FileTaken(DataError):
    """The name of a new file is taken; the existing file is left alone."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "exists already; it is left alone")


MAX_ATTEMPTS = 20
"""Attempts to lock a new draft."""

PRIVATE_FILE, PRIVATE_DIRECTORY = 0o600, 0o700
"""Modes for what only its owner may read: match files hold the seed and all hands."""

_DRAFT = ".rulekeep-"


def make_directory(directory: Path, mode: int = 0o777) -> Path:
    """The directory, made if it is not there. DataError."""
    try:
        directory.mkdir(mode, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise DataError(str(directory), f"cannot be made: {why_not(error)}") from None
    return directory


def names_like(path: Path) -> Iterator[Path]:
    """`match.rkm`, `match-2.rkm`, `match-3.rkm` and so on."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def draft_of(path: Path) -> Path:
    """Where a file is written before it gets its name; short, because names may be long."""
    return path.parent / f"{_DRAFT}{os.urandom(8).hex()}"


def begin_draft(path: Path, mode: int = 0o666) -> tuple[Path, FileIO]:
    """Open a new empty file, locked, that becomes this one when it is complete."""

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, mode)

    if sys.platform == "win32":  # pragma: no cover
        # An open file cannot be renamed there: it has its name from the start.
        stream = FileIO(path, "x+", opener=opener)
        lock(stream, path)
        return path, stream
    sweep(path.parent)
    for attempt in count(1):
        draft = draft_of(path)
        stream = FileIO(draft, "x+", opener=opener)
        try:
            lock(stream, path)
        except DataError:
            draft.unlink(missing_ok=True)
            if attempt == MAX_ATTEMPTS:
                raise
            continue  # another program's sweep has locked it first
        if os.fstat(stream.fileno()).st_nlink:
            return draft, stream
        stream.close()  # swept before it was locked
    raise AssertionError("the last attempt raises")


@contextlib.contextmanager
def _draft_for(path: Path, draft: Path, mode: int) -> Iterator[tuple[Path, FileIO]]:
    """A draft of a file; after an error in the block nothing of it is left. FileTaken, DataError."""
    begun: Path | None = None
    try:
        begun, stream = begin_draft(draft, mode)
        yield begun, stream
    except BaseException as error:
        if begun is not None:
            stream.close()
            begun.unlink(missing_ok=True)
        if isinstance(error, FileExistsError):
            raise FileTaken(str(path)) from None
        if isinstance(error, OSError | ValueError):
            raise DataError(str(path), f"cannot be written: {why_not(error)}") from None
        raise


@contextlib.contextmanager
def creating(path: Path, mode: int = 0o666) -> Iterator[FileIO]:
    """A draft that becomes a new file when the block ends; after an error there is no file.

    The new file stays open and locked. FileTaken, DataError.
    """
    with _draft_for(path, path, mode) as (draft, stream):
        yield stream
        if draft != path:
            give_name(draft, path)


@contextlib.contextmanager
def replacing(path: Path, mode: int = 0o666) -> Iterator[FileIO]:
    """A draft that replaces the file when the block ends; after an error the old file stays.

    The new file stays open and locked, except on Windows. DataError.
    """
    with _draft_for(path, draft_of(path), mode) as (draft, stream):
        yield stream
        os.fsync(stream.fileno())
        if sys.platform == "win32":  # pragma: no cover
            stream.close()
        os.replace(draft, path)
        sync_directory(path.parent)


def replace_file(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a file, replacing an old one: complete, or the old one stays. DataError."""
    with replacing(path, mode) as stream:
        append(stream, text.encode(), path)
    stream.close()


def write_new_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file that is not there yet: complete, or not at all. FileTaken, DataError."""
    with creating(path, mode) as stream:
        append(stream, data, path, sync=True)
    stream.close()


def append(stream: FileIO, data: bytes, path: Path, *, sync: bool = False) -> None:
    """Write all of the data or nothing: a full disk must not leave half a line. DataError."""
    end = stream.seek(0, os.SEEK_END)
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[stream.write(rest) :]
        if sync:
            os.fsync(stream.fileno())
    except OSError as error:
        try:
            stream.truncate(end)
        except OSError:
            stream.close()
        raise DataError(str(path), f"cannot be written: {error.strerror}") from None


def is_draft(name: str) -> bool:
    """Whether a file is a draft, by its name."""
    return name.startswith(_DRAFT) and re.fullmatch("[0-9a-f]{16}", name[len(_DRAFT) :]) is not None


def sweep(directory: Path) -> None:
    """Remove drafts that a killed program left behind: they are not locked."""
    with contextlib.suppress(OSError, ValueError):
        for name in os.listdir(directory):
            if not is_draft(name):
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
    """Turn a draft into the file. FileExistsError if there is one by now."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except (AttributeError, OSError):
        # A file system or a Python without links: reserve the name, then replace it.
        FileIO(path, "x").close()
        os.replace(draft, path)
    else:
        draft.unlink(missing_ok=True)
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Make new names in a directory survive a power cut, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


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


def read_json(path: Path, limit: int, damaged: str) -> Node:
    """The JSON of a file of our own. DataError if it is too large or was changed: `damaged`."""
    with open_regular(path) as stream:
        raw = stream.read(limit + 1)
    try:
        if len(raw) > limit:
            raise ValueError
        return Node.of(json.loads(raw), path.name)
    except (ValueError, RecursionError):
        raise DataError(str(path), damaged) from None
