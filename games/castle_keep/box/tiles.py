"""The tiles in the box: twenty-one kinds, and how many there are of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from rulekeep.core import DataFiles, Node, listed, plural, with_article

PACKAGE = "rulekeep.games.castle_keep"

Kind = int  # an index into KINDS
Colour = int
Shape = int
Role = int
Tiles = tuple[Kind, ...]  # some tiles in ascending order: equal ones are the same to everybody

COLOUR_LETTERS = "RBY"
SHAPE_LETTERS = "CZS"
COLOUR_NAMES = ("red", "blue", "yellow")
SHAPE_NAMES = ("curvy", "zigzag", "straight")

TOWER, WALL, KNIGHT = range(3)
ROLE_NAMES = ("tower", "wall", "knight")

KINDS: tuple[str, ...] = (
    *(f"{role}{c}{s}" for role in "TW" for c in COLOUR_LETTERS for s in SHAPE_LETTERS),
    *(f"K{c}" for c in COLOUR_LETTERS),
)
"""All kinds in canonical order; everywhere else a kind is its index in here."""

UNSEEN: Kind = len(KINDS)
"""A tile whose kind a viewer does not know."""

KIND_OF = {name: kind for kind, name in enumerate(KINDS)}

FIRST_WALL = 9
FIRST_KNIGHT = 18

ROLE: tuple[Role, ...] = tuple("TWK".index(name[0]) for name in KINDS)
COLOUR: tuple[Colour, ...] = tuple(COLOUR_LETTERS.index(name[1]) for name in KINDS)
SHAPE: tuple[Shape, ...] = tuple(
    SHAPE_LETTERS.index(name[2]) if len(name) == 3 else -1 for name in KINDS
)
"""The shape of each kind; -1 for knights, which have none."""

HAND = 4  # CK-003 CK-044
"""The tiles dealt to a hand, and the most it may keep when a turn ends."""

_FILE = "tiles.yaml"
_GROUPS = (("towers", "T", 36), ("walls", "W", 36), ("knights", "K", 18))


def match(a: Kind, b: Kind) -> bool:  # CK-022
    """Same colour, or both have a shape and the shapes are equal."""
    return COLOUR[a] == COLOUR[b] or (SHAPE[a] >= 0 and SHAPE[a] == SHAPE[b])


def tile_words(kind: Kind) -> str:
    """A kind in words: `red curvy tower`."""
    shape = f"{SHAPE_NAMES[SHAPE[kind]]} " if SHAPE[kind] >= 0 else ""
    return f"{COLOUR_NAMES[COLOUR[kind]]} {shape}{ROLE_NAMES[ROLE[kind]]}"


def tiles_words(kinds: Iterable[Kind]) -> str:
    """Tiles in words: `a red curvy tower and 2 blue knights`."""
    counts = Counter(kinds)
    named = [
        with_article(tile_words(kind)) if count == 1 else plural(count, tile_words(kind))
        for kind, count in counts.items()
    ]
    return listed(named) if named else "no tiles"


_CODES = (*KINDS, "?")


def codes(kinds: Iterable[Kind]) -> list[str]:
    """Tiles as moves and data name them; `?` for one that is not seen."""
    return [_CODES[kind] for kind in kinds]


@frozen
class Box:
    """What is in the box: copies of each kind, and where that is known from."""

    copies: tuple[int, ...]
    sources: tuple[tuple[str, str], ...]
    files: DataFiles


def open_box(directory: Path | None = None) -> Box:
    """The shipped tiles, or those of an owner's directory. DataError."""
    files = DataFiles(PACKAGE, (_FILE,))
    if directory is not None:
        files = files.elsewhere(directory)
    root = files.read(_FILE).only(*(group for group, _, _ in _GROUPS))
    copies: list[int] = []
    sources: list[tuple[str, str]] = []
    for group, letter, printed in _GROUPS:
        node = root[group].only("total", "copies", "source")
        copies += _copies(node, letter, printed)
        sources.append((f"{group}: total and copies of each kind", node["source"].str()))
    return Box(tuple(copies), tuple(sources), files)


def _copies(node: Node, letter: str, printed: int) -> list[int]:
    """The copies of the kinds of one role; they must add up to the printed total."""
    total = node["total"].int()
    if total != printed:
        raise node["total"].fail(f"the rulebook prints {printed} tiles of this role, not {total}")
    kinds = [name for name in KINDS if name[0] == letter]
    listed = node["copies"].only(*kinds)
    copies = [listed[name].int(0, printed) for name in kinds]
    if sum(copies) != printed:
        raise listed.fail(f"the copies add up to {sum(copies)}, not to {printed}")
    return copies
