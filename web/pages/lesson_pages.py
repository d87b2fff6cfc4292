"""The lessons and puzzles of a game in a browser."""

from __future__ import annotations

from functools import lru_cache

from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.match.exercise import Exercise
from rulekeep.match.guide import guide_chapters
from rulekeep.match.lessons import PUZZLES, Lesson, lessons_of
from rulekeep.session.sample_table import picture_size
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.template_engine import by_host, render_template, root_path


@lru_cache(maxsize=32)
def _lessons(name: str) -> tuple[AnyGame, list[Lesson], list[Lesson]]:
    """A game, its lessons and its puzzles."""
    game = registry.load(name)
    return game, lessons_of(game), lessons_of(game, PUZZLES)


def find_lesson(name: str, number: int) -> tuple[AnyGame, Lesson]:
    """A lesson by its number, counted from 1; puzzles come after the lessons. HttpError."""
    game, lessons, puzzles = _lessons(name)
    everything = [*lessons, *puzzles]
    if not 1 <= number <= len(everything):
        sentence = f"{game.title} has no lesson {number}; there are {len(everything)}."
        raise HttpError(404, "unknown_lesson", sentence)
    return game, everything[number - 1]


def list_page(name: str) -> str:
    """The page with the lessons of a game and its guide. UnknownGame."""
    game, lessons, puzzles = _lessons(name)
    return render_template(
        "lessons.html",
        game=game.id,
        title=game.title,
        games=[{"id": one.id, "title": one.title} for one in registry.games().values()],
        lessons=[{"name": lesson.name, "title": lesson.title} for lesson in lessons],
        puzzles=[{"name": lesson.name, "title": lesson.title} for lesson in puzzles],
        chapters=guide_chapters(game),
    )


def lesson_page(name: str, number: int) -> str:
    """The page of one lesson. HttpError."""
    game, lesson = find_lesson(name, number)
    _, lessons, puzzles = _lessons(name)
    kind, shift = ("Puzzle", len(lessons)) if number > len(lessons) else ("Lesson", 0)
    count = len(puzzles) if shift else len(lessons)
    last, root = number - shift == count, root_path.get()
    return render_template(
        "lesson.html",
        game=game.id,
        title=game.title,
        name=lesson.name,
        lesson=lesson.title,
        rules=lesson.rules,
        kind=kind,
        number=number - shift,
        count=count,
        seats=Exercise(lesson, game).match.header.seats,
        seat=lesson.seat,
        next=f"{root}/learn/{game.id}/{number + 1}" if not last else "",
        back=f"{root}/learn/{game.id}",
        back_text="All lessons",
        match=f"{root}/?game={game.id}" if by_host.get() else "",
        **picture_size(game.id, 0),
    )
