"""Lessons at the table: tasks, attempts and their assessment."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.cli.files import lesson_progress
from rulekeep.cli.table import output
from rulekeep.cli.table.controller import Controller
from rulekeep.cli.table.dispatch import Action, Dispatch
from rulekeep.cli.table.prompt_commands import LESSON_COMMANDS, LESSON_HELP
from rulekeep.cli.table.run_table import make_view
from rulekeep.cli.table.terminal_view import LeaveTable, TerminalView
from rulekeep.cli.terminal import rule_text
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen, error_text
from rulekeep.core.errors import BadNotation
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.match.exercise import CorrectMove, Exercise, LegalButWrong, NotAMove, RefusedAttempt
from rulekeep.match.lessons import Lesson
from rulekeep.session.move_list import NumberedMove
from rulekeep.session.session import HUMAN, Session
from rulekeep.session.turn import ActionRefused, Turn

PATIENCE = 2
"""After so many wrong moves the learner is reminded of help."""


class SkipLesson(Exception):
    """On to the next lesson."""


class RepeatLesson(Exception):
    """The same lesson again."""


def list_lessons(
    screen: Screen, game: AnyGame, lessons: Sequence[Lesson], word: str = "lesson"
) -> None:
    """Print the lessons or puzzles of a game, and which lessons are done."""
    progress = lesson_progress.progress(game.id)
    counted = progress if word == "lesson" else plural(len(lessons), word)
    screen.heading(f"{game.title}: {counted}")
    width = len(str(len(lessons)))
    screen.pairs(
        (f"{number:>{width}}  {lesson.title}", "done" if lesson.name in progress.done else "")
        for number, lesson in enumerate(lessons, 1)
    )


def teach(
    prompt: Prompt,
    game: AnyGame,
    lessons: Sequence[Lesson],
    number: int | None = None,
    lines: bool = False,
) -> None:
    """The guide first, then lesson after lesson from this one or the first that is open."""
    screen = prompt.screen
    progress = lesson_progress.progress(game.id)
    if not lessons:
        rule_text.show_guide(screen, game)
        screen.say(f"{game.title} has no lessons, only this page.", "dim")
        return
    if number is None and progress.next is None:
        list_lessons(screen, game, lessons)
        screen.say(f"To repeat lesson 1: rulekeep learn {game.id} 1", "dim")
        return
    first = (number or progress.next or 1) - 1
    exercise = Exercise(lessons[first], game)
    view = make_view(_session(exercise), prompt, 0, lines)
    guide = number is None and not progress.done
    controller = LessonController(view, game, lessons, first, guide)
    controller.run()
    progress = lesson_progress.progress(game.id)
    if controller.finished and progress.next is None:
        screen.say(f"That was the last lesson of {game.title}. You can play it now.", "bold green")
        screen.say(f"Your first match against a bot: rulekeep play {game.id}")
        return
    screen.say(f"{game.title}: {progress}.")
    if progress.next is not None:
        screen.say(f"Continue with: rulekeep learn {game.id}")


def practise(
    prompt: Prompt,
    game: AnyGame,
    lessons: Sequence[Lesson],
    word: str = "Position",
    first: int = 0,
    lines: bool = False,
) -> None:
    """Lessons that belong to no course: one after another, without a record of progress."""
    view = make_view(_session(Exercise(lessons[first], game)), prompt, 0, lines)
    LessonController(view, game, lessons, first, word=word).run()


def _session(exercise: Exercise) -> Session:
    return Session(exercise.match, (HUMAN,) * exercise.match.header.seats)


class LessonController(Controller):
    """Teaches lesson after lesson, on whichever view the table has."""

    leave_question = "Leave the lessons? Finished lessons stay finished."

    def __init__(
        self,
        view: TerminalView,
        game: AnyGame,
        lessons: Sequence[Lesson],
        first: int = 0,
        with_guide: bool = False,
        word: str = "Lesson",
    ) -> None:
        super().__init__(view)
        view.commands = LESSON_COMMANDS
        self.game = game
        self.lessons = lessons
        self.at = first
        self.with_guide = with_guide
        self.word = word
        """What one of the tasks is called; only lessons count as done."""
        self.finished = False
        """Whether the learner went on to the end."""
        self.right: CorrectMove | None = None
        """The move that solved the task."""
        self._misses = 0
        self._praise: list[tuple[str, str]] = []
        """What to say of the last move, with the style of each sentence."""

    async def _play(self) -> None:
        if self.with_guide:
            self.view.show_page(self._print_guide)
            await self._press("Press any key for the first lesson.")
        while self.at < len(self.lessons):
            try:
                await self._teach()
            except RepeatLesson:
                continue
            except SkipLesson:
                self._praise.clear()
            self.at += 1
        self.finished = True

    def _print_guide(self, screen: Screen) -> None:
        screen.heading(self.game.title)
        rule_text.show_guide(screen, self.game)
        screen.say()
        lessons = plural(len(self.lessons), "lesson")
        screen.say(
            f"That is the game in a nutshell; no need to remember it all. {lessons} "
            "show how it works. Type 'goal' to see this page again.",
            "dim",
        )

    async def _teach(self) -> None:
        """One lesson, step by step."""
        self.exercise = exercise = Exercise(self.lessons[self.at], self.game)
        self.session, self.match = _session(exercise), exercise.match
        self.view.use_session(self.session)
        while True:
            decision = self.session.decision_of(exercise.seat)
            assert decision is not None, "the exercise checks that the learner must decide"
            turn = self.session.turn(decision)
            self.view.task = f"Your task, {turn.name}: {exercise.step.task}"
            if self._praise or exercise.number == 0 or exercise.step.about:
                self.view.show_page(self._print_words)
            self._praise.clear()
            self.view.show_turn(turn)
            self.right, self._misses = None, 0
            await self._ask(turn)
            self._play_right(turn)
            if exercise.is_last:
                break
            exercise.next()
        if self.word == "Lesson":
            lesson_progress.mark_done(self.game.id, exercise.lesson.name)
        await self._end_lesson()

    def _play_right(self, turn: Turn) -> None:
        right, exercise = self.right, self.exercise
        assert right is not None, "only a right move ends the question"
        self._praise = [(f"Right: {output.other_move(turn, right.move)}", "bold green")]
        exercise.play(right)
        events = self.session.unseen_sentences(exercise.seat)
        self._praise += [(f"  › {sentence}", "") for sentence in events]
        self._praise += [(text, "") for text in (right.say, exercise.step.after) if text]

    async def _end_lesson(self) -> None:
        """Show the last position and what to say of it, and ask what is next."""
        self.view.show_page(self._print_praise)
        if not self.view.can_ask:
            self._praise.clear()
            return
        self.view.show_before_handover(self.exercise.seat)
        after, first = f"(n)ext {self.word.lower()}", "next"
        if self.at + 1 == len(self.lessons):
            after, first = "(f)inish", "finish"
        answer = await self.view.choose(
            f"{self.word} {self.at + 1} is done: {after}, (a)gain or (q)uit?",
            (first, "again", "quit"),
        )
        self._praise.clear()
        if answer == "quit":
            raise LeaveTable
        if answer == "again":
            raise RepeatLesson

    def _print_praise(self, screen: Screen) -> None:
        for text, style in self._praise:
            screen.say(text, style)

    def _print_words(self, screen: Screen) -> None:
        """What was right, and what this step is about."""
        self._print_praise(screen)
        exercise = self.exercise
        if exercise.number == 0:
            count = f"{self.word} {self.at + 1} of {len(self.lessons)}"
            screen.heading(f"{count}: {exercise.lesson.title}")
        if exercise.step.about:
            screen.say(exercise.step.about)

    def print_task(self, screen: Screen) -> None:
        """What this step is about, and its task."""
        self._print_words(screen)
        screen.say(self.view.task, "bold")

    # -- answers ----------------------------------------------------------------------------

    def dispatch(self, turn: Turn) -> Dispatch:
        return LessonDispatch(self, turn)

    def show_refusal(self, text: str) -> None:
        # Wrong moves are part of learning: they do not end a pipe.
        self.view.show_answer(lambda screen: screen.say(error_text(text), "bold red"))

    def miss(self, what: str, more: str) -> None:
        """Say why a move does not solve the task."""
        self._misses += 1
        reminder = self._misses == PATIENCE

        def draw(screen: Screen) -> None:
            screen.say(error_text(what), "bold red")
            if more:
                screen.say(more)
            if reminder:
                screen.say(
                    "? lists the legal moves, hint helps, skip continues with the next lesson.",
                    "dim",
                )

        self.view.show_answer(draw)


class LessonDispatch(Dispatch):
    """The lines of a learner."""

    help = LESSON_HELP
    commands = LESSON_COMMANDS

    def __init__(self, lessons: LessonController, turn: Turn) -> None:
        super().__init__(lessons, turn)
        self.lessons = lessons
        self.exercise = lessons.exercise
        self.pages |= {
            "hint": lambda screen, _: screen.say(self.exercise.step.hint),
            "answer": lambda screen, _: self._print_answer(screen),
            "task": lambda screen, _: lessons.print_task(screen),
        }
        self.actions |= {
            "skip": _raising(SkipLesson),
            "again": _raising(RepeatLesson),
            "quit": _raising(LeaveTable),
        }

    def _print_answer(self, screen: Screen) -> None:
        right = self.exercise.solution()
        assert right is not None, "the tests of lessons check that each step can be solved"
        answer = output.other_move(self.turn, right.move)
        screen.say(f"The answer: {answer}", "bold")
        # Most explanations begin with the move, which was just said.
        first, stop, rest = self.exercise.step.after.partition(". ")
        screen.say(rest if stop and answer.startswith(first) else self.exercise.step.after)

    def play(self, text: str, listed: NumberedMove | None) -> bool:
        """Assess a move; the controller gets the right one."""
        match self.exercise.assess(text if listed is None else listed.text):
            case CorrectMove() as right:
                self.lessons.right = right
            case NotAMove(because):
                raise ActionRefused(
                    self.turn.explain_typo(text, BadNotation(because), self.commands)
                )
            case RefusedAttempt(move, refusal, say):
                self.lessons.miss(refusal.sentence(move), say)
            case LegalButWrong(move, say):
                self.lessons.miss(f"'{move}' is legal, but not what this step asks for.", say)
        return self.lessons.right is not None

    def print_rules(self, screen: Screen, words: str) -> None:
        for wanted in [words] if words else self.exercise.lesson.rules:
            super().print_rules(screen, wanted)


def _raising(error: type[Exception]) -> Action:
    async def command(_words: str) -> bool:
        raise error

    return command
