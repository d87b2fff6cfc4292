"""Which lessons are done: a line for each, in a small file for each game."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from rulekeep.cli.files import paths
from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.session import game_list

MOST = 1 << 16
"""Bytes that are looked at; the names of all lessons of a game are far shorter."""


@frozen
class Progress:
    """The names of a game's lessons in their order, and which of them are done."""

    names: tuple[str, ...]
    done: frozenset[str]

    @property
    def next(self) -> int | None:
        """The number of the first lesson that is not done, counted from 1."""
        return next((n for n, name in enumerate(self.names, 1) if name not in self.done), None)

    def __str__(self) -> str:
        if not self.names:
            return "no lessons"
        if not self.done:
            return plural(len(self.names), "lesson")
        if self.next is None:
            return f"all {plural(len(self.names), 'lesson')} done"
        return f"{len(self.done)} of {plural(len(self.names), 'lesson')} done"


def lesson_names(game: str) -> list[str]:
    """What the lessons of a game are called, told without loading it where that is possible."""
    folder = game_list.folder_of(game)
    if folder is None:
        from rulekeep.match.lessons import lesson_files

        return [path.stem for path in lesson_files(game)]
    return sorted(path.stem for path in (folder / "lessons").glob("*.yaml"))


def _file(game: str) -> Path:
    return paths.home() / "lessons" / f"{game}.txt"


def progress(game: str, names: Iterable[str]) -> Progress:
    """How far somebody has come; lines that name no lesson (any more) count for nothing."""
    known = tuple(names)
    try:
        with _file(game).open("rb") as stream:
            lines = stream.read(MOST).decode("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    return Progress(known, frozenset(known) & frozenset(lines))


def note_done(game: str, name: str) -> None:
    """A line more; appended in one write, so that nothing that stands there is ever lost."""
    path = _file(game)
    paths.made(path.parent)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            os.write(handle, f"{name}\n".encode())
        finally:
            os.close(handle)
    except OSError as error:
        raise DataError(str(path), f"cannot be written: {why_not(error)}") from None


def offer(game: AnyGame) -> str:
    """A line for whoever has neither played a game nor begun its lessons; else nothing."""
    names = lesson_names(game.id)
    kept = list(paths.matches().glob(f"{game.id}-*{paths.SUFFIX}"))
    # The match that begins now is kept already.
    if not names or len(kept) > 1 or progress(game.id, names).done:
        return ""
    lessons = plural(len(names), "short lesson")
    return f"New to {game.title}? {lessons}: rulekeep learn {game.id}"
