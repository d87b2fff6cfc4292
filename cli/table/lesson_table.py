"""A lesson at the table: tasks, attempts and what they are worth."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from rulekeep.cli.files import lesson_progress
from rulekeep.cli.table import output
from rulekeep.cli.terminal import rule_text
from rulekeep.cli.terminal.completion import at_the_table
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen, complaint
from rulekeep.core.errors import BadNotation
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural, shortened, whole_number
from rulekeep.match import seat_events
from rulekeep.match.lessons import (
    CorrectMove,
    Exercise,
    LegalButWrong,
    Lesson,
    NotAMove,
    RefusedAttempt,
)
from rulekeep.session import move_list
from rulekeep.session.turn import Turn

HELP = (
    ("MOVE", "try a move; Tab completes it word by word"),
    ("NUMBER", "try the move that ? shows with this number"),
    ("? [WORDS]", "the legal moves, numbered and explained"),
    ("hint", "a nudge towards what is asked"),
    ("why MOVE", "what each rule says about a move"),
    ("rules [ID|WORD]", "a rule by its id, or all rules with a word"),
    ("board", "draw the table and ask again"),
    ("goal", "what the game is about, what a turn is and what counts"),
    ("score", "points or money so far, item by item"),
    ("skip", "go on to the next lesson; this one stays open"),
    ("again", "begin this lesson anew"),
    ("quit", "leave; what is done stays done (Ctrl-D does the same)"),
)


COMMANDS = (*(word.split()[0] for word, _ in HELP[2:]), "help")


PATIENCE = 2
"""After so many wrong moves the learner is reminded of help."""


class LeaveLesson(Exception):
    """The learner has had enough for now."""


class SkipLesson(Exception):
    """On to the next lesson."""


class RepeatLesson(Exception):
    """The same lesson from its beginning."""


def how_far(game: str) -> str:
    """`3 of 7 lessons done`"""
    return str(lesson_progress.progress(game, lesson_progress.lesson_names(game)))


def _list_lessons(screen: Screen, game: AnyGame, lessons: Sequence[Lesson]) -> None:
    done = _progress(game, lessons).done
    screen.heading(f"{game.title}: {_progress(game, lessons)}")
    width = len(str(len(lessons)))
    screen.pairs(
        (f"{number:>{width}}  {lesson.title}", "done" if lesson.name in done else "")
        for number, lesson in enumerate(lessons, 1)
    )


def _progress(game: AnyGame, lessons: Sequence[Lesson]) -> lesson_progress.Progress:
    return lesson_progress.progress(game.id, [lesson.name for lesson in lessons])


def teach(
    asker: Prompt, game: AnyGame, lessons: Sequence[Lesson], number: int | None = None
) -> None:
    """The guide first, then lesson after lesson from this one or the first that is open."""
    screen = asker.screen
    progress = _progress(game, lessons)
    try:
        if not lessons:
            rule_text.guide(screen, game)
            screen.say(f"{game.title} has no lessons; this page is all there is.", "dim")
            return
        if number is None and progress.next is None:
            _list_lessons(screen, game, lessons)
            screen.say(f"rulekeep learn {game.id} N opens one again.", "dim")
            return
        if number is None and not progress.done:
            _introduce(asker, game, len(lessons))
        for at in range((number or progress.next or 1) - 1, len(lessons)):
            _one(asker, game, lessons, at)
        _part(screen, game, _progress(game, lessons))
    except (LeaveLesson, EOFError, KeyboardInterrupt):
        _leave(screen, game, _progress(game, lessons))


def _introduce(asker: Prompt, game: AnyGame, count: int) -> None:
    screen = asker.screen
    screen.heading(game.title)
    rule_text.guide(screen, game)
    screen.say()
    screen.say(
        f"That is the game in a nutshell; nobody keeps it all in mind. {plural(count, 'lesson')} "
        "show how it works. The word 'goal' brings this page back.",
        "dim",
    )
    with contextlib.suppress(RepeatLesson):  # there is nothing to begin anew yet
        _enter(asker, "Press Enter for the first lesson. ")


def _enter(asker: Prompt, prompt: str) -> None:
    """A pause to read in; a pipe needs none."""
    if asker.piped:
        return
    said = asker.line(prompt).casefold()
    if said in ("quit", "exit", "q"):
        raise LeaveLesson
    if said == "again":
        raise RepeatLesson


def _one(asker: Prompt, game: AnyGame, lessons: Sequence[Lesson], at: int) -> None:
    """One lesson, as often as the learner likes."""
    while True:
        try:
            _Desk(asker, game, lessons[at], f"Lesson {at + 1} of {len(lessons)}").sit()
            lesson_progress.note_done(game.id, lessons[at].name)
            if at + 1 < len(lessons):
                _enter(asker, f"Press Enter for lesson {at + 2}; or type again, or quit. ")
            return
        except RepeatLesson:
            continue
        except SkipLesson:
            return


def _part(screen: Screen, game: AnyGame, progress: lesson_progress.Progress) -> None:
    screen.say()
    if progress.next is None:
        screen.say(f"That was the last lesson of {game.title}; you can play it now.", "bold green")
        screen.say(f"A first match against a bot: rulekeep play {game.id}")
    else:
        _leave(screen, game, progress)


def _leave(screen: Screen, game: AnyGame, progress: lesson_progress.Progress) -> None:
    screen.say(f"{game.title}: {progress}.")
    if progress.next is not None:
        screen.say(f"Go on: rulekeep learn {game.id}")


class _Desk:
    """A learner at the table of one lesson."""

    def __init__(self, asker: Prompt, game: AnyGame, lesson: Lesson, label: str) -> None:
        self.asker = asker
        self.screen = asker.screen
        self.game = game
        self.label = label
        self.exercise = Exercise(lesson, game)
        self.misses = 0
        self._told = 0
        self._praised = 0
        """Rows of what was said of the last move, which shall still be read."""

    def sit(self) -> None:
        """Ask until every step is done."""
        while True:
            self._look()
            self._show(first=True)
            right = self._until_right()
            self.exercise.play(right)
            self._praise(right)
            if self.exercise.is_last:
                return
            self.exercise.next()
            self.misses = 0

    def _look(self) -> None:
        """The moves that can be made now, with their numbers."""
        match, seat = self.exercise.match, self.exercise.seat
        self.turn = Turn(match, next(asked for asked in match.decisions if asked.seat == seat))
        self.legal = self.turn.legal

    # -- showing ----------------------------------------------------------------------------

    def _show(self, first: bool = False) -> None:
        screen, exercise = self.screen, self.exercise
        step, match = exercise.step, exercise.match
        told = seat_events.sentences_since(match, self._told, exercise.seat) if first else []
        self._told = len(match.plies)

        def above() -> None:
            screen.say()
            if first and exercise.number == 0:
                screen.heading(f"{self.label}: {exercise.lesson.title}")
            if first and step.about:
                screen.say(step.about)
                screen.say()

        def below() -> None:
            output.tell_news(screen, told)
            screen.say(f"Your task, {match.name(exercise.seat)}: {step.task}", "bold")
            if first and exercise.number == 0 and not self.asker.piped:
                screen.say("? lists the moves, hint helps, help tells what else to type.", "dim")

        def table(used: int) -> None:
            output.board(screen, match, exercise.seat, used=used if screen.live else None)

        words, task = len(screen.printed(above)), len(screen.printed(below)) + 1
        words, self._praised = words + self._praised, 0
        above()
        if screen.live and self._rows(lambda: table(words + task)) > screen.height - words - task:
            # A low window shows the words first, then the table with its task.
            if first and words > 1:
                _enter(self.asker, "Press Enter to see the table. ")
            words = 0
        table(words + task)
        below()

    def _rows(self, draw: Callable[[], object]) -> int:
        return len(self.screen.printed(draw))

    def _praise(self, right: CorrectMove) -> None:
        told = seat_events.sentences_since(self.exercise.match, self._told, self.exercise.seat)
        self._told = len(self.exercise.match.plies)

        def praise() -> None:
            self.screen.say(f"Right: {right.move}", "bold green")
            output.tell_news(self.screen, told)
            for words in (right.say, self.exercise.step.after):
                if words:
                    self.screen.say(words)

        self._praised = self._rows(praise)
        praise()

    def _wrong(self, what: str, more: str = "") -> None:
        """Wrong moves belong to learning: in a pipe too they are answered, not the end."""
        self.screen.say(complaint(what), "bold red")
        if more:
            self.screen.say(more)

    # -- asking -----------------------------------------------------------------------------

    def _until_right(self) -> CorrectMove:
        while True:
            said = self._ask()
            words = " ".join(said.split())
            if not words:
                continue
            command = self._command(words)
            if command is not None:
                command()
                continue
            number = self._numbered(words)
            if number is None:
                continue
            right = self._judged(number)
            if right is not None:
                return right

    def _ask(self) -> str:
        match = self.exercise.match
        texts = [listed.text for listed in self.legal]
        return self.asker.line(
            f"{match.name(self.exercise.seat)}> ",
            who="learner",
            complete=at_the_table(texts, COMMANDS, list(self.game.book.rules)),
        )

    def _numbered(self, words: str) -> str | None:
        """The move that a number means; any other text as it is."""
        if not words.isdecimal():
            return words
        number = whole_number(words, 1, len(self.legal))
        if number is None:
            self._wrong(
                f"There is no move {shortened(words)}; "
                f"the moves have the numbers 1 to {len(self.legal)}."
            )
            return None
        return self.legal[number - 1].text

    def _judged(self, text: str) -> CorrectMove | None:
        """Answer a move; the right one is handed back."""
        match self.exercise.judge(text):
            case CorrectMove() as right:
                return right
            case NotAMove(because):
                self._wrong(self._about_a_typo(text, because))
            case RefusedAttempt(move, refusal, say):
                because = refusal.because.rstrip(".")
                self._miss(f"'{move}' is not allowed by {refusal.rule}: {because}.", say)
            case LegalButWrong(move, say):
                self._miss(f"'{move}' is allowed, but not what is asked here.", say)
        return None

    def _miss(self, what: str, say: str) -> None:
        self._wrong(what, say)
        self.misses += 1
        if self.misses == PATIENCE:
            self.screen.say("? lists the legal moves, hint helps, skip goes on.", "dim")

    def _about_a_typo(self, words: str, because: str) -> str:
        texts = [listed.text for listed in self.legal]
        near = move_list.nearest(words, texts, 1) or move_list.nearest(words, COMMANDS, 1)
        if near:
            return f"'{words}' is not a move; did you mean '{near[0]}'?"
        return because.rstrip(".") + "; ? lists the moves."

    # -- words ------------------------------------------------------------------------------

    def _command(self, words: str) -> Callable[[], None] | None:
        if any(words.casefold() == listed.text.casefold() for listed in self.legal):
            return None
        head, _, tail = words.partition(" ")
        if head.startswith("?") and len(head) > 1:
            head, tail = "?", f"{head[1:]} {tail}".strip()
        known: dict[str, Callable[[str], None]] = {
            "?": self._moves,
            "moves": self._moves,
            "hint": self._hint,
            "why": self._why,
            "rules": self._rules,
            "board": self._board,
            "goal": self._goal,
            "score": self._score,
            "help": self._help,
            "h": self._help,
            "skip": self._skip,
            "again": self._again,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }
        found = known.get(head.casefold())
        return None if found is None else lambda: found(tail)

    def _moves(self, words: str) -> None:
        groups = self.turn.groups
        if words and words.casefold() != "all":
            groups = move_list.matching(groups, words)
        output.moves(self.screen, self.turn, groups, bool(words))

    def _hint(self, _words: str) -> None:
        self.screen.say(self.exercise.step.hint)

    def _why(self, words: str) -> None:
        if not words:
            self._wrong("Which move? Write 'why MOVE', with the move as you would play it.")
            return
        text = self._numbered(words)
        if text is None:
            return
        match = self.exercise.match
        try:
            asked = match.explain(text, self.exercise.seat)
        except BadNotation as error:
            self._wrong(self._about_a_typo(text, str(error)))
            return
        output.why(self.screen, match, text, asked)

    def _rules(self, words: str) -> None:
        wanted = [words] if words else list(self.exercise.lesson.rules)
        found = [rule for text in wanted for rule in rule_text.find_rules(self.game, text)]
        if not found:
            self._wrong(f"No rule has the id or the words '{words}'.")
        for rule in found:
            rule_text.show_rule(self.screen, self.game, rule)

    def _board(self, _words: str) -> None:
        self._show()

    def _goal(self, _words: str) -> None:
        rule_text.guide(self.screen, self.game)

    def _score(self, _words: str) -> None:
        output.score(self.screen, self.exercise.match, self.exercise.seat)

    def _help(self, _words: str) -> None:
        self.screen.pairs(HELP)
        output.forms(self.screen, self.game)

    def _skip(self, _words: str) -> None:
        raise SkipLesson

    def _again(self, _words: str) -> None:
        raise RepeatLesson

    def _quit(self, _words: str) -> None:
        raise LeaveLesson
