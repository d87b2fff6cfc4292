"""Which modules are compiled: what every decision of random play and search goes through.

Left out is what a compiler gains nothing from or does not know: checks (a table of decorated
functions), moves and seats (attrs classes), forms and loading (asked once), events, views and
plugins.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

CORE = (
    "chance",
    *(
        f"primitives/{name}"
        for name in ("bag", "bank", "graph", "grid", "sealed_choices", "turn_order")
    ),
)
GAME = ("box", "terms", "state", "legal", "turn", "scoring", "evaluate")
BOTS = ("greedy", "mcts", "one_ply", "random", "search_tree")
SIM = ("playout",)
NOT = ("forms", "loading")


def modules(package: Path) -> list[Path]:
    """The files to be compiled, relative to the package `rulekeep`."""
    found: list[Path] = []
    for room, names in (("core", CORE), ("bots", BOTS), ("sim", SIM)):
        found += [Path(room, f"{name}.py") for name in names]
    for game in games(package):
        found += [path for room in GAME for path in _of_room(package, game, room)]
    return found


def games(package: Path) -> list[Path]:
    """The packages of games, relative to the package `rulekeep`."""
    found = sorted((package / "games").glob("*/plugin.py"))
    return [path.parent.relative_to(package) for path in found]


def _of_room(package: Path, game: Path, room: str) -> Iterator[Path]:
    if (package / game / f"{room}.py").is_file():
        yield game / f"{room}.py"
    for path in sorted((package / game / room).glob("*.py")):
        if path.stem not in NOT:
            yield path.relative_to(package)
