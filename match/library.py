"""A directory of saved matches: add, list, find and load them."""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from pathlib import Path

from attrs import evolve

from rulekeep.core.errors import DataError, RulekeepError, in_words
from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import listed, shortened
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.match_file import MatchHeader
from rulekeep.match.safe_files import (
    PRIVATE_DIRECTORY,
    PRIVATE_FILE,
    FileTaken,
    make_directory,
    names_like,
    write_new_file,
)

SUFFIX = ".rkm"
MAX_REPLAYS = 30
"""Matches replayed for one list, to see whether they are over."""
MAX_KNOWN = 5000
MAX_LOADED = 3
MAX_BYTES = 1 << 20
"""Size of the file that says which matches are over."""


@frozen
class SavedMatch:
    """A saved match as its file describes it, without being replayed."""

    path: Path
    header: MatchHeader
    moves: int
    when: datetime
    size: int
    over: bool | None
    """None: not replayed yet."""


@frozen
class UnreadableFile:
    """A file that is not a match, or cannot be loaded, and why."""

    path: Path
    what: str


@frozen
class MatchList:
    """The newest matches of a library."""

    matches: tuple[SavedMatch, ...]
    unreadable: tuple[UnreadableFile, ...]
    more: bool
    """Older matches are left out."""


def stamped_name(name: str, now: datetime, suffix: str = SUFFIX) -> str:
    """`kilt_castle-2026-11-16-193205.rkm`"""
    return f"{name}-{now:%Y-%m-%d-%H%M%S}{suffix}"


class MatchLibrary:
    """The matches of a directory. Threads may share it.

    `over_file` remembers which matches are over; without it they are replayed once per library.
    `explain` turns an exception of a game into a sentence.
    """

    def __init__(
        self,
        directory: Path,
        over_file: Path | None = None,
        *,
        load: Callable[[Path], Match] = Match.load,
        explain: Callable[[BaseException], str] = in_words,
    ) -> None:
        self.directory = directory
        self._over_file = over_file
        self._load = load
        self._explain = explain
        self._loaded: dict[tuple[str, int], Match] = {}
        self._lock = threading.Lock()

    def add(self, match: Match, now: datetime) -> Path:
        """Write a match, and its further moves, to a new file of the directory."""
        make_directory(self.directory, PRIVATE_DIRECTORY)
        for path in names_like(self.directory / stamped_name(match.header.game, now)):
            with contextlib.suppress(FileTaken):
                match.record_to(path)
                return path
        raise AssertionError("there is always another name")

    def add_file(self, raw: bytes, game: str, now: datetime) -> Path:
        """Write the contents of a match file, as they are, to a new file of the directory."""
        make_directory(self.directory, PRIVATE_DIRECTORY)
        for path in names_like(self.directory / stamped_name(game, now)):
            with contextlib.suppress(FileTaken):
                write_new_file(path, raw, PRIVATE_FILE)
                return path
        raise AssertionError("there is always another name")

    def files(self) -> list[Path]:
        """All match files, newest first."""
        files: list[tuple[int, Path]] = []
        for path in self.directory.glob(f"*{SUFFIX}"):
            # A file may be removed meanwhile, or be a broken link.
            with contextlib.suppress(OSError):
                found = path.stat()
                if stat.S_ISREG(found.st_mode) and not path.name.startswith("."):
                    files.append((found.st_mtime_ns, path))
        return [path for _, path in sorted(files, reverse=True)]

    def find(self, text: str) -> Path:
        """The match file that a path, a saved match's name or the start of one means. DataError."""
        for path in (Path(text), self.directory / text, self.directory / f"{text}{SUFFIX}"):
            # The text may be too long for a file name, or not be one at all.
            with contextlib.suppress(OSError, ValueError):
                if text and path.exists():
                    return path
        found = [path.stem for path in self.files() if text and path.name.startswith(text)]
        if len(found) == 1:
            return self.directory / f"{found[0]}{SUFFIX}"
        if found:
            rest = [f"{len(found) - 3} more"] if len(found) > 3 else []
            names = listed([*found[:3], *rest], "or")
            raise DataError(shortened(text), f"Several matches start with that: {names}")
        raise DataError(shortened(text), "no match file and no saved match has this name")

    def summary(self, path: Path) -> SavedMatch:
        """A saved match without a replay. DataError, OSError."""
        header, moves = match_file.read_summary(path)
        found = path.stat()
        over = self._over.get((path.name, found.st_size))
        when = datetime.fromtimestamp(found.st_mtime)
        return SavedMatch(path, header, moves, when, found.st_size, over)

    def newest(
        self, limit: int, *, only_open: bool = False, without_moves: bool = False
    ) -> MatchList:
        """The newest matches; those without a move if wanted, or to be resumed."""
        matches: list[SavedMatch] = []
        unreadable: list[UnreadableFile] = []
        replays = 0
        for path in self.files():
            try:
                saved = self.summary(path)
            except RulekeepError as error:
                unreadable.append(UnreadableFile(path, str(error)))
                continue
            except OSError:
                continue  # removed meanwhile
            if not (saved.moves or without_moves or only_open):
                continue
            if len(matches) == limit:
                return MatchList(tuple(matches), tuple(unreadable), True)
            if saved.over is None and replays < MAX_REPLAYS:
                replays += 1
                found = self._replayed(saved)
                if isinstance(found, UnreadableFile):
                    unreadable.append(found)
                    continue
                saved = found
            if not (only_open and saved.over):
                matches.append(saved)
        return MatchList(tuple(matches), tuple(unreadable), False)

    def match(self, path: Path) -> Match:
        """A match to read; the matches loaded last stay in memory. DataError."""
        try:
            key = (path.name, path.stat().st_size)
        except OSError:
            raise DataError(str(path), "there is no such match file") from None
        with self._lock:
            if key in self._loaded:
                self._loaded[key] = self._loaded.pop(key)
                return self._loaded[key]
        match = self._load(path)
        with self._lock:
            self._loaded[key] = match
            if len(self._loaded) > MAX_LOADED:
                del self._loaded[next(iter(self._loaded))]
        return match

    # -- which matches are over ---------------------------------------------------------------

    def _replayed(self, saved: SavedMatch) -> SavedMatch | UnreadableFile:
        """The same with `over` known."""
        try:
            over = self._load(saved.path).is_over
        except RulekeepError as error:
            return UnreadableFile(saved.path, str(error))
        except (Exception, SystemExit) as error:  # noqa: BLE001
            # One game that fails must not hide the matches of the others.
            return UnreadableFile(saved.path, f"{saved.path}: {self._explain(error)}")
        with self._lock:
            self._over[saved.path.name, saved.size] = over
            if len(self._over) > MAX_KNOWN:
                del self._over[next(iter(self._over))]
        if self._over_file is not None:
            _append_over(self._over_file, saved, over)
        return evolve(saved, over=over)

    @cached_property
    def _over(self) -> dict[tuple[str, int], bool]:
        """By name and size: a file of another size has changed."""
        return {} if self._over_file is None else _read_over(self._over_file)


def _read_over(file: Path) -> dict[tuple[str, int], bool]:
    """What the file knows; lines that are damaged are ignored."""
    try:
        with file.open("rb") as stream:
            lines = stream.read(MAX_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return {}
    known: dict[tuple[str, int], bool] = {}
    for line in lines:
        name, size, over = line.rsplit("\t", 2) if line.count("\t") > 1 else ("", "", "")
        if size.isdecimal() and len(size) < 12 and over in ("over", "open"):
            known[name, int(size)] = over == "over"
    return known


def _append_over(file: Path, saved: SavedMatch, over: bool) -> None:
    """Remember one match. If the file cannot be written, it is replayed again next time."""
    line = f"{saved.path.name}\t{saved.size}\t{'over' if over else 'open'}\n"
    with contextlib.suppress(OSError), file.open("ab") as stream:
        if os.fstat(stream.fileno()).st_size < MAX_BYTES:
            stream.write(line.encode("utf-8", "replace"))
