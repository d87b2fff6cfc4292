"""Lessons: a position, a task, and which moves are right.

`docs/lessons.md` describes the format.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.data_files import Node, read_yaml
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import THEN, need_content

FOLDER, PUZZLES = "lessons", "puzzles"
"""Both hold lessons; a puzzle has one clearly best move."""


NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
"""The players of a lesson by seat; the lesson says which one is the learner."""


_TASK = ("about", "before", "claims", "task", "hint", "answers", "expect", "wrong", "otherwise")


_STEP = (*_TASK, "chance", "after")


_CLAIMS = tuple(key for key in THEN if key not in ("events", "unchanged"))
"""What can be said of a position."""


_TOP = ("title", "idea", "rules", "given", "seat", "steps", *_STEP)


@frozen
class Answer:
    """A correct move, in notation; `*` stands for any text."""

    pattern: str
    node: Node
    say: str = ""
    """The comment on this very move."""

    @property
    def is_move(self) -> bool:
        return "*" not in self.pattern

    def matches(self, text: str) -> bool:
        parts = (re.escape(part) for part in self.pattern.split("*"))
        return re.fullmatch(".*".join(parts), text, re.IGNORECASE) is not None


@frozen
class Wrong:
    """A move that learners try: refused by a rule, or legal but not the task."""

    move: str
    refused: str
    """The rule that refuses it; empty for a legal move."""
    say: str
    node: Node


@frozen
class LessonStep:
    """One task."""

    node: Node
    about: str
    task: str
    hint: str
    answers: tuple[Answer, ...]
    wrong: tuple[Wrong, ...]
    otherwise: str
    after: str

    @property
    def before(self) -> tuple[Node, ...]:
        """Moves of the other seats before the task."""
        return tuple(self.node.get("before") or ())


@frozen
class Lesson:
    """A lesson of a game."""

    name: str
    title: str
    rules: tuple[str, ...]
    seat: int
    steps: tuple[LessonStep, ...]
    node: Node
    idea: str = ""
    """What a puzzle is about, in a few words; empty for other lessons."""
    names: tuple[str, ...] = NAMES
    """The players by seat; a position of a match has those of the match."""


def lesson_files(game: AnyGame | str, kind: str = FOLDER) -> list[Path]:
    """The files of a game's lessons or puzzles in order."""
    name = game if isinstance(game, str) else game.id
    folder = resources.files(registry.package_of(name)) / kind
    if not folder.is_dir():
        return []
    return sorted(Path(str(file)) for file in folder.iterdir() if file.name.endswith(".yaml"))


def read_lesson(path: Path) -> Lesson:
    """Read a lesson; DataError names the line that is wrong."""
    return lesson_from(read_yaml(path), path.stem)


def lesson_from(node: Node, name: str) -> Lesson:
    """The lesson that a document holds. DataError."""
    node.only(*_TOP)
    rules = tuple(rule.str() for rule in node["rules"])
    if not rules:
        raise node["rules"].fail("a lesson teaches at least one rule")
    if "given" in node:
        node["given"].mapping()
    if "steps" in node:
        for key in _STEP:
            if key in node and key != "about":
                raise node[key].fail(f"a lesson with steps has {key!r} in its steps")
        nodes = [step.only(*_STEP) for step in node["steps"]]
        if not nodes:
            raise node["steps"].fail("a lesson has at least one step")
        steps = [_step(step) for step in nodes]
        if "about" in node and not steps[0].about:
            steps[0] = _step(nodes[0], node["about"].prose())
    else:
        steps = [_step(node)]
    seat = node["seat"].int(0) if "seat" in node else 0
    idea = node["idea"].str().strip() if "idea" in node else ""
    return Lesson(name, node["title"].str().strip(), rules, seat, tuple(steps), node, idea)


def _step(node: Node, about: str = "") -> LessonStep:
    for play in node.get("before") or ():
        play.only("seat", "move", "chance")["seat"].int(0)
        play["move"].str()
    if "answers" not in node and "expect" not in node:
        raise node.fail("'answers' or 'expect' must say which moves are right")
    if "expect" in node:
        node["expect"].only("happens", *THEN)
    if "claims" in node:
        need_content(node["claims"].only(*_CLAIMS))
    return LessonStep(
        node,
        about or _prose(node, "about"),
        node["task"].prose(),
        node["hint"].prose(),
        tuple(_answer(answer) for answer in node.get("answers") or ()),
        tuple(_wrong(wrong) for wrong in node.get("wrong") or ()),
        _prose(node, "otherwise"),
        node["after"].prose(),
    )


def _prose(node: Node, key: str) -> str:
    return node[key].prose() if key in node else ""


def _answer(node: Node) -> Answer:
    if isinstance(node.value, dict):
        node.only("move", "say")
        return Answer(_normalised(node["move"]), node, node["say"].prose())
    return Answer(_normalised(node), node)


def _wrong(node: Node) -> Wrong:
    node.only("move", "refused", "say", "expect")
    if "refused" not in node and "say" not in node:
        raise node.fail("a wrong move is 'refused' by a rule, or one must 'say' what is wrong")
    if "expect" in node:
        need_content(node["expect"].only("happens", *THEN))
        if "refused" in node:
            raise node["expect"].fail("nothing comes of a move that is refused")
    refused = node["refused"].str() if "refused" in node else ""
    return Wrong(_normalised(node["move"]), refused, _prose(node, "say"), node)


def _normalised(node: Node) -> str:
    return " ".join(node.str().split())


def lessons_of(game: AnyGame, kind: str = FOLDER) -> list[Lesson]:
    """All lessons of a game, or its puzzles; their positions are checked when they are opened."""
    found = [read_lesson(path) for path in lesson_files(game, kind)]
    for lesson in found:
        _check_rules(lesson, game)
    return found


def _check_rules(lesson: Lesson, game: AnyGame) -> None:
    cited = [*lesson.node["rules"]]
    for step in lesson.steps:
        cited += [wrong.node["refused"] for wrong in step.wrong if wrong.refused]
    for rule in cited:
        if rule.str() not in game.book:
            raise rule.fail(f"{rule.str()} is not in the rule book of {game.title}")
