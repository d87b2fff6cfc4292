"""The lessons and puzzles of a game in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.match import seat_events
from rulekeep.match.exercise import CorrectMove, Exercise, LegalButWrong, NotAMove, RefusedAttempt
from rulekeep.match.guide import guide_chapters
from rulekeep.match.lessons import PUZZLES, Lesson, lessons_of
from rulekeep.session import move_list
from rulekeep.session.sample_table import picture_size
from rulekeep.session.serialize import JsonObject, move_groups_data
from rulekeep.session.turn import Turn
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


# -- one lesson step by step: the server stores nothing, each request has the moves made so far -----


def _exercise(game: AnyGame, lesson: Lesson, moves: Sequence[str]) -> Exercise:
    """A lesson after the moves made so far, which must be right. HttpError."""
    exercise = Exercise(lesson, game)
    if len(moves) > len(lesson.steps):
        raise HttpError(400, "bad_request", "The lesson has fewer steps than that.")
    for text in moves:
        verdict = exercise.assess(text)
        if not isinstance(verdict, CorrectMove):
            raise HttpError(400, "bad_request", "These are not the moves of this lesson.")
        exercise.play(verdict)
        if not exercise.is_last:
            exercise.next()
    return exercise


def step(game: AnyGame, lesson: Lesson, moves: Sequence[str]) -> JsonObject:
    """The next task and the legal moves. HttpError."""
    exercise = _unfinished(game, lesson, moves)
    turn, task = _turn(exercise), exercise.step
    drawing = turn.match.game.render(turn.state, turn.seat, turn.match.look(turn.seat))
    return {
        "about": task.about,
        "task": task.task,
        "hint": task.hint,
        "seat": exercise.seat,
        "moves": move_groups_data(turn, drawing)[0],
    }


def _unfinished(game: AnyGame, lesson: Lesson, moves: Sequence[str]) -> Exercise:
    """The same, if there is a step left. HttpError."""
    exercise = _exercise(game, lesson, moves)
    if len(moves) == len(exercise.lesson.steps):
        raise HttpError(409, "done", "This lesson is done.")
    return exercise


def _turn(exercise: Exercise) -> Turn:
    decision = next(d for d in exercise.match.decisions if d.seat == exercise.seat)
    return Turn(exercise.match, decision)


def picture(game: AnyGame, lesson: Lesson, moves: Sequence[str]) -> str:
    """The table of the lesson, as the learner sees it."""
    exercise = _exercise(game, lesson, moves)
    return exercise.match.svg(exercise.seat)


def attempt(game: AnyGame, lesson: Lesson, moves: Sequence[str], move: str) -> JsonObject:
    """Whether a move is right. A wrong one is not an error: it belongs to learning. HttpError."""
    exercise = _unfinished(game, lesson, moves)
    match exercise.assess(move):
        case CorrectMove() as right:
            return _right(exercise, right)
        case NotAMove(because):
            return _wrong(typo_sentence(move, _turn(exercise).texts, because))
        case RefusedAttempt(text, refusal, say):
            return _wrong(refusal.sentence(text), say)
        case LegalButWrong(text, say):
            return _wrong(f"'{text}' is legal, but not what this step asks for.", say)


def _right(exercise: Exercise, right: CorrectMove) -> JsonObject:
    after, plies = exercise.step.after, len(exercise.match.plies)
    exercise.play(right)
    sentences = seat_events.merge_repeats(
        seat_events.sentences_since(exercise.match, plies, exercise.seat)
    )
    say = [*sentences, *filter(None, (right.say, after))]
    return {"right": True, "move": right.move, "say": say, "done": exercise.is_last}


def _wrong(*say: str) -> JsonObject:
    return {"right": False, "move": None, "say": [*filter(None, say)], "done": False}


def solution(game: AnyGame, lesson: Lesson, moves: Sequence[str]) -> JsonObject:
    """A right move and why it is right, for those who want to see it. HttpError."""
    exercise = _unfinished(game, lesson, moves)
    right = exercise.solution()
    assert right is not None, "the tests of lessons check that each step can be solved"
    state, after = exercise.match.state, exercise.step.after
    sentence = game.sentence(state, exercise.seat, game.read(state, exercise.seat, right.move))
    told = "" if sentence in after else f"{sentence}."
    return {"move": right.move, "say": [*filter(None, (told, after))]}


def typo_sentence(text: str, legal: Sequence[str], because: str) -> str:
    """A sentence about a text that is not a move, with the legal move that is most like it."""
    near = move_list.nearest(text, legal, 1)
    if near:
        return f"'{text}' is not a move; did you mean '{near[0]}'?"
    return because.rstrip(".") + "."
