"""What the last turns did: short entries kept with the state, as text and as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core.data import Node
from rulekeep.core.errors import BadNotation
from rulekeep.core.game import NameOf
from rulekeep.games.castle_keep.castle import (
    CELL_OF,
    CELL_ROLE,
    CELLS,
    castle_of,
    tiles_of,
)
from rulekeep.games.castle_keep.components import KIND_OF, KINDS, ROLE
from rulekeep.games.castle_keep.moves import (
    CASTLE_LETTERS,
    Attack,
    Discard,
    Done,
    Draw,
    Lettered,
    Place,
    Swap,
    Transfer,
    notation,
    parse,
)
from rulekeep.games.castle_keep.state import FLIPPED, HIT, Entry


def entry_text(entry: Entry) -> str:
    """An entry as text: a move, and after a colon what is not said by it."""
    move = entry[0]
    said = move if isinstance(move, str) else notation(move)
    more = _detail_text(entry)
    return f"{said}: {more}" if more else said


def _detail_text(entry: Entry) -> str:
    move, detail = entry
    if isinstance(move, Attack) or move == HIT:
        return ", ".join(f"{CELLS[cell]} {KINDS[kind]}" for cell, kind in tiles_of(detail))
    if isinstance(move, Swap) or move == FLIPPED:
        first, second = divmod(detail, len(KINDS))
        return f"{KINDS[first]} {KINDS[second]}"
    if isinstance(move, Transfer) or (isinstance(move, Draw) and move.discard):
        return KINDS[detail]
    return ""


def entry_from_text(node: Node) -> Entry:
    """The entry that a text says. DataError."""
    said, _, more = node.str().partition(": ")
    try:
        move = said if said in (FLIPPED, HIT) else parse(said)
        if isinstance(move, Lettered):
            raise node.fail("an entry names its tile by code")
        entry: Entry = (move, _detail(move, more))
    except BadNotation as error:
        raise node.fail(str(error)) from None
    except (KeyError, ValueError):
        raise node.fail(f"{more!r} does not say what {said!r} did") from None
    if entry_text(entry) != node.str():
        raise node.fail(f"this is written {entry_text(entry)!r}")
    return entry


def _detail(move: object, more: str) -> int:
    if isinstance(move, Attack) or move == HIT:
        tiles = {}
        for tile in more.split(", "):
            cell, kind = tile.split(" ")
            if CELL_ROLE[CELL_OF[cell]] != ROLE[KIND_OF[kind]]:
                raise ValueError(tile)
            tiles[CELL_OF[cell]] = KIND_OF[kind]
        return castle_of(tiles)
    if isinstance(move, Swap) or move == FLIPPED:
        first, second = more.split(" ")
        return KIND_OF[first] * len(KINDS) + KIND_OF[second]
    if isinstance(move, Transfer) or (isinstance(move, Draw) and move.discard):
        return KIND_OF[more]
    if more:
        raise ValueError(more)
    return 0


def sum_up(entries: Sequence[Entry], name: NameOf) -> str:
    """A turn in a few words: `built WRC N, TRS NW; discarded KY`."""
    parts: list[tuple[str, list[str]]] = []
    for entry in entries:
        verb, what = _words(entry, name)
        if parts and verb and parts[-1][0] == verb:
            parts[-1][1].append(what)
        else:
            parts.append((verb, [what]))
    return "; ".join(f"{verb} {', '.join(what)}".strip() for verb, what in parts)


def _words(entry: Entry, name: NameOf) -> tuple[str, str]:
    """A verb, the same for acts that can be listed together, and what it was done to."""
    move, detail = entry
    match move:
        case Place():
            source = " from the reserve" if move.reserve else ""
            return "built", f"{KINDS[move.kind]} {CELLS[move.cell]}{_letter(move.castle)}{source}"
        case Attack():
            victim = f" of {name(move.seat)}" if move.seat >= 0 else ""
            verb = "took" if move.take else "destroyed"
            return "", f"{KINDS[move.kind]} {verb} {_tiles(detail)}{victim}{_letter(move.castle)}"
        case Transfer():
            target = CASTLE_LETTERS[1 - move.castle]
            return "moved", f"{KINDS[detail]} to {CELLS[move.to_cell]} of {target}"
        case Swap():
            first, second = divmod(detail, len(KINDS))
            return "exchanged", f"{KINDS[first]} with {KINDS[second]}"
        case Draw():
            return "took", f"{KINDS[detail]} from the discards"
        case Discard():
            return "discarded", KINDS[move.kind]
        case Done():
            return "passed", ""
    if move == FLIPPED:
        first, second = divmod(detail, len(KINDS))
        return "assault by", f"{KINDS[first]} and {KINDS[second]}"
    return "lost", _tiles(detail)


def _tiles(castle: int) -> str:
    return " ".join(KINDS[kind] for _, kind in tiles_of(castle))


def _letter(castle: int) -> str:
    return f" in {CASTLE_LETTERS[castle]}" if castle >= 0 else ""
