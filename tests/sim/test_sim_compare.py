"""What an option does to a game: statistics against known distributions, and small real runs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from tests.sim.summaries import summarize

from rulekeep.core import registry
from rulekeep.core.errors import SetupError
from rulekeep.core.rule_options import settle
from rulekeep.sim.html_report import simulation_page
from rulekeep.sim.option_effects import OptionTrial, difference, effect, holm, trials, with_verdicts
from rulekeep.sim.result_files import from_row, to_row
from rulekeep.sim.run import make_plan
from rulekeep.sim.run_archive import ArchivedRun, run_name
from rulekeep.sim.single_match import play_match

KILT = registry.load("kilt_castle")
AGREED = settle(KILT.options, {})


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    dice = Random(3)
    holds = 0
    for _ in range(400):
        base = [dice.gauss(10, 2) for _ in range(60)]
        value = [old + dice.gauss(0.5, 1) for old in base]
        found = difference("length", base, value)
        holds += found.low <= 0.5 <= found.high
    assert 365 <= holds <= 395  # 95 % of 400, four standard deviations either way


def test_pairs_that_never_differ_are_no_finding() -> None:
    same = difference("length", [3.0] * 30, [3.0] * 30)
    assert (same.change, same.low, same.high, same.chance) == (0, 0, 0, 1)
    always = difference("length", [3.0] * 30, [4.0] * 30)
    assert always.change == 1 and always.chance == 0


def test_holm_judges_all_together() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    assert holm([0.04]) == [True]
    assert holm([0.06, 0.9]) == [False, False]
    # Each alone would pass for a finding; of so many some would by accident.
    assert holm([0.02] * 10) == [False] * 10


def test_where_nothing_differs_nothing_is_called_real() -> None:
    dice = Random(5)
    false_alarms = 0
    for _ in range(100):
        rows = [
            difference(
                str(n), [dice.random() for _ in range(40)], [dice.random() for _ in range(40)]
            )
            for n in range(10)
        ]
        false_alarms += any(holm([row.chance for row in rows]))
    assert false_alarms <= 14  # 5 of 100 are expected


def test_what_is_asked_for_is_understood() -> None:
    assert trials(KILT, ["roof_connects"], AGREED, 2) == [OptionTrial("roof_connects", True, False)]
    asked = trials(KILT, ["lapping=allowed,forbidden"], AGREED, 3)
    assert asked == [OptionTrial("lapping", "allowed", "forbidden")]
    everything = trials(KILT, ["all"], AGREED, 2)
    assert {trial.option for trial in everything} == {o.name for o in KILT.options}
    with pytest.raises(SetupError, match="did you mean 'lapping'"):
        trials(KILT, ["laping"], AGREED, 2)
    with pytest.raises(SetupError, match="names one value"):
        trials(KILT, ["lapping=allowed"], AGREED, 2)


def test_a_rule_that_only_one_reading_has_is_found() -> None:
    trial = OptionTrial("solo_rounds", 1, 2)
    plans = [
        evolve(make_plan("lanterns", ("random", "random"), "c", {}), watched=True) for _ in range(2)
    ]
    base, value = ([play_match(plan, n) for n in range(30)] for plan in plans)
    value = [
        evolve(r, course=evolve(r.course, cited={**r.course.cited, "LA-999": 1})) if r.course else r
        for r in value
    ]
    (found,) = with_verdicts([effect(trial, base, value)])
    real = [row.measure for row in (*found.measures, *found.rules) if row.real]
    assert real == ["LA-999"] and found.pairs == 30
    said = found.to_dict()
    assert next(row for row in said["rules"] if row["measure"] == "LA-999")["change"] == 1


def test_the_course_of_a_match_is_kept_in_its_row() -> None:
    plan = evolve(make_plan("lanterns", ("random", "random"), "c"), watched=True)
    result = play_match(plan, 0)
    assert result.course is not None and result.course.branching >= 1 and result.course.cited
    assert from_row(to_row(result)) == result
    plain = play_match(evolve(plan, watched=False), 0)
    assert plain.course is None and evolve(result, course=None) == plain


def test_a_ledger_is_read_as_one_table(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    for lapping in ("allowed", "forbidden"):
        plan = make_plan("kilt_castle", ("random", "random"), "1", {"lapping": lapping})
        for games in (4, 6, 0):
            with ArchivedRun(tmp_path, plan) as entry:
                for number in range(games):
                    entry.add_result(play_match(plan, number))
            assert entry.path.parent.name == f"run={run_name(plan)}"
            assert list(entry.path.parent.iterdir()) == [entry.path]
    found = duckdb.sql(
        "SELECT json_extract_string(options, '$.lapping') AS lapping, count(*), "
        "avg(CAST(places[1] = 1 AS INT)) "
        f"FROM read_parquet('{tmp_path}/*/*/*.parquet', hive_partitioning = true) "
        "WHERE game = 'kilt_castle' GROUP BY 1 ORDER BY 1"
    ).fetchall()
    assert [(lapping, count) for lapping, count, _ in found] == [("allowed", 6), ("forbidden", 6)]
    assert all(0 <= share <= 1 for *_, share in found)


def test_a_match_measures_luck_leads_and_stakes() -> None:
    plan = evolve(make_plan("castle_keep", ("easy", "easy"), "luck"), watched=True)
    results = [play_match(plan, number) for number in range(4)]
    courses = [result.course for result in results if result.course is not None]
    assert len(courses) == 4
    assert all(0 < course.luck < 1 and len(course.stakes) == 4 for course in courses)
    assert all(course.stake > 0 and set(course.kinds) for course in courses)
    assert [from_row(to_row(result)) for result in results] == results
    kilt = play_match(evolve(make_plan("kilt_castle", ("easy", "easy"), "luck"), watched=True), 0)
    assert kilt.course is not None and kilt.course.luck == 0, "nothing is drawn after the deal"
    summary = summarize(results, plan.bots)
    assert summary.course is not None
    assert summary.course == summarize(results[::-1], plan.bots).course
    assert summary.course.lead_changes == sum(course.lead_changes for course in courses) / 4
    assert "Changes of the lead" in simulation_page(plan.plugin(), plan.bots, summary)
    plain = summarize([evolve(one, course=None) for one in results], plan.bots)
    assert plain.course is None


def test_a_row_of_an_earlier_version_has_no_luck() -> None:
    plan = evolve(make_plan("lanterns", ("random", "random"), "c"), watched=True)
    row = to_row(play_match(plan, 0))
    for key in ("lead_changes", "luck", "stakes", "kinds"):
        del row["course"][key]
    course = from_row(row).course
    assert course is not None and (course.luck, course.stake, course.kinds) == (0, 0, {})
