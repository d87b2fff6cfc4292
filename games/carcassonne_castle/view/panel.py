"""Players, stock, the tile in hand, the signs used: all there is to say, or what there is room for."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from attrs import define, field

from rulekeep.core import Canvas, Look, draw_lines, frames, in_lines, plural
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, ROLES, TYPES
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.state import FOLLOWER, NUMBERS, PLACE, SCORING, State
from rulekeep.games.carcassonne_castle.view import words
from rulekeep.games.carcassonne_castle.view.block import LOW_SQUARE, SQUARE, picture

BLOCK = (11, 5)
"""The tile in hand is always drawn large."""
LEGEND = (
    "░ house  ▓ tower  · court  ═║ path  $ market  ○ well  [+] square  ⌂ building",
    "Bh Bk Bs Bm: Black's herald, knight, squire, merchant (W: White's)  ♔B keep",
    "12■ corner tower 12/13 with a wall tile face down, 12□ taken",
    "[2,7] r02: the tile fits there, turned r0 or r2",
)
NARROWEST = 24
"""Columns the panel needs beside the castle."""
IN_A_ROW = ("a tile: W N middle S E", "HKSM Black, hksm White")
"""How to read tiles of one row."""
ROLES_SAID = "H herald, K knight, S squire, M merchant"
EXTRAS = ("row", "tile", "ahead", "kinds", "gaps", "effects", "table", "legend")
"""What is added as long as there is room, the most useful first."""


def legend(state: State, viewer: int | None) -> tuple[str, ...]:
    """What the signs of the drawing mean."""
    return LEGEND


# -- below the castle: everything ------------------------------------------------------------


def draw_panel(canvas: Canvas, state: State, look: Look) -> None:
    canvas.line()
    for seat in (0, 1):
        _player(canvas, state, seat, look)
    for parts in (words.stock(state), words.board(state)):
        canvas.fold("  ·  ".join(parts), look.width)
    if state.phase == PLACE:
        _tile_in_hand(canvas, state, look)
    elif state.phase == FOLLOWER:
        _new_tile(canvas, state, look)
    elif state.phase in SCORING:
        canvas.fold(f"To be scored: {', '.join(words.waiting(state))}", look.width)
    legend = LEGEND if state.phase == PLACE else LEGEND[:-1]
    rows = sum(-(-len(line) // look.width) for line in legend)
    if not look.height or canvas.height + rows <= look.height:
        for line in legend:
            canvas.fold(line, look.width, style="dim")


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
    if told := words.wall_tiles(state, seat):
        canvas.fold(f"wall tiles: {told}", look.width, "    ")


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
    canvas.line()


def _block(canvas: Canvas, x: int, y: int, state: State, oriented: int) -> None:
    """A tile in a frame."""
    draw_lines(canvas, frames([(x + 1, y + 1)], *BLOCK), style="dim")
    picture(state.terms.box.oriented[oriented].segments, *BLOCK).draw(canvas, x + 1, y + 1)


def _new_tile(canvas: Canvas, state: State, look: Look) -> None:
    """The newest tile with the names of its ports, and the segments that are free."""
    row = canvas.height + 1
    tile_with_ports(canvas, 2, row, state)
    segments = state.tile_on(state.last).segments
    free = set(free_segments(state))
    abreast = look.width >= 62
    x, y = (25, row) if abreast else (2, canvas.height)
    for number, segment in enumerate(segments):
        ports = " ".join(PORTS[port] for port in segment.ports)
        state_of = f"free for a {ROLES[segment.type]}" if number in free else "taken"
        canvas.put(x, y + number, f"{TYPES[segment.type]:<6}{ports:<12}{state_of}")
    canvas.line()


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


# -- for low windows: beside the castle or below it -------------------------------------------


def brief_panel(state: State, look: Look, width: int, rows: int, block_rows: int) -> Canvas:
    """So wide; not taller than so many rows if that can be helped."""
    chosen: set[str] = set()
    canvas = _Panel(state, look, width, block_rows, chosen).draw()
    for extra in EXTRAS:
        fuller = _Panel(state, look, width, block_rows, chosen | {extra}).draw()
        if fuller.height <= rows:
            canvas = fuller
            chosen.add(extra)
    return canvas


@define
class _Panel:
    state: State
    look: Look
    width: int
    block_rows: int
    extras: AbstractSet[str]
    canvas: Canvas = field(factory=Canvas)

    def draw(self) -> Canvas:
        for seat in (0, 1):
            self._player(seat)
            self._gap()
        self._table()
        self._gap()
        phase = self.state.phase
        if phase == PLACE:
            self._tile_in_hand()
        elif phase == FOLLOWER:
            self._new_tile()
        elif phase in SCORING:
            self._flow_words("To be scored:", words.waiting(self.state))
        self._signs()
        return self.canvas

    def _gap(self) -> None:
        if "gaps" in self.extras:
            self.canvas.line()

    def _flow_words(self, head: str, said: list[str]) -> None:
        """A list that is broken between its members only."""
        commas = [f"{each}," for each in said[:-1]] + said[-1:]
        self.canvas.flow([(text, "") for text in (head, *commas)], self.width, gap=1)

    def _player(self, seat: int) -> None:
        state = self.state
        head = words.player(state, seat, self.look, min(20, self.width - 10))
        supply = words.supply(state, seat)
        parts = [
            (head, "bold" if words.is_asked(state, seat) else ""),
            (plural(state.score[seat], "point"), "bold"),
            (supply if supply.startswith("♟") else f"supply {supply}", ""),
            (words.keep(state, seat, short=True), ""),
        ]
        if "ahead" in self.extras and (ahead := words.towers_ahead(state, seat)):
            steps = next(iter(ahead.values()))
            parts.append((f"next wall tile {' '.join(f'+{step}' for step in steps)}", ""))
        self.canvas.flow(parts, self.width, gap=2)
        if told := words.wall_tiles(state, seat):
            if "effects" not in self.extras:
                told = self._numbers(seat)
            self.canvas.fold(f"wall tiles {told}", self.width, "  ")

    def _numbers(self, seat: int) -> str:
        """The wall tiles; in brackets those that wait for the next turn."""
        told = []
        for number in range(1, NUMBERS):
            at = seat * NUMBERS + number
            waiting = self.state.fresh.count(at) if number < 4 else 0
            told += [str(number)] * (self.state.owned[at] - waiting) + [f"({number})"] * waiting
        return " ".join(told)

    def _table(self) -> None:
        parts = words.stock(self.state)
        if "table" not in self.extras:
            parts = [parts[0], parts[1].replace("in the stock", "left")]
        else:
            parts[-1] = parts[-1].replace("on the wall", "left")
            parts += words.board(self.state)
        for row in in_lines(parts, " · ", self.width):
            self.canvas.line(row[: self.width])

    def _tile_in_hand(self) -> None:
        """The four rotations: as blocks where there is room, else each in a row."""
        state = self.state
        name = state.terms.box.kinds[state.drawn]
        if "tile" not in self.extras:
            self.canvas.line(f"Tile {name}, turned r0 to r3", "bold")
            self._rotations(5, 1, 12)
            return
        self.canvas.line(f"Tile {name} fits × spaces:", "bold")
        wide = 7 if self.width >= 4 * 8 else 5
        self._rotations(wide, 3, wide + 1)

    def _rotations(self, width: int, height: int, step: int) -> None:
        state, canvas = self.state, self.canvas
        abreast = 4 if self.width >= 4 * step - 1 else 2
        top = canvas.height
        for rotation, listed, fits in words.rotations(state):
            down, across = divmod(rotation, abreast)
            x, y = across * step, top + down * (height if height == 1 else height + 1)
            same = f"=r{listed}" if listed != rotation else ""
            if height == 1:
                x = canvas.put(x, y, f"r{rotation} ")
                canvas.put(x + width, y, same or f"×{fits}")
            else:
                canvas.put(x, y, f"r{rotation}{same or f'×{fits}'}")
                y += 1
            oriented = state.terms.box.oriented[4 * state.drawn + rotation]
            picture(oriented.segments, width, height, self.look.ascii).draw(canvas, x, y)

    def _new_tile(self) -> None:
        self.canvas.line(words.newest(self.state).replace("newest", "New"), "bold")
        segments = self.state.tile_on(self.state.last).segments
        self._flow_words("free:", [segments[n].name for n in free_segments(self.state)])
        if "tile" in self.extras:
            tile_with_ports(self.canvas, 2, self.canvas.height, self.state)

    def _signs(self) -> None:
        low = self.block_rows == 1
        kinds, men, *others = LEGEND
        if low and "row" in self.extras:
            for line in IN_A_ROW:
                self.canvas.line(line, "dim")
        if "kinds" in self.extras:
            shown = kinds if self.block_rows > 2 else kinds.replace(SQUARE, LOW_SQUARE)
            self.canvas.flow([(sign, "dim") for sign in shown.split("  ")], self.width, gap=2)
        if "legend" in self.extras:
            if self.state.phase != PLACE or low:
                others.pop()
            for line in (ROLES_SAID if low else men, *others):
                self.canvas.fold(line, self.width, style="dim")
