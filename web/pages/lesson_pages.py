"""The lessons of a game in a browser. Nothing is kept: the moves made so far come with each request."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.match import seat_events
from rulekeep.match.guide import read_guide, without_ids
from rulekeep.match.lessons import (
    CorrectMove,
    Exercise,
    LegalButWrong,
    Lesson,
    NotAMove,
    RefusedAttempt,
    lessons_of,
)
from rulekeep.session import move_list
from rulekeep.session.sample_table import picture_size
from rulekeep.session.turn import Turn
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.template_engine import filled

Said = dict[str, Any]


@lru_cache(maxsize=32)
def _lessons(name: str) -> tuple[AnyGame, list[Lesson]]:
    game = registry.load(name)
    return game, lessons_of(game)


def _lesson(name: str, number: int) -> tuple[AnyGame, Lesson, int]:
    """A lesson by its number, counted from 1, and how many there are. Problem."""
    game, lessons = _lessons(name)
    if not 1 <= number <= len(lessons):
        said = f"{game.title} has no lesson {number}; there are {len(lessons)}."
        raise HttpError(404, "unknown_lesson", said)
    return game, lessons[number - 1], len(lessons)


def list_page(name: str) -> str:
    """All lessons of a game, and the game for newcomers. UnknownGame."""
    game, lessons = _lessons(name)
    guide = read_guide(game)
    chapters = [] if guide is None else list(guide.chapters())
    return filled(
        "lessons.html",
        game=game.id,
        title=game.title,
        games=[{"id": one.id, "title": one.title} for one in registry.games().values()],
        lessons=[{"name": lesson.name, "title": lesson.title} for lesson in lessons],
        chapters=[(title, [without_ids(text) for text in texts]) for title, texts in chapters],
    )


def lesson_page(name: str, number: int) -> str:
    """The page of one lesson. Problem."""
    game, lesson, count = _lesson(name, number)
    return filled(
        "lesson.html",
        game=game.id,
        title=game.title,
        name=lesson.name,
        lesson=lesson.title,
        number=number,
        count=count,
        seats=Exercise(lesson, game).match.header.seats,
        next=f"/learn/{game.id}/{number + 1}" if number < count else "",
        **picture_size(game.id, 0),
    )


def _reached(name: str, number: int, made: Sequence[str]) -> Exercise:
    """A lesson after the right moves made so far; past its last step it stands as it was left."""
    game, lesson, _ = _lesson(name, number)
    exercise = Exercise(lesson, game)
    if len(made) > len(lesson.steps):
        raise HttpError(400, "bad_request", "The lesson has fewer steps than that.")
    for text in made:
        verdict = exercise.assess(text)
        if not isinstance(verdict, CorrectMove):
            raise HttpError(400, "bad_request", "These are not the right moves of this lesson.")
        exercise.play(verdict)
        if not exercise.is_last:
            exercise.next()
    return exercise


def step(name: str, number: int, made: Sequence[str]) -> Said:
    """What is asked next: words, and the moves that can be made."""
    exercise = _reached(name, number, made)
    if len(made) == len(exercise.lesson.steps):
        raise HttpError(409, "done", "This lesson is done.")
    turn, asked = _turn(exercise), exercise.step
    drawing = turn.match.game.render(turn.state, turn.seat, turn.match.look(turn.seat))
    return {
        "about": asked.about,
        "task": asked.task,
        "hint": asked.hint,
        "seat": exercise.seat,
        "moves": [
            {
                "title": group.title,
                "moves": [
                    {
                        "text": one.text,
                        "words": turn.describe(one.move),
                        "touches": turn.touched(one.move, drawing),
                    }
                    for one in group.moves
                ],
            }
            for group in turn.groups
        ],
    }


def _turn(exercise: Exercise) -> Turn:
    asked = next(d for d in exercise.match.decisions if d.seat == exercise.seat)
    return Turn(exercise.match, asked)


def picture(name: str, number: int, made: Sequence[str]) -> str:
    """The table of the lesson, as the learner sees it."""
    exercise = _reached(name, number, made)
    return exercise.match.svg(exercise.seat)


def tried(name: str, number: int, made: Sequence[str], move: str) -> Said:
    """What a move is worth. A wrong one is answered, not an error: it belongs to learning."""
    exercise = _reached(name, number, made)
    if len(made) == len(exercise.lesson.steps):
        raise HttpError(409, "done", "This lesson is done.")
    match exercise.assess(move):
        case CorrectMove() as right:
            return _praise(exercise, right)
        case NotAMove(because):
            return _wrong(_about_a_typo(exercise, move, because))
        case RefusedAttempt(text, refusal, say):
            because = refusal.because.rstrip(".")
            return _wrong(f"'{text}' is not allowed by {refusal.rule}: {because}.", say)
        case LegalButWrong(text, say):
            return _wrong(f"'{text}' is allowed, but not what is asked here.", say)


def _praise(exercise: Exercise, right: CorrectMove) -> Said:
    after, told = exercise.step.after, len(exercise.match.plies)
    exercise.play(right)
    sentences = seat_events.merge_repeats(
        seat_events.sentences_since(exercise.match, told, exercise.seat)
    )
    say = [*sentences, *filter(None, (right.say, after))]
    return {"right": True, "move": right.move, "say": say, "done": exercise.is_last}


def _wrong(*say: str) -> Said:
    return {"right": False, "move": None, "say": [*filter(None, say)], "done": False}


def _about_a_typo(exercise: Exercise, words: str, because: str) -> str:
    near = move_list.nearest(words, _turn(exercise).texts, 1)
    if near:
        return f"'{words}' is not a move; did you mean '{near[0]}'?"
    return because.rstrip(".") + "."
