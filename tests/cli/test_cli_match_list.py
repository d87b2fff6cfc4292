"""Lists of saved matches: chosen by number, by the beginning of a name, or the last one."""

from __future__ import annotations

import os
from pathlib import Path

from tests.cli.conftest import Open, Run

from rulekeep.match import match_file


def kept(run: Run, tmp_path: Path, who: str, name: str, lines: str, age: int) -> Path:
    """A match among the kept ones under a name of its own."""
    matches = tmp_path / "home" / "matches"
    matches.mkdir(parents=True, exist_ok=True)
    path = matches / f"{name}.rkm"
    words = ("play", "lanterns", "--seed", "3", "--seats", f"{who}=human,greedy")
    assert run(*words, "--file", str(path), lines=lines).returncode == 0
    os.utime(path, (1_700_000_000 - age * 86_400,) * 2)
    return path


def rows(shown: str) -> list[list[str]]:
    """The cells of a list."""
    import re

    lines = [line for line in shown.splitlines() if re.match(r" +\d+  ", line)]
    return [re.split(r"  +", line.strip()) for line in lines]


def test_matches_are_listed_newest_first_without_empty_ones(run: Run, tmp_path: Path) -> None:
    kept(run, tmp_path, "Ada", "evening", "1\n" * 40, age=2)
    kept(run, tmp_path, "Bo", "morning", "1\n1\nundo\n", age=1)
    kept(run, tmp_path, "Cy", "nothing", "", age=0)
    listed = run("show")
    assert listed.returncode == 0
    assert listed.stdout.startswith("Saved matches, newest first:\n")
    (bo, ada) = rows(listed.stdout)
    header, acts = match_file.read_summary(tmp_path / "home" / "matches" / "morning.rkm")
    assert header.names == ("Bo", "Greedy") and acts
    assert bo[:3] == ["1", "morning", "Bo, Greedy"] and bo[-1] == "open"
    assert ada[:3] == ["2", "evening", "Ada, Greedy"] and ada[-1] == "over"
    assert bo[3] == (f"{acts} moves" if acts > 1 else "1 move")
    assert bo[4].startswith("2023-11-13") and ada[4].startswith("2023-11-12")
    # Once seen, a match is not replayed again, as long as its file is the same.
    before = (tmp_path / "home" / "over.txt").read_text()
    assert before.count("\n") == 2
    assert rows(run("replay").stdout) == [bo, ada]
    assert (tmp_path / "home" / "over.txt").read_text() == before
    # What is remembered wrongly, or not a memory at all, does no harm.
    (tmp_path / "home" / "over.txt").write_bytes(b"\xff\t\tover\nmorning.rkm\t7\tover\n\n\t\t\t")
    assert rows(run("show").stdout) == [bo, ada]
    # A match that was left before its first move can be resumed too.
    unplayed, unfinished = rows(run("resume").stdout)
    assert unplayed[:4] == ["1", "nothing", "Cy, Greedy", "0 moves"]
    assert unfinished[:3] == ["2", "morning", "Bo, Greedy"]


def test_the_count_of_acts_is_that_of_the_match(run: Run, tmp_path: Path) -> None:
    path = kept(run, tmp_path, "Bo", "undone", "1\n1\n1\nundo 2\n1\n", age=0)
    moves = run("show", "undone").stdout.splitlines()[0]
    _, acts = match_file.read_summary(path)
    assert moves == f"Lanterns, after {acts} moves"


def test_a_match_is_meant_by_the_beginning_of_its_name(run: Run, tmp_path: Path) -> None:
    kept(run, tmp_path, "Ada", "lanterns-2026-01", "1\n", age=1)
    kept(run, tmp_path, "Bo", "lanterns-2026-02", "1\n", age=0)
    assert "Ada" in run("show", "lanterns-2026-01").stdout
    several = run("show", "lan")
    assert several.returncode == 2
    told = "lan: Several matches start with that: lanterns-2026-02 or lanterns-2026-01"
    assert told in several.stderr
    nobody = run("show", "zebra")
    assert nobody.returncode == 2 and "no match file and no saved match" in nobody.stderr
    (tmp_path / "home" / "matches" / "lanterns-2026-01.rkm").unlink()
    assert "Bo" in run("show", "lan").stdout


def test_the_last_match(run: Run, tmp_path: Path) -> None:
    none = run("show", "--last")
    assert none.returncode == 2 and "No saved match" in none.stderr
    kept(run, tmp_path, "Ada", "older", "1\n", age=1)
    kept(run, tmp_path, "Bo", "finished", "1\n" * 40, age=0)
    assert "Bo" in run("show", "--last").stdout
    assert "Bo" in run("replay", "--last").stdout
    assert "Ada" in run("resume", "--last").stdout
    both = run("show", "older", "--last")
    assert both.returncode == 2 and "Name a match or use --last, not both." in both.stderr
    # A list would be mistaken for what was asked for.
    for words in (("show", "--json"), ("replay", "--html", "page.html")):
        unnamed = run(*words)
        assert unnamed.returncode == 2 and "Name a match, or use --last." in unnamed.stderr


def test_the_list_fits_the_window_and_is_chosen_from(
    terminal: Open, run: Run, tmp_path: Path
) -> None:
    for number in range(12):
        kept(run, tmp_path, f"A person of a long name {number}", f"m{number:02}", "1\n", number)
    window = terminal("show", rows=14, columns=60)
    window.wait("Saved matches, newest first:", "▶ 1  m00")
    for _ in range(11):
        window.keys("\x1b[B")
    shown = window.wait("▶12  m11")
    lines = [line for line in shown.splitlines() if "person" in line]
    assert len(lines) > 4
    assert all(len(line) <= 60 and line.rstrip().endswith("open") for line in lines)
    window.line("99")
    window.wait("no match file and no saved match")
    window.line("2")
    window.wait("A person of a long name 1: Choose a lantern")
    assert window.end() == 0
    assert "Lanterns, after " in window.said
    window = terminal("show")
    window.wait("Saved matches")
    window.line("q")
    assert window.end() == 0
