"""Very many matches: nothing that is held grows with them, and no figure depends on their order."""

from __future__ import annotations

import json
import random
import subprocess
import weakref
from collections.abc import Callable, Collection, Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from tests.sim.summaries import summarize

from rulekeep.cli.main import cli
from rulekeep.core.errors import DataError
from rulekeep.sim import process_pool, result_files
from rulekeep.sim.adapters import parquet
from rulekeep.sim.ranges import MissingNumbers, NumberRanges
from rulekeep.sim.run import make_plan, run_plan
from rulekeep.sim.single_match import Crash, Result, SeatScore
from rulekeep.sim.stats import MAX_CRASHES, MAX_SENTENCES, Spread
from rulekeep.sim.text_plots import picture

# -- numbers --------------------------------------------------------------------------------------


@given(st.lists(st.integers(-3, 40)), st.integers(0, 45))
def test_numbers_are_a_set_in_order(added: list[int], games: int) -> None:
    numbers = NumberRanges()
    seen: set[int] = set()
    for number in added:
        assert numbers.add(number) is (number not in seen)
        seen.add(number)
    assert list(numbers) == sorted(seen) and len(numbers) == len(seen)
    assert [number in numbers for number in range(-5, 45)] == [n in seen for n in range(-5, 45)]
    assert object() not in numbers
    ranges = list(numbers.ranges())
    assert all(one.stop < other.start for one, other in pairwise(ranges))
    undone = MissingNumbers(games, added)
    left = [number for number in range(games) if number not in seen]
    assert list(undone) == left and len(undone) == len(left)
    assert [number for number in range(-5, 50) if number in undone] == left


def test_numbers_in_a_row_take_no_room() -> None:
    there = [*range(50_000), *range(99_999, 50_000, -1)]
    assert list(NumberRanges(there).ranges()) == [range(50_000), range(50_001, 100_000)]
    assert list(NumberRanges([*there, 50_000]).ranges()) == [range(100_000)]


# -- what is held ---------------------------------------------------------------------------------


class Alive:
    """How many results there are at once, at most."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = self.most = self.now = 0
        self._seen: list[weakref.ref[Result]] = []
        for module, maker in ((process_pool, "play_match"), (result_files, "from_row")):
            monkeypatch.setattr(module, maker, self._counting(getattr(module, maker)))

    def _counting(self, make: Any) -> Any:
        def made(*args: Any) -> Result:
            result: Result = make(*args)
            self.made += 1
            self.now += 1
            self.most = max(self.most, self.now)
            self._seen.append(weakref.ref(result, self._gone))
            return result

        return made

    def _gone(self, _result: object) -> None:
        self.now -= 1


Run = Callable[..., "subprocess.CompletedProcess[str]"]
RUN = ("simulate", "lanterns", "--seats", "random,greedy", "--quiet")


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """`rulekeep simulate` in this process."""
    monkeypatch.chdir(tmp_path)

    def simulated(*words: str) -> str:
        done = CliRunner().invoke(cli, [*RUN, *words], catch_exceptions=False)
        assert done.exit_code == 0, done.stderr
        return done.stdout

    return simulated


@pytest.mark.parametrize(
    "out", [(), ("--out", "r.jsonl"), ("--out", "r.csv"), ("--out", "r.parquet")]
)
def test_results_are_not_held(
    out: tuple[str, ...], simulated: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive = Alive(monkeypatch)
    simulated("-n", "60", *out, "--ledger", "ledger", "--report", "page.html")
    assert alive.made == 60 and alive.most <= 3
    if out:
        simulated("-n", "70", *out, "--continue", "--ledger", "ledger")
        assert alive.made == 130 and alive.most <= 3


def test_a_doubled_file_is_mended_without_holding_it(
    simulated: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    simulated("-n", "40", "--out", "r.jsonl")
    path = tmp_path / "r.jsonl"
    whole = path.read_text()
    path.write_text(whole * 2)
    alive = Alive(monkeypatch)
    assert "40 matches" in simulated("-n", "40", "--out", "r.jsonl", "--continue")
    assert path.read_text() == whole
    assert alive.made == 160 and alive.most <= 3


class Counted(Collection[int]):
    """The numbers of a run, and how many have been taken."""

    def __init__(self, games: int) -> None:
        self._all = range(games)
        self.taken = 0

    def __contains__(self, number: object) -> bool:
        return number in self._all

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[int]:
        for number in self._all:
            self.taken += 1
            yield number


@pytest.mark.usefixtures("odd_bots")
def test_workers_do_not_run_ahead_of_a_slow_match(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """While the first match takes its time, results of later ones wait: only so many."""
    monkeypatch.setattr(process_pool, "MAX_AHEAD", 20)
    numbers = Counted(400)
    plan = make_plan("lanterns", (f"patient:{tmp_path}", "first"))
    ahead: list[int] = []
    matches: list[int] = []
    for result in run_plan(plan, numbers, workers=2):
        ahead.append(numbers.taken - len(matches))
        matches.append(result.match)
    assert matches == list(range(400))
    assert ahead[0] >= 10 and max(ahead) <= 20 + 20 // 4


# -- figures --------------------------------------------------------------------------------------


def invented(number: int, dice: random.Random) -> Result:
    """How a match of three might have gone."""
    places = dice.choice([(1, 2, 3), (1, 1, 3), (1, 1, 1), (2, 1, 1), (2, 2, 2), (3, 2, 1)])
    bots = tuple((seat + number) % 3 for seat in range(3))
    return Result(
        number,
        "lanterns",
        {},
        f"0/{number}",
        ("a", "b", "c"),
        bots,
        places=places,
        scores=tuple(SeatScore(dice.randrange(-5, 30)) for _ in places),
        decisions=dice.randrange(10, 60),
        reason="built",
        seconds=dice.random(),
    )


def test_figures_do_not_depend_on_the_order() -> None:
    dice = random.Random(8)
    found = [invented(number, dice) for number in range(600)]
    summary = summarize(found, ("a", "b", "c"))
    for _ in range(5):
        dice.shuffle(found)
        assert summarize(found, ("a", "b", "c")) == summary
    shares = sum(rate.wins for rate in summary.by_bot)
    assert (
        shares == summary.matches - summary.without_winner
    )  # thirds and halves add up to whole wins
    assert summary.seconds == pytest.approx(sum(result.seconds for result in found), abs=1e-3)


@given(st.lists(st.integers(-50, 50), min_size=1))
def test_figures_from_counts_are_those_of_the_numbers(values: list[int]) -> None:
    counts = {value: values.count(value) for value in values}
    spread = Spread("points", counts)
    assert (spread.lowest, spread.highest) == (min(values), max(values))
    assert spread.median == median(values) and spread.mean == fmean(values)
    assert sum(spread.histogram(7, -50, 50)) == len(values)


def test_of_many_crashes_and_sentences_only_some_are_kept() -> None:
    dice = random.Random(9)
    crash = Crash("rulekeep-match 1\n", "Traceback")
    found = [
        evolve(invented(n, dice), error=f"crash {n}", crash=crash) for n in range(MAX_CRASHES + 5)
    ]
    many = MAX_SENTENCES + 50
    found += [
        evolve(invented(n, dice), reason=f"reason {n}", notes=(f"note {n}",)) for n in range(many)
    ]
    summary = summarize(found, ("a", "b", "c"))
    assert summary.crashed == MAX_CRASHES + 5
    assert [result.error for result in summary.crashes] == [f"crash {n}" for n in range(10)]
    assert all(result.crash is None for result in summary.crashes)
    for sentences in (summary.reasons, summary.notes):
        assert sum(often for _, often in sentences) == many
        assert sentences[0] == ("others", 50) and len(sentences) == MAX_SENTENCES + 1
    console = Console(width=80, file=StringIO(), record=True)
    for part in picture(summary):
        console.print(part)
    text = console.export_text()
    assert "15 crashes" in text and "… and 5 more crashes" in text


def test_the_same_figures_however_the_run_was_made(simulated: Any, tmp_path: Path) -> None:
    def figures(*words: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(simulated("--json", *words))
        assert found.pop("seconds") > 0
        return found

    whole = figures("-n", "30")
    assert whole["matches"] == 30 and [bot["label"] for bot in whole["bots"]] == [
        "random",
        "greedy",
    ]
    assert sum(whole["points"][0]["counts"].values()) == 30
    assert whole["length"]["lowest"] <= whole["length"]["median"] <= whole["length"]["highest"]
    assert figures("-n", "30", "--workers", "2") == whole
    figures("-n", "11", "--out", "r.csv")
    ledger = ("--ledger", "ledger", "--report", "page.html")
    assert figures("-n", "30", "--out", "r.csv", "--continue", "--workers", "2", *ledger) == whole
    (run,) = tmp_path.glob("ledger/*/*/results.parquet")
    assert [row["match"] for row in parquet.read_parquet(run)] == list(range(30))


# -- files ----------------------------------------------------------------------------------------


def test_parquet_is_written_in_groups(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(parquet, "BATCH", 3)
    monkeypatch.setattr(parquet, "GROUP", 2)
    rows = [
        result_files.to_row(result)
        for result in run_plan(make_plan("lanterns", ("random",) * 2), range(20))
    ]
    path = tmp_path / "run.parquet"
    with parquet.Draft(path) as draft:
        for row in rows:
            draft.add(row)
            assert not path.exists()
    assert list(parquet.read_parquet(path)) == rows
    assert pq.ParquetFile(path).num_row_groups == 4
    kept = path.read_bytes()
    with pytest.raises(DataError, match="cannot hold these results"), parquet.Draft(path) as draft:
        for row in rows:
            draft.add(row | {"decisions": 1 << 80 if row["match"] == 13 else 1})
    with pytest.raises(KeyboardInterrupt), parquet.Draft(path) as draft:
        for row in rows:
            draft.add(row)
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == [path] and path.read_bytes() == kept


def test_an_impossible_ledger_is_reported_before_anything_is_played(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "ledger").write_text("")
    done = run(*RUN, "-n", "1000000000", "--ledger", "ledger/of/mine")
    assert done.returncode == 2 and "ledger/of/mine: cannot be written" in done.stderr


def test_files_of_results_are_no_programs(simulated: Any, tmp_path: Path) -> None:
    simulated("-n", "1", "--out", "r.jsonl")
    assert (tmp_path / "r.jsonl").stat().st_mode & 0o111 == 0
