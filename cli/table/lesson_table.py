"""Lessons at the table: tasks, attempts and their judgement."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from rulekeep.cli.files import lesson_progress
from rulekeep.cli.table import output
from rulekeep.cli.table.dispatch import Dispatch, Page
from rulekeep.cli.table.terminal_view import run_now
from rulekeep.cli.terminal import rule_text
from rulekeep.cli.terminal.completion import table_completion
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen, error_text
from rulekeep.core.errors import BadNotation
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.match import seat_events
from rulekeep.match.lessons import (
    CorrectMove,
    Exercise,
    LegalButWrong,
    Lesson,
    NotAMove,
    RefusedAttempt,
)
from rulekeep.session.move_list import NumberedMove
from rulekeep.session.turn import ActionRefused, Turn

HELP = (
    ("MOVE", "try a move; Tab completes it"),
    ("NUMBER", "try the move with this number in the list"),
    ("? [WORDS]", "list the legal moves; '? WORDS' for those with the words"),
    ("hint", "get a hint for this step"),
    ("why MOVE", "show what each rule says about a move"),
    ("rules [ID|WORD]", "show a rule by its id, or all rules with a word"),
    ("board", "draw the table again"),
    ("goal", "show how to win, what a turn is and what scores"),
    ("score", "show the score so far, item by item"),
    ("skip", "continue with the next lesson; this one stays open"),
    ("again", "start this lesson again"),
    ("quit", "leave; finished lessons stay finished (or press Ctrl-D)"),
)


COMMANDS = (*(usage.split()[0] for usage, _ in HELP[2:]), "help")


PATIENCE = 2
"""After so many wrong moves the learner is reminded of help."""


class LeaveLesson(Exception):
    """The learner leaves."""


class SkipLesson(Exception):
    """On to the next lesson."""


class RepeatLesson(Exception):
    """The same lesson again."""


def list_lessons(screen: Screen, game: AnyGame, lessons: Sequence[Lesson]) -> None:
    """Print the lessons of a game, and which are done."""
    progress = lesson_progress.progress(game.id)
    screen.heading(f"{game.title}: {progress}")
    width = len(str(len(lessons)))
    screen.pairs(
        (f"{number:>{width}}  {lesson.title}", "done" if lesson.name in progress.done else "")
        for number, lesson in enumerate(lessons, 1)
    )


def teach(
    prompt: Prompt, game: AnyGame, lessons: Sequence[Lesson], number: int | None = None
) -> None:
    """The guide first, then lesson after lesson from this one or the first that is open."""
    screen = prompt.screen
    progress = lesson_progress.progress(game.id)
    try:
        if not lessons:
            rule_text.show_guide(screen, game)
            screen.say(f"{game.title} has no lessons, only this page.", "dim")
            return
        if number is None and progress.next is None:
            list_lessons(screen, game, lessons)
            screen.say(f"To repeat lesson 1: rulekeep learn {game.id} 1", "dim")
            return
        if number is None and not progress.done:
            _introduce(prompt, game, len(lessons))
        for at in range((number or progress.next or 1) - 1, len(lessons)):
            _teach_lesson(prompt, game, lessons, at)
        _finish(screen, game, lesson_progress.progress(game.id))
    except (LeaveLesson, EOFError, KeyboardInterrupt):
        _print_progress(screen, game, lesson_progress.progress(game.id))


def practise(prompt: Prompt, game: AnyGame, lessons: Sequence[Lesson]) -> None:
    """Lessons that belong to no course: one after another, without a record of progress."""
    with contextlib.suppress(LeaveLesson, EOFError, KeyboardInterrupt):
        for number, lesson in enumerate(lessons, 1):
            title = f"Position {number} of {len(lessons)}"
            with contextlib.suppress(SkipLesson):
                _LessonTable(prompt, game, lesson, title).run()


def _introduce(prompt: Prompt, game: AnyGame, count: int) -> None:
    screen = prompt.screen
    screen.heading(game.title)
    rule_text.show_guide(screen, game)
    screen.say()
    screen.say(
        f"That is the game in a nutshell; no need to remember it all. {plural(count, 'lesson')} "
        "show how it works. Type 'goal' to see this page again.",
        "dim",
    )
    with contextlib.suppress(RepeatLesson):  # no lesson has started yet
        _enter(prompt, "Press Enter for the first lesson. ")


def _enter(prompt: Prompt, text: str) -> None:
    """A pause for reading; a pipe needs none."""
    if prompt.piped:
        return
    answer = prompt.line(text).casefold()
    if answer in ("quit", "exit", "q"):
        raise LeaveLesson
    if answer == "again":
        raise RepeatLesson


def _teach_lesson(prompt: Prompt, game: AnyGame, lessons: Sequence[Lesson], at: int) -> None:
    """One lesson, as often as the learner likes."""
    while True:
        try:
            _LessonTable(prompt, game, lessons[at], f"Lesson {at + 1} of {len(lessons)}").run()
            lesson_progress.mark_done(game.id, lessons[at].name)
            if at + 1 < len(lessons):
                _enter(prompt, f"Press Enter for lesson {at + 2}, or type again or quit. ")
            return
        except RepeatLesson:
            continue
        except SkipLesson:
            return


def _finish(screen: Screen, game: AnyGame, progress: lesson_progress.LessonProgress) -> None:
    screen.say()
    if progress.next is None:
        screen.say(f"That was the last lesson of {game.title}. You can play it now.", "bold green")
        screen.say(f"Your first match against a bot: rulekeep play {game.id}")
    else:
        _print_progress(screen, game, progress)


def _print_progress(
    screen: Screen, game: AnyGame, progress: lesson_progress.LessonProgress
) -> None:
    screen.say(f"{game.title}: {progress}.")
    if progress.next is not None:
        screen.say(f"Continue with: rulekeep learn {game.id}")


class _LessonTable:
    """A learner at the table of one lesson."""

    def __init__(self, prompt: Prompt, game: AnyGame, lesson: Lesson, label: str) -> None:
        self.prompt = prompt
        self.screen = prompt.screen
        self.game = game
        self.label = label
        self.exercise = Exercise(lesson, game)
        self._events_shown = 0
        self._praise_rows = 0
        """Rows about the last move, which must still be on the screen with the next task."""

    def run(self) -> None:
        """Ask until every step is done."""
        while True:
            match, seat = self.exercise.match, self.exercise.seat
            turn = Turn(match, next(d for d in match.decisions if d.seat == seat))
            self.show(first=True)
            right = self._ask_until_right(turn)
            move = output.other_move(turn, right.move)
            self.exercise.play(right)
            self._praise(move, right.say)
            if self.exercise.is_last:
                return
            self.exercise.next()

    # -- showing ----------------------------------------------------------------------------

    def show(self, first: bool = False) -> None:
        """The table and the task; the first time also what happened and what it is about."""
        screen, exercise = self.screen, self.exercise
        step, match = exercise.step, exercise.match
        sentences = self._new_sentences() if first else []

        def above() -> None:
            screen.say()
            if first and exercise.number == 0:
                screen.heading(f"{self.label}: {exercise.lesson.title}")
            if first and step.about:
                screen.say(step.about)
                screen.say()

        def below() -> None:
            output.show_events(screen, sentences)
            screen.say(f"Your task, {match.name(exercise.seat)}: {step.task}", "bold")
            if first and exercise.number == 0 and not self.prompt.piped:
                screen.say("? lists the moves, hint helps, help lists the other commands.", "dim")

        def table(used: int) -> None:
            output.board(screen, match, exercise.seat, used=used if screen.live else None)

        words, task = self._rows(above), self._rows(below) + 1
        words, self._praise_rows = words + self._praise_rows, 0
        above()
        if screen.live and self._rows(lambda: table(words + task)) > screen.height - words - task:
            # A low window shows the words first, then the table with its task.
            if first and words > 1:
                _enter(self.prompt, "Press Enter to see the table. ")
            words = 0
        table(words + task)
        below()

    def _rows(self, draw: Callable[[], object]) -> int:
        return len(self.screen.printed(draw))

    def _new_sentences(self) -> list[str]:
        match, since = self.exercise.match, self._events_shown
        self._events_shown = len(match.plies)
        return seat_events.sentences_since(match, since, self.exercise.seat)

    def _praise(self, move: str, say: str) -> None:
        sentences = self._new_sentences()

        def praise() -> None:
            self.screen.say(f"Right: {move}", "bold green")
            output.show_events(self.screen, sentences)
            for text in (say, self.exercise.step.after):
                if text:
                    self.screen.say(text)

        self._praise_rows = self._rows(praise)
        praise()

    # -- asking -----------------------------------------------------------------------------

    def _ask_until_right(self, turn: Turn) -> CorrectMove:
        dispatch = LessonDispatch(self, turn)
        complete = table_completion(turn.texts, COMMANDS, list(self.game.book.rules))
        while dispatch.right is None:
            text = self.prompt.line(f"{turn.name}> ", who="learner", complete=complete)
            try:
                if text:
                    run_now(dispatch.take_text(text))
            except ActionRefused as refused:
                # Wrong moves are part of learning: they do not end a pipe.
                self.screen.say(error_text(f"{refused}"), "bold red")
        return dispatch.right


class LessonDispatch(Dispatch):
    """The lines of a learner."""

    help = HELP

    def __init__(self, table: _LessonTable, turn: Turn) -> None:
        super().__init__(turn, lambda draw: draw(table.screen))
        self.table = table
        self.exercise = table.exercise
        self.right: CorrectMove | None = None
        self._misses = 0
        self.pages |= {
            "hint": lambda screen, _: screen.say(self.exercise.step.hint),
            "board": lambda screen, _: table.show(),
            "skip": _raise(SkipLesson),
            "again": _raise(RepeatLesson),
            "quit": _raise(LeaveLesson),
        }

    def play(self, text: str, listed: NumberedMove | None) -> bool:
        """Judge a move; the right one is kept for the caller."""
        match self.exercise.assess(text if listed is None else listed.text):
            case CorrectMove() as right:
                self.right = right
            case NotAMove(because):
                raise ActionRefused(self.turn.explain_typo(text, BadNotation(because), COMMANDS))
            case RefusedAttempt(move, refusal, say):
                self._miss(refusal.sentence(move), say)
            case LegalButWrong(move, say):
                self._miss(f"'{move}' is legal, but not what this step asks for.", say)
        return self.right is not None

    def _miss(self, what: str, more: str) -> None:
        screen = self.table.screen
        screen.say(error_text(what), "bold red")
        if more:
            screen.say(more)
        self._misses += 1
        if self._misses == PATIENCE:
            screen.say(
                "? lists the legal moves, hint helps, skip continues with the next lesson.", "dim"
            )

    def print_rules(self, screen: Screen, words: str) -> None:
        for wanted in [words] if words else self.exercise.lesson.rules:
            super().print_rules(screen, wanted)


def _raise(error: type[Exception]) -> Page:
    def command(_screen: Screen, _words: str) -> None:
        raise error

    return command
