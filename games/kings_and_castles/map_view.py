"""The map drawn in characters: a cell per region, heavy walls between countries."""

from __future__ import annotations

from functools import lru_cache

from rulekeep.core.canvas import Canvas
from rulekeep.games.kings_and_castles.attacks import STATUSES, status
from rulekeep.games.kings_and_castles.components import SHEET, Board
from rulekeep.games.kings_and_castles.pools import BLACK, TYPE_LETTERS
from rulekeep.games.kings_and_castles.state import State

WIDTH, HEIGHT = 14, 3
"""The distance between neighbouring cells, which share a wall."""
INNER = WIDTH - 1
COLOUR_STYLES = ("bold blue", "bold green", "bold red", "bold magenta", "bold")
STATUS_WORDS = {"enemy": "all enemies", "contested": "contested", "liberated": "liberated"}
CASTLE_SIGN = "⌂"
KING_SIGN = "♔"
FURTHER_SIGN = "+"

Point = tuple[int, int]

_LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""By arms: 1 north, 2 east, 4 south, 8 west."""


def draw_map(canvas: Canvas, top: int, state: State, needs: dict[int, int]) -> None:
    """The map from a row on; `needs` gives the strength needed where one can attack."""
    board = state.table.board
    places = layout(board)
    for y, row in enumerate(wall_rows(board)):
        canvas.put(0, top + y, row)
    for text, (x, y) in board.seas if _is_drawn(board) else ():
        canvas.put(x, top + y, text, "dim")
    for region, (x, y) in enumerate(places):
        _draw_region(canvas, state, region, x + 1, top + y + 1, needs.get(region))
    for country, (x, y) in enumerate(label_places(board, places)):
        _draw_label(canvas, state, country, x, top + y)


def _is_drawn(board: Board) -> bool:
    return all(region.at is not None for region in board.regions)


@lru_cache(maxsize=8)
def layout(board: Board) -> tuple[Point, ...]:
    """The corner of each region's cell: as the map file says, else country by country."""
    places = [region.at for region in board.regions if region.at is not None]
    if len(places) == len(board.regions) and not _overlap(places):
        return tuple(places)
    found: dict[int, Point] = {}
    y = 1
    for country in board.countries:
        regions = [r for r in range(len(board.regions)) if country.regions >> r & 1]
        columns = (SHEET - 1) // WIDTH
        for index, region in enumerate(regions):
            found[region] = (index % columns * WIDTH, y + index // columns * HEIGHT)
        y += -(-len(regions) // columns) * HEIGHT + 4
    return tuple(found[region] for region in range(len(board.regions)))


def _overlap(places: list[Point]) -> bool:
    return any(
        abs(x - other_x) < WIDTH and abs(y - other_y) < HEIGHT
        for index, (x, y) in enumerate(places)
        for other_x, other_y in places[:index]
    )


def label_places(board: Board, places: tuple[Point, ...]) -> list[Point]:
    """Where the name of each country is written."""
    found: list[Point] = []
    for index, country in enumerate(board.countries):
        if country.label is not None and _is_drawn(board):
            found.append(country.label)
            continue
        cells = [places[r] for r in range(len(places)) if board.country_of[r] == index]
        found.append((0, max(y for _, y in cells) + HEIGHT + 1))
    return found


# -- walls --------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def wall_rows(board: Board) -> tuple[str, ...]:
    """The walls row by row: light ones within a country, heavy ones round it."""
    places = layout(board)
    segments: dict[tuple[Point, Point], list[int]] = {}
    for region, (x, y) in enumerate(places):
        for dx in range(WIDTH):
            for row in (y, y + HEIGHT):
                ends = (x + dx, row), (x + dx + 1, row)
                segments.setdefault(ends, []).append(board.country_of[region])
        for dy in range(HEIGHT):
            for column in (x, x + WIDTH):
                ends = (column, y + dy), (column, y + dy + 1)
                segments.setdefault(ends, []).append(board.country_of[region])
    arms: dict[Point, int] = {}
    heavy: set[Point] = set()
    for (start, end), countries in segments.items():
        sideways = start[1] == end[1]
        arms[start] = arms.get(start, 0) | (2 if sideways else 4)
        arms[end] = arms.get(end, 0) | (8 if sideways else 1)
        if len(countries) == 1 or countries[0] != countries[1]:
            heavy |= {start, end}
    width, height = (max(point[axis] for point in arms) + 1 for axis in (0, 1))
    rows = [[" "] * width for _ in range(height)]
    for (x, y), found in arms.items():
        rows[y][x] = (_HEAVY if (x, y) in heavy else _LIGHT)[found]
    return tuple("".join(row) for row in rows)


# -- what stands in them ------------------------------------------------------------------------


def symbols(board: Board, region: int) -> str:
    """Anchor, portcullis, flag."""
    there = board.regions[region]
    signs = ((there.anchor, "A"), (there.portcullis, "#"), (there.flag, "⚑"))
    return "".join(sign for has, sign in signs if has)


def _draw_region(
    canvas: Canvas, state: State, region: int, x: int, y: int, need: int | None
) -> None:
    board = state.table.board
    there = board.regions[region]
    tail = f"{there.value}{symbols(board, region)}"
    canvas.put(x, y, there.name[: INNER - len(tail)].ljust(INNER - len(tail)))
    canvas.put(x + INNER - len(tail), y, tail, "bold")
    canvas.put(x, y + 1, there.code, "dim")
    if state.stormed >> region & 1:
        canvas.put(x + 3, y + 1, "*", "bold")
    kind = state.unit[region]
    if kind < 0:
        canvas.put(x + 4, y + 1, "··", "dim")
        return
    holder = kind // 3
    style = COLOUR_STYLES[holder]
    canvas.put(x + 4, y + 1, board.letters[holder] + TYPE_LETTERS[kind % 3], style)
    if state.castle[region]:
        canvas.put(x + 6, y + 1, f"{CASTLE_SIGN}{state.castle[region]}", "bold")
    if need is not None:
        text = f"≥{need}"
        canvas.put(x + INNER - len(text), y + 1, text, "bold reverse")


def _draw_label(canvas: Canvas, state: State, country: int, x: int, y: int) -> None:
    there = state.table.board.countries[country]
    role = ""
    if state.box and country == state.king:
        role = f" {KING_SIGN}"
    elif country == state.further:
        role = f" {FURTHER_SIGN}"
    canvas.put(x, y, f"{there.name.upper()}{role}", "bold")
    canvas.put(x, y + 1, status_words(state, country), "italic")


def status_words(state: State, country: int) -> str:
    """`contested, 3 x`: with the number of enemies."""
    regions = state.table.board.country_masks[country]
    black = (state.held[BLACK] & regions).bit_count()
    if not state.box:
        return "1 enemy" if black == 1 else f"{black} enemies"
    word = STATUSES[status(state, country)]
    if word == "contested":
        return f"{word}, {black} x"
    return STATUS_WORDS[word]
