"""`rulekeep scenarios`: run scenarios without pytest, a game's own or anybody's."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from attrs import evolve

from rulekeep.cli.arguments import house_option, screen_options, suites_argument, workers_option
from rulekeep.cli.files.output_files import replace_file
from rulekeep.cli.reports import last_failures as kept
from rulekeep.cli.reports.failure_view import draw, show, story_of
from rulekeep.cli.reports.test_report import Judged, as_data, as_junit
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import Screen, json_text, warn
from rulekeep.core import registry
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.match.house_rules import HouseRules
from rulekeep.session.game_list import load_all
from rulekeep.testing.prover.proof_report import kept_summary
from rulekeep.testing.rule_coverage import Coverage, coverage
from rulekeep.testing.suite import Suite, SuiteCase, named, shipped
from rulekeep.testing.suite_runner import CaseResult, judge_all

INTERRUPTED = 130
DRAWN = 3
"""So many failures are told with a drawing of the table; the others in words."""

Ran = tuple[SuiteCase, CaseResult]


@click.command()
@suites_argument()
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
@house_option(help="Play by these house rules what a scenario leaves open.")
@workers_option("work")
@click.option("--rule-coverage", is_flag=True, help="Fail if a testable rule is shown by none.")
@click.option("--list", "listed", is_flag=True, help="Name every scenario, not only failures.")
@click.option("--json", "as_json", is_flag=True, help="The results as JSON, for tools.")
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the results as JUnit XML; a former report is replaced.",
)
@click.option(
    "--svg",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Draw the tables of failures, before and after, into this directory.",
)
@screen_options
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
    junit: Path | None,
    svg: Path | None,
    screen: Screen,
) -> None:
    """Run the scenarios of games, files and folders; of all games if none is named.

    A file outside a game's package says `game: NAME` at its head, or lies in a directory that is
    named like the game. Exit code 1 if a scenario fails.

    \b
    Examples:
      rulekeep scenarios
      rulekeep scenarios kilt_castle --rule-coverage
      rulekeep scenarios our_rulings -k roof --junit report.xml
      rulekeep scenarios our_rulings --failed --svg pictures
    """
    found, good = _found(suites)
    chosen = _chosen(found, words, rules, house)
    if (words or rules) and not chosen:
        raise RulekeepError(f"no scenario has {_wish(words, rules)}")
    chosen = _by_last_time(chosen, only_failed, failed_first, screen, as_json)
    ran, whole = _run(chosen, workers)
    judged = [_judged(case, verdict) for case, verdict in ran]
    covered = _coverage(found, ran) if rule_coverage else []
    if as_json:
        click.echo(json_text(as_data(judged)))
    else:
        _tell(screen, found, ran, listed, covered)
    if svg is not None:
        written = draw((case for case, verdict in ran if not verdict.passed), svg)
        if written and not as_json:
            screen.say(f"{written} pictures of failures are in {svg}")
    if junit is not None:
        replace_file(junit, as_junit(judged))
    _remember(ran)
    if not whole:
        warn(f"interrupted after {len(ran)} of {len(chosen)} scenarios")
        sys.exit(INTERRUPTED)
    good = good and all(verdict.passed for _, verdict in ran)
    good = good and all(report.complete for report in covered)
    sys.exit(0 if good else 1)


# -- which ---------------------------------------------------------------------------------------


def _found(words: Sequence[str]) -> tuple[list[Suite], bool]:
    """The suites that are meant; whether all games could be loaded where all are meant."""
    if words:
        return [named(word) for word in dict.fromkeys(words)], True
    plugins, broken = load_all()
    for reason in broken.values():
        warn(reason)
    return [shipped(plugin.id) for plugin in plugins], not broken


def _chosen(
    found: Iterable[Suite], words: Sequence[str], rules: Sequence[str], house: HouseRules | None
) -> list[SuiteCase]:
    """Each scenario once, those that are wished for, by these house rules."""
    cases = {case.key: case for suite in reversed(list(found)) for case in reversed(suite.cases)}
    kept = [case for case in reversed(cases.values()) if _is_meant(case, words, rules)]
    if house is None:
        return kept
    return [_housed(case, house) for case in kept]


def _is_meant(case: SuiteCase, words: Sequence[str], rules: Sequence[str]) -> bool:
    said = f"{case.path} {case.name}".casefold()
    if not all(word.casefold() in said for word in words):
        return False
    cited = {rule.casefold() for rule in case.scenario.rules} if case.scenario else set()
    # A file that cannot be read may hold what is wished for.
    return not rules or case.scenario is None or any(rule.casefold() in cited for rule in rules)


def _housed(case: SuiteCase, house: HouseRules) -> SuiteCase:
    if case.scenario is None or case.scenario.house is not None:
        return case
    return evolve(case, scenario=evolve(case.scenario, house=house))


def _wish(words: Sequence[str], rules: Sequence[str]) -> str:
    parts = [f"{word!r} in its file or name" for word in words]
    parts += [f"the rule {rule}" for rule in rules]
    return " and ".join(parts)


def _by_last_time(
    cases: list[SuiteCase], only: bool, first: bool, screen: Screen, quiet: bool
) -> list[SuiteCase]:
    if not only and not first:
        return cases
    failed = kept.last_time()
    again = [case for case in cases if case.key in failed]
    if only and again:
        return again
    if only and not quiet:
        screen.say("None of these failed last time; all are run.", "dim")
    return again + [case for case in cases if case.key not in failed]


def _remember(ran: Iterable[Ran]) -> None:
    tried = [case.key for case, _ in ran]
    bad = [case.key for case, verdict in ran if not verdict.passed]
    try:
        kept.remember(tried, bad)
    except DataError as error:
        warn(f"which scenarios failed cannot be kept for the next time: {error}")


# -- running -------------------------------------------------------------------------------------


def _run(cases: Sequence[SuiteCase], workers: int) -> tuple[list[Ran], bool]:
    """The verdicts, and whether all were given before somebody interrupted."""
    ran: list[Ran] = []
    with bar(len(cases)) as shown:
        try:
            for case, verdict in zip(cases, judge_all(cases, workers), strict=True):
                ran.append((case, verdict))
                shown(len(ran), case.path.name)
        except KeyboardInterrupt:
            return ran, False
    return ran, True


def _judged(case: SuiteCase, verdict: CaseResult) -> Judged:
    details = () if verdict.passed or case.scenario is None else (f"open it: {_open(case)}",)
    return Judged(
        case.suite,
        str(case.path),
        case.name,
        verdict.passed,
        verdict.message,
        verdict.seconds,
        details,
    )


def _open(case: SuiteCase) -> str:
    """The command that opens a scenario's position at the table."""
    return shlex.join(["rulekeep", "play", "--from", f"{case.path}:{case.name}"])


# -- telling -------------------------------------------------------------------------------------


def _tell(
    screen: Screen,
    found: Sequence[Suite],
    ran: Sequence[Ran],
    listed: bool,
    covered: list[Coverage],
) -> None:
    reports = {report.game: report for report in covered}
    drawings = iter(range(DRAWN))
    for suite in found:
        inside = [one for one in ran if one[0].suite == suite.name]
        if suite.cases and not inside:
            continue  # none of it was wished for
        for case, verdict in inside if listed else ():
            said = f"{case.path.name}: {case.name}"
            screen.say(f"{'passed' if verdict.passed else 'FAILED'}  {said}", indent=2)
        failures = [one for one in inside if not one[1].passed]
        passed = len(inside) - len(failures)
        screen.say(f"{suite.name}: {passed} passed, {len(failures)} failed", "bold")
        for case, verdict in failures:
            _tell_failure(screen, case, verdict, next(drawings, None) is not None)
        if suite.game in reports:
            _tell_coverage(screen, reports.pop(suite.game))
    for report in reports.values():
        _tell_coverage(screen, report)
    for path in (path for suite in found for path in suite.skipped):
        screen.say(f"left alone, since it holds no scenarios: {path}", "dim")


def _tell_failure(screen: Screen, case: SuiteCase, verdict: CaseResult, drawn: bool) -> None:
    screen.say(verdict.message, "red", indent=2)
    story = story_of(case) if drawn else None
    if story is not None:
        show(screen, story)
    if case.scenario is not None:
        screen.say(f"open it: {_open(case)}", "dim", indent=4)


def _tell_coverage(screen: Screen, report: Coverage) -> None:
    for line in report.lines():
        screen.say(line, indent=2)


def _coverage(found: Iterable[Suite], ran: Iterable[Ran]) -> list[Coverage]:
    """By game which rules the scenarios that passed have shown at work."""
    earned: dict[str, set[str]] = {suite.game: set() for suite in found if suite.game}
    for case, verdict in ran:
        if case.game:
            earned.setdefault(case.game, set()).update(verdict.earned)
    plugins = [registry.load(name) for name in earned]
    return [coverage(p.id, p.book, earned[p.id], kept_summary(p)) for p in plugins]
