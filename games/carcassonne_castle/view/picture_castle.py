"""The castle: its wall with the score track, the tiles, those who stand on them."""

from __future__ import annotations

from rulekeep.core import (
    INK_FAINT,
    INK_LINE,
    INK_NEWS,
    INK_PAPER,
    INK_TEXT,
    NORTH,
    WEST,
    Ink,
    Picture,
    Point,
    listed,
    with_article,
)
from rulekeep.games.carcassonne_castle.box.board import Cell, StartSpace
from rulekeep.games.carcassonne_castle.box.packing import SPOT, Spot
from rulekeep.games.carcassonne_castle.box.tiles import HOUSE, PATH, ROLES, TOWER, TURNED, Segment
from rulekeep.games.carcassonne_castle.state import COLOURS, State
from rulekeep.games.carcassonne_castle.view import picture_inks as inks
from rulekeep.games.carcassonne_castle.view import picture_pieces as pieces
from rulekeep.games.carcassonne_castle.view import words
from rulekeep.games.carcassonne_castle.view.picture_scene import Scene
from rulekeep.games.carcassonne_castle.view.picture_tile import ROAD_WIDTH, tile_art
from rulekeep.games.carcassonne_castle.view.picture_wall import BAND

FIGURE = 64.0
"""The cell for which pieces have their natural size."""


def draw_castle(scene: Scene) -> None:
    _rampart(scene)
    _track(scene)
    with scene.sheet.group(font_size=17, text_anchor="middle", fill=INK_TEXT):
        for cell, laid in enumerate(scene.state.board):
            if laid < 0:
                _empty(scene, cell)
    for cell, laid in enumerate(scene.state.board):
        if laid >= 0:
            _laid(scene, cell)
    for start in scene.state.terms.box.starts:
        _start_space(scene, start)
    _closed_edges(scene)
    _pieces(scene)
    _features(scene)
    _markers(scene)


# -- the wall -------------------------------------------------------------------------------


def _rampart(scene: Scene) -> None:
    way = scene.wall.outline()
    for ink, width in ((inks.RAMPART_LINE, 2 * BAND + 4), (inks.RAMPART, 2 * BAND)):
        scene.sheet.path(way, fill="none", stroke=ink, stroke_width=width)
    scene.sheet.path(way, fill=inks.GROUND, fill_rule="evenodd", stroke=inks.EDGE, stroke_width=4)


def _track(scene: Scene) -> None:
    sheet, wall = scene.sheet, scene.wall
    lines = [space.bounds for space in wall.spaces.values() if space.bounds is not None]
    way = "".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for (x, y), (to_x, to_y) in lines)
    sheet.path(way, stroke=inks.RAMPART_LINE, stroke_width=1.5)
    with sheet.group(font_size=16, text_anchor="middle", fill=INK_TEXT):
        for space in wall.spaces.values():
            if space.named:
                sheet.add("text", x=space.at[0], y=space.at[1] + 6, text=str(space.number))
    with sheet.group(font_size=16, text_anchor="middle", font_weight="bold"):
        for plate in wall.plates:
            _tower(scene, plate.at, plate.tower.spaces, plate.tower.wall_tile)


def _tower(scene: Scene, at: Point, spaces: tuple[int, int], wall_tile: bool) -> None:
    sheet, state = scene.sheet, scene.state
    x, y = at
    tower = state.terms.box.tower_at[spaces[0]]
    covered = wall_tile and bool(state.towers >> tower & 1)
    name = f"{spaces[0]}/{spaces[1]}"
    holds = "wall tile face down" if covered else "the start" if 0 in spaces else "no wall tile"
    with sheet.at(x, y, tip=f"corner tower {name}: {holds}", data_tower=name):
        sheet.rect(
            -20, -20, BAND, BAND, fill=inks.RAMPART, stroke=inks.RAMPART_LINE, stroke_width=2
        )
        if covered:
            pieces.card_back(sheet, -18, -18, 36)
        ink: Ink = inks.CARD if covered else INK_TEXT
        sheet.add("text", y=-2, fill=ink, text=str(spaces[0]))
        sheet.add("text", y=14, fill=ink, text=str(spaces[1]))
        if name in scene.changes.towers:
            pieces.highlight(sheet, -20, -20, 40, 40, "this wall tile was just taken")


def _start_space(scene: Scene, start: StartSpace) -> None:
    """A feature let into the wall, open towards its cell."""
    sheet, size = scene.sheet, scene.wall.cell
    x, y = scene.wall.corner(start.cell)
    name = f"start space: {start.in_words}"
    with sheet.at(x + size / 2, y + size / 2, 90 * start.side, size / inks.TILE, tip=name):
        half = ROAD_WIDTH / 2 + 2.5 if start.type == PATH else 34
        rim = inks.ROAD_RIM if start.type == PATH else inks.EDGE
        sheet.rect(-half, -72, 2 * half, 23, fill=inks.FILLS.of[start.type])
        sheet.path(f"M{-half} -49V-72H{half}V-49", fill="none", stroke=rim, stroke_width=3.5)
        for n in range(start.markets):
            with sheet.at(24 * n - 12 * (start.markets - 1), -60, -90 * start.side):
                pieces.market(sheet, 0, 0, 0.75)
        if start.well:
            pieces.well(sheet, 0, -60)


def _markers(scene: Scene) -> None:
    state, track = scene.state, scene.state.terms.box.track
    together = state.score[0] % track == state.score[1] % track
    for seat in (0, 1):
        lap, space = divmod(state.score[seat], track)
        x, y = scene.wall.marker_at(space).moved((-9, 9)[seat] * together)
        tip = f"{COLOURS[seat]}'s marker: space {space}" + (f", lap {lap + 1}" if lap else "")
        pieces.marker(scene.sheet, seat, x, y, tip)
        if seat in scene.changes.markers:
            tip = f"{COLOURS[seat]} got {scene.changes.markers[seat]} just now"
            pieces.highlight(scene.sheet, x - 16, y - 16, 32, 32, tip)


# -- spaces and tiles -----------------------------------------------------------------------


def _empty(scene: Scene, cell: Cell) -> None:
    """An empty space with its name; where the tile fits, the tile as it may lie there."""
    sheet, size = scene.sheet, scene.wall.cell
    name = scene.state.terms.box.cell_names[cell]
    x, y = scene.wall.corner(cell)
    turns = scene.asked.turns.get(cell)
    if not turns:
        sheet.rect(
            x, y, size, size, fill=inks.GROUND, stroke=inks.SEAM, stroke_width=0.7, data_cell=name
        )
        if size > 40:
            sheet.add("text", x=x + size / 2, y=y + size / 2 + 6, fill=INK_FAINT, text=name)
        return
    rotations = listed(TURNED[turn].strip(", ") if turn else "as it is" for turn in turns)
    with sheet.group(
        data_cell=name, data_legal=scene.legal, tip=f"{name}: the tile fits, {rotations}"
    ):
        sheet.rect(x, y, size, size, fill=inks.GROUND, stroke=inks.SEAM, stroke_width=0.7)
        sheet.rect(
            x + 4,
            y + 4,
            size - 8,
            size - 8,
            rx=7,
            fill=INK_PAPER,
            stroke=INK_LINE,
            stroke_width=1.5,
        )
        _fitting(scene, turns, x + size / 2, y + size / 2)


def _fitting(scene: Scene, turns: list[int], x: float, y: float) -> None:
    """The tile drawn in the rotations in which it fits, small, round a point."""
    state, size = scene.state, scene.wall.cell
    columns = 1 if len(turns) == 1 else 2
    rows = -(-len(turns) // columns)
    small = size * (0.6 if columns == 1 else 0.37)
    for n, turn in enumerate(turns):
        segments = state.terms.box.oriented[4 * state.drawn + turn].segments

        def draw(sheet: Picture, segments: tuple[Segment, ...] = segments) -> None:
            draw_tile(sheet, 0, 0, small, segments)
            sheet.rect(0, 0, small, small, fill="none", stroke=INK_LINE, stroke_width=1.2)

        left = x + (n % columns - columns / 2) * (small + 3) + 1.5
        top = y + (n // columns - rows / 2) * (small + 3) + 1.5
        scene.sheet.stamp(f"tile turned {turn}, {columns}", draw, left, top)


def _laid(scene: Scene, cell: Cell) -> None:
    state, size = scene.state, scene.wall.cell
    box = state.terms.box
    kind, rotation = divmod(state.board[cell], 4)
    x, y = scene.wall.corner(cell)
    name = box.cell_names[cell]
    tip = f"{name}: {box.tiles[kind].in_words}{TURNED[rotation] if rotation else ''}"
    draw_tile(scene.sheet, x, y, size, box.oriented[state.board[cell]].segments, name, tip)


def draw_tile(
    sheet: Picture,
    x: float,
    y: float,
    size: float,
    segments: tuple[Segment, ...],
    name: str | None = None,
    tip: str = "",
) -> None:
    with sheet.at(x, y, scale=size / inks.TILE, data_cell=name, tip=tip) as tile:
        tile.inside.extend(tile_art(segments).shapes)


def _closed_edges(scene: Scene) -> None:
    """Seams between tiles, and walls where a building meets what it does not join."""
    seams, walls = [], []
    size = scene.wall.cell
    box, board = scene.state.terms.box, scene.state.board
    for cell, laid in enumerate(board):
        if laid < 0:
            continue
        x, y = scene.wall.corner(cell)
        seams.append(f"M{x:g} {y:g}h{size:g}v{size:g}h-{size:g}z")
        ways = (f"M{x:g} {y:g}h{size:g}", f"M{x + size:g} {y:g}v{size:g}",
                f"M{x:g} {y + size:g}h{size:g}", f"M{x:g} {y:g}v{size:g}")  # fmt: skip
        for side, beyond, facing, start in box.borders[cell]:
            here = box.sides[laid][side].type
            there = _faced(scene.state, beyond, facing, start)
            # Of two tiles the one to the east or south draws; the wall has a line of its own.
            drawn_here = beyond < 0 or side in (NORTH, WEST)
            if drawn_here and there not in (here, None) and {here, there} & {TOWER, HOUSE}:
                walls.append(ways[side])
    scene.sheet.path(
        "".join(seams), fill="none", stroke=inks.SEAM, stroke_width=0.8, stroke_opacity=0.7
    )
    scene.sheet.path(
        "".join(walls), stroke=inks.EDGE, stroke_width=3, stroke_linecap="round", class_="closed"
    )


def _faced(state: State, beyond: Cell, facing: int, start: int) -> int | None:
    """What an edge meets: a type, -1 for plain wall, None for an empty space."""
    if beyond < 0:
        return state.terms.box.starts[start].type if start >= 0 else -1
    return (
        state.terms.box.sides[state.board[beyond]][facing].type
        if state.board[beyond] >= 0
        else None
    )


# -- who stands there -----------------------------------------------------------------------


def spot_at(scene: Scene, spot: Spot) -> Point:
    """Where a segment's follower stands on the sheet."""
    state, (cell, segment) = scene.state, divmod(spot, SPOT)
    x, y = scene.wall.corner(cell)
    art = tile_art(state.terms.box.oriented[state.board[cell]].segments)
    share = scene.wall.cell / inks.TILE
    return x + art.seats[segment][0] * share, y + art.seats[segment][1] * share


def _pieces(scene: Scene) -> None:
    state, sheet, size = scene.state, scene.sheet, scene.wall.cell
    names, scale = state.terms.box.cell_names, min(size / FIGURE, 1.3)
    if scene.changes.tile:
        cell = names.index(scene.changes.tile)
        x, y = scene.wall.corner(cell)
        pieces.highlight(
            sheet, x + 2, y + 2, size - 4, size - 4, f"the newest tile, at {names[cell]}"
        )
    for man in state.men:
        spot, seat = man >> 1, man & 1
        type_ = state.segment_on(spot).type
        tip = f"{COLOURS[seat]}'s {ROLES[type_]} on the {words.spot(state, spot)}"
        fresh = scene.changes.follower == names[spot // SPOT]
        x, y = spot_at(scene, spot)
        with sheet.group(tip=tip):
            pieces.follower(sheet, seat, x, y, type_, scale)
        if fresh:
            radius = 21 * scale
            sheet.circle(
                x, y, radius, fill="none", stroke=INK_NEWS, stroke_width=3, stroke_dasharray="6 4",
                tip=f"just put there: {with_article(ROLES[type_])}", class_="news",
            )  # fmt: skip
    for seat, (keep_size, spot) in enumerate(state.keeps):
        if spot >= 0:
            x, y = spot_at(scene, spot)
            with sheet.group(
                tip=f"{COLOURS[seat]}'s keep on the {words.spot(state, spot)}, size {keep_size}"
            ):
                pieces.keep(sheet, seat, x, y, keep_size, scale)
            if seat in scene.changes.keeps:
                pieces.highlight(sheet, x - 18, y - 18, 36, 36, "the keep was just put there")


def _features(scene: Scene) -> None:
    """What is free on the newest tile, or complete and not scored yet."""
    state = scene.state
    names = state.terms.box.cell_names
    for name in scene.asked.segments:
        spot = named_spot(state, f"{names[state.last]} {name}")
        x, y = spot_at(scene, spot)
        scene.sheet.circle(
            x, y, 8, fill=inks.CARD, fill_opacity=0.85, stroke=inks.EDGE, stroke_width=2,
            data_segment=name, data_legal=scene.legal, tip=f"free: {name}",
        )  # fmt: skip
    for root in state.closed:
        name = state.name_of(root)
        legal = scene.legal if name in scene.asked.features else None
        x, y = spot_at(scene, state.spot_of(root))
        star = "M0 -12L3.5 -4L12 -3.7L5.5 2L7.5 10.5L0 6L-7.5 10.5L-5.5 2L-12 -3.7L-3.5 -4Z"
        with scene.sheet.at(
            x + 14, y - 16, data_feature=name, data_legal=legal, tip=f"complete: {name}"
        ):
            scene.sheet.path(star, fill=inks.CARD, stroke=inks.EDGE, stroke_width=2)


def named_spot(state: State, name: str) -> Spot:
    """The segment of a tile that `2,7 house N` names."""
    cell = state.terms.box.cell_names.index(name.split()[0])
    count = len(state.terms.box.oriented[state.board[cell]].segments)
    spots = (cell * SPOT + number for number in range(count))
    return next(spot for spot in spots if state.spot_name(spot) == name)
