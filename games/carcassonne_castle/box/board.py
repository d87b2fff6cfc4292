"""The wall and what it encloses: interior, start spaces, score track, read from board.yaml."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core import SIDES, STEPS, Grid, Node, areas
from rulekeep.games.carcassonne_castle.box.tiles import (
    TYPES,
    Notes,
    Side,
    Type,
    extras_in_words,
    read_extras,
)

Point = tuple[int, int]
"""Column and row, from the north-west corner."""
Cell = int
"""A space of the castle, by its place in the grid."""
Tower = int
"""A corner tower that carries a wall tile at the start, by its place on the track."""
Number = int
"""The number of a wall tile, 1 to 9."""

MOST_CELLS = 400
EFFECTS = (
    "extra_turn",
    "double_completed_tower",
    "double_completed_house",
    "score_one_unfinished_path",
    "score_one_unfinished_tower",
    "score_one_unfinished_house",
    "market_4_points_in_one_court",
    "keep_plus_2",
    "plus_5_points",
)
"""What the wall tiles 1 to 9 do; the rules know these nine and no others."""
EFFECT_WORDS = (
    "another turn",
    "doubles a tower",
    "doubles a house",
    "scores an unfinished path",
    "scores an unfinished tower",
    "scores an unfinished house",
    "4 points per market in one court",
    "keep larger by 2",
    "5 points",
)
COPIES = 2


@frozen
class StartSpace:
    """A feature printed on the wall, with one edge towards its cell."""

    id: str
    cell: Cell
    side: Side
    """The side of the cell that touches it."""
    type: Type
    well: bool
    markets: int

    @property
    def in_words(self) -> str:
        """What it shows: `court with a market`."""
        return TYPES[self.type] + extras_in_words(self.well, self.markets)


@frozen
class CornerTower:
    """Two consecutive numbers of the score track; most towers carry a wall tile."""

    spaces: tuple[int, int]
    wall_tile: bool
    corner: Point

    @property
    def name(self) -> str:
        return f"{self.spaces[0]}/{self.spaces[1]}"


@frozen
class Board:
    grid: Grid
    width: int
    height: int
    starts: tuple[StartSpace, ...]
    track: int
    """The number of spaces of the score track."""
    towers: tuple[CornerTower, ...]
    followers: int
    """Per player, the score marker included."""
    notes: Notes


def read_board(root: Node) -> Board:
    """The board of a file; every complaint names its line."""
    root.only(
        *("schema", "status", "coordinates", "provenance"),
        *("interior", "wall", "start_spaces", "score_track", "wall_tiles", "pieces"),
    )
    root["schema"].one_of(["carcassonne-castle/board/1"])
    grid, width, height = _interior(root["interior"])
    starts = _start_spaces(root["start_spaces"], grid)
    track, towers = _score_track(root["score_track"], grid)
    _wall_tiles(root["wall_tiles"], towers)
    pieces = root["pieces"].only("followers_per_player", "keeps_per_player")
    pieces["keeps_per_player"].int(1, 1)
    followers = pieces["followers_per_player"].int(2, 50)
    return Board(grid, width, height, starts, track, towers, followers, _notes(root))


def _interior(node: Node) -> tuple[Grid, int, int]:
    node.only("cell_count", "provenance", "map")
    rows = node["map"].lines()
    cells: list[Point] = []
    for y, row in enumerate(rows):
        if strange := set(row) - {"#", "."}:
            raise node["map"].fail(f"row {y} of the map shows {min(strange)!r}; it is # or .")
        cells += [(x, y) for x, mark in enumerate(row) if mark == "#"]
    if not cells:
        raise node["map"].fail("the map shows no space")
    if len(cells) > MOST_CELLS:
        raise node["map"].fail(f"the map shows {len(cells)} spaces, more than {MOST_CELLS}")
    if (count := node.get("cell_count")) is not None and count.int() != len(cells):
        raise count.fail(f"the map shows {len(cells)} spaces, not {count.int()}")
    return Grid(cells), max(map(len, rows)), len(rows)


def _start_spaces(node: Node, grid: Grid) -> tuple[StartSpace, ...]:
    node.only("count", "provenance", "items")
    starts: list[StartSpace] = []
    for item in node["items"]:
        start = _start_space(item, grid)
        for other in starts:
            if other.id == start.id:
                raise item["id"].fail(f"the start space {start.id} is in the list twice")
            if (other.cell, other.side) == (start.cell, start.side):
                raise item.fail(f"{other.id} lies there already")
        starts.append(start)
    if not starts:
        raise node["items"].fail("a castle needs a start space")
    if "count" in node and node["count"].int() != len(starts):
        raise node["count"].fail(f"the list holds {len(starts)} start spaces")
    for area in areas(range(len(grid)), grid.neighbours):
        if not any(start.cell in area for start in starts):
            x, y = grid.cells[min(area)]
            raise node["items"].fail(f"no start space leads to the space {x},{y}")
    return tuple(starts)


def _start_space(item: Node, grid: Grid) -> StartSpace:
    item.only("id", "cell", "side", "feature", "well", "market")
    point = _point(item["cell"])
    if point not in grid.index:
        raise item["cell"].fail(f"{point[0]},{point[1]} is not a space of the castle")
    cell, side = grid.index[point], SIDES.index(item["side"].one_of(tuple(SIDES)))
    if grid.across[cell][side] >= 0:
        raise item["side"].fail("a start space lies on the wall; another space lies there")
    type_ = TYPES.index(item["feature"].one_of(TYPES))
    well, markets = read_extras(item, type_)
    return StartSpace(item["id"].str(), cell, side, type_, well, markets)


def _score_track(node: Node, grid: Grid) -> tuple[int, tuple[CornerTower, ...]]:
    node.only("first", "last", "corner_towers", "cross_checks", "provenance")
    node["first"].int(0, 0)
    last = node["last"].int(1, 9999)
    towers: list[CornerTower] = []
    around, before = _outline(grid), -1
    for item in node["corner_towers"]:
        item.only("spaces", "wall_tile", "corner", "provenance")
        low, high = _point(item["spaces"])
        if high != low + 1 or high > last:
            raise item["spaces"].fail("a corner tower covers two consecutive numbers of the track")
        if towers and low <= towers[-1].spaces[1]:
            raise item["spaces"].fail(f"{low} does not come after {towers[-1].spaces[1]}")
        corner = _point(item["corner"])
        if corner not in around:
            raise item["corner"].fail(f"the wall has no corner at {corner[0]},{corner[1]}")
        tower = CornerTower((low, high), item["wall_tile"].bool(), corner)
        towers.append(tower)
        steps = (around.index(corner) - around.index(towers[0].corner)) % len(around)
        if steps <= before:
            raise item["corner"].fail(f"the tower {tower.name} is not next clockwise on the wall")
        before = steps
    for item in node.get("cross_checks") or ():
        item.only("between", "wall")
        joint = _point(item["between"])
        if any(tower.spaces == joint for tower in towers):
            raise item.fail(f"a joint of the wall lies inside the corner tower {joint[0]}")
    return last + 1, tuple(towers)


def _outline(grid: Grid) -> list[Point]:
    """The corners of the outer wall, clockwise; an interior in parts has several walls."""
    # A stretch a cell long: the point where it begins and the side of the cell it runs along.
    walls = {
        ((x + dx, y + dy), side): None
        for cell, (x, y) in enumerate(grid.cells)
        for side, (dx, dy) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1)))
        if grid.across[cell][side] < 0
    }
    corners: dict[Point, None] = {}
    left = walls.copy()
    while left:
        (x, y), side = next(iter(left))
        while ((x, y), side) in left:
            del left[(x, y), side]
            dx, dy = STEPS[(side + 1) % 4]
            x, y = x + dx, y + dy
            turns = ((side + 1) % 4, side, (side + 3) % 4)
            ahead = next(turn for turn in turns if ((x, y), turn) in walls)
            if ahead != side:
                corners.setdefault((x, y))
            side = ahead
    return list(corners)


def _wall_tiles(node: Node, towers: tuple[CornerTower, ...]) -> None:
    """Nine kinds of wall tile, two of each, enough for all the towers."""
    for number, item in enumerate(node, 1):
        item.only("number", "count", "effect", "when")
        item["number"].int(number, number)
        item["count"].int(COPIES, COPIES)
        if number > len(EFFECTS):
            raise item.fail(f"there are wall tiles 1 to {len(EFFECTS)} only")
        item["effect"].one_of((EFFECTS[number - 1],))
    if len(node.list()) != len(EFFECTS):
        raise node.fail(f"there are {len(EFFECTS)} kinds of wall tile, not {len(node.list())}")
    needed = sum(tower.wall_tile for tower in towers)
    if needed > COPIES * len(EFFECTS):
        raise node.fail(f"{needed} corner towers want a wall tile")


def _point(node: Node) -> Point:
    x, y = node.list(2)
    return x.int(0), y.int(0)


def _notes(root: Node) -> Notes:
    notes: list[tuple[str, str]] = []
    for part in ("interior", "start_spaces", "score_track"):
        for datum, source in _provenance(root[part]):
            notes.append((f"{part.replace('_', ' ')}: {datum}", source))
    for item in root["score_track"]["corner_towers"]:
        low, high = _point(item["spaces"])
        source = item["provenance"].str() if "provenance" in item else "not given"
        notes.append((f"corner tower {low}/{high}", source))
    notes += _provenance(root)
    return tuple(notes)


def _provenance(node: Node) -> list[tuple[str, str]]:
    if "provenance" not in node:
        return []
    rows = node["provenance"].mapping().items()
    return [(datum.replace("_", " "), source.str()) for datum, source in rows]
