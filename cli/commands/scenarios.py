"""`rulekeep scenarios`: run scenarios without pytest, a game's own or those of a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
from attrs import evolve

from rulekeep.cli import arguments
from rulekeep.cli.reports.failure_view import played, show_failure, write_pictures
from rulekeep.cli.reports.test_report import ReportCase, as_annotations, how_to_open, write_report
from rulekeep.cli.terminal.progress_bar import gather
from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core import registry
from rulekeep.core.data_files import read_text
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.match.house_rules import HouseRules
from rulekeep.match.safe_files import make_directory, replace_file
from rulekeep.session.game_list import load_all
from rulekeep.testing.prover.proof_report import stored_summary
from rulekeep.testing.prover.result_store import cache_directory
from rulekeep.testing.rule_coverage import Coverage, coverage
from rulekeep.testing.scenario_run import game_for, start_state
from rulekeep.testing.suite import Suite, SuiteCase, find_suite, game_suite
from rulekeep.testing.suite_runner import CaseResult, run_cases

MAX_DRAWN = 3
"""So many failures are shown with a drawing of the table."""
MAX_FAILURES = 10_000
"""So many failures are remembered for the next run."""

RunCase = tuple[SuiteCase, CaseResult]


@click.command()
@arguments.suites_argument
@click.option(
    "-k",
    "--word",
    "words",
    multiple=True,
    metavar="WORD",
    help="Only those with WORD in file or name.",
)
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", help="Only those that cite this rule."
)
@click.option("--failed", "only_failed", is_flag=True, help="Only those that failed last time.")
@click.option("--failed-first", is_flag=True, help="Those that failed last time first.")
@arguments.house_option(help="House rules for what a scenario leaves open.")
@arguments.workers_option("work")
@click.option("--rule-coverage", is_flag=True, help="Fail if no scenario shows a testable rule.")
@click.option("--list", "listed", is_flag=True, help="Name every scenario, not only failures.")
@arguments.json_option("The results as JSON, for tools.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "github"]),
    default="text",
    show_default=True,
    help="With github, failures are annotations in a workflow too.",
)
@arguments.junit_option
@arguments.directory_option(
    "--svg", help="Draw the tables of failures, before and after, into this directory."
)
@arguments.screen_options
def scenarios(
    suites: tuple[str, ...],
    words: tuple[str, ...],
    rules: tuple[str, ...],
    only_failed: bool,
    failed_first: bool,
    house: HouseRules | None,
    workers: int,
    rule_coverage: bool,
    listed: bool,
    as_json: bool,
    style: str,
    junit: Path | None,
    svg: Path | None,
    screen: Screen,
) -> None:
    """Run the scenarios of games, files and folders; of all games if none is named.

    A file outside a game's package starts with `game: NAME`, or is in a directory with the name of
    the game. Exit code 1 if a scenario fails.

    \b
    Examples:
      rulekeep scenarios
      rulekeep scenarios kilt_castle --rule-coverage
      rulekeep scenarios our_rulings -k roof --junit report.xml
      rulekeep scenarios our_rulings --failed --svg pictures
      rulekeep scenarios our_rulings --format github
    """
    found, loaded = _find_suites(suites)
    cases = _select(found, words, rules, house)
    if only_failed or failed_first:
        cases = _failed_first(cases, only_failed, None if as_json else screen)
    judged = zip(cases, run_cases(cases, workers), strict=True)
    ran, ran_all = gather(judged, len(cases), lambda pair: pair[0].path.name)
    covered = _coverage(found, ran) if rule_coverage else []
    failures = [case for case, result in ran if not result.passed]
    if not as_json:
        _print(screen, found, ran, listed, covered)
    if svg is not None and (written := write_pictures(failures, svg)) and not as_json:
        screen.say(f"{written} pictures of failures are in {svg}")
    _write_reports(ran, as_json, junit, style)
    _remember(ran, failures)
    if not ran_all:
        warn(f"interrupted after {len(ran)} of {len(cases)} scenarios")
        sys.exit(arguments.INTERRUPTED)
    complete = loaded and not failures and all(report.complete for report in covered)
    sys.exit(0 if complete else 1)


# -- which scenarios -----------------------------------------------------------------------------


def _find_suites(words: Sequence[str]) -> tuple[list[Suite], bool]:
    """The suites that are named, else those of all games; whether every game could be loaded."""
    if words:
        return [find_suite(word) for word in dict.fromkeys(words)], True
    plugins, broken = load_all()
    for reason in broken.values():
        warn(reason)
    return [game_suite(plugin.id) for plugin in plugins], not broken


def _select(
    found: Iterable[Suite], words: Sequence[str], rules: Sequence[str], house: HouseRules | None
) -> list[SuiteCase]:
    """The scenarios asked for, each once, with house rules where it has none of its own."""
    cases = {case.key: case for suite in reversed(list(found)) for case in reversed(suite.cases)}
    selected = [case for case in reversed(cases.values()) if _is_selected(case, words, rules)]
    if (words or rules) and not selected:
        parts = [f"{word!r} in its file or name" for word in words]
        parts += [f"the rule {rule}" for rule in rules]
        raise RulekeepError(f"no scenario has {' and '.join(parts)}")
    return selected if house is None else [_with_house(case, house) for case in selected]


def _is_selected(case: SuiteCase, words: Sequence[str], rules: Sequence[str]) -> bool:
    text = f"{case.path} {case.name}".casefold()
    if not all(word.casefold() in text for word in words):
        return False
    cited = {rule.casefold() for rule in case.scenario.rules} if case.scenario else set()
    # A file that cannot be read may contain a wanted scenario.
    return not rules or case.scenario is None or any(rule.casefold() in cited for rule in rules)


def _with_house(case: SuiteCase, house: HouseRules) -> SuiteCase:
    if case.scenario is None or case.scenario.house is not None:
        return case
    return evolve(case, scenario=evolve(case.scenario, house=house))


def _failed_first(cases: list[SuiteCase], only: bool, screen: Screen | None) -> list[SuiteCase]:
    """Those that failed last time, and the others after them unless `only` is set."""
    failed = _failed_last_time()
    again = [case for case in cases if case.key in failed]
    if only and again:
        return again
    if only and screen is not None:
        screen.say("None of these failed last time; running all.", "dim")
    return again + [case for case in cases if case.key not in failed]


def _failures_file() -> Path:
    return cache_directory() / "failed.json"


def _failed_last_time() -> set[str]:
    """The keys of the scenarios that failed when they were last run; none if that is unknown."""
    try:
        keys = json.loads(read_text(_failures_file()))
    except (DataError, ValueError, RecursionError):
        return set()
    return {key for key in keys if isinstance(key, str)} if isinstance(keys, list) else set()


def _remember(ran: Iterable[RunCase], failures: Iterable[SuiteCase]) -> None:
    """Save what failed this time; scenarios that were not run stay as they were."""
    failed = _failed_last_time() - {case.key for case, _ in ran} | {case.key for case in failures}
    path = _failures_file()
    if not failed and not path.exists():
        return
    try:
        make_directory(path.parent)
        replace_file(path, json.dumps(sorted(failed)[:MAX_FAILURES], ensure_ascii=False))
    except DataError as error:
        warn(f"the list of failed scenarios cannot be saved: {error}")


# -- results -------------------------------------------------------------------------------------


def _write_reports(ran: Iterable[RunCase], as_json: bool, junit: Path | None, style: str) -> None:
    reported = [_report_case(*pair) for pair in ran]
    write_report(reported, as_json, junit)
    if style == "github":
        for line in as_annotations(reported):
            click.echo(line)


def _report_case(case: SuiteCase, result: CaseResult) -> ReportCase:
    is_open = not result.passed and _can_be_opened(case)
    details = (how_to_open(case.path, case.name),) if is_open else ()
    return ReportCase(
        case.suite,
        str(case.path),
        case.name,
        result.passed,
        result.message,
        result.seconds,
        details,
    )


def _can_be_opened(case: SuiteCase) -> bool:
    """Whether a scenario has a position to play from."""
    if case.scenario is None:
        return False
    try:
        game = game_for(case.scenario, registry.load(case.game))
        return bool(game.decisions(start_state(case.scenario, game)))
    except Exception:  # noqa: BLE001  whatever is wrong with the position is the failure itself
        return False


def _print(
    screen: Screen,
    found: Sequence[Suite],
    ran: Sequence[RunCase],
    listed: bool,
    covered: list[Coverage],
) -> None:
    coverage_of = {report.game: report for report in covered}
    drawings = iter(range(MAX_DRAWN))
    for suite in found:
        inside = [pair for pair in ran if pair[0].suite == suite.name]
        if suite.cases and not inside:
            continue  # none of it was asked for
        _print_suite(screen, suite, inside, listed, drawings)
        if suite.game in coverage_of:
            _print_coverage(screen, coverage_of.pop(suite.game))
    for report in coverage_of.values():
        _print_coverage(screen, report)
    for path in (path for suite in found for path in suite.skipped):
        screen.say(f"left alone, since it holds no scenarios: {path}", "dim")


def _print_suite(
    screen: Screen, suite: Suite, ran: Sequence[RunCase], listed: bool, drawings: Iterator[int]
) -> None:
    for case, result in ran if listed else ():
        verdict = "passed" if result.passed else "FAILED"
        screen.say(f"{verdict}  {case.path.name}: {case.name}", indent=2)
    failures = [pair for pair in ran if not pair[1].passed]
    passed = len(ran) - len(failures)
    screen.say(f"{suite.name}: {passed} passed, {len(failures)} failed", "bold")
    for case, result in failures:
        screen.say(result.message, "red", indent=2)
        scenario = played(case) if next(drawings, None) is not None else None
        if scenario is not None:
            show_failure(screen, scenario)
        if _can_be_opened(case):
            screen.say(how_to_open(case.path, case.name), "dim", indent=4)


def _print_coverage(screen: Screen, report: Coverage) -> None:
    for line in report.lines():
        screen.say(line, indent=2)


def _coverage(found: Iterable[Suite], ran: Iterable[RunCase]) -> list[Coverage]:
    """By game, which rules the scenarios that passed show at work."""
    earned: dict[str, set[str]] = {suite.game: set() for suite in found if suite.game}
    for case, result in ran:
        if case.game:
            earned.setdefault(case.game, set()).update(result.earned)
    plugins = [registry.load(name) for name in earned]
    return [coverage(p.id, p.book, earned[p.id], stored_summary(p)) for p in plugins]
