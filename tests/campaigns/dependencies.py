"""The lowest versions of what we stand on that pyproject.toml allows, and the newest there are.

Each set has an environment of its own in the state directory, which is kept for the next time, and
runs a telling part of the test suite there. `--lowest` or `--newest` names one of them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen
from tests.campaigns.crew import arguments
from tests.campaigns.ledger import ROOT

EXTRAS = ("testing", "cluster", "rl", "parquet", "web")
"""Extras of the package whose bounds are tried too."""
TOOLS = ("httpx", "jsonschema", "pexpect", "pyte", "pytest-xdist")
"""What the tests themselves need, always the newest."""
TESTS = (
    *(
        f"tests/core/test_{name}.py"
        for name in [
            "data_files",
            "rule_options",
            "state",
            "notation",
            "rulebook",
            "registry",
            "chance",
        ]
    ),
    *(f"tests/match/test_{name}.py" for name in ["match", "match_file"]),
    *(
        f"tests/testing/test_{name}.py"
        for name in ["scenarios", "lanterns", "hypothesis_strategies"]
    ),
    *(
        f"tests/cli/test_cli_{name}.py"
        for name in ["commands", "pipes", "help", "golden", "line_view", "fullscreen", "screen"]
    ),
    *(
        f"tests/sim/test_sim_{name}.py"
        for name in ["results", "cluster", "pettingzoo", "move_parts"]
    ),
    *(f"tests/web/test_web_{name}.py" for name in ["acts", "events", "openapi"]),
    *("games/kilt_castle", "games/castle_keep"),
)
"""Every library is used in these, each in more than one way."""

_BOUND = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)>=(?P<version>[0-9.]+)\Z")


@frozen
class Bound:
    """A library and the lowest version that is allowed."""

    name: str
    version: str

    @property
    def exactly(self) -> str:
        return f"{self.name}=={self.version}"

    @classmethod
    def of(cls, text: str) -> Bound:
        found = _BOUND.match(text)
        if found is None:
            raise ValueError(f"{text!r} has no lower bound")
        return cls(found["name"], found["version"])


def bounds(project: dict[str, Any]) -> list[Bound]:
    """What the package needs, and its extras."""
    extras = project["optional-dependencies"]
    return [
        Bound.of(text)
        for text in (*project["dependencies"], *(one for name in EXTRAS for one in extras[name]))
    ]


def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        found: dict[str, Any] = tomllib.load(stream)["project"]
    return found


def _call(*words: object) -> str:
    """Run a program; nothing if all went well, else the end of what it said."""
    done = subprocess.run(
        [str(word) for word in words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else (done.stdout + done.stderr)[-4000:]


def try_out(name: str, wanted: list[str], directory: Path, workers: int) -> Iterator[str]:
    """Make the environment, and run the tests in it; what is wrong."""
    python = directory / "bin" / "python"
    if not python.exists():
        shutil.rmtree(directory, ignore_errors=True)
        yield from filter(None, [_call(sys.executable, "-m", "venv", directory)])
    install = (
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--upgrade",
    )
    trouble = _call(*install, *wanted, *TOOLS) or _call(*install, "--no-deps", "--editable", ROOT)
    if trouble:
        yield f"{name}: cannot be installed\n{trouble}"
        return
    freeze = [str(python), "-m", "pip", "freeze"]
    print(subprocess.run(freeze, check=False, capture_output=True, text=True).stdout)
    trouble = _call(python, "-m", "pytest", "-q", "-n", workers, "--dist", "loadfile", *TESTS)
    if trouble:
        yield f"{name}: tests fail\n{trouble}"


def run(argv: list[str]) -> int:
    parser = arguments("dependencies", __doc__, 2, "environments")
    parser.add_argument("--lowest", action="store_true")
    parser.add_argument("--newest", action="store_true")
    wanted = parser.parse_args(argv)
    every = bounds(project())
    sets = {"lowest": [bound.exactly for bound in every], "newest": [bound.name for bound in every]}
    found = False
    for name, libraries in sets.items():
        if (wanted.lowest or wanted.newest) and not getattr(wanted, name):
            continue
        began = time.monotonic()
        print(f"dependencies: {name}: {', '.join(libraries)}", flush=True)
        directory = wanted.state / f"dependencies-{name}"
        if wanted.fresh:
            shutil.rmtree(directory, ignore_errors=True)
        troubles = list(try_out(name, libraries, directory.absolute(), wanted.workers))
        print("\n".join(troubles) or f"  all is well after {time.monotonic() - began:.0f} seconds")
        (wanted.state / f"dependencies-{name}.txt").write_text("\n".join(troubles))
        found = found or bool(troubles)
    return int(found)
