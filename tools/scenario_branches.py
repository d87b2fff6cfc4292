"""Report the lines and branches of the rules that no scenario takes: `make scenario-branches`.

Measured are the checks, the turn, the scoring, the set-up, the variants and the generator of legal
moves of each game. A line or a function that no scenario can reach ends with `# unreached: why`.
Left alone are `if emit`, since scenarios listen to every event, and `choices`, the list for
people, which the conformance kit compares with the checks.
"""

from __future__ import annotations

import sys
from pathlib import Path

import coverage

ROOT = Path(__file__).parents[1]
PARTS = ("checks", "turn", "scoring", "setup", "variants", "legal")
LEFT_OUT = (r"# unreached: \w", r"assert_never\(", r"def choices\(")
ONE_WAY = (r"\bif emit\b", r"\bemit is not None\b")


def files_of(game: str) -> list[str]:
    """The files of the parts that are measured."""
    home = ROOT / "games" / game
    found = [path for part in PARTS for path in (home / f"{part}.py", *(home / part).glob("*.py"))]
    return sorted(str(path) for path in found if path.exists() and path.stem != "choices")


def measure(game: str) -> coverage.Coverage:
    """Run the scenarios of a game and record which branches they take, imports included."""
    files = files_of(game)
    measured = coverage.Coverage(data_file=None, branch=True, config_file=False, include=files)
    for regex in LEFT_OUT:
        measured.exclude(regex)
    for regex in ONE_WAY:
        measured.exclude(regex, which="partial")
    with measured.collect():
        from rulekeep.testing.suite import game_suite
        from rulekeep.testing.suite_runner import run_case

        failures = [run_case(case).message for case in game_suite(game).cases]
    if any(failures):
        sys.exit("\n".join(filter(None, failures)))
    return measured


def main(game: str) -> int:
    """Print what is missing in a game, and the share that is taken; 1 if anything is missing."""
    print(game)
    share = measure(game).report(files_of(game), show_missing=True, skip_covered=True, precision=2)
    return 0 if share == 100 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
