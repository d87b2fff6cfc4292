"""The players' means in characters: ducats, floors in stock, what a ducat day would bring."""

from __future__ import annotations

from rulekeep.core import Canvas, Look, Seat, fit, frozen, in_lines
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, LETTERS, Colour
from rulekeep.games.kilt_castle.events import ducats
from rulekeep.games.kilt_castle.legal import decisions
from rulekeep.games.kilt_castle.scoring import best_area
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.view.castle import COLOUR_STYLES


@frozen
class Shape:
    """One way to list the players: the columns of things, 0 where they are left out."""

    name: int
    """Columns for a name."""
    blanks: int
    """Columns its style reaches to."""
    purse: tuple[int, int]
    """From where to where the ducats stand, to the right."""
    colour: int
    stock: int
    worth: int = 0
    headings: tuple[tuple[int, str], ...] = ()
    spelled_out: bool = True
    """With the names of colours, and the items that a ducat day counts."""
    own_lines: bool = True
    """The colours stand under their owner, else beside."""


FULL = Shape(30, 31, (36, 50), 2, 15, 27, headings=((15, "in stock"), (27, "worth on a ducat day")))
ROWS = Shape(15, 0, (17, 28), 30, 43, 54, own_lines=False)
NARROW = Shape(13, 13, (15, 26), 2, 4, 17, spelled_out=False)
SLIM = Shape(10, 10, (12, 18), 2, 4, headings=((12, "ducats"),), spelled_out=False)


class Players:
    """The same facts in several shapes; the smaller ones leave some out."""

    def __init__(self, state: State, viewer: Seat | None, look: Look) -> None:
        self.state = state
        self.viewer = viewer
        self.look = look
        self.asked = {decision.seat for decision in decisions(state)}

    def _name(self, seat: Seat, width: int) -> str:
        mine = " (you)" if seat == self.viewer and width > SLIM.name else ""
        return fit(self.look.name(seat), width - len(mine)) + mine

    def _worth(self, colour: Colour, shape: Shape) -> str:
        """What a ducat day would bring, and for what."""
        area = best_area(self.state, colour)
        worth = f"{'' if shape.headings else 'worth '}{area.value:>2}"
        parts = ((area.towers, "♜"), (area.roofs, "⌂"), (area.crests, "★"))
        items = " + ".join(f"{number}{sign}" for number, sign in parts if number)
        return f"{worth} = {items}" if items and shape.spelled_out else worth

    def drawn(self, shape: Shape) -> Canvas:
        canvas = Canvas()
        for x, text in shape.headings:
            canvas.put(x, 0, text, "dim")
        for seat, own in enumerate(self.state.terms.colours_of):
            y = canvas.height
            style, marker = ("bold", "▶") if seat in self.asked else ("", " ")
            name = self._name(seat, shape.name).ljust(shape.blanks)
            canvas.put(0, y, f"{marker} {name}", style)
            amount = self.state.bank.purses[seat]
            purse = ducats(amount) if shape.worth else str(amount)
            start, end = shape.purse
            canvas.put(start, y, purse.rjust(end - start), "bold")
            for row, colour in enumerate(own, y + shape.own_lines):
                label = f" {COLOUR_NAMES[colour]}" if shape.spelled_out else ""
                canvas.put(shape.colour, row, LETTERS[colour] + label, COLOUR_STYLES[colour])
                plain, one, two = self.state.stock_of(colour)
                canvas.put(shape.stock, row, f"{plain:>2}  {one}★ {two}★★")
                if shape.worth:
                    canvas.put(shape.worth, row, self._worth(colour, shape))
        return canvas

    def line(self) -> Canvas:
        """Only the ducats."""
        canvas = Canvas()
        items: list[str] = []
        for seat, own in enumerate(self.state.terms.colours_of):
            letters = "+".join(LETTERS[colour] for colour in own)
            name = fit(self.look.name(seat), 8)
            marker = "▶" if seat in self.asked else ""
            items.append(f"{marker}{name} {letters} {self.state.bank.purses[seat]}")
        canvas.write(in_lines(["Ducats:", *items], "  ", self.look.width, fold=True), "bold")
        return canvas
