"""Progress in lessons: a small file per game with a line for each lesson done."""

from __future__ import annotations

from pathlib import Path

from rulekeep.cli.files import paths
from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.match.library import SUFFIX
from rulekeep.match.safe_files import make_directory
from rulekeep.session import game_list

MAX_BYTES = 1 << 16
"""More than the names of all lessons of a game."""


@frozen
class LessonProgress:
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
    """The names of a game's lessons, without loading the game where that is possible."""
    folder = game_list.folder_of(game)
    if folder is None:
        from rulekeep.match.lessons import lesson_files

        return [path.stem for path in lesson_files(game)]
    return sorted(path.stem for path in (folder / "lessons").glob("*.yaml"))


def _file(game: str) -> Path:
    return paths.home() / "lessons" / f"{game}.txt"


def progress(game: str) -> LessonProgress:
    """The progress in a game; lines that name no lesson are ignored."""
    known = tuple(lesson_names(game))
    try:
        with _file(game).open("rb") as stream:
            lines = stream.read(MAX_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    return LessonProgress(known, frozenset(known) & frozenset(lines))


def mark_done(game: str, name: str) -> None:
    """Record a lesson as done; one write appends the line, so that nothing is lost."""
    path = _file(game)
    make_directory(path.parent)
    try:
        with path.open("ab", buffering=0) as stream:
            stream.write(f"{name}\n".encode())
    except OSError as error:
        raise DataError(str(path), f"cannot be written: {why_not(error)}") from None


def lesson_notice(game: AnyGame) -> str:
    """A hint at the lessons for players who are new to a game, else nothing."""
    names = lesson_names(game.id)
    saved = list(paths.matches().glob(f"{game.id}-*{SUFFIX}"))
    # The match that starts now is saved already.
    if not names or len(saved) > 1 or progress(game.id).done:
        return ""
    lessons = plural(len(names), "short lesson")
    return f"New to {game.title}? {lessons}: rulekeep learn {game.id}"
