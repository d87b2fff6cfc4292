"""What was judged, for other tools: JUnit's XML and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any
from xml.etree import ElementTree

from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import printable


@frozen
class Judged:
    """One thing that was tried, and what came of it."""

    suite: str
    file: str
    name: str
    passed: bool
    message: str
    seconds: float
    details: tuple[str, ...] = ()
    """Further sentences about a failure."""


def as_data(judged: Iterable[Judged]) -> dict[str, Any]:
    """For tools: the sums, and each thing that was tried."""
    listed = list(judged)
    passed = sum(one.passed for one in listed)
    return {
        "passed": passed,
        "failed": len(listed) - passed,
        "cases": [
            {
                "suite": one.suite,
                "file": one.file,
                "name": one.name,
                "passed": one.passed,
                "seconds": round(one.seconds, 4),
                **({} if one.passed else {"message": one.message, "details": list(one.details)}),
            }
            for one in listed
        ],
    }


def as_junit(judged: Sequence[Judged]) -> str:
    """The XML that servers for continuous integration read."""
    root = ElementTree.Element("testsuites")
    for suite, group in groupby(judged, lambda one: one.suite):
        cases = list(group)
        failures = sum(not one.passed for one in cases)
        seconds = sum(one.seconds for one in cases)
        node = ElementTree.SubElement(
            root,
            "testsuite",
            name=printable(suite),
            tests=str(len(cases)),
            failures=str(failures),
            errors="0",
            time=f"{seconds:.3f}",
        )
        for one in cases:
            test = ElementTree.SubElement(
                node,
                "testcase",
                classname=printable(one.file),
                name=printable(one.name or one.file),
                time=f"{one.seconds:.3f}",
            )
            if not one.passed:
                first = one.message.splitlines()[0] if one.message else "failed"
                told = ElementTree.SubElement(test, "failure", message=printable(first))
                told.text = printable("\n".join((one.message, *one.details)))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"
