"""The map drawn in characters: regions between walls, with their units and castles."""

from __future__ import annotations

from rulekeep.core import Canvas, plural
from rulekeep.games.kings_and_castles.box.board import SHEET, Board, Land, Spot
from rulekeep.games.kings_and_castles.box.pieces import TYPE_LETTERS
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.view.looking import enemies_in, garrison, role
from rulekeep.games.kings_and_castles.view.sheet import HEIGHT, WIDTH, layout, sheet_of

INNER = WIDTH - 1
COLOUR_STYLES = ("bold blue", "bold green", "bold red", "bold magenta", "bold")
CASTLE_SIGN = "⌂"
KING_SIGN = "♔"
FURTHER_SIGN = "+"


def drawn_map(state: State, needs: dict[Spot, int]) -> Canvas:
    """The map; `needs` gives the strength needed where one can attack."""
    canvas, board = Canvas(), state.terms.board
    sheet = sheet_of(board)
    for y, row in enumerate(sheet.walls):
        canvas.put(0, y, row)
    for text, (x, y) in sheet.layout.seas:
        canvas.put(x, y, text, "dim")
    for region, (x, y) in enumerate(sheet.layout.corners):
        _draw_region(canvas, state, region, x + 1, y + 1)
        _draw_need(canvas, x + WIDTH, y + 2, needs.get(region))
        code = board.regions[region].code
        canvas.place(code, x + 1, y + 1, INNER, 2, what=garrison(state, region))
    for country, (x, y) in enumerate(sheet.layout.labels):
        name = board.countries[country].name.upper()
        canvas.put(x, y, f"{name} {role_sign(state, country)}".rstrip(), "bold")
        canvas.put(x, y + 1, status_words(state, country), "italic")
    return canvas


def drawn_small_map(state: State, needs: dict[Spot, int], width: int) -> Canvas:
    """The map with one row per region, for low screens; for narrow ones country by country."""
    canvas, board = Canvas(), state.terms.board
    places = layout(board, min(width, SHEET))
    regions = {at: region for region, at in enumerate(places.corners)}
    for (x, y), region in regions.items():
        row = y // HEIGHT
        canvas.put(x, row, _between(board, regions.get((x - WIDTH, y)), region))
        _draw_small_region(canvas, state, region, x + 1, row)
        _draw_need(canvas, x + WIDTH, row, needs.get(region))
        code = board.regions[region].code
        canvas.place(code, x + 1, row, INNER, what=garrison(state, region))
        if (x + WIDTH, y) not in regions:
            canvas.put(x + WIDTH, row, "┃")
    for country, (x, y) in enumerate(places.labels):
        name = board.countries[country].name.upper()
        words = (name, role_sign(state, country), short_status(state, country))
        text = " ".join(word for word in words if word)
        canvas.put(x, y // HEIGHT, text[: width - x], "bold")
    return canvas


def _between(board: Board, left: Spot | None, right: Spot) -> str:
    """What is drawn between cells side by side: a dashed line where they do not border."""
    if left is None or board.country_of[left] != board.country_of[right]:
        return "┃"
    return "│" if left in board.regions[right].borders else "╎"


# -- what stands in them ------------------------------------------------------------------------


def symbols(board: Board, region: Spot) -> str:
    """Anchor, portcullis, flag."""
    there = board.regions[region]
    signs = ((there.anchor, "A"), (there.portcullis, "#"), (there.flag, "⚑"))
    return "".join(sign for has, sign in signs if has)


def _draw_region(canvas: Canvas, state: State, region: Spot, x: int, y: int) -> None:
    board = state.terms.board
    there = board.regions[region]
    tail = f"{there.value}{symbols(board, region)}"
    canvas.put(x, y, there.name[: INNER - len(tail)].ljust(INNER - len(tail)))
    canvas.put(x + INNER - len(tail), y, tail, "bold")
    canvas.put(x, y + 1, there.code, "dim")
    _draw_garrison(canvas, state, region, x + 3, y + 1)


def _draw_small_region(canvas: Canvas, state: State, region: Spot, x: int, y: int) -> None:
    """`LON3A*Bk⌂2 6+` in one row; the star says that it was attacked this turn."""
    board = state.terms.board
    name = f"{board.regions[region].code}{board.values[region]}{symbols(board, region)}"
    canvas.put(x, y, name.ljust(INNER))
    _draw_garrison(canvas, state, region, x + 5, y)


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


def role_sign(state: State, country: Land) -> str:
    """Marks the king's country and the further one."""
    if not role(state, country):
        return ""
    return KING_SIGN if country == state.king else FURTHER_SIGN


def status_words(state: State, country: Land) -> str:
    """`contested, 3 x`: with the number of enemies."""
    black = enemies_in(state, country)
    if not state.box:
        return plural(black, "enemy", "enemies")
    return ("all enemies", f"contested, {black} x", "liberated")[state.status(country)]


def short_status(state: State, country: Land) -> str:
    """The same in few letters: all enemies, some (contested), or none (liberated)."""
    black = enemies_in(state, country)
    if not black and state.box:
        return "free"
    every = state.terms.board.country_masks[country].bit_count()
    return "all x" if black == every else f"{black} x"
