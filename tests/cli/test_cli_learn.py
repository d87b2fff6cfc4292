"""`rulekeep learn`: lessons in pipes and in a terminal, and what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Open, Run
from tests.cli.screen_window import ScreenWindow
from tests.cli.test_cli_fullscreen import ESCAPE
from tests.cli.test_cli_window_sizes import SIZES

import rulekeep
from rulekeep.cli.table.fullscreen.screen_view import ScreenView
from rulekeep.cli.table.lesson_table import LessonController
from rulekeep.cli.table.terminal_view import EnteredLine
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.core.game import AnyGame
from rulekeep.match.exercise import Exercise
from rulekeep.match.lessons import PUZZLES, Lesson, lessons_of
from rulekeep.session.session import Session

SHIPPED = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")


def ways(game: AnyGame, lesson: Lesson) -> Iterator[str]:
    """What a good pupil types in one lesson."""
    exercise = Exercise(lesson, game)
    while True:
        right = next(exercise.right_moves())
        yield right.move
        exercise.play(right)
        if exercise.is_last:
            return
        exercise.next()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_good_pupil_comes_through_all_lessons(run: Run, tmp_path: Path, name: str) -> None:
    game = rulekeep.games()[name]
    lessons = lessons_of(game)
    lines = [move for lesson in lessons for move in ways(game, lesson)]
    done = run("learn", name, lines="\n".join(lines))
    assert (done.returncode, done.stderr) == (0, "")
    for number, lesson in enumerate(lessons, 1):
        assert f"Lesson {number} of {len(lessons)}: {lesson.title}" in done.stdout
    assert "The goal" in done.stdout
    assert done.stdout.count("Right: ") == len(lines)
    assert done.stdout.endswith(f"Your first match against a bot: rulekeep play {name}\n")
    kept = (tmp_path / "home" / "lessons" / f"{name}.txt").read_text().splitlines()
    assert kept == [lesson.name for lesson in lessons]
    assert f"all {len(lessons)} lessons done" in run("learn").stdout
    again = run("learn", name)
    assert again.returncode == 0 and again.stdout.count(" done\n") == len(lessons) + 1


def test_wrong_moves_are_answered_and_the_lesson_goes_on(run: Run) -> None:
    lines = """
        place KY C
        place WBS N
        dance
        99
        ?
        hint
        why place KY C
        rules CK-018
        rules
        goal
        score
        help
        board
        again
        1
    """
    done = run("learn", "castle_keep", "1", lines=lines)
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout
    said = "You cannot play 'place KY C': a castle must start with a wall or a tower (CK-018)."
    assert said in shown
    assert "'place WBS N' is legal, but not what this step asks for." in shown
    assert "You may start with a wall too" in shown
    assert "skip continues with the next lesson." in shown
    assert "No move has the number 99. The numbers go from 1 to 13." in shown
    assert "the first tile of the castle (place TRC NW)" in shown
    assert "To place a tile, write 'place TILE CELL'." in shown
    assert "Not allowed now: place KY C" in shown
    assert shown.count("CK-019  Towers go on corners") == 1
    assert shown.count("CK-018  The first tile of an empty castle") == 2
    assert "What is on the table" in shown
    assert "try the move with this number in the list" in shown
    assert shown.count("Your task, Ada: Start your castle") == 3
    assert shown.count("Lesson 1 of 9: The first tile") == 2
    assert "Right: Place the red curvy tower" in shown
    assert "Castle Keep: 1 of 9 lessons done." in shown
    assert "Lesson 2 of 9" in shown


def test_one_goes_on_where_one_stopped(run: Run, tmp_path: Path) -> None:
    assert "castle_keep         Castle Keep: 9 lessons" in run("learn").stdout
    first = run("learn", "castle_keep", lines="place TRC NW\nskip\nquit\n")
    assert "Lesson 3 of 9" in first.stdout
    assert first.stdout.endswith("Continue with: rulekeep learn castle_keep\n")
    second = run("learn", "castle_keep")
    assert "Lesson 2 of 9" in second.stdout and "The goal" not in second.stdout
    assert "Castle Keep: 1 of 9 lessons done" in run("learn").stdout
    listed = run("learn", "castle_keep", "--list").stdout
    assert "1  The first tile" in listed and listed.count(" done\n") == 2
    # What is no lesson, or half a line, counts for nothing.
    (tmp_path / "home" / "lessons" / "castle_keep.txt").write_bytes(b"\xff\nnothing\n02-mat")
    assert "castle_keep         Castle Keep: 9 lessons" in run("learn").stdout


def test_what_is_no_lesson_is_refused(run: Run) -> None:
    for word in ("0", "10", "first", "9" * 300):
        wrong = run("learn", "castle_keep", word)
        assert wrong.returncode == 2
        assert "is not a lesson of Castle Keep; the lessons have the numbers 1 to 9" in wrong.stderr
    unknown = run("learn", "castle_kep")
    assert unknown.returncode == 2 and "Did you mean castle_keep?" in unknown.stderr


def test_progress_that_cannot_be_saved_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where a directory should be")
    wrong = run("learn", "castle_keep", lines="place TRC NW\n")
    assert wrong.returncode == 2
    assert "lessons: cannot be made" in wrong.stderr


def test_a_game_without_lessons_shows_what_there_is(run: Run) -> None:
    done = run("learn", "lanterns")
    assert done.returncode == 0
    assert "Lanterns has no lessons, only this page." in done.stdout


class Pupil:
    """Somebody who asks for the moves, errs and then answers right, at every step."""

    def __init__(self, game: AnyGame, lesson: Lesson, number: int, size: tuple[int, int]) -> None:
        self.window = ScreenWindow(size)
        self.steps = [self._lines(*step) for step in steps_of(game, lesson)]
        with self.window.opened():
            session = Session(Exercise(lesson, game).match, ())
            self.view = ScreenView(session, Prompt(self.window.screen), pace=0)
            self.view.app.line = self.line  # type: ignore[method-assign]
            self.view.app.key = self.key  # type: ignore[method-assign]
            lessons = [lesson] * number
            self.controller = LessonController(self.view, game, lessons, number - 1, False)
            self.controller.run()

    def _lines(self, wrong: str, right: str) -> list[str]:
        return ["?", *dict.fromkeys((wrong, "dance")), right]

    async def line(self, label: str) -> EnteredLine:
        app, window = self.view.app, self.window
        app.label, app.asking = label, True
        if app.shows_page:
            assert "returns to the table" in " ".join(window.rows(self.view)[-3:])
            app.press(" ")
        rows = window.assert_board_in_view(self.view, self.controller.exercise.seat)
        assert rows[-1] == f"{label}".rstrip()
        # Unless the window is very low, the whole task is pinned above the prompt.
        pinned = " ".join(" ".join(rows[-1 - window.size[1] // 4 : -1]).split())
        assert self.view.task[:60] in pinned
        assert window.size[1] < 24 or self.view.task in pinned
        app.asking = False
        if not self.steps[0]:
            self.steps.pop(0)
            assert not any("is not a move" in row for row in rows), "old text is still there"
        return EnteredLine(self.steps[0].pop(0))

    async def key(self) -> str:
        rows = " ".join(" ".join(self.window.rows(self.view)).split())
        assert "Right: " in rows
        return "f"


def steps_of(game: AnyGame, lesson: Lesson) -> Iterator[tuple[str, str]]:
    """A wrong and a right move for every step."""
    exercise = Exercise(lesson, game)
    while True:
        right = next(exercise.right_moves())
        wrong = exercise.step.wrong
        yield wrong[0].move if wrong else "dance", right.move
        exercise.play(right)
        if exercise.is_last:
            return
        exercise.next()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", SHIPPED)
def test_board_and_task_are_in_view_at_every_prompt_of_every_lesson(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("RULEKEEP_HOME", str(tmp_path))
    game = rulekeep.games()[name]
    for number, lesson in enumerate(lessons_of(game), 1):
        pupil = Pupil(game, lesson, number, size)
        assert pupil.controller.finished and pupil.steps == [[]]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_lessons_in_a_terminal(terminal: Open, size: tuple[int, int]) -> None:
    window = terminal("learn", "castle_keep", columns=size[0], rows=size[1])
    window.wait("The goal", "Press any key for the first lesson.")
    window.keys(" ")
    window.wait("Lesson 1 of 9: The first tile")
    window.keys(ESCAPE)
    window.wait("Your task, Ada: Start your castle", "Castle Keep · turn 1")
    window.prompt("Ada")
    window.line("place KY C")
    window.wait("a castle must start")
    window.line("task")
    window.wait("Lesson 1 of 9: The first tile")
    window.keys(ESCAPE)
    window.prompt("Ada")
    window.keys("place TR\tNW")
    window.wait("place TRC NW")
    window.keys("\r")
    window.wait("Right: Place the red curvy tower", "(n)ext lesson, (a)gain or (q)uit?")
    window.keys("a")
    window.wait("Lesson 1 of 9: The first tile")
    window.keys(ESCAPE)
    window.wait("Your task, Ada: Start your castle")
    window.prompt("Ada")
    window.keys("\x03")
    window.wait("Leave the lessons? Finished lessons stay finished. [y/N]")
    window.keys("y")
    window.wait("1 of 9 lessons done", "Continue with: rulekeep learn castle_keep")
    assert window.end() == 0


def test_lessons_in_lines(terminal: Open) -> None:
    window = terminal("learn", "castle_keep", "1", "--lines", rows=50)
    window.wait("Lesson 1 of 9: The first tile", "Your task, Ada", "hint helps")
    window.keys("place TR\tNW\r")
    window.wait("Right: Place the red curvy tower", "(n)ext lesson, (a)gain or (q)uit?")
    window.keys("a")
    window.wait("Your task, Ada: Start your castle")
    window.line("hint")
    window.wait("so 'place TRC NW' is right")
    window.line("quit")
    window.wait("1 of 9 lessons done", "Continue with: rulekeep learn castle_keep")
    assert window.end() == 0


def test_a_first_match_offers_the_lessons_once(terminal: Open, run: Run) -> None:
    offer = "New to Castle Keep? 9 short lessons: rulekeep learn castle_keep"
    window = terminal("play", "castle_keep", rows=50)
    window.wait(offer, "Player 1>")
    window.line("quit")
    assert window.end() == 0
    window = terminal("play", "castle_keep", rows=50)
    assert offer not in window.wait("Player 1>")
    window.line("quit")
    assert window.end() == 0
    assert offer not in run("play", "kilt_castle").stdout


def test_puzzles_are_solved_beside_the_lessons(run: Run) -> None:
    game = rulekeep.games()["castle_keep"]
    puzzles = lessons_of(game, PUZZLES)
    listed = run("learn", "castle_keep", "--list").stdout
    assert all(puzzle.title in listed for puzzle in puzzles)
    lines = [move for puzzle in puzzles[1:] for move in ways(game, puzzle)]
    done = run("learn", "castle_keep", "2", "--puzzles", lines="\n".join(lines))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Puzzle 2 of {len(puzzles)}: {puzzles[1].title}" in done.stdout
    assert done.stdout.count("Right: ") == len(lines)
    wrong = run("learn", "castle_keep", "99", "--puzzles")
    assert wrong.returncode == 2 and "'99' is not a puzzle of Castle Keep" in wrong.stderr
    none = run("learn", "lanterns", "--puzzles")
    assert none.returncode == 0 and "has no puzzles" in none.stdout


def test_the_answer_says_the_move_once(run: Run) -> None:
    done = run("learn", "castle_keep", "1", "--puzzles", "--width", "200", lines="answer\nquit")
    sentence = "Place the red straight wall on the south side"
    assert done.stdout.count(f"The answer: {sentence} (place WRS S)") == 1
    shown = done.stdout.partition("The answer: ")[2]
    assert shown.count(sentence) == 1 and "complete your castle and win." in shown
