"""Lessons: how they are read, judged and tried; the shipped ones are collected as tests of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulekeep
from rulekeep.core.errors import DataError
from rulekeep.core.game import AnyGame
from rulekeep.match.exercise import CorrectMove, Exercise, LegalButWrong, NotAMove, RefusedAttempt
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.lessons import PUZZLES, lesson_files, lessons_of, read_lesson
from rulekeep.review.puzzle_search import REASONS
from rulekeep.testing import check_game
from rulekeep.testing.lesson_checks import check_lesson

SHIPPED = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")

GOOD = """\
title: Begin with a tower
rules: [CK-018]
given: {hands: {0: [TRC, WBS, KY]}}
task: Place the tower.
hint: Corners are for towers.
answers: ["place TRC *"]
wrong:
  - {move: place KY C, refused: CK-018, say: The knight comes later.}
  - {move: done, say: Do not pass.}
otherwise: The tower, please.
after: Well done.
"""


@pytest.fixture
def game() -> AnyGame:
    return rulekeep.games()["castle_keep"]


def written(folder: Path, text: str) -> Path:
    path = folder / "01-begin.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", SHIPPED)
def test_every_game_is_taught_in_five_to_twelve_lessons(name: str) -> None:
    game = rulekeep.games()[name]
    lessons = lessons_of(game)
    assert 5 <= len(lessons) <= 12
    steps = [step for lesson in lessons for step in lesson.steps]
    assert all(len(lesson.title) <= 40 for lesson in lessons)
    assert any(wrong.refused for step in steps for wrong in step.wrong), "no refusal is shown"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_lesson_ends_in_something_to_win(name: str) -> None:
    """The last task names what is won, and an expectation states it."""
    for lesson in lessons_of(rulekeep.games()[name]):
        last = lesson.steps[-1]
        assert re.search(r"\b(win|lead)\b", last.task, re.IGNORECASE), lesson.name
        assert "expect" in last.node, lesson.name


@pytest.mark.parametrize("name", SHIPPED)
def test_the_lessons_touch_every_kind_of_move_and_the_end(name: str) -> None:
    """The moves that only variants, options or two-player seatings know are left out."""
    game = rulekeep.games()[name]
    beyond = {
        "castle_keep": {"draw", "transfer", "swap", "choose"},
        "kilt_castle": {"roof", "skip"},
        "carcassonne_castle": {"draw", "end"},
        "kings_and_castles": {"aside"},
    }[name]
    assert game.language is not None
    known = {str(form).split()[0] for form in game.language.forms} - beyond
    # Who is taught 'tax' has read of 'no tax', and of passing where he is told to bid.
    known -= {"no", "pass"}
    verbs: set[str] = set()
    over = False
    for lesson in lessons_of(game):
        exercise = Exercise(lesson, game)
        while True:
            right = next(exercise.right_moves())
            verbs.add(right.move.split()[0])
            exercise.play(right)
            if exercise.is_last:
                break
            exercise.next()
        over = over or exercise.match.is_over
    assert known - verbs == set()
    assert over, "no lesson leads to the end of a match"


def test_a_move_is_judged_by_the_rules_and_by_the_lesson(game: AnyGame, tmp_path: Path) -> None:
    lesson = read_lesson(written(tmp_path, GOOD))
    check_lesson(lesson, game)
    exercise = Exercise(lesson, game)
    assert isinstance(exercise.assess("dance"), NotAMove)
    refused = exercise.assess("place KY C")
    assert isinstance(refused, RefusedAttempt)
    assert (refused.refusal.rule, refused.say) == ("CK-018", "The knight comes later.")
    assert exercise.assess("done") == LegalButWrong("done", "Do not pass.")
    assert exercise.assess("place WBS N") == LegalButWrong("place WBS N", "The tower, please.")
    for text in ("place TRC NW", "place  trc se", "place a NE"):
        assert isinstance(exercise.assess(text), CorrectMove), text
    before = game.to_dict(exercise.match.state)
    right = exercise.assess("place TRC SE")
    assert game.to_dict(exercise.match.state) == before
    assert isinstance(right, CorrectMove)
    exercise.play(right)
    assert game.to_dict(exercise.match.state)["castles"]["0"] == {"SE": "TRC"}


def test_an_expectation_alone_says_what_is_right(game: AnyGame, tmp_path: Path) -> None:
    text = GOOD.replace(
        'answers: ["place TRC *"]', "expect: {happens: [{TilePlaced: {seat: 0, kind: TRC}}]}"
    )
    lesson = read_lesson(written(tmp_path, text))
    check_lesson(lesson, game)
    exercise = Exercise(lesson, game)
    assert [right.move for right in exercise.right_moves()] == ["place TRC NW"]
    assert isinstance(exercise.assess("place WBS N"), LegalButWrong)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("title:", "titel:", r"01-begin.yaml:1: unknown key 'titel'"),
        ("rules: [CK-018]", "rules: []", r":2: a lesson teaches at least one rule"),
        ("task: Place the tower.\n", "", r"the key 'task' is missing"),
        ('answers: ["place TRC *"]\n', "", r"'answers' or 'expect' must say which moves"),
        (", refused: CK-018, say: The knight comes later.", "", r":8: a wrong move is 'refused'"),
        ("after:", "expect: {hapens: []}\nafter:", r"unknown key 'hapens'"),
        ("answers:", "steps: []\nanswers:", r"a lesson with steps has 'task' in its steps"),
        ("refused: CK-018", "refused: CK-018, expect: {to_move: [0]}", r":8: nothing comes of a"),
        ("say: Do not pass.", "say: Do not pass., expect: {}", r":9: nothing is expected here"),
    ],
)
def test_a_malformed_lesson_is_refused_with_file_and_line(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in GOOD
    with pytest.raises(DataError, match=told):
        read_lesson(written(tmp_path, GOOD.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rules: [CK-018]", "rules: [CK-999]", r":2: CK-999 is not in the rule book"),
        ("[TRC, WBS, KY]", "[TRC, XXX]", r":3: the given position is refused"),
        ('"place TRC *"', "place TRC N", r"'place TRC N' is right, but refused"),
        ('"place TRC *"', '"place TYC *"', r":6: no legal move is like 'place TYC \*'"),
        ('"place TRC *"', "dance", r":6: "),
        ("refused: CK-018", "refused: CK-019", r":8: 'place KY C' is refused"),
        ("place KY C, refused: CK-018", "done, refused: CK-018", r":8: 'done' is legal"),
        ("move: done", "move: place TRC NW", r":9: 'place TRC NW' is listed as wrong"),
        ("after:", "expect: {outcome: {places: [1, 2]}}\nafter:", r"after 'place TRC NW'"),
        ("task:", "claims: {legal: {0: {count: 1}}}\ntask:", r":4: the number of legal moves"),
        ("task:", "claims: {standing: {0: {tower: 9}}}\ntask:", r":4: standing"),
        ("Do not pass.", "Never., expect: {to_move: [0]}", r":9: to move"),
        ("Well done.", "You hold two tiles.", r":11: no claim and no expectation states the 2"),
        ("Do not pass.", "Then Bo wins by five.", r":9: no claim and no expectation states the 5"),
        ("Corners are", "Nothing else fits. Corners", r":5: no claim about legal moves supports"),
        ("given:", "about: Bo has 9 tiles.\ngiven:", r":3: no claim .* states the 9 of 'Bo has 9"),
        ("task:", "seat: 1\ntask:", r"seat 1 has nothing to decide here"),
        ("task:", "seat: 7\ntask:", r"there are 2 seats, counted from 0"),
        ("task:", "before: [{seat: 1, move: done}]\ntask:", r":4: this cannot be played here"),
    ],
)
def test_what_a_lesson_says_of_its_moves_must_be_so(
    game: AnyGame, tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in GOOD
    lesson = read_lesson(written(tmp_path, GOOD.replace(old, new)))
    with pytest.raises((DataError, ScenarioFailure), match=told):
        check_lesson(lesson, game)


def test_claims_of_the_position_may_be_true(game: AnyGame, tmp_path: Path) -> None:
    claims = "claims: {to_move: [0], legal: {0: {include: [done], exclude: [place KY C]}}}\ntask:"
    check_lesson(read_lesson(written(tmp_path, GOOD.replace("task:", claims))), game)
    with pytest.raises(DataError, match=r":4: unknown key 'happens'"):
        read_lesson(written(tmp_path, GOOD.replace("task:", "claims: {happens: []}\ntask:")))


def test_what_the_texts_claim_is_declared(game: AnyGame, tmp_path: Path) -> None:
    text = (
        GOOD.replace("task:", "claims: {state: {hands: {0: [TRC, WBS, KY]}}}\ntask:")
        .replace("Well done.", "You hold two tiles. A castle has 9 cells for every player.")
        .replace("after:", "expect: {observation: {1: {hand_sizes: [2, 0]}}}\nafter:")
        .replace("Corners are for towers.", "You have three tiles, and Bo has eleven.")
        .replace("say: Do not pass.", "say: Then Bo has two., expect: {to_move: [1]}")
        .replace("given:", "about: There are 9 cells. The map has 32 regions.\ngiven:")
    )
    with pytest.raises(ScenarioFailure, match="states the 11 of 'You have three tiles"):
        check_lesson(read_lesson(written(tmp_path, text)), game)
    check_lesson(read_lesson(written(tmp_path, text.replace(", and Bo has eleven", ""))), game)


def test_every_right_way_through_the_steps_is_tried(game: AnyGame, tmp_path: Path) -> None:
    steps = """\
title: Two tiles
rules: [CK-022]
given: {castles: {0: {NW: TYC}}, hands: {0: [WYS, WRC, TRC]}}
steps:
  - task: A wall.
    hint: Any.
    answers: ["place W* N"]
    after: Good.
  - task: The tower beside it.
    hint: It is red and curvy.
    answers: [place TRC NE]
    after: Good.
"""
    # The red wall takes the tower, the yellow one does not.
    lesson = read_lesson(written(tmp_path, steps))
    with pytest.raises(ScenarioFailure, match=r":11: 'place TRC NE' is right, but refused"):
        check_lesson(lesson, game)
    good = steps.replace('"place W* N"', "place WRC N")
    check_lesson(read_lesson(written(tmp_path, good)), game)


def test_the_kit_tries_the_lessons_of_a_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rulekeep.games()["castle_keep"]
    folder = tmp_path / "lessons"
    folder.mkdir()
    path = written(folder, GOOD.replace("CK-018, say", "CK-019, say"))
    monkeypatch.setattr("rulekeep.match.lessons.resources.files", lambda _: tmp_path)
    assert lesson_files(game) == [path]
    report = check_game(game, only_seats=2, stop=lambda: True)
    assert any("'place KY C' is refused" in problem for problem in report.problems)
    written(folder, GOOD)
    assert check_game(game, only_seats=2, stop=lambda: True).problems == []


def test_another_board_is_not_held_to_lessons_on_the_shipped_one() -> None:
    ring = Path(__file__).parents[1] / "kilt_castle" / "board_ring"
    game = rulekeep.games()["kilt_castle"]
    assert check_game(game, only_seats=3, stop=lambda: True).problems == []
    assert check_game(game.with_data(ring), only_seats=3, stop=lambda: True).problems == []


def test_pytest_collects_lessons_and_reports_file_and_line(pytester: pytest.Pytester) -> None:
    folder = pytester.mkdir("lanterns")
    (folder / "lessons").mkdir()
    lesson = folder / "lessons" / "01-show.yaml"
    lesson.write_text(
        "title: Show a lantern\nrules: [LA-001]\ngiven: {hands: [[1, 1, 1, 0], [0, 0, 0, 3]], prizes: [1, 3]}\ntask: Show one.\nhint: Any.\n"
        'answers: ["show *"]\nafter: Good.\n'
    )
    pytester.makeconftest(
        """
        import lanterns
        from rulekeep.core import registry
        pytest_plugins = ["rulekeep.testing.pytest_plugin"]
        registry.add(lanterns.GAME)
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1)
    lesson.write_text(lesson.read_text().replace("show *", "hide *"))
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*01-show.yaml:6: no legal move is like 'hide *"])
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("name", SHIPPED)
def test_puzzles_have_one_answer_and_an_idea(name: str) -> None:
    game = rulekeep.games()[name]
    for puzzle in lessons_of(game, PUZZLES):
        assert puzzle.idea in REASONS and len(puzzle.steps) == 1, puzzle.name
        assert len(list(Exercise(puzzle, game).right_moves())) == 1, puzzle.name
