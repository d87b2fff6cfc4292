"""How the things of this table stand in positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rulekeep.core import state as core
from rulekeep.core.bag import Bag
from rulekeep.core.data import Node, Plain
from rulekeep.core.forms import Form, Schema, array, entries, one_of, or_null, record, text, whole
from rulekeep.games.carcassonne_castle.box import packing, tiles
from rulekeep.games.carcassonne_castle.box.board import Cell
from rulekeep.games.carcassonne_castle.box.packing import SPOT
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, TYPES
from rulekeep.games.carcassonne_castle.state.tally import (
    LINES,
    NOTHING,
    NOWHERE,
    NUMBERS,
    TALLY,
    Keep,
    Owned,
    in_order,
)

if TYPE_CHECKING:
    from rulekeep.games.carcassonne_castle.state import Root, State

POINTS = core.Whole(0, 1_000_000)


class Place(Form[Cell]):
    says = "a space, x,y"
    written = text("-?[0-9]+,-?[0-9]+")

    def write(self, value: Cell, state: State) -> Plain:
        return state.terms.box.cell_names[value]

    def read(self, node: Node, state: State) -> Cell:
        cell = state.terms.box.cell_named(node.str())
        if cell is None:
            raise node.fail(f"{node.value!r} is not a space x,y of the castle")
        return cell


class TileName(Form[tiles.Kind]):
    says = "a tile's name"

    def write(self, value: tiles.Kind, state: State) -> Plain:
        return state.terms.box.kinds[value]

    def schema(self, state: State) -> Schema:
        return one_of(state.terms.box.kinds)

    def read(self, node: Node, state: State) -> tiles.Kind:
        kind = state.terms.box.kind_of.get(node.str().upper())
        if kind is None:
            raise node.fail(f"there is no tile {node.value!r}")
        return kind


PLACE_NAME, TILE_NAME = Place(), TileName()


class Board(Form[list[packing.Laid]]):
    says = "spaces, each with its tile and rotation: `2,1: C08 r0`"

    def write(self, value: list[packing.Laid], state: State) -> Plain:
        box = state.terms.box
        laid = zip(box.cell_names, value, strict=True)
        return {name: f"{box.kinds[tile // 4]} r{tile % 4}" for name, tile in laid if tile >= 0}

    def schema(self, state: State) -> Schema:
        laid = one_of(f"{kind} r{turn}" for kind in state.terms.box.kinds for turn in range(4))
        return entries(state.terms.box.cell_names, laid)

    def read(self, node: Node, state: State) -> list[packing.Laid]:
        board = [NOTHING] * len(state.terms.box.cells)
        for key, value in node.mapping().items():
            cell = PLACE_NAME.read(Node(key, value.where), state)
            tile, _, rotation = " ".join(value.str().split()).partition(" ")
            if rotation not in ("r0", "r1", "r2", "r3"):
                raise value.fail(f"{value.value!r} is not a tile and its rotation such as 'C06 r1'")
            board[cell] = 4 * TILE_NAME.read(Node(tile, value.where), state) + int(rotation[1])
        return board


class Stock(Form[Bag]):
    """Written as names with counts; a bare list of tiles is read too."""

    says = "tiles, each with how many of it; or a list of tiles"

    def write(self, value: Bag, state: State) -> Plain:
        return value.as_dict()

    def schema(self, state: State) -> Schema:
        return entries(state.terms.box.kinds, whole(0, 200))

    def read(self, node: Node, state: State) -> Bag:
        counts = [0] * len(state.terms.box.kinds)
        if isinstance(node.value, list):
            for item in node:
                counts[TILE_NAME.read(item, state)] += 1
        else:
            for key, value in node.mapping().items():
                counts[TILE_NAME.read(Node(key, value.where), state)] += value.int(0, 200)
        return Bag(state.terms.box.kinds, counts)


class SegmentName(Form[packing.Spot]):
    says = "a segment on the board, `2,7 house N`"
    written = text("[^ ]+ [a-z]+ [^ ]+")

    def write(self, value: packing.Spot, state: State) -> Plain:
        return state.spot_name(value)

    def read(self, node: Node, state: State) -> packing.Spot:
        return self.find(node, node.str().split(), state)

    def find(self, node: Node, words: list[str], state: State) -> packing.Spot:
        """The segment that is meant by place, type and port."""
        if len(words) != 3:
            raise node.fail(f"{node.value!r} is not {self.says}")
        where, type_, port = words
        cell = PLACE_NAME.read(Node(where, node.where), state)
        if state.board[cell] < 0:
            raise node.fail(f"no tile lies at {where}")
        tile = state.terms.box.oriented[state.board[cell]]
        segment = tile.segment_at[PORTS.index(port)] if port in PORTS else NOTHING
        if segment < 0 or TYPES[tile.segments[segment].type] != type_:
            raise node.fail(f"the tile at {where} has no {type_} at {port}")
        return cell * SPOT + segment


class FeatureName(SegmentName):
    """Any of a feature's segments names it; `complete` puts the first in its place."""

    says = "a feature, `house 2,7 N`"
    written = text("[a-z]+ [^ ]+ [^ ]+")

    def write(self, value: packing.Spot, state: State) -> Plain:
        return state.name_of(state.root_at(value))

    def read(self, node: Node, state: State) -> packing.Spot:
        type_, *rest = node.str().split() or [""]
        return self.find(node, [*rest[:1], type_, *rest[1:]], state)


class Completed(core.Listed):
    """Roots are written by name. Names are read as spots: roots grow when tiles are laid."""

    def write(self, value: Iterable[Root], state: State) -> Plain:
        return sorted(map(state.name_of, value))


class KeepSize(Form[Keep]):
    says = "`{size: 3, at: 2,7 house S}`, the place as far as it is known"
    written = record({"size": whole(1), "at": or_null(SegmentName.written)})

    def write(self, value: Keep, state: State) -> Plain:
        at = state.spot_name(value.at) if value.at >= 0 else None
        return {"size": value.size, "at": at}

    def read(self, node: Node, state: State) -> Keep:
        at = node.only("size", "at").get("at")
        most = len(state.board) + len(state.terms.box.starts)
        known = at is not None and at.value is not None
        spot = SegmentName().read(node["at"], state) if known else NOWHERE
        return Keep(node["size"].int(1, most), spot)


class Followers(Form[list[packing.Man]]):
    says = f"per seat a list, each entry {SegmentName.says}"
    written = array(array(SegmentName.written), 2)

    def write(self, value: list[packing.Man], state: State) -> Plain:
        return [[state.spot_name(man >> 1) for man in value if man & 1 == s] for s in (0, 1)]

    def read(self, node: Node, state: State) -> list[packing.Man]:
        spots = core.PerSeat(core.Listed(SegmentName())).read(node, state)
        return sorted(2 * spot + seat for seat in (0, 1) for spot in spots[seat])


class Tallies(core.PerSeat):
    """Both players' lines, kept one after the other in a single list."""

    def write(self, value: Sequence[int], state: State) -> Plain:
        return super().write((value[:LINES], value[LINES:]), state)

    def read(self, node: Node, state: State) -> list[int]:
        black, white = super().read(node, state)
        return [*black, *white]


LABELS = core.Keyed([label for label, *_ in TALLY], POINTS, default=0, sparse=True)


class WallTiles(Form[tuple[Owned, ...]]):
    says = "per seat a list of wall tiles, 1 to 9"
    written = array(array(whole(1, NUMBERS - 1)), 2)

    def write(self, value: Iterable[Owned], state: State) -> Plain:
        return [[at % NUMBERS for at in value if at // NUMBERS == seat] for seat in (0, 1)]

    def read(self, node: Node, state: State) -> tuple[Owned, ...]:
        numbers = core.PerSeat(core.Listed(core.Whole(1, NUMBERS - 1))).read(node, state)
        return in_order(seat * NUMBERS + n for seat in (0, 1) for n in numbers[seat])


class Counted(Form[list[int]]):
    """The same wall tiles, kept as how many there are of each."""

    says, written = WallTiles.says, WallTiles.written

    def write(self, value: list[int], state: State) -> Plain:
        every = [at for at, count in enumerate(value) for _ in range(count)]
        return WallTiles().write(every, state)

    def read(self, node: Node, state: State) -> list[int]:
        every = WallTiles().read(node, state)
        return [every.count(at) for at in range(2 * NUMBERS)]


def tower_spaces(state: State) -> Any:
    """Corner towers are called by the lower of their two numbers."""
    return [tower.spaces[0] for tower in state.terms.box.wall_towers]
