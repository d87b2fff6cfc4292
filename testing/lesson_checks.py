"""Test lessons: try everything that a lesson says of its moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from rulekeep.core.data_files import Node
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame, apply
from rulekeep.match.exercise import CorrectMove, Exercise, LegalButWrong, NotAMove, RefusedAttempt
from rulekeep.match.expectations import ScenarioFailure, chance_of
from rulekeep.match.lessons import (
    PUZZLES,
    Answer,
    Lesson,
    LessonStep,
    Wrong,
    lesson_files,
    read_lesson,
)
from rulekeep.match.match_file import state_digest

MAX_PATHS = 300
"""Ways through a lesson of several steps; with more, too many moves are correct."""


def check_lesson(lesson: Lesson, game: AnyGame) -> None:
    """Try every way through a lesson. ScenarioFailure, or DataError."""
    for rule in lesson.node["rules"]:
        if rule.str() not in game.book:
            raise rule.fail(f"{rule.str()} is not in the rule book of {game.title}")
    _check_texts(lesson)
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


# -- what the texts of a lesson claim of its position, and nothing tested states ------------------
#
# Two kinds of claims are found by their words: amounts ("you have 20 points", "37 against 34"), and
# what can be done ("nothing fits", "the only tile"). A sentence that states a rule ("2 points per
# tile") is no claim, nor is a sentence of `about` in which no player occurs.

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_NUMBER = rf"(\d+|{'|'.join(_WORDS)})"
_VERBS = "has|have|holds?|makes?|gets?|scores?|pays?|receives?|earns?|costs?|by"
_AMOUNT = re.compile(
    rf"\b(?:{_VERBS}) (?:only |exactly |you )?(?!one[.,;]){_NUMBER}\b"
    rf"|\b{_NUMBER} (?:more )?(?:points?|ducats?)\b"
    rf"|\b{_NUMBER} against {_NUMBER}\b|\bwith {_NUMBER} to {_NUMBER}\b",
    re.IGNORECASE,
)
_POSSIBLE = re.compile(
    r"\bnothing [\w ]*(?:fits|matches)\b|\bfits nowhere\b|\bone more fits\b|\bthe only \w+\b",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:per|each|every|everybody|at most|up to|if|may|sometimes)\b", re.IGNORECASE
)
_PLAYER = re.compile(r"\b(?:you|your|black|white|bo|cleo|dan)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?:;]) ")


def _check_texts(lesson: Lesson) -> None:
    """ScenarioFailure if a text claims what nothing declared in its step states."""
    for step in lesson.steps:
        declared = [step.node[key] for key in ("claims", "expect") if key in step.node]
        declared += [wrong.node["expect"] for wrong in step.wrong if "expect" in wrong.node]
        for text, sentence in _sentences(lesson, step):
            _check_sentence(text, sentence, declared)


def _sentences(lesson: Lesson, step: LessonStep) -> Iterator[tuple[Node, str]]:
    """What may be a claim, each with the text it is in."""
    abouts = [step.node] if step.node is not lesson.node else []
    abouts += [lesson.node] if step is lesson.steps[0] else []
    told = [step.node[key] for key in ("task", "hint", "otherwise", "after") if key in step.node]
    told += [wrong.node["say"] for wrong in step.wrong if "say" in wrong.node]
    for text in (node["about"] for node in abouts if "about" in node):
        yield from ((text, found) for found in _split(text) if _PLAYER.search(found))
    for text in told:
        yield from ((text, found) for found in _split(text))


def _split(text: Node) -> Iterator[str]:
    return (found for found in _SENTENCE.split(text.prose()) if not _RULE.search(found))


def _check_sentence(text: Node, sentence: str, declared: list[Node]) -> None:
    stated = {value for node in declared for value in _values(node.plain())}
    for amount in _amounts(sentence):
        if amount not in stated:
            what = f"no claim and no expectation states the {amount} of {sentence!r}"
            raise ScenarioFailure(text.where, what)
    if _POSSIBLE.search(sentence) and not any("legal" in node for node in declared):
        raise ScenarioFailure(text.where, f"no claim about legal moves supports {sentence!r}")


def _amounts(sentence: str) -> Iterator[int]:
    for found in _AMOUNT.finditer(sentence):
        for word in filter(None, found.groups()):
            yield int(word) if word.isdigit() else _WORDS.index(word.lower())


def _values(stated: Any) -> Iterator[int]:
    """The numbers stated, by how much they differ, and how many things are listed, equal ones too."""
    if isinstance(stated, int):
        yield stated
    elif isinstance(stated, dict | list):
        inner = list(stated.values()) if isinstance(stated, dict) else stated
        yield len(inner)
        for value in inner:
            yield from _values(value)
        numbers = [value for value in inner if isinstance(value, int)]
        yield from (abs(one - other) for one, other in combinations(numbers, 2))
        yield from Counter(value for value in inner if isinstance(value, str)).values()
