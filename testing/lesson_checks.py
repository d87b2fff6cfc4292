"""Lessons as tests: everything that a lesson says of its moves is tried."""

from __future__ import annotations

from pathlib import Path

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.lessons import (
    Answer,
    CorrectMove,
    Exercise,
    LegalButWrong,
    Lesson,
    NotAMove,
    RefusedAttempt,
    Wrong,
    lesson_files,
    read_lesson,
)
from rulekeep.match.match_file import state_digest

MAX_PATHS = 300
"""Through a lesson of several steps; one with more leaves too much open to be tried."""


def check_lesson(lesson: Lesson, game: AnyGame) -> None:
    """Try a lesson in every way that it allows. ScenarioFailure, or DataError."""
    for rule in lesson.node["rules"]:
        if rule.str() not in game.book:
            raise rule.fail(f"{rule.str()} is not in the rule book of {game.title}")
    ways: list[tuple[str, ...]] = [()]
    while ways:
        further: list[tuple[str, ...]] = []
        reached: set[str] = set()
        for way in ways:
            exercise = _exercise_after(lesson, game, way)
            found = _check_step(exercise)
            if not exercise.is_last:
                for right in found:
                    digest = state_digest(game.to_dict(right.step.state))
                    if digest not in reached:
                        reached.add(digest)
                        further.append((*way, right.move))
        if len(further) > MAX_PATHS:
            raise lesson.node.fail(f"there are more than {MAX_PATHS} right ways through it")
        ways = further


def _exercise_after(lesson: Lesson, game: AnyGame, way: tuple[str, ...]) -> Exercise:
    """The table of a lesson after these right moves."""
    exercise = Exercise(lesson, game)
    for move in way:
        right = exercise.judge(move)
        assert isinstance(right, CorrectMove)
        exercise.play(right)
        exercise.next()
    return exercise


def _check_step(exercise: Exercise) -> list[CorrectMove]:
    """One question; its right moves."""
    for wrong in exercise.step.wrong:
        _check_wrong(exercise, wrong)
    for answer in exercise.step.answers:
        _check_answer(exercise, answer)
    found = list(exercise.right_moves())
    if not found:
        raise ScenarioFailure(exercise.step.node.where, "no legal move is right")
    for right in found:
        try:
            exercise.expect(right.step)
        except ScenarioFailure as failure:
            said = str(failure).removeprefix(f"{failure.where}: ")
            raise ScenarioFailure(failure.where, f"after {right.move!r}: {said}") from None
    return found


def _check_answer(exercise: Exercise, answer: Answer) -> None:
    where = answer.node.where
    if not answer.is_move:
        legal = exercise.game.legal_moves(exercise.match.state, exercise.seat)
        if not any(answer.fits(exercise.game.notation(move)) for move in legal):
            raise ScenarioFailure(where, f"no legal move is like {answer.pattern!r}")
        return
    match exercise.judge(answer.pattern):
        case NotAMove(because):
            raise ScenarioFailure(where, because)
        case RefusedAttempt(move, refusal):
            why = f"{refusal.because} [{refusal.rule}]"
            raise ScenarioFailure(where, f"{move!r} is right, but refused: {why}")
        case _:
            pass


def _check_wrong(exercise: Exercise, wrong: Wrong) -> None:
    where = wrong.node.where
    match exercise.judge(wrong.move):
        case NotAMove(because):
            raise ScenarioFailure(where, because)
        case RefusedAttempt(move, refusal):
            if refusal.rule != wrong.refused:
                got = f"{refusal.rule} ({refusal.because})"
                raise ScenarioFailure(where, f"{move!r} is refused", wrong.refused or "no", got)
        case LegalButWrong(move):
            if wrong.refused:
                raise ScenarioFailure(where, f"{move!r} is legal", f"refused by {wrong.refused}")
        case CorrectMove(move):
            raise ScenarioFailure(where, f"{move!r} is listed as wrong, but counts as right")


def check_lessons(game: AnyGame) -> list[str]:
    """What is wrong with a game's lessons, one complaint for each bad one."""
    complaints: list[str] = []
    for path in lesson_files(game):
        complaint = _problem(path, game)
        if complaint:
            complaints.append(complaint)
    return complaints


def _problem(path: Path, game: AnyGame) -> str:
    try:
        check_lesson(read_lesson(path), game)
    except (ScenarioFailure, RulekeepError) as error:
        return str(error)
    return ""
