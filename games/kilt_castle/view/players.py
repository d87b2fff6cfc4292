"""The players' means in characters: ducats, floors in stock, what a ducat day would bring."""

from __future__ import annotations

from textwrap import wrap

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.prose import fit
from rulekeep.core.seats import Seat
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, LETTERS, Colour
from rulekeep.games.kilt_castle.events import ducats
from rulekeep.games.kilt_castle.scoring import best_area
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.view.castle import COLOUR_STYLES


def in_lines(items: list[str], between: str, width: int) -> list[str]:
    """The items one after the other, in as few lines as it takes."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(between) + len(item) <= width:
            lines[-1] += between + item
        else:
            lines += wrap(item, width)
    return lines


class Players:
    """The same facts in several shapes; the smaller ones leave some out."""

    def __init__(self, state: State, viewer: Seat | None, look: Look) -> None:
        self.state = state
        self.viewer = viewer
        self.look = look
        self.asked = {decision.seat for decision in state.open_decisions()}

    def _style(self, seat: Seat) -> str:
        return "bold" if seat in self.asked else ""

    def _name(self, seat: Seat, width: int) -> str:
        mine = " (you)" if seat == self.viewer else ""
        return fit(self.look.name(seat), width - len(mine)) + mine

    def _marker(self, seat: Seat) -> str:
        return "▶" if seat in self.asked else " "

    def _purse(self, seat: Seat) -> int:
        return self.state.bank.purses[seat]

    def _stock(self, colour: Colour) -> str:
        plain, one, two = self.state.stock_of(colour)
        return f"{plain:>2}  {one}★ {two}★★"

    def _worth(self, colour: Colour) -> str:
        """What a ducat day would bring, and for what."""
        area = best_area(self.state, colour)
        parts = ((area.towers, "♜"), (area.roofs, "⌂"), (area.crests, "★"))
        items = " + ".join(f"{number}{sign}" for number, sign in parts if number)
        return f"{area.value:>2}{' = ' + items if items else ''}"

    def full(self) -> Canvas:
        """A line for every player and one for every colour, with headings."""
        canvas = Canvas()
        canvas.put(15, 0, "in stock", "dim")
        canvas.put(27, 0, "worth on a ducat day", "dim")
        for seat, own in enumerate(self.state.terms.colours_of):
            y = canvas.height
            name = f"{self._marker(seat)} {self._name(seat, 30):<31}"
            canvas.put(0, y, name, self._style(seat))
            canvas.put(36, y, f"{ducats(self._purse(seat)):>14}", "bold")
            for colour in own:
                y = canvas.height
                canvas.put(2, y, f"{LETTERS[colour]} {COLOUR_NAMES[colour]}", COLOUR_STYLES[colour])
                canvas.put(15, y, self._stock(colour))
                canvas.put(27, y, self._worth(colour))
        return canvas

    def rows(self) -> Canvas:
        """One line for every colour."""
        canvas = Canvas()
        for seat, own in enumerate(self.state.terms.colours_of):
            y = canvas.height
            canvas.put(0, y, f"{self._marker(seat)} {self._name(seat, 15)}", self._style(seat))
            canvas.put(17, y, f"{ducats(self._purse(seat)):>11}", "bold")
            for colour in own:
                style = COLOUR_STYLES[colour]
                canvas.put(30, y, f"{LETTERS[colour]} {COLOUR_NAMES[colour]}", style)
                canvas.put(43, y, self._stock(colour))
                canvas.put(54, y, f"worth {self._worth(colour)}")
                y += 1
        return canvas

    def narrow(self) -> Canvas:
        """Without the items that a ducat day counts."""
        canvas = Canvas()
        for seat, own in enumerate(self.state.terms.colours_of):
            y = canvas.height
            canvas.put(0, y, f"{self._marker(seat)} {self._name(seat, 13):<13}", self._style(seat))
            canvas.put(15, y, f"{ducats(self._purse(seat)):>11}", "bold")
            for colour in own:
                y = canvas.height
                canvas.put(2, y, LETTERS[colour], COLOUR_STYLES[colour])
                canvas.put(4, y, self._stock(colour))
                canvas.put(17, y, f"worth {best_area(self.state, colour).value:>2}")
        return canvas

    def slim(self) -> Canvas:
        """Without what a ducat day would bring."""
        canvas = Canvas()
        canvas.put(12, 0, "ducats", "dim")
        for seat, own in enumerate(self.state.terms.colours_of):
            y = canvas.height
            name = f"{self._marker(seat)} {fit(self.look.name(seat), 10):<10}"
            canvas.put(0, y, name, self._style(seat))
            canvas.put(12, y, f"{self._purse(seat):>6}", "bold")
            for colour in own:
                y = canvas.height
                canvas.put(2, y, LETTERS[colour], COLOUR_STYLES[colour])
                canvas.put(4, y, self._stock(colour))
        return canvas

    def line(self) -> Canvas:
        """Only the ducats."""
        canvas = Canvas()
        items: list[str] = []
        for seat, own in enumerate(self.state.terms.colours_of):
            letters = "+".join(LETTERS[colour] for colour in own)
            name = fit(self.look.name(seat), 8)
            items.append(f"{self._marker(seat).strip()}{name} {letters} {self._purse(seat)}")
        for text in in_lines(["Ducats:", *items], "  ", self.look.width):
            canvas.line(text, "bold")
        return canvas
