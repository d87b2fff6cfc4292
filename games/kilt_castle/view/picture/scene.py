"""What is drawn on, for whom, and where things lie: shared by all parts of the picture."""

from __future__ import annotations

from collections import Counter

from attrs import Factory, define, frozen

from rulekeep.core import INK_NEWS, STEPS, Look, Picture, Point, Seat
from rulekeep.games.kilt_castle.box.board import Board, Cell, Position
from rulekeep.games.kilt_castle.box.pieces import ROW_SIZE, Colour, Crests, card_name
from rulekeep.games.kilt_castle.events import (
    CardRelocated,
    DucatsPaid,
    FinalPaid,
    FinalRoofsPaid,
    FloorBuilt,
    RoofPlaced,
)
from rulekeep.games.kilt_castle.legal import legal_moves
from rulekeep.games.kilt_castle.moves import Build, MoveRoof, Relocate
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.view.picture.inks import Fills

WIDE, HIGH = 100.0, 110.0
"""A cell."""
TAB = 38.0
"""How far the numbers of the positions reach from the castle."""
CARD, ACROSS, GAP = 44.0, 86.0, 6.0
"""A card as it points to the castle, as it lies along it, and the room to the next one."""
REACH = TAB + max(ROW_SIZE.values()) * (CARD + GAP) + 10
"""From the castle past the outermost card."""
MARGIN, HEAD, FOOT = 10.0, 54.0, 104.0
PRINTED_COLUMNS = 5
"""A smaller castle lies on as wide a sheet, since words need room."""


@frozen
class Lane:
    """Where the cards of an edge position lie: from a point at the castle outwards."""

    x: float
    y: float
    out: tuple[int, int]

    def along(self, distance: float) -> Point:
        return self.x + self.out[0] * distance, self.y + self.out[1] * distance

    def size(self, deep: float, across: float) -> tuple[float, float]:
        """Width and height of a thing that is so deep, seen from the castle."""
        return (across, deep) if self.out[1] else (deep, across)

    @property
    def onward(self) -> tuple[int, int]:
        """The way the cards go: clockwise."""
        return -self.out[1], self.out[0]


class Places:
    """The sheet's measures and where every cell and lane is on it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = max(board.columns, PRINTED_COLUMNS) * WIDE + 2 * (REACH + MARGIN)
        self.left = (self.width - board.columns * WIDE) / 2
        self.top = HEAD + REACH
        self.right = self.left + board.columns * WIDE
        self.bottom = self.top + board.rows * HIGH
        self.loose = [position for position, spot in enumerate(board.spots) if spot is None]
        self.strip = self.bottom + REACH + GAP
        """Below the castle: positions of which the board does not say where they lie."""
        self.strip_height = REACH + GAP
        self.per_strip = int((self.width - 2 * MARGIN) // WIDE)
        self.foot = self.strip + self.strip_height * -(-len(self.loose) // self.per_strip)
        self.height = self.foot + FOOT

    def corner(self, cell: Cell) -> Point:
        row, column = divmod(cell, self.board.stride)
        return self.left + column * WIDE, self.top + row * HIGH

    def lane(self, position: Position) -> Lane:
        spot = self.board.spots[position]
        if spot is None:
            strip, place = divmod(self.loose.index(position), self.per_strip)
            bottom = self.strip + (strip + 1) * self.strip_height
            return Lane(MARGIN + (place + 0.5) * WIDE, bottom - GAP, STEPS[0])
        out = STEPS[spot.side]
        if out[1]:
            x, y = self.left + (spot.lane + 0.5) * WIDE, self.top if out[1] < 0 else self.bottom
        else:
            x, y = self.left if out[0] < 0 else self.right, self.top + (spot.lane + 0.5) * HIGH
        return Lane(x, y, out)


@define
class News:
    """What has happened since a card was last relocated."""

    moved: CardRelocated | None = None
    floors: dict[str, list[FloorBuilt]] = Factory(dict)
    """By cell, the lowest first."""
    roofs: dict[str, RoofPlaced] = Factory(dict)
    """By cell."""
    gains: Counter[Seat] = Factory(Counter)
    """What the players have got, less what they have paid."""


def newest(look: Look) -> News:
    news = News()
    for _, event in look.lately:
        match event:
            case CardRelocated():
                news = News(event)
            case FloorBuilt(seat=seat, price=price, paid_to=owner):
                news.floors.setdefault(event.cell, []).append(event)
                if owner is not None:
                    news.gains[seat] -= price
                    news.gains[owner] += price
            case RoofPlaced():
                news.roofs[event.cell] = event
            case DucatsPaid() | FinalPaid() | FinalRoofsPaid():
                news.gains[event.seat] += event.amount
    return news


class Choices:
    """What the viewer can name now, in the words of the notation; nothing if others decide."""

    def __init__(self, state: State, viewer: Seat | None) -> None:
        self.cards: set[str] = set()
        self.targets: set[Position] = set()
        self.cells: set[Cell] = set()
        self.floors: set[tuple[Colour, Crests]] = set()
        for move in () if viewer is None else legal_moves(state, viewer):
            match move:
                case Relocate(card, _, to):
                    self.cards.add(card_name(card))
                    self.targets.add(to)
                case Build(cell, crests):
                    self.cells.add(cell)
                    self.floors.add((state.colour_of(move), crests))
                case MoveRoof(cell):
                    self.cells.add(cell)


def yes(legal: bool) -> str | None:
    """For `data_legal`."""
    return "yes" if legal else None


class Scene:
    """One table on one sheet, as a viewer sees it."""

    def __init__(
        self, sheet: Picture, places: Places, state: State, viewer: Seat | None, look: Look
    ) -> None:
        self.sheet = sheet
        self.places = places
        self.state = state
        self.board = state.terms.box
        self.look = look
        self.fills = Fills(sheet)
        self.news = newest(look)
        self.viewer = viewer
        self.choices = Choices(state, viewer)

    def mark(self, corners: list[Point], tip: str) -> None:
        """The dashed outline of what changed last."""
        self.sheet.polygon(
            corners, tip=tip, class_="news", fill="none", stroke=INK_NEWS, stroke_width=3,
            stroke_dasharray="6 4", stroke_linejoin="round",
        )  # fmt: skip


def box(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
