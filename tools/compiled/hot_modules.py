"""Which modules are compiled: those that random play and search use again and again.

Not compiled, because nothing is gained or mypyc cannot do it: checks (decorated functions), field formats and loading (run once), events, views and plugins.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

CORE = (
    "chance",
    "decision",
    "linear_estimate",
    "terms",
    *(
        f"primitives/{name}"
        for name in ("bag", "bank", "graph", "grid", "sealed_choices", "turn_order")
    ),
)
GAME = (
    "box",
    "moves",
    "terms",
    "state",
    "setup",
    "legal",
    "turn",
    "variants",
    "scoring",
    "features",
    "evaluate",
)
BOTS = ("greedy", "mcts", "one_ply", "random", "search_tree")
SIM = ("playout",)
NOT_COMPILED = ("forms", "loading")


def modules(package: Path) -> list[Path]:
    """The files to compile, relative to the package `rulekeep`."""
    found: list[Path] = []
    for folder, names in (("core", CORE), ("bots", BOTS), ("sim", SIM)):
        found += [Path(folder, f"{name}.py") for name in names]
    for game in games(package):
        found += [path for name in GAME for path in _module_or_package(package, game, name)]
    return found


def games(package: Path) -> list[Path]:
    """The packages of games, relative to the package `rulekeep`."""
    found = sorted((package / "games").glob("*/plugin.py"))
    return [path.parent.relative_to(package) for path in found]


def _module_or_package(package: Path, game: Path, name: str) -> Iterator[Path]:
    if (package / game / f"{name}.py").is_file():
        yield game / f"{name}.py"
    for path in sorted((package / game / name).glob("*.py")):
        if path.stem not in NOT_COMPILED:
            yield path.relative_to(package)
