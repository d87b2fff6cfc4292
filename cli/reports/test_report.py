"""Results of tests for other tools: JUnit's XML and JSON."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click

from rulekeep.cli.terminal.screen import json_text
from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import printable
from rulekeep.match.safe_files import replace_file
from rulekeep.testing.scenario_format import line_of


@frozen
class ReportCase:
    """One case of a report and its result."""

    suite: str
    file: str
    name: str
    passed: bool
    message: str
    seconds: float
    details: tuple[str, ...] = ()
    """Further sentences about a failure."""


def write_report(cases: Sequence[ReportCase], as_json: bool, junit: Path | None) -> None:
    """Print JSON, write JUnit's XML, or both."""
    if as_json:
        click.echo(json_text(as_data(cases)))
    if junit is not None:
        replace_file(junit, as_junit(cases))


def how_to_open(path: Path, position: str | int) -> str:
    """The command that opens a scenario or a position of a match at the table."""
    return f"open it: {shlex.join(['rulekeep', 'play', '--from', f'{path}:{position}'])}"


def as_data(cases: Iterable[ReportCase]) -> dict[str, Any]:
    """The sums, and each case."""
    listed = list(cases)
    passed = sum(case.passed for case in listed)
    return {
        "passed": passed,
        "failed": len(listed) - passed,
        "cases": [
            {
                "suite": case.suite,
                "file": case.file,
                "name": case.name,
                "passed": case.passed,
                "seconds": round(case.seconds, 4),
                **({} if case.passed else {"message": case.message, "details": [*case.details]}),
            }
            for case in listed
        ],
    }


def as_junit(cases: Sequence[ReportCase]) -> str:
    """The XML that servers for continuous integration read."""
    root = ElementTree.Element("testsuites")
    for suite, group in groupby(cases, lambda case: case.suite):
        inside = list(group)
        node = ElementTree.SubElement(
            root,
            "testsuite",
            name=printable(suite),
            tests=str(len(inside)),
            failures=str(sum(not case.passed for case in inside)),
            errors="0",
            time=f"{sum(case.seconds for case in inside):.3f}",
        )
        for case in inside:
            test = ElementTree.SubElement(
                node,
                "testcase",
                classname=printable(case.file),
                name=printable(case.name or case.file),
                time=f"{case.seconds:.3f}",
            )
            if not case.passed:
                first = case.message.splitlines()[0] if case.message else "failed"
                failure = ElementTree.SubElement(test, "failure", message=printable(first))
                failure.text = printable("\n".join((case.message, *case.details)))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def as_annotations(cases: Iterable[ReportCase]) -> Iterator[str]:
    """Failures as commands of a GitHub workflow, which shows them at their lines."""
    for case in cases:
        if not case.passed:
            line = line_of(case.message.partition(": ")[0])
            file, title = (_escaped(text, ":,") for text in (case.file, case.name or "malformed"))
            yield f"::error file={file},line={line},title={title}::{_escaped(case.message)}"


def _escaped(text: str, also: str = "") -> str:
    """Percent, line ends and some further characters as `%25`, `%0A` …"""
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + also else c for c in text)
