"""The table drawn in characters: as roomy as the screen allows."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core import Canvas, Look, Seat, first_that_fits, fit, folded, in_lines, plural
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, DRAWN, card_name
from rulekeep.games.kilt_castle.legal import decisions, sites
from rulekeep.games.kilt_castle.scoring import outcome
from rulekeep.games.kilt_castle.state import DUCATS, RELOCATE, ROOF, State
from rulekeep.games.kilt_castle.view.castle import WIDE_CELL, Castle, numbered, tower_top
from rulekeep.games.kilt_castle.view.players import FULL, NARROW, ROWS, SLIM, Players, Shape

GAP = 2
"""Columns between the castle and the players beside it."""
TOWER = "R★★ 4: red on top with 2 crests, 4 floors"
STOCK = ["11  3★ 2★★: floors in stock", "worth: on a ducat day"]
WIDEST_CASTLE = 80
"""More room is given to the players."""


def render(state: State, viewer: Seat | None, look: Look) -> Canvas:
    """The roomiest drawing there is room for; words where even the least is too wide."""
    sheet = _Sheet(state, viewer, look)
    drawing = first_that_fits(sheet.drawings(), look)
    return drawing if drawing.width <= look.width else sheet.in_words()


class _Sheet:
    """The ways to arrange the castle, the cards, the players and the legend."""

    def __init__(self, state: State, viewer: Seat | None, look: Look) -> None:
        self.state = state
        self.look = look
        self.players = Players(state, viewer, look)

    def drawings(self) -> Iterator[Canvas]:
        """From the roomiest to the ones that leave out most."""
        room = min(self.look.width, WIDEST_CASTLE)
        large = Castle.large(self.state, True, room)
        yield from self._drawn(large, FULL, beside=True)
        yield from self._drawn(large, FULL)
        if self.look.height:
            small = Castle(self.state, True)
            yield from self._drawn(large, ROWS)
            yield from self._drawn(small, FULL, beside=True)
            yield from self._drawn(small, ROWS)
            yield from self._drawn(small, NARROW, beside=True)
            yield from self._drawn(small, SLIM, beside=True)
            yield from self._drawn(small, None)
            small = Castle(self.state, False)
            yield from self._drawn(small, NARROW, beside=True)
            yield from self._drawn(small, None)
        large = Castle.large(self.state, False, room)
        yield from self._drawn(large, FULL)
        yield from self._drawn(large, NARROW)
        yield from self._drawn(large, None)

    def in_words(self) -> Canvas:
        """For boards that are too wide to be drawn."""
        state, look = self.state, self.look
        canvas = _headed(state, look, True)
        towers = []
        for name, cell in state.terms.box.cell_of.items():
            roof = "⌂" if state.is_roofed(cell) else " "
            tower = f"{tower_top(state, cell)} {state.heights[cell]}" if state.towers[cell] else "·"
            towers.append(name + roof + tower)
        canvas.write(in_lines(towers, "  ", look.width, fold=True))
        canvas.write(_listed_cards(state, look, True))
        canvas.paste(0, canvas.height, self.players.line())
        return canvas

    def _drawn(self, castle: Castle, shape: Shape | None, beside: bool = False) -> Iterator[Canvas]:
        """What is to be done, the castle, the players (None: in a line); with a legend, without."""
        players = self.players.line() if shape is None else self.players.drawn(shape)
        if beside and castle.width + GAP + players.width > self.look.width:
            return  # too wide whatever else stands there
        for legend in (True, False) if shape not in (None, SLIM) else (False,):
            canvas = _headed(self.state, self.look, castle.is_small)
            top = canvas.height + (not castle.is_small)
            canvas.paste(0, top, castle.canvas)
            if beside:
                canvas.paste(castle.width + GAP, top + castle.shoulder, players)
            canvas.write(_listed_cards(self.state, self.look, not castle.with_cards))
            if not beside:
                canvas.paste(0, canvas.height + (not castle.is_small), players)
            if legend:
                canvas.line()
                for sentence in _legend(self.state, castle):
                    canvas.write(in_lines(sentence, " · ", self.look.width, fold=True), "dim")
            yield canvas


# -- words ----------------------------------------------------------------------------------


def _headed(state: State, look: Look, brief: bool) -> Canvas:
    """A sheet that says how far the match is and what is to be done."""
    reserve = state.bank.reserve
    facts = [
        f"Turn {state.turn}",
        f"seal: {fit(look.name(state.active), 20)}",
        f"{plural(state.unused_roofs, 'roof')} left",
    ]
    if reserve is not None:
        facts.append(f"bank {reserve}")
    elif not brief:
        facts.append("bank without limit")
    if brief and state.seal == DUCATS:
        facts.append("ducat day")
    canvas = Canvas()
    canvas.write(in_lines(facts, " · ", look.width, fold=True), "bold")
    canvas.write(folded(_asked(state, look, brief), look.width, ""))
    if state.seal == DUCATS and not brief:
        words = "The seal shows its ducat side: a ducat day follows the builds."
        canvas.write(folded(words, look.width, ""), "bold")
    return canvas


def _asked(state: State, look: Look, brief: bool) -> str:
    """What is to be done, and by whom, in one line as far as shorter names help."""
    result = outcome(state)
    if result is not None:
        width = max(6, (look.width - 26) // len(result.winners) - 5)
        names = " and ".join(fit(look.name(seat), min(20, width)) for seat in result.winners)
        return f"The match is over: {names} won."
    (decision,) = decisions(state)
    words = f" {_task(state, brief)}."
    return fit(look.name(decision.seat), min(24, max(6, look.width - len(words)))) + words


def _task(state: State, brief: bool) -> str:
    board = state.terms.box
    if state.phase == RELOCATE:
        return f"moves a card; the front is at {state.front}"
    if state.phase == ROOF:
        choice = f": {' or '.join(board.names(state.roofed))}" if brief else ""
        return f"chooses the roof to move to {board.name(state.second)}{choice}"
    builds = f"builds for {COLOUR_NAMES[state.colour]}"
    card, position = card_name(state.moved >> 1), state.at[state.moved >> 1]
    if not brief:
        cells = " ".join(map(board.name, state.line()))
        return f"{builds}: card {card} at {position} faces {cells}"
    offers = [
        f"{board.name(cell)} {price if state.towers[cell] else 'free'}"
        for cell, price in sites(state).items()
    ]
    return f"{builds} ({card} at {position}): {', '.join(offers)}"


def legend(state: State, viewer: Seat | None) -> list[str]:
    """What the signs of the drawing mean, those of the small castle too."""
    others = ["▶ before a name: whose turn it is", "·: nothing built", "≈: outside the castle"]
    lines = [*_legend(state, Castle(state, True, WIDE_CELL)), STOCK, others]
    return [" · ".join(line) for line in lines if line]


def _listed_cards(state: State, look: Look, every: bool) -> list[str]:
    """The cards that are not drawn beside the castle: all of them, or those without a place."""
    rows = [
        f"{numbered(state, position)}: {' '.join(DRAWN[lying] for lying in row)}"
        for position, row in enumerate(state.rows)
        if row and (every or state.terms.box.spots[position] is None)
    ]
    return in_lines(["Cards at", *rows], "  ", look.width, fold=True) if rows else []


def _legend(state: State, castle: Castle) -> list[list[str]]:
    """Explanations, those on one subject together."""
    cards = [
        "R/o: the card R/O, red faces the board",
        f"{numbered(state, state.front)}: the front of the cards",
    ]
    roof = "⌂: roofed, belongs to all"
    if castle.is_small:
        marks = ["▶: may be built on"] if state.is_building else []
        return [[TOWER, roof], cards, STOCK + marks]
    wide, marks = castle.cell >= WIDE_CELL, []
    if state.is_building:
        free = "▶free" if wide else "▶0"
        marks.append(f"{free}, ▶2: may be built on, for nothing or for 2 ducats")
    elif state.phase == ROOF:
        marks.append(f"{'▶roof' if wide else '▶'}: may be taken")
    return [[TOWER, roof, "♜: tower"], cards, marks]
