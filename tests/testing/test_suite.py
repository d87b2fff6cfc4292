"""Scenarios outside any package: found, read with their game and house, run by pytest too."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekeep.core import registry
from rulekeep.core.errors import DataError, UnknownGame
from rulekeep.testing import read_scenarios
from rulekeep.testing.suite import find_suite
from rulekeep.testing.suite_runner import run_case

HEAD = "game: lanterns\n---\n"
GOOD = """\
name: a lantern one does not hold
rules: [LA-005]
given: {hands: [[1, 1, 1, 0], [0, 0, 0, 3]], prizes: [1, 3]}
when:
  - {seat: 0, move: show 4, refused: {rule: LA-005}}
"""
TIE = """\
name: the next takes the prize
rules: [LA-005]
given: {seats: 3, hands: [[1, 1, 1, 0], [0, 0, 0, 3], [0, 0, 0, 2]], prizes: [1, 3]}
when:
  - {seat: 0, move: show 3}
  - {seat: 1, move: show 4}
  - {seat: 2, move: show 4}
then: {to_move: [0]}
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_the_head_says_the_game_of_all_that_follow(tmp_path: Path) -> None:
    path = write(tmp_path / "a.yaml", HEAD + GOOD + "---\n" + GOOD.replace("name: a", "name: the"))
    assert [scenario.game for scenario in read_scenarios(path)] == ["lanterns", "lanterns"]
    assert all(run_case(case).passed for case in find_suite(str(path)).cases)
    path = write(tmp_path / "b.yaml", f"game: lanterns\n{GOOD}")
    assert [run_case(case).passed for case in find_suite(str(path)).cases] == [True]


def test_a_directory_may_say_the_game(tmp_path: Path) -> None:
    path = write(tmp_path / "lanterns" / "ours" / "a.yaml", GOOD)
    assert [case.game for case in find_suite(str(path)).cases] == ["lanterns"]
    (case,) = find_suite(str(write(tmp_path / "a.yaml", GOOD))).cases
    assert case.scenario is None and "does not say its game" in run_case(case).message


def test_a_scenario_of_another_game_is_not_run_by_this_one(tmp_path: Path) -> None:
    (scenario,) = read_scenarios(
        write(tmp_path / "a.yaml", HEAD + GOOD.replace("LA-005", "KC-001"))
    )
    from rulekeep.testing import run_scenario

    with pytest.raises(DataError, match="a scenario of lanterns, not of kilt_castle"):
        run_scenario(scenario, registry.load("kilt_castle"))


def test_house_rules_hold_where_a_scenario_is_silent(tmp_path: Path) -> None:
    write(tmp_path / "house.yaml", "name: Ours\noptions: {ties: next}\n")
    head = "game: lanterns\nhouse: house.yaml\n---\n"
    (case,) = find_suite(str(write(tmp_path / "a.yaml", head + TIE))).cases
    assert run_case(case).passed, run_case(case).message
    (case,) = find_suite(str(write(tmp_path / "b.yaml", HEAD + TIE))).cases
    assert "to move" in run_case(case).message
    loud = TIE.replace("rules: [LA-005]", "rules: [LA-005]\noptions: {ties: nobody}")
    (case,) = find_suite(str(write(tmp_path / "c.yaml", head + loud))).cases
    assert not run_case(case).passed
    (case,) = find_suite(str(write(tmp_path / "d.yaml", "house: no.yaml\n---\n" + TIE))).cases
    assert "d.yaml:1: house rules: " in run_case(case).message


def test_a_folder_is_searched_and_other_files_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path / "a.yaml", HEAD + GOOD)
    write(tmp_path / "deep" / "b.yml", HEAD + GOOD)
    write(tmp_path / ".hidden" / "c.yaml", "nonsense: [")
    board = write(tmp_path / "data" / "board.yaml", "cells: 3\n")
    (tmp_path / "loop").symlink_to(tmp_path)
    suite = find_suite(str(tmp_path))
    assert [case.path.name for case in suite.cases] == ["a.yaml", "b.yml"]
    assert suite.skipped == (board,)
    write(tmp_path / "broken.yaml", "name: [")
    assert [run_case(case).passed for case in find_suite(str(tmp_path)).cases] == [
        True,
        False,
        True,
    ]


def test_nothing_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownGame, match="nor is there a file or a folder of that name"):
        find_suite("nothing")
    with pytest.raises(DataError, match="holds no scenarios"):
        find_suite(".")
    assert find_suite("lanterns").cases, "a game's own"


def test_pytest_collects_a_folder(pytester: pytest.Pytester) -> None:
    write(pytester.path / "ours" / "a.yaml", HEAD + GOOD)
    write(pytester.path / "ours" / "b.yaml", HEAD + GOOD.replace("LA-005}", "LA-006}"))
    write(pytester.path / "ours" / "data.yaml", "cells: 3\n")
    write(pytester.path / "other" / "c.yaml", "nobody: [")
    pytester.makeconftest(
        "import lanterns\nfrom rulekeep.core import registry\nregistry.add(lanterns.GAME)\n"
    )
    result = pytester.runpytest("-p", "rulekeep.testing.pytest_suites", "--rulekeep", "ours")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*b.yaml:*was refused with another rule*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    nowhere = pytester.runpytest("-p", "rulekeep.testing.pytest_suites", "--rulekeep", "nowhere")
    assert nowhere.ret == pytest.ExitCode.USAGE_ERROR


def test_without_being_asked_pytest_collects_nothing(pytester: pytest.Pytester) -> None:
    write(pytester.path / "ours" / "a.yaml", HEAD + GOOD)
    result = pytester.runpytest("-p", "rulekeep.testing.pytest_suites")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
