"""The whole table: what lies where, who has what, whose decision it is."""

from __future__ import annotations

from rulekeep.games.carcassonne_castle.board import COPIES
from rulekeep.games.carcassonne_castle.components import (
    MEN_BITS,
    MEN_MASK,
    MEN_SHIFT,
    TYPE_BITS,
    WALL_NUMBERS,
    Components,
)
from rulekeep.games.carcassonne_castle.options import Agreement
from rulekeep.games.carcassonne_castle.tiles import clockwise_order

START, PLACE, FOLLOWER, SCORE, DOUBLE, END_OF_TURN, OVER = range(7)
PHASES = ("start", "place", "follower", "score", "double", "end", "over")
COLOURS = ("Black", "White")
SPOT = 16
"""A spot is cell × SPOT + segment: a segment that lies on the board."""
NUMBERS = len(WALL_NUMBERS) + 1
"""A player's wall tiles of a number are known as seat × NUMBERS + number."""

TALLY = (
    ("points before", 1, "CC-072"),
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


class State:
    """Flat lists of numbers; what never changes is shared by reference.

    A feature is a tree of nodes, one node per segment laid and per start space. `mask` and `info`
    hold at a tree's root what is known of the whole feature: the tiles and start spaces it is
    made of, one bit each, and the packed counts of components.py.
    """

    __slots__ = (
        "active",
        "agreed",
        "asks",
        "base",
        "board",
        "bonus",
        "chosen",
        "closed",
        "components",
        "drawn",
        "extra",
        "fresh",
        "frontier",
        "gathered",
        "info",
        "keep_at",
        "keep_size",
        "last",
        "mask",
        "men",
        "owned",
        "parent",
        "phase",
        "removed",
        "score",
        "stock",
        "supply",
        "tally",
        "towers",
        "turn",
        "unseen",
    )

    def __init__(self, components: Components, agreed: Agreement) -> None:
        cells = len(components.cells)
        self.components = components
        self.agreed = agreed
        self.board = [-1] * cells
        """Per cell the tile that lies there, 4 × kind + rotation."""
        self.base = [-1] * cells
        """Per cell the node of its tile's first segment."""
        self.parent = list(range(len(components.starts)))
        self.mask = list(components.start_masks)
        self.info = list(components.start_infos)
        self.asks = list(components.first_asks[agreed.start_match])
        """Per cell what its neighbours ask of its edges."""
        self.frontier = list(components.start_cells)
        """The empty cells that touch a tile or a start space, in order."""
        self.men: list[int] = []
        """Followers on tiles: 2 × spot + owner."""
        self.supply = [components.board.followers - 1] * 2
        self.score = [0, 0]
        self.tally = [0] * (2 * len(TALLY))
        """Size units scored in play, at seat × len(TALLY) + line."""
        self.keep_size = [0, 0]
        self.keep_at = [-1, -1]
        """The spot of each keep; -1: in the supply, or where nobody recalls."""
        self.owned = [0] * (2 * NUMBERS)
        self.fresh: tuple[int, ...] = ()
        """Those among the owned wall tiles that wait for their owner's next turn."""
        self.towers = components.all_towers
        """A bit per corner tower that still has its wall tile."""
        self.unseen = components.all_wall_tiles.copy()
        """Wall tiles nobody has seen: on towers, removed at the start, discarded at the end."""
        self.stock = components.full_stock.copy()
        self.removed: tuple[int, ...] = ()
        self.drawn = -1
        self.last = -1
        """The cell of the newest tile."""
        self.active = 0
        self.turn = 1
        self.phase = START
        self.bonus = False
        """This turn is an extra one."""
        self.extra = False
        """Another turn of the same player has been announced."""
        self.closed: tuple[int, ...] = ()
        """Roots of the features this turn has completed and not yet scored."""
        self.chosen = -1
        """The one among them whose owner is asked about doubling."""
        self.gathered = 0
        """Points scored but not yet moved, where the sum is moved at once."""

    def copy(self) -> State:
        new = State.__new__(State)
        new.components = self.components
        new.agreed = self.agreed
        new.board = self.board[:]
        new.base = self.base[:]
        new.parent = self.parent[:]
        new.mask = self.mask[:]
        new.info = self.info[:]
        new.asks = self.asks[:]
        new.frontier = self.frontier[:]
        new.men = self.men[:]
        new.supply = self.supply[:]
        new.score = self.score[:]
        new.tally = self.tally[:]
        new.keep_size = self.keep_size[:]
        new.keep_at = self.keep_at[:]
        new.owned = self.owned[:]
        new.fresh = self.fresh
        new.towers = self.towers
        new.unseen = self.unseen.copy()
        new.stock = self.stock.copy()
        new.removed = self.removed
        new.drawn = self.drawn
        new.last = self.last
        new.active = self.active
        new.turn = self.turn
        new.phase = self.phase
        new.bonus = self.bonus
        new.extra = self.extra
        new.closed = self.closed
        new.chosen = self.chosen
        new.gathered = self.gathered
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._bare() == other._bare()

    __hash__ = None  # type: ignore[assignment]

    def _bare(self) -> tuple[object, ...]:
        """All that matters; how the feature trees have grown does not."""
        return (
            self.components.digest,
            self.agreed,
            self.board,
            sorted(self.men),
            self.supply,
            self.score,
            self.tally,
            self.keep_size,
            self.keep_at,
            self.owned,
            sorted(self.fresh),
            self.towers,
            self.unseen,
            self.stock,
            sorted(self.removed),
            self.drawn,
            self.last,
            (self.active, self.turn, self.phase, self.bonus, self.extra, self.gathered),
            sorted(self.spot_of(root) for root in self.closed),
            self.spot_of(self.chosen) if self.chosen >= 0 else -1,
        )

    # -- features ---------------------------------------------------------------------------

    def find(self, node: int) -> int:
        """The root of the feature a node belongs to."""
        parent = self.parent
        while parent[node] != node:
            node = parent[node]
        return node

    def root_at(self, spot: int) -> int:
        return self.find(self.base[spot // SPOT] + spot % SPOT)

    def spot_of(self, root: int) -> int:
        """The feature's first segment: smallest cell (y, then x), then first side clockwise."""
        mask = self.mask[root]
        cell = (mask & -mask).bit_length() - 1
        base = self.base[cell]
        segments = self.components.oriented[self.board[cell]].segments
        first = min(
            (clockwise_order(segment.ports[0]), number)
            for number, segment in enumerate(segments)
            if self.find(base + number) == root
        )
        return cell * SPOT + first[1]

    def type_of(self, root: int) -> int:
        return self.info[root] & TYPE_BITS

    def size(self, root: int) -> int:
        """Different tiles plus joined start spaces (CC-060)."""
        return self.mask[root].bit_count()

    def followers(self, root: int) -> tuple[int, int]:
        info = self.info[root]
        return info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK

    def is_claimed(self, root: int) -> bool:
        return self.info[root] & MEN_BITS != 0

    def winner(self, root: int) -> int:
        """The player with strictly more followers in a feature, or -1 (CC-065, CC-066)."""
        info = self.info[root]
        black, white = info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK
        if black == white:
            return -1
        return 0 if black > white else 1

    def claimed_roots(self) -> list[int]:
        """The features that hold followers, in the order of the board."""
        return list(dict.fromkeys(self.root_at(man >> 1) for man in sorted(self.men)))

    # -- wall tiles -------------------------------------------------------------------------

    def usable(self, seat: int, number: int) -> int:
        """How many wall tiles of this number the seat may use by now (CC-100)."""
        at = seat * NUMBERS + number
        return self.owned[at] - self.fresh.count(at)

    def used(self, number: int) -> int:
        """Wall tiles of this number that have been used up."""
        at_hand = self.owned[number] + self.owned[NUMBERS + number]
        return COPIES - at_hand - self.unseen.counts[number - 1]
