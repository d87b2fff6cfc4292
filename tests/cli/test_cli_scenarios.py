"""`scenarios`, `verify`, `house` and `diff` as an arbiter uses them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve
from tests.cli.conftest import Install, Run

from rulekeep.match import match_file
from rulekeep.match.match import Match

GOOD = """\
game: lanterns
---
name: a lantern one does not hold
rules: [LA-005]
given: {hands: [[1, 1, 1, 0], [0, 0, 0, 3]], prizes: [1, 3]}
when:
  - {seat: 0, move: show 4, refused: {rule: LA-005}}
"""
BAD = GOOD.replace("a lantern", "another lantern").replace("{rule: LA-005}", "{rule: LA-006}")


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "good.yaml").write_text(GOOD)
    (folder / "bad.yaml").write_text(BAD)
    return folder


def test_a_failure_shows_the_table_and_how_to_open_it(run: Run, ours: Path) -> None:
    done = run("scenarios", "ours", "--svg", "drawn")
    assert done.returncode == 1 and "ours: 1 passed, 1 failed" in done.stdout
    assert "ours/bad.yaml:7: 'show 4' by seat 0 was refused with another rule" in done.stdout
    assert "expected LA-006" in done.stdout and "got      LA-005" in done.stdout
    assert "hand: [1, 1, 1, 0]" in done.stdout, "the table, with the eyes of whoever is asked"
    command = "rulekeep play --from 'ours/bad.yaml:another lantern one does not hold'"
    assert command in done.stdout
    drawn = sorted(path.name for path in (ours.parent / "drawn").iterdir())
    assert drawn == [
        "01-another-lantern-one-does-not-hold-after.svg",
        "01-another-lantern-one-does-not-hold-before.svg",
    ]
    ElementTree.parse(ours.parent / "drawn" / drawn[0])


def test_failures_are_annotations_of_a_workflow(run: Run, ours: Path) -> None:
    (ours / "bad.yaml").write_text(f"{BAD}---\nname: x\n---\nname: y\n")
    done = run("scenarios", "ours", "--format", "github")
    notes = [line for line in done.stdout.splitlines() if line.startswith("::")]
    assert len(notes) == 3 and "%0A  expected LA-006" in notes[0]
    head = "::error file=ours/bad.yaml,line=7,title=another lantern one does not hold::ours/bad"
    assert notes[0].startswith(head)
    assert notes[1] == (
        "::error file=ours/bad.yaml,line=9,title=malformed::"
        "ours/bad.yaml:9: the key 'rules' is missing"
    )


def test_what_cannot_be_opened_is_not_offered(run: Run, ours: Path) -> None:
    refused = BAD.replace("[0, 0, 0, 3]]", "[0, 0, 0, 9]]")
    over = "---\nname: over\nrules: [LA-001]\ngiven: {}\nthen: {to_move: [0]}\n"
    (ours / "bad.yaml").write_text(refused + over)
    done = run("scenarios", "ours/bad.yaml")
    assert "0 passed, 2 failed" in done.stdout and "open it" not in done.stdout


def test_those_that_failed_last_time(run: Run, ours: Path) -> None:
    assert "None of these failed last time" in run("scenarios", "ours", "--failed").stdout
    again = run("scenarios", "ours", "--failed", "--list").stdout
    assert "ours: 0 passed, 1 failed" in again
    (ours / "first.yaml").write_text(BAD.replace("another", "yet another"))
    first = run("scenarios", "ours", "--failed-first", "--json").stdout
    assert [case["name"][:4] for case in json.loads(first)["cases"]] == ["anot", "yet ", "a la"]
    (ours / "bad.yaml").write_text(GOOD)
    (ours / "first.yaml").unlink()
    assert run("scenarios", "ours").returncode == 0
    assert "None of these failed last time" in run("scenarios", "ours", "--failed").stdout


def test_reports_for_tools(run: Run, ours: Path, tmp_path: Path) -> None:
    for _ in range(2):  # a former report is replaced
        done = run("scenarios", "ours", "--json", "--junit", "report.xml", "--workers", "2")
    told = json.loads(done.stdout)
    assert done.returncode == 1 and (told["passed"], told["failed"]) == (1, 1)
    assert {case["file"] for case in told["cases"]} == {"ours/good.yaml", "ours/bad.yaml"}
    suite = ElementTree.parse(tmp_path / "report.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    (failure,) = suite.iter("failure")
    assert "was refused with another rule" in str(failure.get("message"))
    assert "expected LA-006" in str(failure.text)


def test_choosing(run: Run, ours: Path) -> None:
    assert "ours: 0 passed, 1 failed" in run("scenarios", "ours", "-k", "ANOTHER").stdout
    assert "ours: 1 passed, 0 failed" in run("scenarios", "ours", "-k", "good").stdout
    both = run("scenarios", "ours", "lanterns", "--rule", "la-005", "-k", "hold")
    assert "ours: 1 passed, 1 failed" in both.stdout and "lanterns: 1 passed" in both.stdout
    none = run("scenarios", "ours", "-k", "zebra")
    assert none.returncode == 2 and "no scenario has 'zebra'" in none.stderr
    none = run("scenarios", "ours", "--rule", "LA-001")
    assert none.returncode == 2 and "the rule LA-001" in none.stderr


BARE = """\
import lanterns

class Bare(type(lanterns.GAME)):
    id = "bare"

GAME = Bare()
"""


def test_a_game_without_scenarios_owes_all_its_rules(run: Run, install: Install) -> None:
    path = install("bare", BARE)
    done = run("scenarios", "bare", "--rule-coverage", PYTHONPATH=path)
    assert "bare: 0 passed, 0 failed" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 1 and "missing: LA-001" in done.stdout


def test_house_rules_of_the_command_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "next.yaml").write_text("name: Next\noptions: {ties: next}\n")
    (tmp_path / "tie.yaml").write_text(
        "game: lanterns\n---\nname: a tie\nrules: []\ngiven: {seats: 3, hands: [[1, 1, 1, 0], "
        "[0, 0, 0, 3], [0, 0, 0, 2]], prizes: [1, 3]}\nwhen:\n  - {seat: 0, move: show 3}\n"
        "  - {seat: 1, move: show 4}\n  - {seat: 2, move: show 4}\nthen: {to_move: [0]}\n"
    )
    assert run("scenarios", "tie.yaml").returncode == 1
    assert run("scenarios", "tie.yaml", "--house", "next.yaml").returncode == 0
    shown = run("options", "lanterns", "--house", "next.yaml").stdout
    assert "house rules  Next (next)" in shown
    shown = run("rules", "lanterns", "LA-007", "--house", "next.yaml").stdout
    assert "house     Ties: Next." in shown
    assert "is for every" not in run("house", "next.yaml").stdout
    (tmp_path / "bad.yaml").write_text("name: Bad\noptions:\n  ties: never\n")
    for words in (
        ("play", "lanterns"),
        ("simulate", "lanterns"),
        ("bench", "lanterns"),
        ("options", "lanterns"),
        ("rules", "lanterns"),
        ("diff", "lanterns"),
    ):
        done = run(*words, "--house", "bad.yaml")
        assert done.returncode == 2 and "bad.yaml:3: option 'ties' cannot be" in done.stderr, words
    done = run("scenarios", "tie.yaml", "--house", "bad.yaml")
    assert done.returncode == 1 and "bad.yaml:3: option 'ties' cannot be" in done.stdout
    assert not (tmp_path / "home" / "matches").exists()


def test_simulation_goes_by_the_house(run: Run, tmp_path: Path) -> None:
    (tmp_path / "next.yaml").write_text("name: Next\ngame: lanterns\noptions: {ties: next}\n")
    words = ("simulate", "lanterns", "--seats", "random,random", "-n", "2", "-q")
    run(*words, "--house", "next.yaml", "--out", "a.jsonl")
    run(*words, "--option", "ties=next", "--out", "b.jsonl")
    rows = [
        [row for row in map(json.loads, (tmp_path / name).read_text().splitlines())]
        for name in ("a.jsonl", "b.jsonl")
    ]
    for row in (*rows[0], *rows[1]):
        row.pop("seconds", None)
    assert rows[0] == rows[1] and "next" in json.dumps(rows[0])


def test_verify_names_what_diverges(run: Run, tmp_path: Path) -> None:
    (tmp_path / "evenings").mkdir()
    for name in ("good", "astray"):
        path = tmp_path / "evenings" / f"{name}.rkm"
        with Match.new("lanterns", 2, 3, names=("Ada", "Bo"), path=path) as match:
            match.play("show 1", 0)
            match.play(match.legal_moves(1)[0], 1)
    saved = match_file.read(path)
    entries = [*saved.entries[:2], evolve(saved.entries[2], state="00000000")]
    match_file.write_new(path, saved.header, entries, overwrite=True)
    done = run("verify", "evenings", "--junit", "report.xml", "--workers", "2")
    assert done.returncode == 1 and "1 match replays as recorded, 1 does not" in done.stdout
    for part in ("astray.rkm:5: the replay diverges at entry 2", "the move: Bo: show", "LA-005"):
        assert part in done.stdout
    assert "open it: rulekeep play --from evenings/astray.rkm:1" in done.stdout
    suite = ElementTree.parse(tmp_path / "report.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    opened = run("play", "--from", "evenings/astray.rkm:1", lines="log\n")
    assert opened.returncode == 0 and "Bo: Choose a lantern" in opened.stdout
    assert run("verify", "evenings/good.rkm").returncode == 0
    assert json.loads(run("verify", "evenings", "--json").stdout)["failed"] == 1
    assert run("verify", "nothing").returncode == 2
    (tmp_path / "empty").mkdir()
    assert "holds no match files" in run("verify", "empty").stderr


def test_verify_without_a_name_replays_the_kept_matches(run: Run) -> None:
    assert "no matches to replay" in run("verify").stdout
    run("play", "lanterns", "--seats", "random,random")
    assert "1 match replays as recorded, 0 do not" in run("verify").stdout


def test_diff_of_readings(run: Run, tmp_path: Path) -> None:
    done = run("diff", "lanterns", "--option", "ties=next", "-n", "8", "--seats", "3", "--out", "d")
    assert done.returncode == 1
    assert "Lanterns: ties=nobody against ties=next" in done.stdout
    assert "LA-007" in done.stdout and "what happens: " in done.stdout
    written = run("scenarios", "d")
    assert written.returncode == 0 and " 0 failed" in written.stdout
    again = run(
        "diff", "lanterns", "--option", "ties=next", "-n", "8", "--seats", "3", "--out", "d"
    )
    assert again.returncode == 2 and "exists already" in again.stderr
    strict = ("--option", "siege_strict_exhaustion=true")
    same = run("diff", "castle_keep", *strict, "--seats", "2", "-n", "1")
    assert same.returncode == 0 and "No difference was found in 1 match." in same.stdout
    assert "CK-109 applies only with variant=siege" in same.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("lanterns",), "name what to compare"),
        (("lanterns", "--option", "ties=nobody"), "Both sides are the same"),
        (("lanterns", *("--option", "ties=next") * 2), "Both sides are the same"),
        (("lanterns", *("--option", "ties=next") * 3), "give each option at most twice"),
        (("lanterns", "--option", "ties=next", "--seats", "9"), "seats for 2 to 4"),
        (("lanterns", "--option", "tie=next"), "there is no option 'tie'"),
        (("lanterns", "--preset", "mean"), "there is no preset 'mean'"),
        (("a.rkm", "b.rkm"), "no match file and no saved match has this name"),
        (("a", "b", "c"), "name one GAME, or two matches"),
    ],
)
def test_diff_of_nothing(run: Run, words: tuple[str, ...], told: str) -> None:
    done = run("diff", *words)
    assert done.returncode == 2 and told in " ".join(done.stderr.split())


def test_diff_of_records(run: Run, tmp_path: Path) -> None:
    for name, last in (("a", "show 1"), ("b", "show 1"), ("c", "show 2")):
        with Match.new("lanterns", 2, 3, path=tmp_path / f"{name}.rkm") as match:
            legal = match.legal_moves(0)
            match.play(last if last in legal else legal[-1], 0)
            if name == "b":
                match.play(match.legal_moves(1)[0], 1)
    assert run("diff", "a.rkm", "a.rkm").returncode == 0
    done = run("diff", "a.rkm", "b.rkm")
    assert done.returncode == 1 and "The same up to entry 1; b.rkm continues." in done.stdout
    done = run("diff", "a.rkm", "c.rkm")
    assert done.returncode == 1 and "They differ from entry 1 on:" in done.stdout
    Match.new("lanterns", 2, 4, {"ties": "next"}, path=tmp_path / "d.rkm").close()
    done = run("diff", "a.rkm", "d.rkm")
    assert "nobody and next" in done.stdout and "They differ from entry 0 on:" in done.stdout


def test_house_files(run: Run, tmp_path: Path) -> None:
    assert run("house", "--new", "lanterns", "--out", "ours.yaml").returncode == 0
    told = run("house", "ours.yaml").stdout
    assert "Lanterns: 0 of 1 options differ from the standard rules." in told
    assert run("house", "--new", "lanterns", "--out", "ours.yaml").returncode == 2
    assert run("house").returncode == 2 and run("house", "no.yaml").returncode == 2
    assert run("house", "ours.yaml", "--out", "x").returncode == 2
