"""Whether every Python, hash seed and number of workers gives the same answers, byte for byte.

Recorded matches are replayed, bots asked for their choices and short runs simulated, by every
Python from 3.11 on that is found on the PATH or named with --python. Environments for them are
made in the state directory. A part of the answers is kept in a file that `make test` compares.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path

from tests.campaigns import answers, pythons
from tests.campaigns.crew import arguments, go_on, sum_up
from tests.campaigns.ledger import ROOT, Done, Finding, Ledger, Unit

FIXTURE = Path(__file__).with_name("answers.jsonl")
FIXED = (("choices", 4), ("simulations", 4))
"""Kinds of answers in the fixture, and how many numbers of each."""

Setting = tuple[str, int]
"""A hash seed, and how many workers."""


def ask(python: str, unit: Unit, hash_seed: str, workers: int) -> list[str]:
    """The answers of one Python, in a process of its own."""
    words = ["-m", "tests.campaigns.answers", unit.series, str(unit.number)]
    done = subprocess.run(
        [python, *words, "--workers", str(workers)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        return [*done.stdout.splitlines(), f"exit {done.returncode}: {done.stderr[-2000:]}"]
    return done.stdout.splitlines()


def compare(unit: Unit, interpreters: Mapping[str, str]) -> Done:
    """One set of questions to all of them, each with two hash seeds and numbers of workers."""
    figures: dict[str, int] = {}
    findings: list[Finding] = []
    reference: list[str] = []
    settings: tuple[Setting, ...] = (("0", 1), (str(1 + unit.number), 2))
    for version, python in interpreters.items():
        for hash_seed, workers in settings:
            given = ask(python, unit, hash_seed, workers)
            reference = reference or given
            figures[f"{unit.series} answered by {version}"] = figures.get(
                f"{unit.series} answered by {version}", 0
            ) + len(given)
            if given != reference or not given or given[-1].startswith("exit "):
                who = f"Python {version}, hash seed {hash_seed}, {workers} workers"
                findings.append(_difference(unit, who, reference, given))
    return Done(unit, {"questions": 1, **figures}, tuple(findings[:3]))


def _difference(unit: Unit, who: str, reference: list[str], given: list[str]) -> Finding:
    pairs = zip([*reference, "(nothing)"], [*given, "(nothing)"], strict=False)
    first = next((pair for pair in pairs if pair[0] != pair[1]), (reference[-1:], given[-1:]))
    about = {"unit": str(unit), "who": who, "reference": first[0], "answers": first[1]}
    name = f"{unit.series}-{unit.number}-{who.replace(' ', '_').replace(',', '')}.json"
    text = json.dumps(about, indent=1, ensure_ascii=False) + "\n"
    return Finding(f"{who} answers otherwise", {name: text})


def fixture() -> Iterator[str]:
    """The answers that are kept with the tests.

    Without values to the last bit: the mathematical functions of another system may round
    otherwise, and that is no fault of the program.
    """
    for kind, numbers in FIXED:
        for number in range(numbers):
            for line in answers.lines(kind, number):
                row = json.loads(line)
                row.pop("values", None)
                yield json.dumps(row, sort_keys=True, ensure_ascii=False)


def _units(ledger: Ledger) -> Iterator[Unit]:
    """The three kinds in turn; of recorded matches there are only so many."""
    for number in count():
        for kind in answers.KINDS:
            unit = Unit(kind, number)
            exists = kind != "recorded" or number < len(answers.RECORDED)
            if exists and not ledger.is_done(unit):
                yield unit


def run(argv: list[str]) -> int:
    parser = arguments("determinism", __doc__, 100, "sets of questions")
    parser.add_argument(
        "--python", action="append", default=[], help="another Python, by name or path"
    )
    parser.add_argument("--write-fixture", action="store_true", help=f"write {FIXTURE.name} anew")
    wanted = parser.parse_args(argv)
    if wanted.write_fixture:
        FIXTURE.write_text("".join(f"{line}\n" for line in fixture()), encoding="utf-8")
        print(f"{FIXTURE.relative_to(ROOT)} is written; look at what has changed in it")
        return 0
    home = wanted.state / "determinism"
    home.mkdir(parents=True, exist_ok=True)
    interpreters = {
        version: pythons.environment(version, python, home.resolve())
        for version, python in pythons.found(wanted.python).items()
    }
    ledger = Ledger.open(home / "ledger.json", wanted.fresh)
    work = partial(compare, interpreters=interpreters)
    whole = go_on(ledger, _units(ledger), work, lambda kept: kept.figures["questions"], wanted)
    lines = [f"{n:>9,} {what}" for what, n in sorted(ledger.figures.items())]
    if len(interpreters) == 1:
        lines.append("only one Python was found; name others with --python")
    return sum_up(ledger, "determinism", lines, whole)
