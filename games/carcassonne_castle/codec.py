"""The state as data, and back again; parts left out are those of a fresh table."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulekeep.core.bag import Bag
from rulekeep.core.data import Node
from rulekeep.core.errors import SetupError
from rulekeep.core.graph import areas
from rulekeep.core.grid import SIDES
from rulekeep.core.options import settle
from rulekeep.games.carcassonne_castle.board import COPIES
from rulekeep.games.carcassonne_castle.components import (
    NO_PATH,
    OPEN_BITS,
    WALL_NUMBERS,
    Components,
)
from rulekeep.games.carcassonne_castle.features import just_completed, lay, put_follower
from rulekeep.games.carcassonne_castle.final import points_by_item, points_waiting
from rulekeep.games.carcassonne_castle.options import OPTIONS, Agreement
from rulekeep.games.carcassonne_castle.scoring import (
    most_doubles,
    name_of,
    next_group,
    segment_on,
)
from rulekeep.games.carcassonne_castle.state import (
    DOUBLE,
    END_OF_TURN,
    FOLLOWER,
    NUMBERS,
    OVER,
    PHASES,
    PLACE,
    SCORE,
    SPOT,
    START,
    TALLY,
    State,
)
from rulekeep.games.carcassonne_castle.tiles import COURT, HOUSE, PATH, PORTS, TYPES
from rulekeep.games.carcassonne_castle.turn import can_add_turn

KEYS = (
    "seats",
    "options",
    "phase",
    "active",
    "turn",
    "bonus",
    "extra",
    "board",
    "last",
    "drawn",
    "stock",
    "removed",
    "followers",
    "supply",
    "scores",
    "tally",
    "keeps",
    "towers",
    "wall_tiles",
    "fresh",
    "used",
    "completed",
    "chosen",
    "gathered",
)


# -- to data --------------------------------------------------------------------------------


def to_dict(state: State) -> dict[str, Any]:
    components = state.components
    kinds = components.kinds
    return {
        "seats": 2,
        "options": state.agreed.as_dict(),
        "phase": PHASES[state.phase],
        "active": state.active,
        "turn": state.turn,
        "bonus": state.bonus,
        "extra": state.extra,
        "board": {
            cell_name(components, cell): f"{kinds[tile // 4]} r{tile % 4}"
            for cell, tile in enumerate(state.board)
            if tile >= 0
        },
        "last": cell_name(components, state.last) if state.last >= 0 else None,
        "drawn": kinds[state.drawn] if state.drawn >= 0 else None,
        "stock": state.stock.as_dict(),
        "removed": [kinds[kind] for kind in sorted(state.removed)],
        "followers": [
            [spot_name(state, man >> 1) for man in sorted(state.men) if man & 1 == seat]
            for seat in (0, 1)
        ],
        "supply": state.supply[:],
        "scores": state.score[:],
        "tally": [_tally(state, seat) for seat in (0, 1)],
        "keeps": [_keep(state, seat) for seat in (0, 1)],
        "towers": [t.spaces[0] for n, t in enumerate(components.wall_towers) if _has(state, n)],
        "wall_tiles": [_owned(state, seat) for seat in (0, 1)],
        "fresh": [_fresh(state, seat) for seat in (0, 1)],
        "used": [n for n in range(1, NUMBERS) for _ in range(state.used(n))],
        "completed": sorted(name_of(state, root) for root in state.closed),
        "chosen": name_of(state, state.chosen) if state.chosen >= 0 else None,
        "gathered": state.gathered,
    }


def cell_name(components: Components, cell: int) -> str:
    x, y = components.cells[cell]
    return f"{x},{y}"


def spot_name(state: State, spot: int) -> str:
    """A segment on the board: `2,7 house N`."""
    segment = segment_on(state, spot)
    where = cell_name(state.components, spot // SPOT)
    return f"{where} {TYPES[segment.type]} {PORTS[segment.ports[0]]}"


def _has(state: State, tower: int) -> bool:
    return state.towers >> tower & 1 == 1


def _owned(state: State, seat: int) -> list[int]:
    return [n for n in range(1, NUMBERS) for _ in range(state.owned[seat * NUMBERS + n])]


def _fresh(state: State, seat: int) -> list[int]:
    return sorted(at % NUMBERS for at in state.fresh if at // NUMBERS == seat)


def _tally(state: State, seat: int) -> dict[str, int]:
    lines = state.tally[seat * len(TALLY) : (seat + 1) * len(TALLY)]
    return {label: units for (label, *_), units in zip(TALLY, lines, strict=True) if units}


def _keep(state: State, seat: int) -> dict[str, Any] | None:
    if not state.keep_size[seat]:
        return None
    spot = state.keep_at[seat]
    at = spot_name(state, spot) if spot >= 0 else None
    return {"size": state.keep_size[seat], "at": at}


# -- from data ------------------------------------------------------------------------------


def from_node(components: Components, node: Node) -> State:
    node.only(*KEYS)
    if "seats" in node:
        node["seats"].int(2, 2)
    state = State(components, _agreement(node))
    _read_tiles(state, node)
    _read_turn(state, node)
    _read_followers(state, node)
    _read_scores(state, node)
    _read_keeps(state, node)
    _read_wall_tiles(state, node)
    _read_completed(state, node)
    _nobody_waits_in_a_complete_feature(state, node)
    _scores_add_up(state, node)
    return state


def _agreement(node: Node) -> Agreement:
    options = node.get("options")
    if options is None:
        return Agreement.of(settle(OPTIONS, {}))
    chosen = {key: value.plain() for key, value in options.mapping().items()}
    try:
        return Agreement.of(settle(OPTIONS, chosen))
    except SetupError as error:
        raise options.fail(error.because) from None


def _pair(node: Node, key: str) -> list[Node] | None:
    """A list of one entry per player, if it is there."""
    if key not in node:
        return None
    entries = node[key].list()
    if len(entries) != 2:
        raise node[key].fail(f"expected an entry for each of the two players, found {len(entries)}")
    return entries


def _cell(components: Components, node: Node, text: str) -> int:
    x, comma, y = text.partition(",")
    if comma and all(n.isascii() and n.isdecimal() and len(n) < 4 for n in (x, y)):
        cell = components.board.grid.index.get((int(x), int(y)))
        if cell is not None:
            return cell
    raise node.fail(f"{text!r} is not a space x,y of the castle")


def _kind(components: Components, node: Node, text: str) -> int:
    if text.upper() not in components.kind_of:
        raise node.fail(f"there is no tile {text!r}")
    return components.kind_of[text.upper()]


def _read_tiles(state: State, node: Node) -> None:
    components = state.components
    for key, value in (node["board"].mapping() if "board" in node else {}).items():
        cell = _cell(components, value, key)
        words = value.str().split()
        if len(words) != 2 or words[1] not in ("r0", "r1", "r2", "r3"):
            raise value.fail(f"expected a tile and its rotation such as 'C06 r1', found {words}")
        state.board[cell] = 4 * _kind(components, value, words[0]) + int(words[1][1])
    tiles = state.board
    _fits_together(state, node)
    _is_connected(state, node)
    state.board = [-1] * len(tiles)
    for cell, tile in enumerate(tiles):
        if tile >= 0:
            if cell not in state.frontier:
                state.frontier.append(cell)
            lay(state, cell, tile)
    state.frontier.sort()
    state.closed = ()
    drawn = node.get("drawn")
    if drawn is not None and drawn.value is not None:
        state.drawn = _kind(components, drawn, drawn.str())
    _read_stock(state, node)


def _fits_together(state: State, node: Node) -> None:
    """Paths continue from tile to tile and match the start spaces (CC-024, CC-027)."""
    components = state.components
    asked = components.first_asks[state.agreed.start_match]
    for cell, tile in enumerate(state.board):
        if tile < 0:
            continue
        for side, (type_, *_) in enumerate(components.sides[tile]):
            beyond = components.across[cell][side]
            ask = asked[cell] >> 2 * side & 3
            if beyond >= 0 and state.board[beyond] >= 0:
                other = components.sides[state.board[beyond]][(side + 2) % 4][0]
                matches = (type_ == PATH) == (other == PATH)
            else:
                matches = not ask or (ask == NO_PATH) == (type_ != PATH)
            if not matches:
                where = cell_name(components, cell)
                raise node["board"].fail(f"a path does not match at {where}, side {SIDES[side]}")


def _is_connected(state: State, node: Node) -> None:
    """Every group of tiles has grown from a start space (CC-021, CC-022)."""
    components = state.components
    placed = [cell for cell, tile in enumerate(state.board) if tile >= 0]
    for group in areas(placed, components.board.grid.neighbours):
        if not group.intersection(components.start_cells):
            where = cell_name(components, min(group))
            raise node["board"].fail(f"the tiles round {where} touch no start space")


def _read_stock(state: State, node: Node) -> None:
    """Stock, removed and placed tiles make up the whole set; what is not said is the rest."""
    components = state.components
    left = Counter(dict(enumerate(components.counts)))
    left.subtract(tile // 4 for tile in state.board if tile >= 0)
    if state.drawn >= 0:
        left[state.drawn] -= 1
    removed = [_kind(components, item, item.str()) for item in node.get("removed") or ()]
    left.subtract(removed)
    _enough(components, node, left)
    if "stock" in node:
        stock = _stock(components, node["stock"])
        left.subtract(stock)
        _enough(components, node["stock"], left)
        rest = sorted(left.elements())
        if rest and "removed" in node:
            names = ", ".join(components.kinds[kind] for kind in rest[:5])
            raise node["stock"].fail(f"these tiles are nowhere: {names}")
        removed += rest
    else:
        stock = left
    state.stock = Bag(components.kinds, [stock[k] for k in range(len(components.kinds))])
    state.removed = tuple(removed)


def _enough(components: Components, node: Node, left: Counter[int]) -> None:
    for kind, count in left.items():
        if count < 0:
            raise node.fail(
                f"there are only {components.counts[kind]} tiles {components.kinds[kind]}"
            )


def _stock(components: Components, node: Node) -> Counter[int]:
    """A mapping from tile to count, or a list of tiles."""
    stock: Counter[int] = Counter()
    if isinstance(node.value, list):
        for item in node:
            stock[_kind(components, item, item.str())] += 1
    else:
        for key, value in node.mapping().items():
            stock[_kind(components, value, key)] += value.int(0, 200)
    return stock


def _read_turn(state: State, node: Node) -> None:
    state.active = node["active"].int(0, 1) if "active" in node else _first(state)
    state.turn = node["turn"].int(1, 100_000) if "turn" in node else 1
    state.bonus = node["bonus"].bool() if "bonus" in node else False
    state.extra = node["extra"].bool() if "extra" in node else False
    last = node.get("last")
    if last is not None and last.value is not None:
        state.last = _cell(state.components, last, last.str())
        if state.board[state.last] < 0:
            raise last.fail("no tile lies there")
    if "phase" in node:
        state.phase = PHASES.index(node["phase"].one_of(PHASES))
    else:
        state.phase = PLACE if state.drawn >= 0 else START
    place = node.get("phase") or node
    if (state.phase == PLACE) != (state.drawn >= 0):
        raise place.fail("a tile is drawn when, and only when, it is to be placed")
    if state.phase == PLACE and not any(
        state.components.fits[state.drawn][state.asks[cell]] for cell in state.frontier
    ):
        raise place.fail("the tile drawn fits nowhere")
    if state.phase in (FOLLOWER, SCORE, DOUBLE) and state.last < 0:
        raise place.fail("the key 'last' must say which tile was placed")
    if state.phase == START and not state.stock.total:
        raise place.fail("no tile is left to be drawn")
    if state.phase == OVER and state.stock.total:
        raise place.fail("the match is not over while tiles are left in the stock")
    early = state.agreed.extra_turn_time == "turn_start"
    if state.extra and not (early and state.phase in (PLACE, FOLLOWER, SCORE, DOUBLE)):
        raise node["extra"].fail("an extra turn lies ahead only if it was announced before drawing")


def _first(state: State) -> int:
    first = state.agreed.first_player
    return first if isinstance(first, int) else 0


def _spot(state: State, node: Node) -> int:
    """A segment on the board, read from `2,7 house N`."""
    words = node.str().split()
    if len(words) != 3 or words[1] not in TYPES or words[2] not in PORTS:
        raise node.fail(f"expected a segment such as '2,7 house N', found {node.str()!r}")
    cell = _cell(state.components, node, words[0])
    if state.board[cell] < 0:
        raise node.fail(f"no tile lies at {words[0]}")
    tile = state.components.oriented[state.board[cell]]
    segment = tile.segment_at[PORTS.index(words[2])]
    if segment < 0 or TYPES[tile.segments[segment].type] != words[1]:
        raise node.fail(f"the tile at {words[0]} has no {words[1]} at {words[2]}")
    return cell * SPOT + segment


def _read_followers(state: State, node: Node) -> None:
    for seat, entries in enumerate(_pair(node, "followers") or ()):
        for entry in entries:
            spot = _spot(state, entry)
            if any(man >> 1 == spot for man in state.men):
                raise entry.fail("a follower stands there already")
            if not state.supply[seat]:
                each = state.components.board.followers - 1
                raise entry.fail(f"a player has only {each} followers to place")
            put_follower(state, seat, *divmod(spot, SPOT))
    for seat, entry in enumerate(_pair(node, "supply") or ()):
        if entry.int() != state.supply[seat]:
            raise entry.fail(f"the followers placed leave {state.supply[seat]} in the supply")


def _read_scores(state: State, node: Node) -> None:
    for seat, entry in enumerate(_pair(node, "scores") or ()):
        state.score[seat] = entry.int(0, 1_000_000)
    labels = [label for label, *_ in TALLY]
    for seat, entry in enumerate(_pair(node, "tally") or ()):
        for label, units in entry.only(*labels).mapping().items():
            state.tally[seat * len(TALLY) + labels.index(label)] = units.int(0, 1_000_000)
    state.gathered = node["gathered"].int(0, 1_000_000) if "gathered" in node else 0


def _read_keeps(state: State, node: Node) -> None:
    for seat, entry in enumerate(_pair(node, "keeps") or ()):
        if entry.value is None:
            continue
        entry.only("size", "at")
        state.keep_size[seat] = entry["size"].int(
            1, len(state.board) + len(state.components.starts)
        )
        at = entry.get("at")
        if at is None or at.value is None:
            continue
        spot = _spot(state, at)
        root = state.root_at(spot)
        if state.type_of(root) != HOUSE or state.info[root] & OPEN_BITS:
            raise at.fail("a keep stands on a complete house")
        if state.size(root) != state.keep_size[seat]:
            raise at.fail(f"that house has size {state.size(root)}, not {state.keep_size[seat]}")
        state.keep_at[seat] = state.spot_of(root)


def _read_wall_tiles(state: State, node: Node) -> None:
    components = state.components
    for seat, entries in enumerate(_pair(node, "wall_tiles") or ()):
        for entry in entries:
            state.owned[seat * NUMBERS + entry.int(1, NUMBERS - 1)] += 1
    for seat, entries in enumerate(_pair(node, "fresh") or ()):
        for entry in entries:
            at = seat * NUMBERS + entry.int(1, NUMBERS - 1)
            state.fresh += (at,)
            if state.usable(seat, at % NUMBERS) < 0:
                raise entry.fail(f"wall tile {at % NUMBERS} is not owned")
            if seat == state.active and state.phase in (START, PLACE, FOLLOWER):
                raise entry.fail("a wall tile waits no longer once its owner's next turn begins")
    if state.phase == END_OF_TURN and not can_add_turn(state):
        raise node["phase"].fail("a turn ends by itself unless wall tile 1 can be used then")
    gone = Counter(entry.int(1, 3) for entry in node.get("used") or ())
    for number in range(1, NUMBERS):
        gone[number] += state.owned[number] + state.owned[NUMBERS + number]
        if gone[number] > COPIES:
            raise node.fail(f"there are only {COPIES} wall tiles {number}")
    state.unseen = Bag(WALL_NUMBERS, [COPIES - gone[number] for number in range(1, NUMBERS)])
    taken = sum(gone.values())
    if taken > len(components.wall_towers):
        raise node.fail(f"{taken} wall tiles cannot come from {len(components.wall_towers)} towers")
    if state.phase == OVER:
        state.towers = 0
        if "towers" in node and node["towers"].list():
            raise node["towers"].fail("no wall tile is left once the match is over")
        return
    state.towers = components.all_towers & ~((1 << taken) - 1)
    if "towers" in node:
        state.towers = _towers(components, node["towers"])
        if state.towers.bit_count() + taken != len(components.wall_towers):
            raise node["towers"].fail(
                f"{taken} wall tiles have been taken, so "
                f"{len(components.wall_towers) - taken} towers have theirs"
            )


def _towers(components: Components, node: Node) -> int:
    numbers = [tower.spaces[0] for tower in components.wall_towers]
    towers = 0
    for entry in node:
        bit = 1 << numbers.index(entry.one_of(numbers))
        if towers & bit:
            raise entry.fail("that tower stands in the list twice")
        towers |= bit
    return towers


def _read_completed(state: State, node: Node) -> None:
    new = just_completed(state) if state.phase in (FOLLOWER, SCORE, DOUBLE) else ()
    closed: list[int] = []
    for entry in node.get("completed") or ():
        root = _complete(state, entry)
        if root in closed:
            raise entry.fail("that feature stands in the list twice")
        if root not in new:
            raise entry.fail("the newest tile has not completed that feature just now")
        closed.append(root)
    if state.phase == FOLLOWER:
        for root in new:
            if "completed" in node and root not in closed:
                raise node["completed"].fail(f"the {name_of(state, root)} is complete too")
        closed = list(new)
    state.closed = tuple(closed)
    chosen = node.get("chosen")
    if chosen is not None and chosen.value is not None:
        state.chosen = _complete(state, chosen)
    phase = node.get("phase") or node
    if state.phase in (SCORE, DOUBLE):
        if not state.closed:
            raise phase.fail("the key 'completed' must say what is to be scored")
        if any(state.winner(root) < 0 for root in state.closed):
            raise phase.fail("a feature that gives nobody points is settled, not scored")
    if (state.phase == DOUBLE) != (state.chosen >= 0):
        raise phase.fail("a feature is chosen when, and only when, its owner may double it")
    if state.phase == DOUBLE and (
        state.chosen not in next_group(state)
        or state.winner(state.chosen) == state.active
        or not most_doubles(state, state.chosen)
    ):
        raise phase.fail("no feature that the other player may double is scored now")
    if state.gathered and not (state.agreed.sums_up and state.phase in (SCORE, DOUBLE)):
        raise node["gathered"].fail("points wait only while a turn's sum is moved as one move")


def _complete(state: State, node: Node) -> int:
    """A completed feature, read from its name `house 2,7 N`."""
    words = node.str().split()
    if len(words) != 3:
        raise node.fail(f"expected a feature such as 'house 2,7 N', found {node.str()!r}")
    spot = _spot(state, Node(f"{words[1]} {words[0]} {words[2]}", node.where))
    root = state.root_at(spot)
    if state.type_of(root) == COURT or state.info[root] & OPEN_BITS:
        raise node.fail("that feature is not complete")
    return root


def _nobody_waits_in_a_complete_feature(state: State, node: Node) -> None:
    """Followers leave a completed feature when it is settled (CC-049)."""
    for man in state.men:
        root = state.root_at(man >> 1)
        waits = state.type_of(root) == COURT or state.info[root] & OPEN_BITS
        if not waits and root not in state.closed:
            name = name_of(state, root)
            raise node["followers"].fail(f"the {name} is complete and holds no follower any more")


def _scores_add_up(state: State, node: Node) -> None:
    """Points are the sum of their items; without items they were scored before."""
    for seat in (0, 1):
        points = state.score[seat] + points_waiting(state, seat)
        missing = points - points_by_item(state, seat)
        if "tally" not in node and missing >= 0:
            state.tally[seat * len(TALLY)] = missing
        elif missing:
            place = node.get("scores") or node
            raise place.fail(f"the items give seat {seat} {points - missing} points, not {points}")
