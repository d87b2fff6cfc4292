"""`python -m tests.server_simulation SEED`: repeat a run, shorten it, and say what it needs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from tests.server_simulation.simulation import shorten, simulate


def main(argv: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.server_simulation", description=__doc__)
    parser.add_argument("seed", help="the number of a schedule")
    parser.add_argument("--only", help="the numbers of the actions to carry out, as in 0,3,7")
    wanted = parser.parse_args(argv)
    only = None if wanted.only is None else [int(n) for n in wanted.only.split(",")]
    outcome = simulate(wanted.seed, only)
    print(f"{outcome.steps} steps, fingerprint {outcome.digest}")
    if not outcome.finding:
        print("Nothing was found.")
        return 0
    print(f"FOUND: {outcome.finding}")
    if only is None:
        needed = shorten(wanted.seed)
        for action in needed:
            print(f"  {action.number}: {action.kind}, {action.after} s later")
        numbers = ",".join(str(action.number) for action in needed)
        print(f"again: python -m tests.server_simulation {wanted.seed} --only {numbers}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
