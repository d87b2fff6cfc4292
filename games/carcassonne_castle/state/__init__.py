"""The table, every field declared once; small verbs and questions.

A feature is a tree of parts, one part per segment laid and per start space; the tree's root
stands for the feature. `mask` and `info` hold at the root what is known of the whole feature.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from rulekeep import core
from rulekeep.core import (
    SIDES,
    Bag,
    DeclaredState,
    Seat,
    derived,
    kept,
    remembered,
    schema_array,
    schema_whole,
)
from rulekeep.games.carcassonne_castle.box import packing, tiles
from rulekeep.games.carcassonne_castle.box.board import EFFECTS, Cell, Number
from rulekeep.games.carcassonne_castle.box.contents import Oriented
from rulekeep.games.carcassonne_castle.box.packing import MEN_MASK, MEN_SHIFT, NOTHING, SPOT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PORTS, TYPES
from rulekeep.games.carcassonne_castle.state import forms
from rulekeep.games.carcassonne_castle.terms import Terms

Phase = int
START, PLACE, FOLLOWER, SCORE, DOUBLE, END_OF_TURN, OVER = range(7)
PHASES = ("start", "place", "follower", "score", "double", "end", "over")
SCORING = (SCORE, DOUBLE)
AFTER_PLACING = (FOLLOWER, *SCORING)
COLOURS = ("Black", "White")
NOBODY = -1
Part = int
"""A segment laid or a start space, in the order they came to the table."""
Root = int
"""The part that stands for its whole feature."""
Tiles = int
"""The tiles and start spaces of a feature: a bit per cell, then a bit per start space."""

NUMBERS = len(EFFECTS) + 1
Owned = int
"""A player's wall tiles of one number: seat × NUMBERS + number."""
TALLY: tuple[tuple[str, int, str], ...] = (("points before", 1, ""),)
"""What points in play come from, a line each: label, points per size unit, rule."""
TALLY += (("path tiles", 1, "CC-061"),)  # CC-061
TALLY += (("path tiles, with a well", 2, "CC-062"),)  # CC-062
TALLY += (("tower tiles", 2, "CC-063"),)  # CC-063
TALLY += (("tower tiles, doubled", 4, "CC-124"),)  # CC-124
TALLY += (("tower tiles, doubled twice", 8, "CC-126"),)  # CC-126
TALLY += (("house tiles", 1, "CC-064"),)  # CC-064
TALLY += (("house tiles, doubled", 2, "CC-125"),)  # CC-125
TALLY += (("house tiles, doubled twice", 4, "CC-126"),)
LINES = len(TALLY)
FIRST_LINE: dict[tiles.Type, int] = {tiles.PATH: 1, tiles.TOWER: 3, tiles.HOUSE: 6}
"""The tally's line for plain points of a completed feature; wells and doublings follow it."""


def in_order(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(values))


# -- how positions write it ------------------------------------------------------------------

POINTS = core.Whole(0, 1_000_000)
TALLIES = core.Packed(
    core.PerSeat(core.Keyed([label for label, *_ in TALLY], POINTS, default=0, sparse=True)),
    lambda lines, _: [*lines[0], *lines[1]],
    lambda tally: (tally[:LINES], tally[LINES:]),
)
FOLLOWERS: core.Form[list[packing.Man]] = core.Packed(
    core.PerSeat(core.Listed(forms.SegmentName())),
    lambda spots, _: sorted(2 * spot + seat for seat in (0, 1) for spot in spots[seat]),
    lambda men: [[man >> 1 for man in men if man & 1 == seat] for seat in (0, 1)],
)
WALL_TILES: core.Form[tuple[Owned, ...]] = core.Packed(
    core.PerSeat(core.Listed(core.Whole(1, NUMBERS - 1))),
    lambda lists, _: in_order(seat * NUMBERS + n for seat in (0, 1) for n in lists[seat]),
    lambda owned: [[at % NUMBERS for at in owned if at // NUMBERS == seat] for seat in (0, 1)],
    "per seat a list of wall tiles, 1 to 9",
)
COUNTED: core.Form[list[int]] = core.Packed(
    WALL_TILES,
    lambda owned, _: [owned.count(at) for at in range(2 * NUMBERS)],
    lambda counts: tuple(at for at, count in enumerate(counts) for _ in range(count)),
)


def _tower_spaces(state: Any) -> Any:
    """Corner towers are called by the lower of their two numbers."""
    return [tower.spaces[0] for tower in state.terms.box.wall_towers]


def _nothing_anywhere(terms: Terms) -> list[int]:
    return [NOTHING] * len(terms.box.cells)


@dataclass(slots=True, eq=False, init=False)
class State(DeclaredState[Terms]):
    REPEATS: ClassVar[tuple[core.Repeats, ...]] = (
        core.Repeats(
            "supply",
            lambda state: state.supply[:],
            "followers that each seat can still place",
            schema_array(schema_whole(), 2),
        ),
    )

    phase: Phase = kept(START, core.Word(PHASES), "what to decide now")
    active: Seat = kept(
        lambda terms: max(terms.first_player, 0), core.SeatNumber(), "whose turn it is"
    )
    turn: int = kept(1, core.Whole(1, 100_000))
    bonus: bool = kept(False, core.Flag(), "this turn is an extra one")
    extra: bool = kept(False, core.Flag(), "the same player has another turn after this one")
    # CC-007: the interior starts empty.
    board: list[packing.Laid] = kept(_nothing_anywhere, forms.Board(), "the tiles on the board")
    last: Cell = kept(
        packing.NOWHERE, core.OrNone(forms.PLACE_NAME), "the space of the newest tile"
    )
    drawn: tiles.Kind = kept(NOTHING, core.OrNone(forms.TILE_NAME), "the tile to place")
    stock: Bag = kept(lambda terms: terms.box.full_stock.copy(), forms.STOCK, "the tiles face down")
    removed: tuple[tiles.Kind, ...] = kept(
        (), core.Listed(forms.TILE_NAME, in_order), "tiles that fitted nowhere"
    )
    men: list[packing.Man] = kept(lambda _: [], FOLLOWERS, "followers on tiles", key="followers")
    score: list[int] = kept(lambda _: [0, 0], core.PerSeat(POINTS), key="scores")
    tally: list[int] = kept(
        lambda _: [0] * (2 * LINES), TALLIES, "the sizes scored so far, by label (not points)"
    )
    keeps: list[packing.Keep] = kept(
        lambda _: [packing.NO_KEEP] * 2,
        core.PerSeat(core.OrNone(forms.KeepSize(), packing.NO_KEEP)),
    )
    towers: int = kept(
        lambda terms: terms.box.all_towers,
        core.Mask(_tower_spaces, "corner towers, by their lower number"),
        "the towers that still have their wall tile",
    )
    owned: list[int] = kept(lambda _: [0] * (2 * NUMBERS), COUNTED, key="wall_tiles")
    fresh: tuple[Owned, ...] = kept((), WALL_TILES, "tiles to use only from the next turn on")
    used: tuple[Number, ...] = kept(
        (), core.Listed(core.Whole(1, 3), in_order), "wall tiles used up"
    )
    closed: tuple[Root, ...] = kept(
        (),
        forms.Completed(forms.FeatureName(), tuple),
        "what this turn completed and has not scored yet",
        key="completed",
        compared=False,
    )
    chosen: packing.Spot = kept(
        packing.NOWHERE,
        core.OrNone(forms.FeatureName()),
        "the completed feature whose owner may double it now",
    )
    gathered: int = kept(0, POINTS, "points not yet moved, if their sum is one move")

    supply: list[int] = derived(lambda terms: [terms.box.supply] * 2)  # CC-002
    # CC-005: those left over are in here too, and nobody ever knows which they are.
    unseen: Bag = derived(lambda terms: terms.box.all_wall_tiles.copy())
    """Wall tiles nobody has seen: on towers, removed at the start, discarded at the end."""
    frontier: list[Cell] = derived(lambda terms: sorted(terms.box.start_cells))
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
        while (above := parent[part]) != part:
            part = above
        return part

    def root_at(self, spot: packing.Spot) -> Root:
        parent, part = self.parent, self.base[spot // SPOT] + spot % SPOT
        while (above := parent[part]) != part:  # as `find` does, without a call
            part = above
        return part

    def tile_on(self, cell: Cell) -> Oriented:
        return self.terms.box.oriented[self.board[cell]]

    def roots_on(self, cell: Cell) -> list[Root]:
        """The features of the tile that lies there, by segment."""
        base = self.base[cell]
        return [self.find(base + n) for n in range(len(self.tile_on(cell).segments))]

    def root_reaching(self, cell: Cell, port: tiles.Port) -> Root:
        """The root of the feature that reaches a port of the tile that lies there."""
        return self.find(self.base[cell] + self.tile_on(cell).segment_at[port])

    def spot_of(self, root: Root) -> packing.Spot:
        """The feature's first segment: smallest cell (y, then x), then first side clockwise."""
        mask = self.mask[root]
        cell = (mask & -mask).bit_length() - 1
        segments = self.tile_on(cell).segments
        _, first = min(
            (tiles.clockwise_order(segments[number].ports[0]), number)
            for number, other in enumerate(self.roots_on(cell))
            if other == root
        )
        return cell * SPOT + first

    def type_of(self, root: Root) -> tiles.Type:
        return self.info[root] & packing.TYPE_BITS

    def size(self, root: Root) -> int:
        """Different tiles plus joined start spaces."""
        return self.info[root] >> packing.SIZE_SHIFT & packing.SIZE_MASK  # CC-060

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
        roots: dict[Root, None] = {}
        for man in self.men:
            roots[self.root_at(man >> 1)] = None
        return list(roots)

    # -- names ------------------------------------------------------------------------------

    def segment_on(self, spot: packing.Spot) -> tiles.Segment:
        return self.tile_on(spot // SPOT).segments[spot % SPOT]

    def spot_name(self, spot: packing.Spot) -> str:
        """A segment on the board: `2,7 house N`."""
        return f"{self.terms.box.cell_names[spot // SPOT]} {self.segment_on(spot).name}"

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
        """The seat that must decide."""
        return 1 - self.active if self.phase == DOUBLE else self.active

    # -- wall tiles -------------------------------------------------------------------------

    def owns(self, seat: Seat, number: Number) -> int:
        return self.owned[seat * NUMBERS + number]

    def usable(self, seat: Seat, number: Number) -> int:
        """How many of them it may use by now."""
        at = seat * NUMBERS + number
        owned = self.owned[at]
        return owned - self.fresh.count(at) if self.fresh else owned  # CC-100

    def use_up(self, seat: Seat, number: Number, count: int) -> None:
        """Wall tiles leave the game when they have been used."""
        self.owned[seat * NUMBERS + number] -= count  # CC-102
        self.used = in_order((*self.used, *[number] * count))
