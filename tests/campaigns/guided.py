"""Fuzzing one door by what the code does with an input, with atheris where it is installed.

atheris is no dependency: `pip install atheris` into the environment first. It stops at the first
accident and leaves the input in the state directory.
"""

from __future__ import annotations

import importlib
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

from tests.campaigns.doors import DOORS
from tests.campaigns.fuzz import knock, visitors, written


def _functions() -> Iterator[FunctionType]:
    """The functions of our own that are loaded; those of the libraries would take minutes."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rulekeep."):
            for thing in vars(module).values():
                inner = vars(thing).values() if isinstance(thing, type) else (thing,)
                for one in inner:
                    if isinstance(one, FunctionType) and one.__module__ == name:
                        yield one


def run(argv: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.campaigns guided", description=__doc__)
    parser.add_argument("--door", choices=list(DOORS), default="notation")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--state", type=Path, default=Path(".campaigns"))
    wanted = parser.parse_args(argv)
    try:
        atheris = importlib.import_module("atheris")
    except ImportError:
        print("atheris is not installed; pip install atheris")
        return 2
    door = DOORS[wanted.door]
    good = visitors(door.name)
    heads = sorted({head for head, _ in good})
    corpus = wanted.state / f"guided-{door.name}"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, (head, body) in enumerate(good[:200]):
        (corpus / f"good-{number}").write_bytes(bytes([heads.index(head)]) + body)

    def one_input(data: bytes) -> None:
        # The first byte chooses the game.
        head, body = heads[(data or b"\0")[0] % len(heads)], data[1:]
        accident = knock(door, head, body)
        if accident is not None:
            found = wanted.state / f"guided-{door.name}.json"
            found.write_bytes(written(door.name, head, body))
            raise AssertionError(f"{accident.what} ({accident.place}): {found}")

    for function in _functions():
        atheris.instrument_func(function)
    limits = [f"-max_total_time={wanted.seconds}", "-max_len=8192", "-timeout=20"]
    atheris.Setup([sys.argv[0], *limits, str(corpus)], one_input)
    atheris.Fuzz()
    return 0
