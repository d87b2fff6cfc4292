"""Files of results under rough handling: two writers, doubled rows, hostile rows, endless devices."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.sim.summaries import summarize

from rulekeep.core.errors import DataError, SetupError
from rulekeep.sim.result_files import KINDS, ResultFile, read, to_row
from rulekeep.sim.run import MissingNumbers, make_plan, run_plan, simulate
from rulekeep.sim.single_match import Result, RunPlan
from rulekeep.sim.text_plots import picture

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def plan() -> RunPlan:
    return make_plan("lanterns", ("greedy", "random"), 4)


@pytest.fixture
def some(plan: RunPlan) -> list[Result]:
    return list(run_plan(plan, range(6)))


def earlier(path: Path, plan: RunPlan) -> list[Result]:
    """What is told of a run that is gone on with."""
    heard: list[Result] = []
    with ResultFile(path, plan, True, heard.append) as store:
        assert list(store.done) == sorted(result.match for result in heard)
    return heard


def keep(path: Path, plan: RunPlan, some: list[Result]) -> None:
    with ResultFile(path, plan) as store:
        for result in some:
            store.add(result)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("begun", [False, True])
def test_one_writer_at_a_time(
    kind: str, begun: bool, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    path = tmp_path / f"run{kind}"
    if begun:
        keep(path, plan, some[:2])
    with ResultFile(path, plan, resume=begun) as first:
        with pytest.raises(DataError, match="is open in another program"):
            ResultFile(path, plan, resume=True)
        with pytest.raises(DataError, match="exists already"):
            ResultFile(path, plan)
        for result in some[2:] if begun else some:
            first.add(result)
    assert read(path) == some
    assert earlier(path, plan) == some


def test_a_file_that_was_doubled_is_mended(
    plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    """Two runs on one file once wrote every match twice."""
    for kind in (".jsonl", ".csv"):
        path = tmp_path / f"run{kind}"
        keep(path, plan, some)
        head = 1 if kind == ".csv" else 0
        lines = path.read_text().splitlines(keepends=True)
        doubled = lines[: head + 3] + lines[head + 1 : head + 5] + lines[head + 2 :]
        path.write_text("".join(doubled))
        heard: list[Result] = []
        with ResultFile(path, plan, True, heard.append) as store:
            assert heard == some and store.duplicates == len(doubled) - len(lines)
            with pytest.raises(DataError, match="open in another program"):
                ResultFile(path, plan, resume=True)
        assert read(path) == some
        assert path.read_text().splitlines(keepends=True) == lines
        with ResultFile(path, plan, resume=True) as store:
            assert store.duplicates == 0
    assert {file.name for file in tmp_path.iterdir()} == {"run.jsonl", "run.csv"}


def test_the_program_says_what_it_repaired(run: Run, tmp_path: Path) -> None:
    words = ("simulate", "lanterns", "-n", "4", "--out", "run.jsonl")
    assert run(*words).returncode == 0
    path = tmp_path / "run.jsonl"
    path.write_text(path.read_text() * 2)
    done = run(*words, "--continue")
    assert done.returncode == 0, done.stderr
    assert "run.jsonl: 4 rows were there twice" in done.stderr
    assert len(read(path)) == 4


HOSTILE = [
    ("match", 1e999),
    ("match", -1),
    ("match", 10**20),
    ("decisions", 1e999),
    ("decisions", float("nan")),
    ("seconds", 1e999),
    ("seconds", float("nan")),
    ("seconds", 10**400),
    ("seconds", 1e300),
    ("seconds", -1.0),
    ("places", [1e999, 1]),
    ("places", [1, 2, 3]),
    ("bots", [0, 7]),
    ("bots", [0]),
    ("scores", [{"total": 1e999, "items": []}]),
    ("scores", [{"total": 10**400, "items": []}] * 2),
    ("scores", [{"total": 1, "items": [{"label": "x", "points": 1e999}]}] * 2),
    ("scores", [{"total": 1, "items": []}] * 3),
    ("options", [[[1]]]),
]


@pytest.mark.parametrize(("name", "value"), HOSTILE)
def test_a_hostile_row_is_named(
    name: str, value: object, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    keep(path, plan, some[:1])
    with path.open("a") as stream:
        stream.write(json.dumps({**to_row(some[1]), name: value}) + "\n")
    written = path.read_bytes()
    with pytest.raises(DataError, match=r"run\.jsonl:2: is not the result of a match"):
        read(path)
    with pytest.raises(DataError, match=r"run\.jsonl:2: is not the result of a match"):
        ResultFile(path, plan, resume=True)
    assert path.read_bytes() == written


@pytest.mark.parametrize("line", ["[" * 100_000, "9" * 5000, '{"match": ' + "9" * 5000 + "}"])
def test_a_hostile_line_is_named(line: str, plan: RunPlan, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(DataError, match=r"run\.jsonl:1: is not the result of a match"):
        read(path)


def test_hostile_cells_are_named(plan: RunPlan, some: list[Result], tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    keep(path, plan, some[:2])
    whole = path.read_text()
    for old, new in (("most points", "x" * 200_000), ("most points", '"'), ("\n1,", "\n1e999,")):
        head, _, last = whole.rpartition(old)
        path.write_text(f"{head}{new}{last}")
        with pytest.raises(DataError, match=r"run\.csv:3"):
            read(path)


@pytest.mark.parametrize("kind", KINDS)
def test_line_ends_of_all_sorts_in_texts(
    kind: str, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    """An error message of foreign code may hold anything."""
    from attrs import evolve

    path = tmp_path / f"run{kind}"
    odd = [
        evolve(result, places=(), scores=(), error=f"odd{text}end", reason=f"{text}")
        for result, text in zip(
            some, ("\u2028", "\x85", "\u2029\x1c", "\r", "\r\n", "\n"), strict=True
        )
    ]
    keep(path, plan, odd)
    assert read(path) == odd
    assert earlier(path, plan) == odd


def test_seeds_that_cannot_stand_in_a_file_are_refused() -> None:
    seeds: list[int | str] = ["a\u2028b", "a\x85b", "a\rb", "a\nb", "\udcff", 10**5000]
    for seed in seeds:
        with pytest.raises(SetupError, match=r"must be printable|too long"):
            make_plan("lanterns", ("greedy", "random"), seed)


@pytest.mark.usefixtures("odd_bots")
def test_what_a_crash_says_fits_a_line(tmp_path: Path) -> None:
    (crashed,) = run_plan(make_plan("lanterns", ("wordy", "first")), range(1))
    assert crashed.error.isprintable() and len(crashed.error) < 3000
    assert "\\x1b[2J" in crashed.error and "\\u2028" in crashed.error


@pytest.mark.usefixtures("odd_bots")
def test_a_bot_that_leaves_the_program_is_a_crash(tmp_path: Path) -> None:
    (crashed,) = run_plan(make_plan("lanterns", ("leaver", "first")), range(1))
    assert "SystemExit" in crashed.error and crashed.crash is not None


def test_only_regular_files_are_read(plan: RunPlan, tmp_path: Path) -> None:
    endless, pipe = tmp_path / "endless.jsonl", tmp_path / "pipe.jsonl"
    endless.symlink_to("/dev/zero")
    os.mkfifo(pipe)
    for path in (endless, pipe):
        with pytest.raises(DataError, match="is not a regular file"):
            read(path)
        with pytest.raises(DataError, match="is not a regular file"):
            ResultFile(path, plan, resume=True)


def test_lines_are_bounded(plan: RunPlan, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with path.open("wb") as stream:
        stream.truncate(1 << 30)
    with pytest.raises(DataError, match=r"run\.jsonl:1: the line is too long"):
        read(path)
    with pytest.raises(DataError, match=r"run\.jsonl:1: the line is too long"):
        ResultFile(path, plan, resume=True)
    assert path.stat().st_size == 1 << 30


def test_a_file_of_something_else_is_left_alone(plan: RunPlan, tmp_path: Path) -> None:
    for name in ("precious.jsonl", "precious.csv"):
        path = tmp_path / name
        path.write_text("a letter, without a line end")
        with pytest.raises(DataError, match=rf"{name}:1: "):
            ResultFile(path, plan, resume=True)
        assert path.read_text() == "a letter, without a line end"


def test_names_that_are_none(plan: RunPlan, tmp_path: Path) -> None:
    for resume in (False, True):
        with pytest.raises(DataError, match="null"):
            ResultFile(tmp_path / "a\0.jsonl", plan, resume)
        with pytest.raises(DataError, match="too long"):
            ResultFile(tmp_path / ("x" * 300 + ".jsonl"), plan, resume)


# -- many matches ---------------------------------------------------------------------------------


def test_the_numbers_of_a_run_are_not_made_before_they_are_needed() -> None:
    numbers = MissingNumbers(10**15, {1, 3, 10**15, -1})
    assert len(numbers) == 10**15 - 2
    first = iter(numbers)
    assert [next(first) for _ in range(3)] == [0, 2, 4]
    assert list(MissingNumbers(5, {0, 4})) == [1, 2, 3] and len(MissingNumbers(5, {0, 4})) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_without_end_begins_at_once(workers: int) -> None:
    run = simulate("lanterns", ("random", "random"), 10**12, workers=workers, skip={1})
    assert [next(run).match for _ in range(4)] == [0, 2, 3, 4]
    getattr(run, "close")()  # noqa: B009


def test_control_characters_of_a_file_are_spelled_out(plan: RunPlan, some: list[Result]) -> None:
    from attrs import evolve

    odd = [evolve(some[0], reason="won\x1b[2J\x9b\u202e")]
    odd.append(evolve(some[1], places=(), scores=(), error="\x1b[2J", record="\x9b"))
    console = Console(width=80, record=True, file=StringIO(), highlight=False)
    for part in picture(summarize(odd, plan.bots)):
        console.print(part)
    text = console.export_text()
    assert "won\\x1b[2J\\x9b\\u202e 1" in text
    assert not {"\x1b", "\x9b", "\u202e"} & set(text)
