"""Faults of a position: everything that could not stand on a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulekeep.core import SIDES, Fault, areas, opposite
from rulekeep.games.carcassonne_castle import state as table
from rulekeep.games.carcassonne_castle.audit.bare_board import Feature, Member, features, ports_of
from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.board import COPIES, Cell
from rulekeep.games.carcassonne_castle.box.tiles import HOUSE, PATH, side_of
from rulekeep.games.carcassonne_castle.legal import can_add_turn
from rulekeep.games.carcassonne_castle.scoring.completed import most_doubles, next_group, waiting
from rulekeep.games.carcassonne_castle.scoring.final import items
from rulekeep.games.carcassonne_castle.state import Root, State


def audit(state: State) -> Iterator[Fault]:
    found = features(state)
    yield from _board(state)
    yield from _tiles(state)
    yield from _steps(state)
    yield from _features(state, found)
    yield from _frontier(state)
    yield from _followers(state)
    yield from _completed(state, found)
    yield from _scoring(state)
    yield from _keeps(state)
    yield from _wall_tiles(state)
    yield from _waiting_tiles(state)
    yield from _scores(state)


def _board(state: State) -> Iterator[Fault]:
    """Paths continue from tile to tile, and every group of tiles has grown from a start space."""
    box = state.terms.box
    placed = [cell for cell, tile in enumerate(state.board) if tile >= 0]
    for cell in placed:
        asked = _asked(state, cell)
        for side, edge in enumerate(box.sides[state.board[cell]]):
            ask = asked >> 2 * side & 3
            if ask and (ask == packing.MUST_BE_PATH) != (edge.type == PATH):
                where = f"{box.cell_names[cell]}, side {SIDES[side]}"
                yield Fault("board", f"a path does not match at {where}")
    for group in areas(placed, box.board.grid.neighbours):
        if not group.intersection(box.start_cells):
            where = box.cell_names[min(group)]
            yield Fault("board", f"the tiles round {where} touch no start space")


def _asked(state: State, cell: Cell) -> packing.Asks:
    """What start spaces and tiles ask of the edges of a cell, from the board alone."""
    asks = state.terms.first_asks[cell]
    for side, beyond in enumerate(state.terms.box.across[cell]):
        if beyond >= 0 and state.board[beyond] >= 0:
            shown = state.terms.box.sides[state.board[beyond]][opposite(side)].type
            asks |= (packing.MUST_BE_PATH if shown == PATH else packing.NO_PATH) << 2 * side
    return asks


def _tiles(state: State) -> Iterator[Fault]:
    """Board, hand, removed tiles and stock make up the whole set."""
    box = state.terms.box
    left = Counter(dict(enumerate(box.counts)))
    piles = {
        "board": Counter(tile // 4 for tile in state.board if tile >= 0),
        "drawn": Counter([state.drawn] if state.drawn >= 0 else []),
        "removed": Counter(state.removed),
        "stock": Counter(dict(enumerate(state.stock.counts))),
    }
    for key, pile in piles.items():
        left.subtract(pile)
        for kind in pile:
            if pile[kind] and left[kind] < 0:
                yield Fault(key, f"there are only {box.counts[kind]} tiles {box.kinds[kind]}")
    if missing := [box.kinds[kind] for kind in sorted((+left).elements())]:
        yield Fault("stock", f"these tiles are nowhere: {', '.join(missing[:5])}")
    if state.stock.total != sum(state.stock.counts):
        yield Fault("stock", "the stock's total is wrong")


def _steps(state: State) -> Iterator[Fault]:
    """Each step of a turn finds on the table what it needs."""
    phase, fits = state.phase, state.terms.box.fits
    if (phase == table.PLACE) != (state.drawn >= 0):
        yield Fault("phase", "a tile is drawn when, and only when, it is to be placed")
    elif phase == table.PLACE and not any(fits[state.drawn][state.asks[c]] for c in state.frontier):
        yield Fault("phase", "the tile drawn fits nowhere")
    yield from _newest_tile(state)
    if phase == table.START and not state.stock.total:
        yield Fault("phase", "no tile is left to be drawn")
    if phase == table.OVER and state.stock.total:
        yield Fault("phase", "the match is not over while tiles are left in the stock")
    if phase == table.END_OF_TURN and not can_add_turn(state):
        yield Fault("phase", "a turn ends by itself unless wall tile 1 can be used then")
    drawn = phase in (table.PLACE, *table.AFTER_PLACING)
    if state.extra and not (state.terms.announces_early and drawn):
        yield Fault("extra", "an extra turn lies ahead only if it was announced before drawing")


def _newest_tile(state: State) -> Iterator[Fault]:
    if state.last >= 0 and state.board[state.last] < 0:
        yield Fault("last", "no tile lies there")
    if state.phase in table.AFTER_PLACING and state.last < 0:
        yield Fault("phase", "the key 'last' must say which tile was placed")


# -- what the state maintains ---------------------------------------------------------------


def _features(state: State, found: list[Feature]) -> Iterator[Fault]:
    for feature in found:
        roots = {_root(state, member) for member in feature.members}
        if len(roots) != 1:
            parts = f"{len(roots)} features: {sorted(feature.members)}"
            yield Fault("board", f"a feature is stored as {parts}")
            continue
        (root,) = roots
        info = state.info[root]
        open_edges = (info & packing.OPEN_BITS) // packing.OPEN_HALF
        about = info & packing.WELL_BITS > 0, info >> packing.MARKET_SHIFT, state.followers(root)
        stored = state.type_of(root), state.size(root), open_edges, *about
        fresh = feature[: len(stored)]
        if stored != fresh:
            yield Fault("board", f"{sorted(feature.members)} is stored as {stored}, but is {fresh}")
        if feature.cells and state.spot_of(root) // packing.SPOT != min(feature.cells):
            yield Fault("board", f"the {state.name_of(root)} is not named after its first cell")


def _root(state: State, member: Member) -> Root:
    cell, number = divmod(member, packing.SPOT)
    return state.find(-1 - member if member < 0 else state.base[cell] + number)


def _frontier(state: State) -> Iterator[Fault]:
    box = state.terms.box
    frontier = []
    for cell in [cell for cell, tile in enumerate(state.board) if tile < 0]:
        neighbours = box.board.grid.neighbours[cell]
        if cell in box.start_cells or any(state.board[n] >= 0 for n in neighbours):
            frontier.append(cell)
        asks = _asked(state, cell)
        if asks != state.asks[cell]:
            asked = f"asked {state.asks[cell]:08b}, should be {asks:08b}"
            yield Fault("board", f"{box.cell_names[cell]} is {asked}")
    if frontier != state.frontier:
        yield Fault("board", f"the frontier is {state.frontier}, should be {frontier}")


# -- followers, completed features, keeps ---------------------------------------------------


def _followers(state: State) -> Iterator[Fault]:
    each = state.terms.box.supply
    for seat in (0, 1):
        placed = sum(man & 1 == seat for man in state.men)
        if placed > each:
            yield Fault("followers", f"{table.COLOURS[seat]} has only {each} followers to place")
        elif state.supply[seat] != each - placed:
            left = f"{table.COLOURS[seat]} {each - placed}"
            yield Fault("supply", f"the followers placed leave {left}")
    if len({man >> 1 for man in state.men}) != len(state.men):
        yield Fault("followers", "two followers stand on one segment")
    if state.men != sorted(state.men):
        yield Fault("followers", "the followers are out of order")
    own = [man // (2 * packing.SPOT) for man in state.men if man & 1 == state.active]
    if state.phase == table.FOLLOWER and state.last in own:
        who = table.COLOURS[state.active]
        yield Fault("followers", f"{who} has placed a follower on the newest tile already")


def _completed(state: State, found: list[Feature]) -> Iterator[Fault]:
    """What waits to be scored is what the newest tile has completed, and nothing else."""
    new: dict[Root, bool] = {}
    for feature in found:
        if not feature.complete:
            continue
        root = _root(state, next(iter(feature.members)))
        waits = state.phase in table.AFTER_PLACING and _meets_the_newest(state, feature)
        if any(feature.followers) and not waits:
            name = state.name_of(root)
            yield Fault("followers", f"the {name} is complete and holds no follower any more")
        if waits:
            new[root] = any(feature.followers)
    if len(set(state.closed)) != len(state.closed):
        yield Fault("completed", "a feature is in the list twice")
    for root in set(state.closed) - set(new):
        name = state.name_of(root)
        yield Fault("completed", f"the newest tile has not completed the {name} just now")
    for root, claimed in new.items():
        if root not in state.closed and (claimed or state.phase == table.FOLLOWER):
            yield Fault("completed", f"the {state.name_of(root)} is complete too")


def _meets_the_newest(state: State, feature: Feature) -> bool:
    """A segment of it lies on the newest tile, or faces it."""
    if state.last in feature.cells:
        return True
    around = state.terms.box.across[state.last] if state.last >= 0 else ()
    return any(
        beyond * packing.SPOT + number in feature.members and side_of(port) == opposite(side)
        for side, beyond in enumerate(around)
        if beyond >= 0 and state.board[beyond] >= 0
        for port, number in ports_of(state.tile_on(beyond)).items()
    )


def _scoring(state: State) -> Iterator[Fault]:
    if state.phase in table.SCORING:
        if not state.closed:
            yield Fault("phase", "no completed feature is to be scored")
        if any(state.winner(root) < 0 for root in state.closed):
            yield Fault("phase", "a feature that gives nobody points is settled, not scored")
    if (state.phase == table.DOUBLE) != (state.chosen >= 0):
        yield Fault("phase", "a feature is chosen when, and only when, its owner may double it")
    elif state.phase == table.DOUBLE:
        chosen = state.root_at(state.chosen)
        asked = chosen in next_group(state) and state.winner(chosen) != state.active
        if not asked or not most_doubles(state, chosen):
            yield Fault("phase", "no feature that the other player may double is scored now")
    if state.gathered and not (state.terms.sums_up and state.phase in table.SCORING):
        yield Fault("gathered", "points wait only while a turn's sum is moved as one move")


def _keeps(state: State) -> Iterator[Fault]:
    for keep in state.keeps:
        if keep.at < 0:
            continue
        root = state.root_at(keep.at)
        if state.type_of(root) != HOUSE or state.info[root] & packing.OPEN_BITS:
            yield Fault("keeps", "a keep stands on a complete house")
        elif state.size(root) != keep.size:
            yield Fault("keeps", f"that house has size {state.size(root)}, not {keep.size}")


# -- wall tiles and points ------------------------------------------------------------------


def _wall_tiles(state: State) -> Iterator[Fault]:
    box = state.terms.box
    taken = 0
    for number in range(1, table.NUMBERS):
        gone = state.owns(0, number) + state.owns(1, number) + state.used.count(number)
        taken += gone
        if gone > COPIES:
            yield Fault("wall_tiles", f"there are only {COPIES} wall tiles {number}")
        elif gone + state.unseen.counts[number - 1] != COPIES:
            yield Fault("wall_tiles", f"the wall tiles {number} do not add up")
    towers = len(box.wall_towers)
    if taken > towers:
        yield Fault("wall_tiles", f"{taken} wall tiles cannot come from {towers} towers")
    elif state.phase == table.OVER and state.towers:
        yield Fault("towers", "no wall tile is left once the match is over")
    elif state.phase != table.OVER and state.towers.bit_count() + taken != towers:
        have = f"{towers - taken} towers have theirs"
        yield Fault("towers", f"{taken} wall tiles have been taken, so {have}")


def _waiting_tiles(state: State) -> Iterator[Fault]:
    for at in state.fresh:
        seat, number = divmod(at, table.NUMBERS)
        if state.usable(seat, number) < 0:
            yield Fault("fresh", f"{table.COLOURS[seat]} has no wall tile {number} that waits")
        if seat == state.active and state.phase in (table.START, table.PLACE, table.FOLLOWER):
            text = f"a wall tile of {table.COLOURS[seat]} waits no longer in its owner's next turn"
            yield Fault("fresh", text)


def _scores(state: State) -> Iterator[Fault]:
    for seat in (0, 1):
        points = state.score[seat] + waiting(state, seat)
        total = sum(item.total for item in items(state, seat))
        if points != total:
            yield Fault("scores", f"the items give seat {seat} {total} points, not {points}")
