"""Test lessons: try everything that a lesson says of its moves."""

from __future__ import annotations

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame, apply
from rulekeep.match.exercise import CorrectMove, Exercise, LegalButWrong, NotAMove, RefusedAttempt
from rulekeep.match.expectations import ScenarioFailure, chance_of
from rulekeep.match.lessons import PUZZLES, Answer, Lesson, Wrong, lesson_files, read_lesson
from rulekeep.match.match_file import state_digest
from rulekeep.testing.undeclared_claims import check_texts

MAX_PATHS = 300
"""Ways through a lesson of several steps; with more, too many moves are correct."""


def check_lesson(lesson: Lesson, game: AnyGame) -> None:
    """Try every way through a lesson. ScenarioFailure, or DataError."""
    for rule in lesson.node["rules"]:
        if rule.str() not in game.book:
            raise rule.fail(f"{rule.str()} is not in the rule book of {game.title}")
    check_texts(lesson)
    paths: list[tuple[str, ...]] = [()]
    while paths:
        longer: dict[str, tuple[str, ...]] = {}
        for path in paths:
            exercise = _exercise_after(lesson, game, path)
            for right in _check_step(exercise):
                if not exercise.is_last:
                    digest = state_digest(game.to_dict(right.step.state))
                    longer.setdefault(digest, (*path, right.move))
        if len(longer) > MAX_PATHS:
            raise lesson.node.fail(f"there are more than {MAX_PATHS} right ways through it")
        paths = list(longer.values())


def _exercise_after(lesson: Lesson, game: AnyGame, path: tuple[str, ...]) -> Exercise:
    """A lesson after these correct moves."""
    exercise = Exercise(lesson, game)
    for move in path:
        right = exercise.assess(move)
        assert isinstance(right, CorrectMove)
        exercise.play(right)
        exercise.next()
    return exercise


def _check_step(exercise: Exercise) -> list[CorrectMove]:
    """Test one step; its correct moves."""
    exercise.check_claims()
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
            what = str(failure).removeprefix(f"{failure.where}: ")
            raise ScenarioFailure(failure.where, f"after {right.move!r}: {what}") from None
    return found


def _check_answer(exercise: Exercise, answer: Answer) -> None:
    where = answer.node.where
    if not answer.is_move:
        legal = exercise.game.legal_moves(exercise.match.state, exercise.seat)
        if not any(answer.matches(exercise.game.notation(move)) for move in legal):
            raise ScenarioFailure(where, f"no legal move is like {answer.pattern!r}")
        return
    match exercise.assess(answer.pattern):
        case NotAMove(because):
            raise ScenarioFailure(where, because)
        case RefusedAttempt(move, refusal):
            why = f"{refusal.because} [{refusal.rule}]"
            raise ScenarioFailure(where, f"{move!r} is right, but refused: {why}")
        case _:
            pass


def _check_wrong(exercise: Exercise, wrong: Wrong) -> None:
    where = wrong.node.where
    match exercise.assess(wrong.move):
        case NotAMove(because):
            raise ScenarioFailure(where, because)
        case RefusedAttempt(move, refusal):
            if refusal.rule != wrong.refused:
                got = f"{refusal.rule} ({refusal.because})"
                raise ScenarioFailure(where, f"{move!r} is refused", wrong.refused or "no", got)
        case LegalButWrong(move):
            if wrong.refused:
                raise ScenarioFailure(where, f"{move!r} is legal", f"refused by {wrong.refused}")
            game, state, seat = exercise.game, exercise.match.state, exercise.seat
            played = game.read(state, seat, move)
            exercise.expect(apply(game, state, seat, played, chance_of(wrong.node)), wrong.node)
        case CorrectMove(move):
            raise ScenarioFailure(where, f"{move!r} is listed as wrong, but counts as right")


def check_lessons(game: AnyGame) -> list[str]:
    """What is wrong with a game's lessons and puzzles, one problem for each bad one."""
    problems: list[str] = []
    for path in (*lesson_files(game), *lesson_files(game, PUZZLES)):
        try:
            check_lesson(read_lesson(path), game)
        except (ScenarioFailure, RulekeepError) as error:
            problems.append(str(error))
    return problems
