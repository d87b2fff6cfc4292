"""The final scoring: keep, courts, unfinished features, bonus tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulekeep.core.game import Item
from rulekeep.games.carcassonne_castle.components import MARKET_SHIFT, WELL_BITS
from rulekeep.games.carcassonne_castle.scoring import POINTS, WELL_FACTOR, name_of
from rulekeep.games.carcassonne_castle.state import COLOURS, NUMBERS, OVER, TALLY, State
from rulekeep.games.carcassonne_castle.tiles import COURT, HOUSE, PATH, TOWER, TYPES

MARKET_POINTS = 3
BEST_MARKET_POINTS = 4
"""Per market in a court that wall tile 7 is laid on."""
KEEP_BONUS = 2
"""Size that wall tile 8 adds to a keep."""
TILE_NINE = 5
UNFINISHED = {PATH: 4, TOWER: 5, HOUSE: 6}
"""The wall tile that scores an unfinished feature."""


class Gain(NamedTuple):
    """Points of the final scoring, or the reason why something brings none (seat -1)."""

    seat: int
    what: str
    rules: tuple[str, ...]
    """The first one says what it is worth."""
    label: str = ""
    number: int = 0
    each: int = 0
    because: str = ""
    root: int = -1
    """The feature it comes from, if it comes from one."""

    @property
    def points(self) -> int:
        return self.number * self.each

    @property
    def item(self) -> Item:
        return Item(self.label, self.number, self.each, self.rules[0])

    def named(self, state: State) -> str:
        return self.what if self.root < 0 else f"{self.what} {name_of(state, self.root)}"


def final_gains(state: State) -> list[Gain]:
    """All gains in the order of the rules (CC-132); the table itself is left as it is."""
    by_type: tuple[list[int], ...] = ([], [], [], [])
    for root in state.claimed_roots():
        by_type[state.type_of(root)].append(root)
    gains = [keep_gain(state), *court_gains(state, by_type[COURT])]
    for type_ in (PATH, TOWER, HOUSE):
        gains += unfinished_gains(state, type_, by_type[type_])
    for seat in (0, 1):
        gains += bonus_gains(state, seat)
    return gains


# -- keep -----------------------------------------------------------------------------------


def keep_with_bonus(state: State, seat: int) -> int:
    """The size that counts for the keep; 0 for a player without one (CC-133, CC-134)."""
    size = state.keep_size[seat]
    if not size and state.agreed.keep8_alone == "void":
        return 0
    return size + KEEP_BONUS * state.owned[seat * NUMBERS + 8]


def largest_empty_region(state: State) -> int:
    """Cells of the largest connected region without tiles (CC-135)."""
    neighbours = state.components.board.grid.neighbours
    empty = {cell for cell, tile in enumerate(state.board) if tile < 0}
    largest = 0
    while empty:
        region = [empty.pop()]
        for cell in region:
            found = empty.intersection(neighbours[cell])
            empty -= found
            region += found
        largest = max(largest, len(region))
    return largest


def keep_gain(state: State) -> Gain:
    black, white = keep_with_bonus(state, 0), keep_with_bonus(state, 1)
    rules = ["CC-133", "CC-132"]
    eights = [state.owned[seat * NUMBERS + 8] for seat in (0, 1)]
    keepless = [seat for seat in (0, 1) if not state.keep_size[seat]]
    if len(keepless) == 1 or any(eights[seat] for seat in keepless):
        rules.append("CC-134")
    if any(eights):
        rules.append("CC-103")
    if black == white:
        because = f"both keeps have size {black}" if black else "nobody has a keep"
        return Gain(-1, "the larger keep", tuple(rules), because=because)
    seat = 0 if black > white else 1
    what = f"the larger keep, {max(black, white)} to {min(black, white)}"
    return Gain(seat, what, ("CC-135", *rules), "empty spaces", largest_empty_region(state), 1)


# -- courts ---------------------------------------------------------------------------------


def markets(state: State, root: int) -> int:
    return state.info[root] >> MARKET_SHIFT


def court_gains(state: State, courts: list[int]) -> Iterator[Gain]:
    enriched = [root for seat in (0, 1) for root in courts_with_seven(state, seat, courts)]
    for root in courts:
        seat = state.winner(root)
        if seat < 0:
            yield Gain(-1, "the", ("CC-136",), because="equally many merchants", root=root)
            continue
        rules = ["CC-136"]
        each, label = MARKET_POINTS, "markets"
        if root in enriched:
            each, label = BEST_MARKET_POINTS, "markets, with wall tile 7"
            rules = ["CC-137", "CC-136", "CC-104", "CC-103"]
        if state.owned[seat * NUMBERS + 7] > 1:
            rules.append("CC-138")
        count = markets(state, root)
        if count:
            yield Gain(seat, "the", tuple(rules), label, count, each, root=root)
        else:
            yield Gain(-1, "the", tuple(rules), because="it has no market", root=root)


def courts_with_seven(state: State, seat: int, courts: list[int]) -> list[int]:
    """The courts a player's wall tiles 7 apply to (CC-137, CC-138)."""
    tiles = state.owned[seat * NUMBERS + 7]
    if not tiles:
        return []
    if state.agreed.court7_second == "void":
        tiles = 1

    def rank(root: int) -> tuple[int, int]:
        if state.agreed.court7_size == "tiles":
            return state.size(root), markets(state, root)
        return markets(state, root), 0

    own = [root for root in courts if state.winner(root) == seat]
    return sorted(own, key=rank, reverse=True)[:tiles]


# -- unfinished features --------------------------------------------------------------------


def unfinished_gains(state: State, type_: int, roots: list[int]) -> Iterator[Gain]:
    """Wall tiles 4, 5, 6 score their owner's best unfinished features (CC-139 … CC-142)."""
    number = UNFINISHED[type_]
    rule = "CC-140" if type_ == PATH else "CC-141"
    for seat in (0, 1):
        tiles = state.owned[seat * NUMBERS + number]
        own = [root for root in roots if state.winner(root) == seat]
        if tiles:
            own.sort(key=lambda root: -_unfinished_value(state, root) * state.size(root))
        for root in own[:tiles]:
            rules = [rule, "CC-104", "CC-103"]
            if tiles > 1 or len(own) > 1:
                rules.append("CC-142")
            label = f"{TYPES[type_]} tiles, with wall tile {number}"
            size, each = state.size(root), _unfinished_value(state, root)
            yield Gain(seat, "the unfinished", tuple(rules), label, size, each, root=root)
        for root in own[tiles:]:
            yield Gain(-1, "the", ("CC-139",), because="it is not complete", root=root)
        if tiles > len(own):
            because = f"{COLOURS[seat]} controls no further unfinished {TYPES[type_]}"
            yield Gain(-1, f"wall tile {number}", ("CC-104", rule), because=because)


def _unfinished_value(state: State, root: int) -> int:
    type_ = state.type_of(root)
    if type_ == PATH and state.agreed.path4_well == "doubled" and state.info[root] & WELL_BITS:
        return POINTS[PATH] * WELL_FACTOR
    return POINTS[type_]


# -- bonus ----------------------------------------------------------------------------------


def bonus_gains(state: State, seat: int) -> Iterator[Gain]:
    nines = state.owned[seat * NUMBERS + 9]
    if nines:
        yield Gain(seat, "wall tile 9", ("CC-143", "CC-103"), "bonus tiles", nines, TILE_NINE)
    unused = [n for n in (1, 2, 3) if state.owned[seat * NUMBERS + n]]
    if unused:
        rules = ("CC-144", "CC-122") if 1 in unused else ("CC-144",)
        several = len(unused) > 1
        what = f"{COLOURS[seat]}'s wall tile{'s' * several} {' and '.join(map(str, unused))}"
        because = "they have not been used" if several else "it has not been used"
        yield Gain(-1, what, rules, because=because)


# -- the sum --------------------------------------------------------------------------------


def points_by_item(state: State, seat: int) -> int:
    """What a player's points must be, item by item; a sum not yet moved included."""
    lines = state.tally[seat * len(TALLY) : (seat + 1) * len(TALLY)]
    total = sum(units * each for units, (_, each, _) in zip(lines, TALLY, strict=True))
    if state.phase == OVER:
        total += sum(gain.points for gain in final_gains(state) if gain.seat == seat)
    return total


def points_waiting(state: State, seat: int) -> int:
    """Points scored but not yet moved (option score_steps)."""
    if not state.gathered:
        return 0
    own = any(state.winner(root) == state.active for root in state.closed)
    return state.gathered if (seat == state.active) == own else 0
