"""The map drawn in characters: a cell per region, heavy walls between countries."""

from __future__ import annotations

from functools import lru_cache

from rulekeep.core.canvas import Canvas
from rulekeep.core.prose import plural
from rulekeep.games.kings_and_castles.box.board import SHEET, Board, Land, Point, Spot
from rulekeep.games.kings_and_castles.box.pieces import BLACK, TYPE_LETTERS, marker
from rulekeep.games.kings_and_castles.state import STATUSES, State

WIDTH, HEIGHT = 14, 3
"""The distance between neighbouring cells, which share a wall."""
INNER = WIDTH - 1
COLOUR_STYLES = ("bold blue", "bold green", "bold red", "bold magenta", "bold")
STATUS_WORDS = {"enemy": "all enemies", "contested": "contested", "liberated": "liberated"}
CASTLE_SIGN = "⌂"
KING_SIGN = "♔"
FURTHER_SIGN = "+"

_LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""By arms: 1 north, 2 east, 4 south, 8 west."""


def draw_map(canvas: Canvas, top: int, state: State, needs: dict[Spot, int]) -> None:
    """The map from a row on; `needs` gives the strength needed where one can attack."""
    board = state.terms.board
    places = layout(board)
    for y, row in enumerate(wall_rows(board)):
        canvas.put(0, top + y, row)
    for text, (x, y) in board.seas if _as_given(board, places) else ():
        canvas.put(x, top + y, text, "dim")
    for region, (x, y) in enumerate(places):
        _draw_region(canvas, state, region, x + 1, top + y + 1, needs.get(region))
        what = standing(state, region)
        canvas.place(board.regions[region].code, x + 1, top + y + 1, INNER, 2, what=what)
    for country, (x, y) in enumerate(label_places(board, places)):
        _draw_label(canvas, state, country, x, top + y)


def _as_given(board: Board, places: tuple[Point, ...]) -> bool:
    """Whether these are the places of the map file."""
    return all(region.at == at for region, at in zip(board.regions, places, strict=True))


def draw_small_map(
    canvas: Canvas, top: int, state: State, needs: dict[Spot, int], width: int
) -> None:
    """The map with one row per region, for low screens; for narrow ones country by country."""
    board = state.terms.board
    places = layout(board, min(width, SHEET))
    countries = dict(zip(places, board.country_of, strict=True))
    for region, (x, y) in enumerate(places):
        row = top + y // HEIGHT
        beside = countries.get((x - WIDTH, y))
        canvas.put(x, row, "│" if beside == board.country_of[region] else "┃")
        _draw_small_region(canvas, state, region, x + 1, row, needs.get(region))
        what = standing(state, region)
        canvas.place(board.regions[region].code, x + 1, row, INNER, what=what)
        if (x + WIDTH, y) not in countries:
            canvas.put(x + WIDTH, row, "┃")
    for country, (x, y) in enumerate(label_places(board, places)):
        name = board.countries[country].name.upper()
        words = (name, role_sign(state, country), short_status(state, country))
        text = " ".join(word for word in words if word)
        canvas.put(x, top + y // HEIGHT, text[: width - x], "bold")


@lru_cache(maxsize=16)
def layout(board: Board, width: int = SHEET) -> tuple[Point, ...]:
    """The corner of each region's cell: as the map file says, else country by country."""
    places = [region.at for region in board.regions if region.at is not None]
    if width == SHEET and len(places) == len(board.regions) and not _overlap(places):
        return tuple(places)
    found: dict[int, Point] = {}
    columns = max(1, (width - 1) // WIDTH)
    y = HEIGHT
    for country in board.countries:
        regions = [r for r in range(len(board.regions)) if country.regions >> r & 1]
        for index, region in enumerate(regions):
            found[region] = (index % columns * WIDTH, y + index // columns * HEIGHT)
        y += (-(-len(regions) // columns) + 1) * HEIGHT + (1 if width == SHEET else 0)
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
        if country.label is not None and _as_given(board, places):
            found.append(country.label)
            continue
        cells = [places[r] for r in range(len(places)) if board.country_of[r] == index]
        found.append((0, min(y for _, y in cells) - HEIGHT))
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


def standing(state: State, region: Spot) -> str:
    """What a region is and who holds it, in words."""
    board = state.terms.board
    there = board.regions[region]
    signs = ((there.anchor, "anchor"), (there.portcullis, "portcullis"), (there.flag, "flag"))
    has = [f"value {there.value}", *(sign for known, sign in signs if known)]
    said = f"{there.name}, {state.terms.country(there.country)} ({', '.join(has)})"
    if state.unit[region] < 0:
        return f"{said}: empty."
    unit = marker(board.kinds[state.unit[region]])
    castle = f" in a castle of {state.castle[region]}" if state.castle[region] else ""
    return f"{said}: {unit}{castle}, defence {state.defence[region]}."


def symbols(board: Board, region: Spot) -> str:
    """Anchor, portcullis, flag."""
    there = board.regions[region]
    signs = ((there.anchor, "A"), (there.portcullis, "#"), (there.flag, "⚑"))
    return "".join(sign for has, sign in signs if has)


def _draw_region(
    canvas: Canvas, state: State, region: Spot, x: int, y: int, need: int | None
) -> None:
    board = state.terms.board
    there = board.regions[region]
    tail = f"{there.value}{symbols(board, region)}"
    canvas.put(x, y, there.name[: INNER - len(tail)].ljust(INNER - len(tail)))
    canvas.put(x + INNER - len(tail), y, tail, "bold")
    canvas.put(x, y + 1, there.code, "dim")
    _draw_garrison(canvas, state, region, x + 3, y + 1)
    _draw_need(canvas, x + INNER, y + 1, need)


def _draw_small_region(
    canvas: Canvas, state: State, region: Spot, x: int, y: int, need: int | None
) -> None:
    """`LON3A*Bk⌂2 6+` in one row; the star says that it was attacked this turn."""
    board = state.terms.board
    name = f"{board.regions[region].code}{board.values[region]}{symbols(board, region)}"
    canvas.put(x, y, name.ljust(INNER))
    _draw_garrison(canvas, state, region, x + 5, y)
    _draw_need(canvas, x + INNER, y, need)


def _draw_garrison(canvas: Canvas, state: State, region: Spot, x: int, y: int) -> None:
    """Whether it was attacked this turn, its unit and its castle."""
    if state.stormed >> region & 1:
        canvas.put(x, y, "*", "bold")
    kind = state.unit[region]
    if kind < 0:
        canvas.put(x + 1, y, "··", "dim")
        return
    unit = state.terms.board.letters[kind // 3] + TYPE_LETTERS[kind % 3]
    canvas.put(x + 1, y, unit, COLOUR_STYLES[kind // 3])
    if state.castle[region]:
        canvas.put(x + 3, y, f"{CASTLE_SIGN}{state.castle[region]}", "bold")


def _draw_need(canvas: Canvas, end: int, y: int, need: int | None) -> None:
    if need is not None:
        canvas.put(end - len(f"{need}+"), y, f"{need}+", "bold reverse")


def _draw_label(canvas: Canvas, state: State, country: Land, x: int, y: int) -> None:
    name = state.terms.country(country).upper()
    canvas.put(x, y, f"{name} {role_sign(state, country)}".rstrip(), "bold")
    canvas.put(x, y + 1, status_words(state, country), "italic")


def role_sign(state: State, country: Land) -> str:
    """Marks the king's country and the further one."""
    if country == state.king:
        return KING_SIGN
    return FURTHER_SIGN if country == state.further else ""


def status_words(state: State, country: Land) -> str:
    """`contested, 3 x`: with the number of enemies."""
    regions = state.terms.board.country_masks[country]
    black = (state.held[BLACK] & regions).bit_count()
    if not state.box:
        return plural(black, "enemy", "enemies")
    word = STATUSES[state.status(country)]
    if word == "contested":
        return f"{word}, {black} x"
    return STATUS_WORDS[word]


def short_status(state: State, country: Land) -> str:
    """The same in few letters: all enemies, some (contested), or none (liberated)."""
    regions = state.terms.board.country_masks[country]
    black = (state.held[BLACK] & regions).bit_count()
    if not black and state.box:
        return "free"
    return "all x" if black == regions.bit_count() else f"{black} x"
