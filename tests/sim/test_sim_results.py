"""Results in files and in figures."""

from __future__ import annotations

import json
import sys
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from attrs import evolve
from rich.console import Console
from tests.sim.summaries import summarize

from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.match.match import Match
from rulekeep.sim.result_files import KINDS, ResultFile, from_row, read, to_row
from rulekeep.sim.run import make_plan, run_plan
from rulekeep.sim.single_match import Result, RunPlan
from rulekeep.sim.stats import Spread, WinRate, wilson
from rulekeep.sim.text_plots import interval_bar, picture, sparkline


@pytest.fixture
def plan() -> RunPlan:
    return make_plan("lanterns", ("greedy", "random"), 4, {"ties": "next"})


@pytest.fixture
def some(plan: RunPlan) -> list[Result]:
    return list(run_plan(plan, range(10)))


def keep(path: Path, plan: RunPlan, some: list[Result], resume: bool = False) -> None:
    with ResultFile(path, plan, resume) as store:
        for result in some:
            store.add(result)


@pytest.mark.parametrize("kind", KINDS)
def test_results_come_back_as_they_were(
    kind: str, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    path = tmp_path / f"run{kind}"
    keep(path, plan, some)
    assert read(path) == some
    assert {file.name for file in tmp_path.iterdir()} == {f"run{kind}"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_goes_on_where_it_stopped(
    kind: str, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    path = tmp_path / f"run{kind}"
    keep(path, plan, some[:4])
    heard: list[Result] = []
    with ResultFile(path, plan, True, heard.append) as store:
        assert heard == some[:4] and not store.torn
        for result in some[4:]:
            store.add(result)
    assert read(path) == some


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_torn_by_a_kill_is_dropped(
    kind: str, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    path = tmp_path / f"run{kind}"
    store = ResultFile(path, plan)
    for result in some[:3]:
        store.add(result)
    store._stream.close()  # what a kill leaves: rows, but no proper end
    written = next(tmp_path.iterdir())
    written.write_bytes(written.read_bytes()[:-7])
    heard: list[Result] = []
    with ResultFile(path, plan, True, heard.append) as again:
        assert again.torn and heard == some[:2]
        again.add(some[2])
    assert read(path) == some[:3]


@pytest.mark.parametrize("dropped", [2, 3])
@pytest.mark.parametrize("kind", [".jsonl", ".csv"])
def test_a_run_of_an_earlier_version_goes_on(
    kind: str, dropped: int, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    """Its rows say only the options that were chosen, no replaced decisions, and no edition."""
    path = tmp_path / f"run{kind}"
    keep(path, plan, [evolve(result, options={"ties": "next"}) for result in some[:4]])
    text = path.read_text()
    if kind == ".csv":
        text = "".join(line.rsplit(",", dropped)[0] + "\n" for line in text.splitlines())
    text = text.replace(', "replaced": [0, 0]', "")
    path.write_text(text.replace(', "edition": 1', "") if dropped > 2 else text)
    assert ("edition" in path.read_text()) == (dropped == 2)
    assert "replaced" not in path.read_text()
    with ResultFile(path, plan, resume=True) as store:
        for result in some[4:]:
            store.add(result)
    assert [result.match for result in read(path)] == [result.match for result in some]
    assert [result.edition for result in read(path)] == [1] * len(some)
    assert [result.replaced for result in read(path)] == [()] * 4 + [(0, 0)] * (len(some) - 4)


def test_an_existing_file_is_left_alone(plan: RunPlan, some: list[Result], tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    keep(path, plan, some)
    with pytest.raises(DataError, match="exists already"):
        ResultFile(path, plan)
    assert read(path) == some


@pytest.mark.parametrize("kind", KINDS)
def test_another_run_is_not_continued(
    kind: str, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    path = tmp_path / f"run{kind}"
    keep(path, plan, some)
    kept = path.read_bytes()
    others = (
        make_plan("lanterns", ("greedy", "random"), 5, {"ties": "next"}),
        make_plan("lanterns", ("greedy", "random"), 4),
        make_plan("lanterns", ("random", "greedy"), 4, {"ties": "next"}),
    )
    for other in others:
        with pytest.raises(DataError, match=r":\d: belongs to a run with another"):
            ResultFile(path, other, resume=True)
        assert list(tmp_path.iterdir()) == [path] and path.read_bytes() == kept


@pytest.mark.parametrize("line", ["{}", "[1]", "nonsense", '{"match": 1.5}', "null"])
def test_a_damaged_row_is_named(
    line: str, plan: RunPlan, some: list[Result], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    keep(path, plan, some[:1])
    with path.open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(DataError, match=r"run\.jsonl:2: is not the result of a match"):
        read(path)


def test_other_kinds_of_file_are_refused(plan: RunPlan, tmp_path: Path) -> None:
    with pytest.raises(RulekeepError, match=r"\.jsonl, \.csv, \.parquet files only"):
        ResultFile(tmp_path / "run.xlsx", plan)
    strange = tmp_path / "run.csv"
    strange.write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match="not the columns"):
        read(strange)
    strange = tmp_path / "run.parquet"
    strange.write_text("PAR0")
    with pytest.raises(DataError, match="is not a Parquet file"):
        read(strange)


@pytest.mark.usefixtures("odd_bots")
@pytest.mark.parametrize("kind", KINDS)
def test_a_crash_leaves_its_match_file_beside_the_results(kind: str, tmp_path: Path) -> None:
    plan = make_plan("lanterns", ("faulty", "first"))
    path = tmp_path / f"run{kind}"
    keep(path, plan, list(run_plan(plan, range(5))))
    crashed = read(path)[3]
    assert crashed.error and not crashed.places
    record = Path(crashed.record)
    assert record.parent.name == "run-crashes"
    assert len(Match.load(record).plies) - 1 == crashed.decisions
    assert "ZeroDivisionError" in record.with_suffix(".txt").read_text()


# -- figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (0, 0, 0, 1)],
)
def test_wilson_intervals(wins: int, matches: int, low: float, high: float) -> None:
    assert wilson(wins, matches) == pytest.approx((low, high), abs=1e-4)


def made(number: int, places: tuple[int, ...], totals: tuple[int, ...], **more: object) -> Result:
    bots = tuple((seat + number) % len(places) for seat in range(len(places)))
    row = {
        **to_row(Result(number, "lanterns", {}, f"0/{number}", ("a",) * len(places), bots)),
        "places": list(places),
        "scores": [{"total": total, "items": []} for total in totals],
        **more,
    }
    return from_row(json.loads(json.dumps(row)))


def test_a_summary_counts_by_bot_and_by_seat() -> None:
    summary = summarize(
        [
            made(0, (1, 2), (5, 3), decisions=10, reason="built"),
            made(1, (1, 2), (6, 2), decisions=12, reason="built"),
            made(2, (1, 1), (4, 4), decisions=14, reason="tired"),
            made(3, (2, 2), (0, 0), decisions=20, reason="built"),
            made(4, (), (), error="after 3 decisions: OSError: x"),
        ],
        ("greedy", "random"),
    )
    assert summary.matches == 4
    assert [rate.wins for rate in summary.by_bot] == [1.5, 1.5]
    assert [rate.wins for rate in summary.by_seat] == [2.5, 0.5]
    assert summary.scores[0].counts == Counter((5, 2, 4, 0))
    assert summary.scores[1].counts == Counter((3, 6, 4, 0))
    assert (summary.draws, summary.without_winner, summary.crashed) == (1, 1, 1)
    assert summary.reasons == (("built", 3), ("tired", 1))
    assert (summary.length.median, summary.length.mean) == (13, 14)


def test_wins_of_a_stand_in_are_counted_apart() -> None:
    """A program gets no credit for matches in which it was replaced; others do."""
    summary = summarize(
        [
            made(0, (1, 2), (5, 3), replaced=[4, 0]),
            made(1, (2, 1), (2, 6), replaced=[0, 0]),
            made(2, (2, 1), (3, 4), replaced=[1, 0]),
            made(3, (1, 1), (4, 4), replaced=[0, 2]),
            made(4, (1, 2), (9, 8)),
        ],
        ("run:./mybot", "random"),
    )
    mine, other = summary.by_bot
    assert (mine.wins, other.wins, mine.matches) == (2, 1.5, 5)
    assert (mine.replaced_matches, mine.replaced_decisions, mine.replaced_wins) == (3, 7, 1.5)
    assert (other.replaced_matches, other.replaced_decisions, other.replaced_wins) == (0, 0, 0)
    assert [rate.wins for rate in summary.by_seat] == [2.5, 2.5]
    assert summary.scores[0].counts == Counter((6, 9))
    assert summary.scores[1].counts == Counter((3, 2, 4, 4, 8))
    assert mine.note == (
        "run:mybot failed: greedy made 7 decisions for it in 3 matches. "
        "Wins there, 1.5, are not counted as its own."
    )
    assert other.note == ""
    shown = summary.to_dict()["bots"]
    assert [(one["wins"], one["replaced_wins"]) for one in shown] == [(2, 1.5), (1.5, 0)]


PROGRAM = Path(__file__).parents[1] / "bots" / "odd_program.py"


@pytest.mark.skipif(sys.platform == "win32", reason="programs need Linux or macOS")
@pytest.mark.parametrize("kind", KINDS)
def test_every_file_says_what_was_replaced(kind: str, tmp_path: Path) -> None:
    plan = make_plan("lanterns", (f"run:{sys.executable} {PROGRAM} dies", "random"))
    found = list(run_plan(plan, range(2)))
    for result in found:
        at = result.bots.index(0)
        # The last lantern of a hand is nobody's decision.
        assert 0 < result.replaced[at] < result.decisions and result.replaced[1 - at] == 0
        assert "greedy plays on in its place" in result.notes[-1]
    keep(tmp_path / f"run{kind}", plan, found)
    assert [r.replaced for r in read(tmp_path / f"run{kind}")] == [r.replaced for r in found]
    mine = summarize(found, plan.bots).by_bot[0]
    assert (mine.wins, mine.replaced_matches) == (0, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="programs need Linux or macOS")
def test_a_program_that_is_started_again_made_its_decisions_itself(tmp_path: Path) -> None:
    words = f"run:{sys.executable} {PROGRAM} dies-once {tmp_path / 'mark'}"
    (result,) = run_plan(make_plan("lanterns", (words, "random")), range(1))
    assert len(result.notes) == 1 and result.replaced == (0, 0)


def test_equal_bots_are_distinguished() -> None:
    labels = [rate.label for rate in summarize([], ("greedy", "mcts", "greedy")).by_bot]
    assert labels == ["greedy #1", "mcts", "greedy #2"]


def test_small_plots() -> None:
    assert sparkline([0, 1, 4, 8]) == " ▁▄█"
    assert sparkline([0, 1, 4, 8], ascii=True) == " .=@"
    assert sparkline([]) == ""
    bar = interval_bar(WinRate("greedy", 30, 40), 0.5, ascii=True)
    assert bar.index("|") == 15 and bar[round(0.75 * 30)] == "#" and bar.count("-") == 8
    assert Spread("x", Counter((0, 1, 1, 9))).histogram(5, 0, 9) == [3, 0, 0, 0, 1]


@pytest.mark.parametrize("plain", [False, True])
def test_the_picture_of_a_run(plan: RunPlan, some: list[Result], plain: bool) -> None:
    console = Console(width=80, record=True, file=StringIO(), highlight=False)
    for part in picture(summarize(some, plan.bots), plain):
        console.print(part)
    text = console.export_text()
    assert "greedy" in text and "95 % interval" in text and "How they ended: most points 10" in text
    assert "10 matches" in text and "0 crashes" in text
    assert max(map(len, text.splitlines())) <= 80
    assert text.isascii() is plain
