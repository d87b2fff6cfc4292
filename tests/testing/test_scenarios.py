"""The scenario runner: what it accepts, and how it reports what is wrong."""

from pathlib import Path

import lanterns
import pytest

from rulekeep.core.errors import DataError
from rulekeep.match.match import Match
from rulekeep.testing import ScenarioFailure, read_scenarios, run_scenario, scenario_files
from rulekeep.testing.rule_coverage import coverage
from rulekeep.testing.scenario_format import Scenario, read_each
from rulekeep.testing.scenario_writer import minimised, scenario_of, to_yaml

GAME = lanterns.GAME

GOOD = """\
name: the highest lantern takes a prize
rules: [LA-006]
given: {hands: [[1, 1, 1, 0], [0, 0, 0, 3]], prizes: [1, 3]}
when:
  - {seat: 0, move: show 4, refused: {rule: LA-005, because: no lantern 4}}
  - {seat: 0, move: show 1}
  - {seat: 1, legal: [show 4]}
  - {seat: 1, move: show 4, events: [LanternsShown]}
  - {seat: 1, move: take 3, chance: ["2", "3", 1p, 2p]}
then:
  to_move: [0, 1]
  state: {points: [0, 3], shown: []}
  standing: {1: {prizes: 3, total: 3}}
  observation: {0: {hand: [0, 2, 1, 0], secrets: absent}}
  legal: {0: [show 2, show 3]}
"""


def run(text: str, tmp_path: Path) -> set[str]:
    path = tmp_path / "s.yaml"
    path.write_text(text)
    earned: set[str] = set()
    for scenario in read_scenarios(path):
        earned |= run_scenario(scenario, GAME)
    return earned


def test_a_good_scenario_earns_its_rules(tmp_path: Path) -> None:
    assert run(GOOD, tmp_path) == {"LA-006"}
    assert run(GOOD.replace("[LA-006]", "[LA-006]\nwithout: [LA-007]"), tmp_path) == {"LA-006"}
    assert run(GOOD.replace("[LA-006]", "[LA-004, LA-008, LA-005]"), tmp_path) == {
        "LA-004",
        "LA-005",
        "LA-008",
    }


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            "rules: [LA-006]",
            "rules: [LA-006, LA-007]",
            ":2: LA-007 is cited but never seen at work",
        ),
        (
            "rules: [LA-006]",
            "rules: [LA-006]\nwithout: [LA-005]",
            ":3: LA-005 is at work and should not be",
        ),
        (
            "refused: {rule: LA-005",
            "refused: {rule: LA-009",
            ":5: 'show 4' by seat 0 was refused with another rule",
        ),
        ("no lantern 4", "no lantern 4, also: [LA-006]", ":5: the further rules against 'show 4'"),
        ("no lantern 4", "too dear", ":5: 'show 4' by seat 0 was refused with another reason"),
        ("seat: 0, move: show 4", "seat: 0, move: show 1", ":5: 'show 1' by seat 0 was allowed"),
        ("move: show 1}", "move: show 4}", ":6: 'show 4' by seat 0 was refused: you hold no"),
        ("legal: [show 4]", "legal: [show 3, show 4]", ":7: the legal moves of seat 1"),
        ("legal: [show 4]", "legal: {include: [show 3]}", ":7: 'show 3' is not legal"),
        ("legal: [show 4]", "legal: {exclude: [show 4]}", ":7: 'show 4' is legal"),
        ("legal: [show 4]", "legal: {count: 2}", ":7: the number of legal moves"),
        ("legal: [show 4]", "legal: [dance]", ":7: 'dance' is not a move"),
        ("events: [LanternsShown]", "events: []", ":8: the events"),
        ('"2", "3", 1p, 2p', '"2", "3", 1p', ":9: 'take 3' by seat 1: chance: no outcome is given"),
        ('"2", "3", 1p, 2p', '"2", "3", 1p, 2p, 3p', ":9: chance: outcomes that nothing asked"),
        ('"2", "3", 1p, 2p', '"2", "9", 1p, 2p', "nothing is called '9'"),
        ("to_move: [0, 1]", "to_move: [1]", ":11: to move"),
        (
            "points: [0, 3]",
            "points: [0, 2]",
            ":12: state.points\n  expected \\[0, 2\\]\n  got      \\[0, 3\\]",
        ),
        ("shown: []", "round: true", ":12: state.round"),
        ("shown: []", "deck: {}", ":12: state.deck"),
        ("state: {points: [0, 3], shown: []}", "state: {}", ":12: state"),
        ("points: [0, 3]", "pints: [0, 3]", ":12: state has no 'pints'"),
        ("prizes: 3, total", "prizes: 2, total", ":13: standing.1.prizes"),
        ("standing: {1: {prizes: 3,", "standing_for: {0: {1: {prizes: 2}}} # ", ":13: standing"),
        ("secrets: absent", "hand_sizes: absent", ":14: observation of 0.hand_sizes"),
        ("legal: {0: [show 2, show 3]}", "legal: {0: [show 2]}", ":15: the legal moves of seat 0"),
        ("to_move: [0, 1]", "outcome: {places: [1, 2]}", ":11: the match is not over"),
        ("to_move: [0, 1]", "unchanged: true", ":11: the state has changed"),
        ("[0, 0, 0, 3]]", "[0, 0, 0, 9]]", ":3: the given position is refused: state.hands"),
    ],
)
def test_a_failure_names_its_line(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert old in GOOD
    with pytest.raises(ScenarioFailure, match=what):
        run(GOOD.replace(old, new, 1), tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("when:", "wen:", "s.yaml:4: unknown key 'wen'"),
        ("seat: 1, legal", "seat: 2, legal", "s.yaml:7: seat: 2 is more than 1"),
        ("legal: [show 4]", "legal: [show 4, show 4]", "s.yaml:7: a move is listed twice"),
        ("legal: [show 4]", "legal: {}", "s.yaml:7: nothing is expected here"),
        ("legal: [show 4]", "legal: [show 4], events: []", "s.yaml:7: where nothing is played"),
        ("because: no lantern 4}", "because: ''}", "s.yaml:5: an empty reason"),
        (
            "because: no lantern 4}",
            "because: hold}, chance: []",
            "s.yaml:5: where nothing is played",
        ),
        ("observation: {0:", "observation: {9:", "s.yaml:14: '9' is not a seat"),
        ("standing: {1:", "standing: {9:", "s.yaml:13: '9' is not a seat"),
        ("given: {hands", "options: [1]\ngiven: {hands", "s.yaml:3: expected keys and values"),
        ("rules: [LA-006]", "rules: [LA-006, LA-006]", "s.yaml:2: a rule is named twice"),
        (
            "rules: [LA-006]",
            "rules: [LA-006]\nwithout: [LA-006]",
            "s.yaml:2: a rule is named twice",
        ),
        ("rules: [LA-006]", "rules: [LA-999]", "s.yaml:2: LA-999 is not in the rule book"),
        ("rules: [LA-006]\n", "", "s.yaml:1: the key 'rules' is missing"),
        ("given:", "setup: {seats: 2}\ngiven:", "s.yaml:1: a scenario has either"),
        ("seat: 0, move: show 4", "seat: x, move: show 4", "s.yaml:5: expected a whole number"),
        ("{seat: 0, move: show 1}", "{seat: 0}", "s.yaml:6: a step has either"),
        ("{seat: 0, move: show 1}", "{seat: 0, moves: show 1}", "s.yaml:6: unknown key 'moves'"),
        ("  to_move", "  to_mve", "s.yaml:11: unknown key 'to_mve'"),
        ("name: the", "name: [the", "s.yaml:.*not YAML"),
    ],
)
def test_a_malformed_file_names_its_line(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert old in GOOD
    with pytest.raises(DataError, match=what):
        run(GOOD.replace(old, new, 1), tmp_path)


def test_every_malformed_document_is_reported(tmp_path: Path) -> None:
    other = GOOD.replace("name: the", "name: another")
    path = tmp_path / "s.yaml"
    path.write_text(
        "---\n".join([GOOD.replace("when:", "wen:"), "name: [\n", other, "name: x\nrules: 7\n"])
    )
    found = read_each(path)
    assert [isinstance(one, Scenario) for one in found] == [False, False, True, False]
    with pytest.raises(DataError, match="3 documents are malformed") as raised:
        read_scenarios(path)
    for line in ("s.yaml:4: unknown key 'wen'", "s.yaml:1", "s.yaml:36: expected a list"):
        assert line in str(raised.value)
    path.write_text(f"{GOOD}---\n{other}")
    assert [one.line for one in read_scenarios(path)] == [1, 17]


def test_two_scenarios_of_one_name_and_empty_files(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"s\.yaml:17: the name .* twice"):
        run(f"{GOOD}---\n{GOOD}", tmp_path)
    with pytest.raises(DataError, match="holds no scenario"):
        run("", tmp_path)
    for silent in ("given: {}", "given: {}, when: []"):
        with pytest.raises(DataError, match="says nothing"):
            run(f"{{name: x, rules: [LA-001], {silent}}}", tmp_path)
    with pytest.raises(DataError, match="nothing is expected here"):
        run("{name: x, rules: [LA-001], given: {}, then: {}}", tmp_path)


def test_a_finished_position_earns_only_by_its_result(tmp_path: Path) -> None:
    over = "name: x\nrules: [LA-010]\ngiven: {}\nthen: {%s}\n"
    with pytest.raises(ScenarioFailure, match="never seen at work"):
        run(over % "to_move: []", tmp_path)
    assert run(over % "outcome: {places: [1, 1], rules: []}", tmp_path) == {"LA-010"}
    with pytest.raises(ScenarioFailure, match=r"outcome\.rules"):
        run(over % "outcome: {places: [1, 1], rules: [LA-009]}", tmp_path)


SETUP = "name: x\nrules: [LA-001]\nsetup: {seats: 5, refused: {rule: LA-001, because: 2 to 4}}\n"


def test_a_set_up_that_must_be_refused(tmp_path: Path) -> None:
    assert run(SETUP, tmp_path) == {"LA-001"}
    with pytest.raises(DataError, match=":3: after a refused set-up nothing can happen"):
        run(SETUP + "then: {to_move: [7]}\n", tmp_path)
    with pytest.raises(ScenarioFailure, match=":3: the set-up was allowed"):
        run(SETUP.replace("seats: 5", "seats: 3"), tmp_path)
    with pytest.raises(ScenarioFailure, match=":3: the set-up was refused: Lanterns has"):
        run("name: x\nrules: [LA-001]\nsetup: {seats: 5}\nthen: {to_move: []}\n", tmp_path)


def test_a_position_of_a_match_becomes_a_scenario_that_passes(tmp_path: Path) -> None:
    match = Match.new(GAME, 3, seed=4, options={"ties": "next"})
    while not match.is_over:
        match.play(match.legal_moves()[-1])
    for at in range(len(match.plies) - 1):
        text = to_yaml(scenario_of(match, at, moves=3))
        run(text, tmp_path)


def test_a_scenario_is_minimised_and_still_passes(tmp_path: Path) -> None:
    match = Match.new(GAME, 3, seed=4)
    while not match.is_over:
        match.play(match.legal_moves()[-1])
    document = scenario_of(match, 0)
    smaller = minimised(document, GAME)
    assert {**smaller, "given": 0} == {**document, "given": 0}
    assert set(smaller["given"]) < set(document["given"])
    run(to_yaml(smaller), tmp_path)


def test_coverage_lists_the_missing_rules() -> None:
    report = coverage("lanterns", GAME.book, ["LA-001", "LA-002"])
    assert not report.complete and "LA-004" in report.missing
    assert report.lines()[0] == "lanterns: 2 of 10 testable rules seen at work"
    assert (
        "  missing: LA-010: The match ends after six rounds, or when nobody holds a lantern."
        in report.lines()
    )
    assert "  untestable: LA-003: A lantern is worth the number on it." in report.lines()


def test_the_files_of_a_game_are_found() -> None:
    assert [path.name for path in scenario_files(GAME)] == ["round.yaml"]


def test_pytest_reports_file_and_line_without_a_traceback(pytester: pytest.Pytester) -> None:
    folder = pytester.mkdir("lanterns")
    (folder / "scenarios").mkdir()
    good, bad = (
        GOOD,
        GOOD.replace("points: [0, 3]", "points: [3, 0]").replace("name: the", "name: a"),
    )
    (folder / "scenarios" / "s.yaml").write_text(f"{good}---\n{bad}")
    pytester.makeconftest(
        "import lanterns\n"
        "from rulekeep.core import registry\n"
        "registry.add(lanterns.GAME)\n"
        'pytest_plugins = ["rulekeep.testing.pytest_plugin"]\n'
    )
    result = pytester.runpytest_inprocess("--rule-coverage", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*s.yaml:28: state.points", "  expected [[]3, 0[]]"])
    result.stdout.fnmatch_lines(
        ["lanterns: 1 of 10 testable rules seen at work", "  missing: LA-001: Two to four players."]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    (folder / "scenarios" / "s.yaml").write_text(good)
    assert pytester.runpytest_inprocess("-p", "no:cacheprovider").ret == 0
    assert pytester.runpytest_inprocess("--rule-coverage", "-p", "no:cacheprovider").ret == 1
    (folder / "scenarios" / "s.yaml").write_text(
        f"{good}---\nname: one\n---\nname: [\n---\nname: two\n"
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(["*s.yaml:17: the key 'rules' is missing"])
    (folder / "scenarios" / "s.yaml").write_text("name: [")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.stdout.fnmatch_lines(["*s.yaml:2: not YAML*"])


@pytest.mark.parametrize(
    ("asked", "what"), [("decisions", "nobody must decide"), ("outcome", "there is a result, but")]
)
def test_there_is_a_result_or_an_open_decision(
    asked: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the scenario says nothing about it."""
    over = GAME.from_dict({"hands": [[0, 0, 0, 0], [0, 0, 0, 0]], "prizes": []})
    answer = GAME.decisions(over) if asked == "decisions" else GAME.outcome(over)
    monkeypatch.setattr(type(GAME), asked, lambda *_: answer)
    text = GOOD[: GOOD.index("then:")].replace("[LA-006]", "[]")
    with pytest.raises(ScenarioFailure, match=what):
        run(text, tmp_path)
