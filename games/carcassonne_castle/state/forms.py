"""How the things of this table stand in positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulekeep import core
from rulekeep.core import (
    Bag,
    Form,
    Node,
    Plain,
    Schema,
    schema_entries,
    schema_one_of,
    schema_or_null,
    schema_record,
    schema_text,
    schema_whole,
)
from rulekeep.games.carcassonne_castle.box import packing, tiles
from rulekeep.games.carcassonne_castle.box.board import Cell
from rulekeep.games.carcassonne_castle.box.packing import NOTHING, NOWHERE, SPOT, Keep
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, TYPES

if TYPE_CHECKING:
    from rulekeep.games.carcassonne_castle.state import Root, State


class Place(Form[Cell]):
    says = "a space, x,y"
    written = schema_text("-?[0-9]+,-?[0-9]+")

    def write(self, value: Cell, state: State) -> Plain:
        return state.terms.box.cell_names[value]

    def read(self, node: Node, state: State) -> Cell:
        cell = state.terms.box.cell_named(node.str())
        if cell is None:
            raise node.fail(f"{node.value!r} is not a space x,y of the castle")
        return cell


class TileName(core.Word):
    """Capital letters do not count."""

    def read(self, node: Node, state: State) -> tiles.Kind:
        kind = state.terms.box.kind_of.get(node.str().upper())
        if kind is None:
            raise node.fail(f"there is no tile {node.value!r}")
        return kind


PLACE_NAME = Place()
TILE_NAME = TileName(lambda state: state.terms.box.kinds, "a tile's name")


class Board(Form[list[packing.Laid]]):
    says = "spaces, each with its tile and rotation: `2,1: C08 r0`"

    def write(self, value: list[packing.Laid], state: State) -> Plain:
        box = state.terms.box
        laid = zip(box.cell_names, value, strict=True)
        return {name: f"{box.kinds[tile // 4]} r{tile % 4}" for name, tile in laid if tile >= 0}

    def schema(self, state: State) -> Schema:
        laid = schema_one_of(
            f"{kind} r{turn}" for kind in state.terms.box.kinds for turn in range(4)
        )
        return schema_entries(state.terms.box.cell_names, laid)

    def read(self, node: Node, state: State) -> list[packing.Laid]:
        board = [NOTHING] * len(state.terms.box.cells)
        for key, value in node.mapping().items():
            cell = PLACE_NAME.read(Node(key, value.where), state)
            tile, _, rotation = " ".join(value.str().split()).partition(" ")
            if rotation not in ("r0", "r1", "r2", "r3"):
                raise value.fail(f"{value.value!r} is not a tile and its rotation such as 'C06 r1'")
            board[cell] = 4 * TILE_NAME.read(Node(tile, value.where), state) + int(rotation[1])
        return board


class Stock(core.Counts):
    """Written as names with counts; a bare list of tiles is read too."""

    says = "tiles, each with how many of it; or a list of tiles"

    def read(self, node: Node, state: State) -> Bag:
        counts = [0] * len(state.terms.box.kinds)
        if isinstance(node.value, list):
            for item in node:
                counts[TILE_NAME.read(item, state)] += 1
        else:
            for key, value in node.mapping().items():
                counts[TILE_NAME.read(Node(key, value.where), state)] += value.int(0, self.most)
        return Bag(state.terms.box.kinds, counts)


STOCK = Stock(lambda state: state.terms.box.kinds, 200)


class SegmentName(Form[packing.Spot]):
    says = "a segment on the board, `2,7 house N`"
    written = schema_text("[^ ]+ [a-z]+ [^ ]+")

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
        tile = state.tile_on(cell)
        segment = tile.segment_at[PORTS.index(port)] if port in PORTS else NOTHING
        if segment < 0 or TYPES[tile.segments[segment].type] != type_:
            raise node.fail(f"the tile at {where} has no {type_} at {port}")
        return cell * SPOT + segment


class FeatureName(SegmentName):
    """Any of a feature's segments names it; `complete` puts the first in its place."""

    says = "a feature, `house 2,7 N`"
    written = schema_text("[a-z]+ [^ ]+ [^ ]+")

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
    written = schema_record({"size": schema_whole(1), "at": schema_or_null(SegmentName.written)})
    place = core.OrNone(SegmentName())

    def write(self, value: Keep, state: State) -> Plain:
        return {"size": value.size, "at": self.place.write(value.at, state)}

    def read(self, node: Node, state: State) -> Keep:
        at = node.only("size", "at").get("at")
        spot = NOWHERE if at is None else self.place.read(at, state)
        most = len(state.board) + len(state.terms.box.starts)
        return Keep(node["size"].int(1, most), spot)
