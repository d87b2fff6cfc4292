"""What stands below the castle: players, stock, the tile in hand, the signs used."""

from __future__ import annotations

from textwrap import wrap

from rulekeep.core.canvas import Canvas, Look
from rulekeep.games.carcassonne_castle.codec import cell_name, spot_name
from rulekeep.games.carcassonne_castle.features import free_segments
from rulekeep.games.carcassonne_castle.final import largest_empty_region
from rulekeep.games.carcassonne_castle.scoring import name_of, tower_reached
from rulekeep.games.carcassonne_castle.state import (
    COLOURS,
    DOUBLE,
    FOLLOWER,
    NUMBERS,
    OVER,
    PLACE,
    SCORE,
    State,
)
from rulekeep.games.carcassonne_castle.tile_picture import picture
from rulekeep.games.carcassonne_castle.tiles import PORTS, ROLES, TYPES

BLOCK = (11, 5)
"""The tile in hand is always drawn large."""
LEGEND = (
    "░ house  ▓ tower  · court  ═║ path  $ market  ○ well  [+] square  ⌂ building",
    "Bh Bk Bs Bm: Black's herald, knight, squire, merchant (W: White's)  ♔B keep",
    "12■ corner tower 12/13 with a wall tile face down, 12□ taken",
    "[2,7] r02: the tile fits there, turned r0 or r2",
)


def draw_panel(canvas: Canvas, state: State, look: Look) -> None:
    canvas.line()
    for seat in (0, 1):
        _player(canvas, state, seat, look)
    _table(canvas, state, look)
    if state.phase == PLACE:
        _tile_in_hand(canvas, state)
    elif state.phase == FOLLOWER:
        _new_tile(canvas, state)
    elif state.phase in (SCORE, DOUBLE):
        named = ", ".join(name_of(state, root) for root in state.closed)
        _wrapped(canvas, f"To be scored: {named}", look)
    legend = LEGEND if state.phase == PLACE else LEGEND[:-1]
    if not look.height or canvas.height + len(legend) <= look.height:
        for line in legend:
            _clipped(canvas, line, look, "dim")


def _clipped(canvas: Canvas, text: str, look: Look, style: str = "") -> None:
    canvas.line(text if len(text) <= look.width else text[: look.width - 1] + "…", style)


def _wrapped(canvas: Canvas, text: str, look: Look, indent: str = "") -> None:
    for line in wrap(text, look.width, initial_indent=indent, subsequent_indent=indent + "  "):
        canvas.line(line)


# -- players --------------------------------------------------------------------------------


def _player(canvas: Canvas, state: State, seat: int, look: Look) -> None:
    mark = "▶" if state.phase != OVER and state.active == seat else " "
    name = look.name(seat)
    who = name if len(name) <= 20 else name[:19] + "…"
    head = f"{mark} {COLOURS[seat]} ({who})"
    canvas.put(0, canvas.height, head, "bold" if mark != " " else "")
    row = canvas.height - 1
    column = max(len(head) + 2, 20)
    canvas.put(column, row, f"{state.score[seat]} points", "bold")
    men = "♟" * state.supply[seat] or "none"
    if state.supply[seat] > 8:
        men = str(state.supply[seat])
    text = f"supply {men}   {_keep(state, seat)}"
    canvas.put(column + 13, row, text[: max(0, look.width - column - 13)])
    _wrapped(canvas, _track(state, seat), look, "    ")
    if any(state.owned[seat * NUMBERS : (seat + 1) * NUMBERS]):
        _wrapped(canvas, f"wall tiles: {_wall_tiles(state, seat)}", look, "    ")


def _keep(state: State, seat: int) -> str:
    if not state.keep_size[seat]:
        return "keep in the supply"
    spot = state.keep_at[seat]
    where = f" at {spot_name(state, spot)}" if spot >= 0 else ""
    return f"keep size {state.keep_size[seat]}{where}"


def _track(state: State, seat: int) -> str:
    """The marker's space and the next corner towers that still have a wall tile."""
    components = state.components
    lap, space = divmod(state.score[seat], components.track)
    text = f"marker on space {space}" + (f" of lap {lap + 1}" if lap else "")
    ahead: dict[int, list[int]] = {}
    for step in range(1, components.track):
        tower = tower_reached(state, state.score[seat] + step)
        if tower >= 0:
            ahead.setdefault(tower, []).append(step)
    nearest = [
        f"{components.wall_towers[tower].name} (+{' or +'.join(map(str, steps))})"
        for tower, steps in list(ahead.items())[:2]
    ]
    return text + (f"; wall tiles ahead: {', '.join(nearest)}" if nearest else "")


_EFFECTS = (
    "",
    "extra turn",
    "tower ×2",
    "house ×2",
    "unfinished path",
    "unfinished tower",
    "unfinished house",
    "4 per market",
    "keep +2",
    "+5",
)


def _wall_tiles(state: State, seat: int) -> str:
    said = []
    for number in range(1, NUMBERS):
        at = seat * NUMBERS + number
        if state.owned[at]:
            copies = " twice" if state.owned[at] > 1 else ""
            waits = ", from the next turn on" if at in state.fresh and number < 4 else ""
            said.append(f"{number}{copies} ({_EFFECTS[number]}{waits})")
    return ", ".join(said)


# -- the table ------------------------------------------------------------------------------


def _table(canvas: Canvas, state: State, look: Look) -> None:
    total, towers = state.stock.total, state.towers.bit_count()
    parts = ["The match is over" if state.phase == OVER else f"Turn {state.turn}"]
    parts.append(f"{total} tile{'' if total == 1 else 's'} in the stock")
    if state.removed:
        parts.append(f"{len(state.removed)} removed")
    parts.append(f"{towers} wall tile{'' if towers == 1 else 's'} on the wall")
    _clipped(canvas, "  ·  ".join(parts), look)
    parts = [f"largest empty region {largest_empty_region(state)}"]
    if state.last >= 0:
        tile = state.components.kinds[state.board[state.last] // 4]
        where = cell_name(state.components, state.last)
        parts.insert(0, f"newest tile {tile} at {where}")
    _clipped(canvas, "  ·  ".join(parts), look)


def _tile_in_hand(canvas: Canvas, state: State) -> None:
    """The tile drawn in its four rotations, and on how many spaces each fits."""
    components, kind = state.components, state.drawn
    row = canvas.height + 1
    for rotation in range(4):
        x = 2 + rotation * (BLOCK[0] + 6)
        listed = components.listed_rotation[kind][rotation]
        fits = sum(components.fits[kind][state.asks[cell]] >> listed & 1 for cell in state.frontier)
        said = f"= r{listed}" if listed != rotation else f"fits {fits}×"
        canvas.put(x, row, f"{components.kinds[kind]} r{rotation} {said}", "bold")
        _block(canvas, x, row + 1, state, 4 * kind + rotation)
    canvas.put(0, row + BLOCK[1] + 3, "")


def _block(canvas: Canvas, x: int, y: int, state: State, oriented: int) -> None:
    """A tile in a frame."""
    width, height = BLOCK
    shown = picture(state.components.oriented[oriented].segments, width, height)
    canvas.put(x, y, "┌" + "─" * width + "┐", "dim")
    for dy, row in enumerate(shown.rows, 1):
        canvas.put(x, y + dy, "│", "dim")
        column = x + 1
        for text, style in row:
            column = canvas.put(column, y + dy, text, style)
        canvas.put(column, y + dy, "│", "dim")
    canvas.put(x, y + height + 1, "└" + "─" * width + "┘", "dim")


def _new_tile(canvas: Canvas, state: State) -> None:
    """The newest tile with the names of its ports, and the segments that are free."""
    row = canvas.height + 1
    oriented = state.board[state.last]
    x = 5
    _block(canvas, x, row, state, oriented)
    canvas.put(x + 1, row, "N1", "dim")
    canvas.put(x + 6, row, "N", "dim")
    canvas.put(x + 10, row, "N2", "dim")
    canvas.put(x + 1, row + 6, "S2", "dim")
    canvas.put(x + 6, row + 6, "S", "dim")
    canvas.put(x + 10, row + 6, "S1", "dim")
    for dy, (west, east) in zip((1, 3, 5), (("W2", "E1"), ("W ", "E"), ("W1", "E2")), strict=True):
        canvas.put(x - 3, row + dy, west, "dim")
        canvas.put(x + 14, row + dy, east, "dim")
    segments = state.components.oriented[oriented].segments
    free = set(free_segments(state))
    for number, segment in enumerate(segments):
        ports = " ".join(PORTS[port] for port in segment.ports)
        state_of = f"free for a {ROLES[segment.type]}" if number in free else "taken"
        canvas.put(x + 20, row + number, f"{TYPES[segment.type]:<6}{ports:<12}{state_of}")
    canvas.put(0, row + max(BLOCK[1] + 2, len(segments)), "")
