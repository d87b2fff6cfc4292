"""The final scoring: keep, courts, unfinished features, bonus tiles; standing and outcome."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core import Emit, Item, Outcome, Score, Seat, because, places
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle import state as table
from rulekeep.games.carcassonne_castle.box.board import Number
from rulekeep.games.carcassonne_castle.box.packing import MARKET_SHIFT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, HOUSE, PATH, TOWER, TYPES, Type
from rulekeep.games.carcassonne_castle.scoring.completed import unit_value
from rulekeep.games.carcassonne_castle.state import COLOURS, NOBODY, NUMBERS, Root, State

MARKET_POINTS = 3
BEST_MARKET_POINTS = 4
"""Per market in a court that wall tile 7 is laid on."""
KEEP_BONUS = 2
"""Size that wall tile 8 adds to a keep."""
TILE_NINE = 5
UNFINISHED: dict[Type, Number] = {PATH: 4, TOWER: 5, HOUSE: 6}
"""The wall tile that scores an unfinished feature."""
THE_KEEP, COURTS, REST, BONUS = range(4)
"""The chapters of the final scoring; the rest is what has not been finished."""
Worth = tuple[tuple[str, ...], str, int]
"""What the markets of a court are worth: by which rules, called what, points for each."""


@frozen
class Gain:
    """Points of the final scoring, or the reason why something brings none."""

    chapter: int
    seat: Seat
    what: str
    rules: tuple[str, ...]
    """The first one says what it is worth."""
    label: str = ""
    number: int = 0
    each: int = 0
    because: str = ""
    root: Root = -1
    """The feature it comes from, if it comes from one."""

    @property
    def points(self) -> int:
        return self.number * self.each

    @property
    def item(self) -> Item:
        return Item(self.label, self.number, self.each, self.rules[0])

    def named(self, state: State) -> str:
        return self.what if self.root < 0 else f"{self.what} {state.name_of(self.root)}"


def final_gains(state: State) -> list[Gain]:
    """All gains in the order of the rules; the table itself is left as it is."""
    by_type: tuple[list[Root], ...] = ([], [], [], [])
    for root in state.claimed_roots():
        by_type[state.type_of(root)].append(root)
    gains = [keep_gain(state)]  # CC-132
    if by_type[COURT]:
        gains += court_gains(state, by_type[COURT])
    for type_ in (PATH, TOWER, HOUSE):
        gains += unfinished_gains(state, type_, by_type[type_])
    for seat in (0, 1):
        gains += bonus_gains(state, seat)
    return gains


def score_finally(state: State, emit: Emit | None) -> None:
    """Nothing lies on the wall any more, so that no stop takes a wall tile."""
    left, state.towers = state.towers, 0  # CC-131 CC-097
    if emit is not None:
        emit(e.WallTilesDiscarded(("CC-131",), left.bit_count()))
    scored = set()
    for gain in final_gains(state):
        rules = gain.rules
        if gain.seat != NOBODY:
            state.score[gain.seat] += gain.points
            scored.add(gain.chapter)
            tower = state.terms.box.tower_at[state.score[gain.seat] % state.terms.box.track]
            if tower >= 0 and left >> tower & 1:
                rules += ("CC-097",)
        if emit is not None and gain.seat != NOBODY:
            emit(e.FinalPoints(rules, gain.seat, gain.named(state), gain.points, (gain.item,)))
        elif emit is not None:
            emit(e.NothingScored(rules, gain.named(state), gain.because))
    if emit is not None:
        in_turn = ("CC-132",) if len(scored) > 1 else ()
        emit(e.FinalScore(("CC-145", *in_turn), tuple(state.score)))


def _taken_last(state: State, seat: Seat, number: Number) -> tuple[str, bool]:
    """Wall tiles 4 to 9 count without waiting, also one taken in the very last turn."""
    return "CC-103", seat * NUMBERS + number in state.fresh


# -- keep -----------------------------------------------------------------------------------


def keep_with_bonus(state: State, seat: Seat) -> int:
    """The size that counts for the keep; 0 for a player without one."""
    size = state.keeps[seat].size
    if not size and state.terms.eights_need_a_keep:  # CC-134
        return 0
    return size + KEEP_BONUS * state.owned[seat * NUMBERS + 8]  # CC-133


def largest_empty_region(state: State) -> int:
    """Cells of the largest connected region without tiles."""
    neighbours = state.terms.box.board.grid.neighbours
    empty = [tile < 0 for tile in state.board]
    largest = 0
    for cell in range(len(empty)):
        if not empty[cell]:
            continue
        empty[cell] = False
        region = [cell]
        for inside in region:
            for beyond in neighbours[inside]:
                if empty[beyond]:
                    empty[beyond] = False
                    region.append(beyond)
        largest = max(largest, len(region))
    return largest  # CC-135


def keep_gain(state: State) -> Gain:
    black, white = keep_with_bonus(state, 0), keep_with_bonus(state, 1)
    keepless = [seat for seat in (0, 1) if not state.keeps[seat].size]
    unlike = len(keepless) == 1 or any(state.owns(seat, 8) for seat in keepless)
    last = _taken_last(state, 0, 8), _taken_last(state, 1, 8)
    rules = because("CC-133", ("CC-134", unlike), *last)
    if black == white:  # CC-133
        why = f"both keeps have size {black}" if black else "nobody has a keep"
        return Gain(THE_KEEP, NOBODY, "the larger keep", rules, because=why)
    seat = 0 if black > white else 1
    what = f"the larger keep, {max(black, white)} to {min(black, white)}"
    region = largest_empty_region(state)
    return Gain(THE_KEEP, seat, what, ("CC-135", *rules), "empty spaces", region, 1)


# -- courts ---------------------------------------------------------------------------------


def markets(state: State, root: Root) -> int:
    return state.info[root] >> MARKET_SHIFT


def court_gains(state: State, courts: list[Root]) -> list[Gain]:
    gains: list[Gain] = []
    enriched: dict[Root, Worth] = {}
    for seat in (0, 1):
        enriched |= courts_with_seven(state, seat, courts)
    for root in courts:
        seat, count = state.winner(root), markets(state, root)
        rules, label, each = enriched.get(root, (("CC-136",), "markets", MARKET_POINTS))
        if seat == NOBODY or not count:  # CC-136
            why = "it has no market" if seat != NOBODY else "equally many merchants"
            gains.append(Gain(COURTS, NOBODY, "the", rules, because=why, root=root))
        else:
            gains.append(Gain(COURTS, seat, "the", rules, label, count, each, root=root))
    return gains


def courts_with_seven(state: State, seat: Seat, courts: list[Root]) -> dict[Root, Worth]:
    """The courts a player's wall tiles 7 apply to, and by which rules."""
    tiles = state.owns(seat, 7)
    usable = min(tiles, 1) if state.terms.one_seven_only else tiles  # CC-138
    if not usable:
        return {}

    def rank(root: Root) -> tuple[int, int]:
        if state.terms.sevens_count_tiles:
            return state.size(root), markets(state, root)
        return markets(state, root), 0

    own = [root for root in courts if state.winner(root) == seat]  # CC-104
    others = [root for root in courts if root not in own]
    found = {}
    for position, root in enumerate(sorted(own, key=rank, reverse=True)[:usable]):  # CC-137
        rules = because(
            "CC-137",
            _taken_last(state, seat, 7),
            ("CC-138", position or tiles > usable),
            ("CC-104", any(rank(other) > rank(root) for other in others)),
        )
        found[root] = rules, "markets, with wall tile 7", BEST_MARKET_POINTS
    return found


# -- unfinished features --------------------------------------------------------------------


def unfinished_gains(state: State, type_: Type, roots: list[Root]) -> list[Gain]:
    """Wall tiles 4, 5, 6 score their owner's best unfinished features."""
    gains: list[Gain] = []
    number = UNFINISHED[type_]
    rule = "CC-140" if type_ == PATH else "CC-141"
    for seat in (0, 1):
        tiles = state.owns(seat, number)
        own = [root for root in roots if state.winner(root) == seat]  # CC-104
        if tiles:
            own.sort(key=lambda root: -_unfinished_value(state, root) * state.size(root))  # CC-142
        for root in own[:tiles]:
            several = tiles > 1 or len(own) > 1
            rules = because(rule, _taken_last(state, seat, number), ("CC-142", several))
            label = f"{TYPES[type_]} tiles, with wall tile {number}"
            size, each = state.size(root), _unfinished_value(state, root)
            gains.append(Gain(REST, seat, "the unfinished", rules, label, size, each, root=root))
        why = "it is not complete"
        for root in own[tiles:]:  # CC-139
            gains.append(Gain(REST, NOBODY, "the", ("CC-139",), because=why, root=root))
        if tiles > len(own):
            why = f"{COLOURS[seat]} controls no further unfinished {TYPES[type_]}"
            gains.append(Gain(REST, NOBODY, f"wall tile {number}", ("CC-104",), because=why))
    return gains


def _unfinished_value(state: State, root: Root) -> int:
    if state.terms.wells_always_double:  # CC-140
        return unit_value(state, root)
    return table.TALLY[table.FIRST_LINE[state.type_of(root)]][1]  # CC-140 CC-141


# -- bonus ----------------------------------------------------------------------------------


def bonus_gains(state: State, seat: Seat) -> list[Gain]:
    gains: list[Gain] = []
    nines = state.owns(seat, 9)
    if nines:  # CC-143
        rules = because("CC-143", _taken_last(state, seat, 9))
        gains.append(Gain(BONUS, seat, "wall tile 9", rules, "bonus tiles", nines, TILE_NINE))
    unused = [n for n in (1, 2, 3) if state.owns(seat, n)]
    if unused:  # CC-144
        several = len(unused) > 1
        what = f"{COLOURS[seat]}'s wall tile{'s' * several} {' and '.join(map(str, unused))}"
        why = "they have not been used" if several else "it has not been used"
        gains.append(Gain(BONUS, NOBODY, what, ("CC-144",), because=why))
    return gains


# -- who has how many points ----------------------------------------------------------------


def items(state: State, seat: Seat) -> tuple[Item, ...]:
    """What a player's points came from, equal things as one; a sum not yet moved is included."""
    lines = state.tally[seat * table.LINES : (seat + 1) * table.LINES]
    counts = {line: units for line, units in zip(table.TALLY, lines, strict=True) if units}
    for gain in final_gains(state) if state.phase == table.OVER else ():
        if gain.seat == seat:
            item = gain.item
            line = item.label, item.each, item.rule
            counts[line] = counts.get(line, 0) + item.count
    return tuple(Item(label, units, each, rule) for (label, each, rule), units in counts.items())


def standing(state: State, viewer: Seat | None = None) -> tuple[Score, ...]:
    return tuple(Score(seat, state.score[seat], items(state, seat)) for seat in (0, 1))


REASONS = ("most points", "draw")
"""How a match can end."""


def outcome(state: State) -> Outcome | None:
    if state.phase != table.OVER:
        return None
    ranked = places(state.score)  # CC-145
    reason = REASONS[ranked == (1, 1)]  # CC-145
    return Outcome(ranked, standing(state), "CC-130", reason)
