"""What stands below the castle: players, stock, the tile in hand, the signs used."""

from __future__ import annotations

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.prose import plural
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, ROLES, TYPES
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.scoring.final import largest_empty_region
from rulekeep.games.carcassonne_castle.state import DOUBLE, FOLLOWER, PLACE, SCORE, State
from rulekeep.games.carcassonne_castle.view import words
from rulekeep.games.carcassonne_castle.view.strip import picture

BLOCK = (11, 5)
"""The tile in hand is always drawn large."""
LEGEND = (
    "░ house  ▓ tower  · court  ═║ path  $ market  ○ well  [+] square  ⌂ building",
    "Bh Bk Bs Bm: Black's herald, knight, squire, merchant (W: White's)  ♔B keep",
    "12■ corner tower 12/13 with a wall tile face down, 12□ taken",
    "[2,7] r02: the tile fits there, turned r0 or r2",
)


def legend(state: State, viewer: int | None) -> tuple[str, ...]:
    """What the signs of the drawing mean."""
    return LEGEND


def draw_panel(canvas: Canvas, state: State, look: Look) -> None:
    canvas.line()
    for seat in (0, 1):
        _player(canvas, state, seat, look)
    _table(canvas, state, look)
    if state.phase == PLACE:
        _tile_in_hand(canvas, state, look)
    elif state.phase == FOLLOWER:
        _new_tile(canvas, state, look)
    elif state.phase in (SCORE, DOUBLE):
        canvas.fold(f"To be scored: {', '.join(words.waiting(state))}", look.width)
    legend = LEGEND if state.phase == PLACE else LEGEND[:-1]
    rows = sum(-(-len(line) // look.width) for line in legend)
    if not look.height or canvas.height + rows <= look.height:
        for line in legend:
            canvas.fold(line, look.width, style="dim")


# -- players --------------------------------------------------------------------------------


def _player(canvas: Canvas, state: State, seat: int, look: Look) -> None:
    head = words.player(state, seat, look, 20)
    canvas.put(0, canvas.height, head, "bold" if words.is_asked(state, seat) else "")
    row = canvas.height - 1
    column = max(len(head) + 2, 20)
    canvas.put(column, row, plural(state.score[seat], "point"), "bold")
    text = f"supply {words.supply(state, seat)}   {words.keep(state, seat)}"
    if column + 13 + len(text) <= look.width:
        canvas.put(column + 13, row, text)
    else:
        canvas.fold(text, look.width, "    ")
    canvas.fold(words.track(state, seat), look.width, "    ")
    if words.has_wall_tiles(state, seat):
        canvas.fold(f"wall tiles: {words.wall_tiles(state, seat)}", look.width, "    ")


# -- the table ------------------------------------------------------------------------------


def _table(canvas: Canvas, state: State, look: Look) -> None:
    canvas.fold("  ·  ".join(words.stock(state)), look.width)
    parts = [f"largest empty region {largest_empty_region(state)}"]
    if state.last >= 0:
        parts.insert(0, words.newest(state))
    canvas.fold("  ·  ".join(parts), look.width)


def _tile_in_hand(canvas: Canvas, state: State, look: Look) -> None:
    """The tile drawn in its four rotations, and on how many spaces each fits."""
    box, kind = state.terms.box, state.drawn
    top = canvas.height + 1
    step = BLOCK[0] + 6
    abreast = 4 if look.width >= 2 + 3 * step + BLOCK[0] + 2 else 2
    for rotation, listed, fits in words.rotations(state):
        down, across = divmod(rotation, abreast)
        x, row = 2 + across * step, top + down * (BLOCK[1] + 3)
        said = f"= r{listed}" if listed != rotation else f"fits {fits}×"
        canvas.put(x, row, f"{box.kinds[kind]} r{rotation} {said}", "bold")
        _block(canvas, x, row + 1, state, 4 * kind + rotation)
    canvas.put(0, canvas.height, "")


def _block(canvas: Canvas, x: int, y: int, state: State, oriented: int) -> None:
    """A tile in a frame."""
    width, height = BLOCK
    shown = picture(state.terms.box.oriented[oriented].segments, width, height)
    canvas.put(x, y, "┌" + "─" * width + "┐", "dim")
    for row in range(y + 1, y + height + 1):
        canvas.put(x, row, "│" + " " * width + "│", "dim")
    canvas.put(x, y + height + 1, "└" + "─" * width + "┘", "dim")
    shown.draw(canvas, x + 1, y + 1)


def _new_tile(canvas: Canvas, state: State, look: Look) -> None:
    """The newest tile with the names of its ports, and the segments that are free."""
    row = canvas.height + 1
    tile_with_ports(canvas, 2, row, state)
    segments = state.terms.box.oriented[state.board[state.last]].segments
    free = set(free_segments(state))
    abreast = look.width >= 62
    x, y = (25, row) if abreast else (2, canvas.height)
    for number, segment in enumerate(segments):
        ports = " ".join(PORTS[port] for port in segment.ports)
        state_of = f"free for a {ROLES[segment.type]}" if number in free else "taken"
        canvas.put(x, y + number, f"{TYPES[segment.type]:<6}{ports:<12}{state_of}")
    canvas.put(0, canvas.height, "")


def tile_with_ports(canvas: Canvas, x: int, y: int, state: State) -> None:
    """The newest tile in a frame that names its edges and their halves."""
    frame = x + 3
    _block(canvas, frame, y, state, state.board[state.last])
    for row, names in ((y, ("N1", "N", "N2")), (y + BLOCK[1] + 1, ("S2", "S", "S1"))):
        for column, name in zip((1, 6, 10), names, strict=True):
            canvas.put(frame + column, row, name, "dim")
    for dy, (west, east) in zip((1, 3, 5), (("W2", "E1"), ("W ", "E"), ("W1", "E2")), strict=True):
        canvas.put(x, y + dy, west, "dim")
        canvas.put(frame + 14, y + dy, east, "dim")
