"""The panel for low windows: beside the castle or below it, as much as there is room for."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from attrs import define, field

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.prose import in_lines, plural
from rulekeep.games.carcassonne_castle.scoring.final import largest_empty_region
from rulekeep.games.carcassonne_castle.state import DOUBLE, FOLLOWER, NUMBERS, PLACE, SCORE, State
from rulekeep.games.carcassonne_castle.view import words
from rulekeep.games.carcassonne_castle.view.panel import LEGEND, tile_with_ports
from rulekeep.games.carcassonne_castle.view.strip import SQUARE, picture

NARROWEST = 24
"""Columns the panel needs beside the castle."""
IN_A_ROW = ("a tile: W N middle S E", "HKSM Black, hksm White")
"""How to read tiles of one row."""
ROLES_SAID = "H herald, K knight, S squire, M merchant"
EXTRAS = ("row", "tile", "ahead", "kinds", "gaps", "effects", "table", "legend")
"""What is added as long as there is room, the most useful first."""


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
        elif phase in (SCORE, DOUBLE):
            self._flow_words("To be scored:", words.waiting(self.state))
        self._signs()
        return self.canvas

    # -- lines ------------------------------------------------------------------------------

    def _gap(self) -> None:
        if "gaps" in self.extras:
            self.canvas.line()

    def _flow_words(self, head: str, said: list[str]) -> None:
        """A list that is broken between its members only."""
        commas = [f"{each}," for each in said[:-1]] + said[-1:]
        self.canvas.flow([(text, "") for text in (head, *commas)], self.width, gap=1)

    # -- players ----------------------------------------------------------------------------

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
        if words.has_wall_tiles(state, seat):
            told = self._numbers(seat)
            if "effects" in self.extras:
                told = words.wall_tiles(state, seat)
            self.canvas.fold(f"wall tiles {told}", self.width, "  ")

    def _numbers(self, seat: int) -> str:
        """The wall tiles; in brackets those that wait for the next turn."""
        told = []
        for number in range(1, NUMBERS):
            at = seat * NUMBERS + number
            waiting = self.state.fresh.count(at) if number < 4 else 0
            told += [str(number)] * (self.state.owned[at] - waiting) + [f"({number})"] * waiting
        return " ".join(told)

    # -- the table --------------------------------------------------------------------------

    def _table(self) -> None:
        parts = words.stock(self.state)
        if "table" not in self.extras:
            parts = [parts[0], parts[1].replace("in the stock", "left")]
        else:
            parts[-1] = parts[-1].replace("on the wall", "left")
            if self.state.last >= 0:
                parts.append(words.newest(self.state))
            parts.append(f"largest empty region {largest_empty_region(self.state)}")
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
        self._flow_words("free:", words.free(self.state))
        if "tile" in self.extras:
            tile_with_ports(self.canvas, 2, self.canvas.height, self.state)

    # -- the signs --------------------------------------------------------------------------

    def _signs(self) -> None:
        low = self.block_rows == 1
        kinds, men, *others = LEGEND
        if low and "row" in self.extras:
            for line in IN_A_ROW:
                self.canvas.line(line, "dim")
        if "kinds" in self.extras:
            shown = kinds if self.block_rows > 2 else kinds.replace("[+]", SQUARE)
            self.canvas.flow([(sign, "dim") for sign in shown.split("  ")], self.width, gap=2)
        if "legend" in self.extras:
            if self.state.phase != PLACE or low:
                others.pop()
            for line in (ROLES_SAID if low else men, *others):
                self.canvas.fold(line, self.width, style="dim")
