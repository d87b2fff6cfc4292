"""The panel: players, stock, the tile in hand and the legend, as far as there is room."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from attrs import define, field

from rulekeep.core import Canvas, Look, draw_lines, frames, in_lines, plural
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.state import FOLLOWER, NUMBERS, PLACE, SCORING, State
from rulekeep.games.carcassonne_castle.view import words
from rulekeep.games.carcassonne_castle.view.block import picture

BLOCK = (11, 5)
"""The newest tile is drawn large, so that the names of its ports fit round it."""
LEGEND = (
    "░ house  ▓ tower  · court  ═║ path  $ market  ○ well  * square  ⌂ building",
    "H K S M: Black's herald, knight, squire, merchant  h k s m: White's  B W: keeps",
    "12■ corner tower 12/13 with a wall tile face down, 12□ without",
    "[2,7] r02: the tile fits there, turned r0 or r2",
)
IN_A_ROW = "a tile in a row: west, north, middle, south, east"
NARROWEST = 24
"""Columns the panel needs beside the castle."""
EXTRAS = ("row", "tile", "ahead", "kinds", "gaps", "effects", "table", "legend", "large")
"""What is added as long as there is room, the most useful first."""


def legend(state: State, viewer: int | None) -> tuple[str, ...]:
    """What the signs of the drawing mean."""
    return (*LEGEND, "♟ follower in the supply  ▶ whose turn it is")


def panel(state: State, look: Look, width: int, block_rows: int, rows: int = 0) -> Canvas:
    """The panel with the extras that fit into so many rows; 0: with all of them."""
    if not rows:
        return _Panel(state, look, width, block_rows, set(EXTRAS)).draw()
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
        self._gap()
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

    def _flow_words(self, head: str, items: list[str]) -> None:
        """A list that is broken between its members only."""
        commas = [f"{each}," for each in items[:-1]] + items[-1:]
        self.canvas.flow([(text, "") for text in (head, *commas)], self.width, gap=1)

    def _player(self, seat: int) -> None:
        state = self.state
        head = words.player(state, seat, self.look, min(20, self.width - 10))
        parts = [
            (head, "bold" if words.is_asked(state, seat) else ""),
            (plural(state.score[seat], "point"), "bold"),
            (words.supply(state, seat), ""),
            (words.keep(state, seat), ""),
        ]
        if "ahead" in self.extras:
            parts += [(text, "") for text in (words.lap(state, seat), words.ahead(state, seat))]
        self.canvas.flow([part for part in parts if part[0]], self.width, gap=2)
        if wall_tiles := words.wall_tiles(state, seat):
            if "effects" not in self.extras:
                wall_tiles = self._numbers(seat)
            self.canvas.fold(f"wall tiles {wall_tiles}", self.width, "  ")

    def _numbers(self, seat: int) -> str:
        """The wall tiles; in brackets those that wait for the next turn."""
        numbers: list[str] = []
        for number in range(1, NUMBERS):
            at = seat * NUMBERS + number
            waiting = self.state.fresh.count(at) if number < 4 else 0
            numbers += [str(number)] * (self.state.owned[at] - waiting) + [f"({number})"] * waiting
        return " ".join(numbers)

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
        """The four rotations, drawn as tiles are on the board; large where there is room."""
        name = self.state.terms.box.kinds[self.state.drawn]
        heading = f"Tile {name}: rotation × spaces where it fits"
        self.canvas.line(heading[: self.width], "bold")
        if "tile" not in self.extras or self.block_rows == 1:
            self._rotations(5, 1, 12)
        elif "large" in self.extras and self.width >= 4 * (BLOCK[0] + 2):
            self._rotations(*BLOCK, BLOCK[0] + 2)
        else:
            wide = 7 if self.width >= 4 * 8 else 5
            self._rotations(wide, min(3, self.block_rows), wide + 1)

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
            self._tile_with_ports(2, self.canvas.height)

    def _tile_with_ports(self, x: int, y: int) -> None:
        """The newest tile in a frame that names its edges and their halves."""
        canvas, frame = self.canvas, x + 3
        draw_lines(canvas, frames([(frame + 1, y + 1)], *BLOCK), style="dim")
        picture(self.state.tile_on(self.state.last).segments, *BLOCK).draw(canvas, frame + 1, y + 1)
        for row, names in ((y, ("N1", "N", "N2")), (y + BLOCK[1] + 1, ("S2", "S", "S1"))):
            for column, name in zip((1, 6, 10), names, strict=True):
                canvas.put(frame + column, row, name, "dim")
        for dy, west, east in ((1, "W2", "E1"), (3, "W", "E"), (5, "W1", "E2")):
            canvas.put(x, y + dy, west, "dim")
            canvas.put(frame + 14, y + dy, east, "dim")

    def _signs(self) -> None:
        kinds, *others = LEGEND
        if self.block_rows == 1 and "row" in self.extras:
            self.canvas.fold(IN_A_ROW, self.width, style="dim")
        if "kinds" in self.extras:
            self.canvas.flow([(sign, "dim") for sign in kinds.split("  ")], self.width, gap=2)
        if "legend" in self.extras:
            for line in others if self.state.phase == PLACE else others[:-1]:
                self.canvas.fold(line, self.width, style="dim")
