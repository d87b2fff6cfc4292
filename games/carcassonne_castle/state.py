"""The table, every field declared once; small verbs and questions.

A feature is a tree of parts, one part per segment laid and per start space; the tree's root
stands for the feature. `mask` and `info` hold at the root what is known of the whole feature.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from rulekeep.core import state as forms
from rulekeep.core.bag import Bag
from rulekeep.core.data import Node, Plain
from rulekeep.core.forms import Form, Schema, array, entries, one_of, or_null, record, text, whole
from rulekeep.core.grid import SIDES
from rulekeep.core.seats import Seat
from rulekeep.core.state import Table, derived, kept, remembered
from rulekeep.games.carcassonne_castle.box import packing, tiles
from rulekeep.games.carcassonne_castle.box.board import EFFECTS, Cell, Number
from rulekeep.games.carcassonne_castle.box.packing import MEN_MASK, MEN_SHIFT, SPOT, TYPE_BITS
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PORTS, TYPES, clockwise_order
from rulekeep.games.carcassonne_castle.terms import Terms

Phase = int
START, PLACE, FOLLOWER, SCORE, DOUBLE, END_OF_TURN, OVER = range(7)
PHASES = ("start", "place", "follower", "score", "double", "end", "over")
SCORING = (SCORE, DOUBLE)
AFTER_PLACING = (FOLLOWER, *SCORING)
COLOURS = ("Black", "White")
NOBODY = NOTHING = NOWHERE = -1
Part = int
"""A segment laid or a start space, in the order they came to the table."""
Root = int
"""The part that stands for its whole feature."""
Tiles = int
"""The tiles and start spaces of a feature: a bit per cell, then a bit per start space."""

NUMBERS = len(EFFECTS) + 1
Owned = int
"""A player's wall tiles of one number: seat × NUMBERS + number."""

TALLY = (
    ("points before", 1, ""),
    ("path tiles", 1, "CC-061"),
    ("path tiles, with a well", 2, "CC-062"),
    ("tower tiles", 2, "CC-063"),
    ("tower tiles, doubled", 4, "CC-124"),
    ("tower tiles, doubled twice", 8, "CC-126"),
    ("house tiles", 1, "CC-064"),
    ("house tiles, doubled", 2, "CC-125"),
    ("house tiles, doubled twice", 4, "CC-126"),
)
"""What points in play came from: label, points per size unit, rule."""
LINES = len(TALLY)
POINTS = forms.Whole(0, 1_000_000)


class Keep(NamedTuple):
    """How large a player's keep is, and the spot of its house if anybody recalls it."""

    size: int
    at: packing.Spot


NO_KEEP = Keep(0, NOWHERE)


# -- forms ----------------------------------------------------------------------------------


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
        board = _nothing_anywhere(state.terms)
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


class Completed(forms.Listed):
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
        spots = forms.PerSeat(forms.Listed(SegmentName())).read(node, state)
        return sorted(2 * spot + seat for seat in (0, 1) for spot in spots[seat])


class Tallies(forms.PerSeat):
    """Both players' lines, kept one after the other in a single list."""

    def write(self, value: Sequence[int], state: State) -> Plain:
        return super().write((value[:LINES], value[LINES:]), state)

    def read(self, node: Node, state: State) -> list[int]:
        black, white = super().read(node, state)
        return [*black, *white]


LABELS = forms.Keyed([label for label, *_ in TALLY], POINTS, default=0, sparse=True)


class WallTiles(Form[tuple[Owned, ...]]):
    says = "per seat a list of wall tiles, 1 to 9"
    written = array(array(whole(1, NUMBERS - 1)), 2)

    def write(self, value: Iterable[Owned], state: State) -> Plain:
        return [[at % NUMBERS for at in value if at // NUMBERS == seat] for seat in (0, 1)]

    def read(self, node: Node, state: State) -> tuple[Owned, ...]:
        numbers = forms.PerSeat(forms.Listed(forms.Whole(1, NUMBERS - 1))).read(node, state)
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


def in_order(values: Any) -> tuple[int, ...]:
    return tuple(sorted(values))


def tower_spaces(state: State) -> Any:
    """Corner towers are called by the lower of their two numbers."""
    return [tower.spaces[0] for tower in state.terms.box.wall_towers]


# -- the table ------------------------------------------------------------------------------


def _nothing_anywhere(terms: Terms) -> list[int]:
    return [NOTHING] * len(terms.box.cells)


@dataclass(slots=True, eq=False, init=False)
class State(Table[Terms]):
    REPEATS: ClassVar[tuple[forms.Repeats, ...]] = (
        forms.Repeats(
            "supply",
            lambda state: state.supply[:],
            "followers left to be placed, per seat",
            array(whole(), 2),
        ),
    )

    phase: Phase = kept(START, forms.Word(PHASES), "what is to be decided now")
    active: Seat = kept(
        lambda terms: max(terms.first_player, 0), forms.SeatNumber(), "whose turn it is"
    )
    turn: int = kept(1, forms.Whole(1, 100_000))
    bonus: bool = kept(False, forms.Flag(), "this turn is an extra one")
    extra: bool = kept(False, forms.Flag(), "another turn of the same player has been announced")
    # CC-007: the interior starts empty.
    board: list[packing.Laid] = kept(_nothing_anywhere, Board(), "the tiles that lie there")
    last: Cell = kept(NOWHERE, forms.OrNone(PLACE_NAME), "the space of the newest tile")
    drawn: tiles.Kind = kept(NOTHING, forms.OrNone(TILE_NAME), "the tile to be placed")
    stock: Bag = kept(lambda terms: terms.box.full_stock.copy(), Stock(), "the tiles face down")
    removed: tuple[tiles.Kind, ...] = kept(
        (), forms.Listed(TILE_NAME, in_order), "tiles that fitted nowhere"
    )
    men: list[packing.Man] = kept(lambda _: [], Followers(), "those on tiles", key="followers")
    score: list[int] = kept(lambda _: [0, 0], forms.PerSeat(POINTS), key="scores")
    tally: list[int] = kept(
        lambda _: [0] * (2 * LINES),
        Tallies(LABELS),
        "size units scored in play; for what they brought, see the labels",
    )
    keeps: list[Keep] = kept(
        lambda _: [NO_KEEP, NO_KEEP], forms.PerSeat(forms.OrNone(KeepSize(), NO_KEEP))
    )
    towers: int = kept(
        lambda terms: terms.box.all_towers,
        forms.Mask(tower_spaces, "corner towers, by their lower number"),
        "those that still have their wall tile",
    )
    owned: list[int] = kept(lambda _: [0] * (2 * NUMBERS), Counted(), key="wall_tiles")
    fresh: tuple[Owned, ...] = kept((), WallTiles(), "those that wait for their owner's next turn")
    used: tuple[Number, ...] = kept(
        (), forms.Listed(forms.Whole(1, 3), in_order), "wall tiles used up"
    )
    closed: tuple[Root, ...] = kept(
        (),
        Completed(FeatureName(), tuple),
        "what this turn has completed and not yet scored",
        key="completed",
        compared=False,
    )
    chosen: packing.Spot = kept(
        NOWHERE, forms.OrNone(FeatureName()), "the one of these whose owner is asked about doubling"
    )
    gathered: int = kept(0, POINTS, "points not yet moved, where the sum is moved at once")

    supply: list[int] = derived(lambda terms: [terms.box.supply] * 2)  # CC-002
    # CC-005: those left over are in here too, and nobody ever knows which they are.
    unseen: Bag = derived(lambda terms: terms.box.all_wall_tiles.copy())
    """Wall tiles nobody has seen: on towers, removed at the start, discarded at the end."""
    frontier: list[Cell] = derived(lambda terms: list(terms.box.start_cells))
    """The empty cells that touch a tile or a start space, in order."""
    # How trees have grown, and what filled cells were asked, depends on the order of placement.
    asks: list[packing.Asks] = remembered(lambda terms: list(terms.first_asks))
    """Per empty cell what its neighbours ask of its edges."""
    base: list[Part] = remembered(_nothing_anywhere)
    """Per cell the part that is its tile's first segment; the others follow it."""
    parent: list[Part] = remembered(lambda terms: list(range(len(terms.box.starts))))
    mask: list[Tiles] = remembered(lambda terms: list(terms.box.start_masks))
    info: list[packing.Info] = remembered(lambda terms: list(terms.box.start_infos))

    # -- features ---------------------------------------------------------------------------

    def find(self, part: Part) -> Root:
        parent = self.parent
        while parent[part] != part:
            part = parent[part]
        return part

    def root_at(self, spot: packing.Spot) -> Root:
        return self.find(self.base[spot // SPOT] + spot % SPOT)

    def root_reaching(self, cell: Cell, port: tiles.Port) -> Root:
        """The root of the feature that reaches a port of the tile that lies there."""
        return self.find(
            self.base[cell] + self.terms.box.oriented[self.board[cell]].segment_at[port]
        )

    def spot_of(self, root: Root) -> packing.Spot:
        """The feature's first segment: smallest cell (y, then x), then first side clockwise."""
        mask = self.mask[root]
        cell = (mask & -mask).bit_length() - 1
        base = self.base[cell]
        segments = self.terms.box.oriented[self.board[cell]].segments
        first = min(
            (clockwise_order(segment.ports[0]), number)
            for number, segment in enumerate(segments)
            if self.find(base + number) == root
        )
        return cell * SPOT + first[1]

    def type_of(self, root: Root) -> tiles.Type:
        return self.info[root] & TYPE_BITS

    def size(self, root: Root) -> int:
        """Different tiles plus joined start spaces."""
        return self.mask[root].bit_count()  # CC-060

    def followers(self, root: Root) -> tuple[int, int]:
        info = self.info[root]
        return info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK

    def is_claimed(self, root: Root) -> bool:
        return self.info[root] & packing.MEN_BITS != 0

    def winner(self, root: Root) -> Seat:
        """The player with strictly more followers in a feature, or NOBODY."""
        info = self.info[root]
        black, white = (info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK)
        if black == white:  # CC-066
            return NOBODY
        return 0 if black > white else 1  # CC-065

    def claimed_roots(self) -> list[Root]:
        """The features that hold followers, in the order of the board."""
        return list(dict.fromkeys(self.root_at(man >> 1) for man in self.men))

    # -- names ------------------------------------------------------------------------------

    def segment_on(self, spot: packing.Spot) -> tiles.Segment:
        cell, number = divmod(spot, SPOT)
        return self.terms.box.oriented[self.board[cell]].segments[number]

    def spot_name(self, spot: packing.Spot) -> str:
        """A segment on the board: `2,7 house N`."""
        segment = self.segment_on(spot)
        where = self.terms.box.cell_names[spot // SPOT]
        return f"{where} {TYPES[segment.type]} {PORTS[segment.ports[0]]}"

    def name_of(self, root: Root) -> str:
        """What people and notation call a feature: `house 2,7 N`.

        A court at half an edge is named by a side next to it: events that were recorded say so.
        """
        spot = self.spot_of(root)
        segment = self.segment_on(spot)
        at = SIDES[segment.ports[0] % 4] if segment.type == COURT else PORTS[segment.named_by]
        return f"{TYPES[segment.type]} {self.terms.box.cell_names[spot // SPOT]} {at}"

    # -- whose decision ---------------------------------------------------------------------

    @property
    def decider(self) -> Seat:
        """The seat that is asked."""
        return 1 - self.active if self.phase == DOUBLE else self.active

    # -- wall tiles -------------------------------------------------------------------------

    def owns(self, seat: Seat, number: Number) -> int:
        return self.owned[seat * NUMBERS + number]

    def usable(self, seat: Seat, number: Number) -> int:
        """How many of them it may use by now."""
        at = seat * NUMBERS + number
        owned = self.owned[at]
        return owned and owned - self.fresh.count(at)  # CC-100

    def use_up(self, seat: Seat, number: Number, count: int) -> None:
        """Wall tiles leave the game when they have been used."""
        self.owned[seat * NUMBERS + number] -= count  # CC-102
        self.used = in_order((*self.used, *[number] * count))
