"""What every part of the picture needs to know: the table, who looks, what may be named, the news."""

from __future__ import annotations

from collections import Counter

from attrs import Factory, define

from rulekeep.core import INK_NEWS, Event, Look, Picture, Seat
from rulekeep.games.castle_keep import events, moves
from rulekeep.games.castle_keep.box.castle import Cell, Cells
from rulekeep.games.castle_keep.box.tiles import Kind
from rulekeep.games.castle_keep.legal import choices
from rulekeep.games.castle_keep.state import NOBODY, State
from rulekeep.games.castle_keep.terms import OVER
from rulekeep.games.castle_keep.view.picture.inks import Fills

Spot = tuple[int, str, str]
"""Owner (-1: nobody), letter of the castle, cell, as events name them."""


@define
class News:
    """What the last move changed."""

    cells: dict[Spot, str] = Factory(dict)
    """Where something changed, and what."""
    discard: str = ""
    flips: str = ""
    drawn: list[str] = Factory(list)
    """What the viewer has just drawn."""
    piles: set[int] = Factory(set)
    taken: dict[Seat, tuple[str, ...]] = Factory(dict)
    """What came into a reserve."""

    @classmethod
    def of(cls, look: Look, viewer: Seat | None) -> News:
        news = cls()
        for seat, event in look.lately:
            if isinstance(event, BEGINNINGS):
                news = cls()
            news.cells |= _in_castles(event, seat, look.name(seat) if seat >= 0 else "")
            news.add(event, look, viewer)
        return news

    def add(self, event: Event, look: Look, viewer: Seat | None) -> None:
        """What an event changed outside the castles."""
        match event:
            case events.TilesDestroyed():
                self.taken = {event.seat: event.destroyed} if event.taken else {}
                self.discard = f"{' '.join(event.played)} was just played"
            case events.TilesLeft():
                taken = Counter(self.taken.get(event.seat, ())) - Counter(event.tiles)
                self.taken = {event.seat: tuple(taken.elements())}
            case events.TileDiscarded():
                seen = event.seen_by is None or viewer in event.seen_by
                what = event.kind if seen else "a tile face down"
                self.discard = f"{look.name(event.seat)} just discarded {what}"
            case events.TakenTilesDiscarded() | events.PlayerEliminated():
                self.discard = event.tell_to(viewer, look.name)
            case events.DiscardTaken():
                self.discard = f"{look.name(event.seat)} just took {event.kind}"
                self.drawn = [event.kind] if event.seat == viewer else []
            case events.TilesFlipped():
                self.flips = self.discard = event.tell(look.name)
            case events.TilesDrawn():
                self.piles = set(event.piles)
                self.drawn += event.tiles if event.seat == viewer else ()


BEGINNINGS = (
    *(events.FirstTileLaid, events.TilePlaced, events.TilesDestroyed, events.TileTransferred),
    *(events.TilesSwapped, events.TileDiscarded, events.DiscardTaken, events.Passed),
)
"""The events that a move begins with."""


def _in_castles(event: Event, seat: Seat, name: str) -> dict[Spot, str]:
    """The cells that an event changed, and how."""
    match event:
        case events.FirstTileLaid():
            return {(NOBODY, "", event.cell): f"{event.kind} begins the castle"}
        case events.TilePlaced():
            return {(event.owner, event.castle, event.cell): f"{name} just placed {event.kind}"}
        case events.TilesDestroyed():
            tiles = f"{'took' if event.taken else 'destroyed'} {' '.join(event.destroyed)}"
            return {(event.owner, event.castle, event.cell): f"{name} just {tiles} from here"}
        case events.TileTransferred():
            return {
                (seat, event.castle, event.cell): f"{event.kind} just left",
                (seat, event.to_castle, event.to_cell): f"{event.kind} just came",
            }
        case events.TilesSwapped():
            return {
                (seat, "A", event.cell_a): f"{event.kind_b} just came from B",
                (seat, "B", event.cell_b): f"{event.kind_a} just came from A",
            }
        case events.AssaultHit() if event.destroyed:
            tiles = " ".join(event.destroyed)
            return {(NOBODY, "", event.cell): f"the assault just destroyed {tiles}"}
    return {}


@define
class Named:
    """What the legal moves name."""

    cells: list[Cells]
    """Per castle."""
    hand: set[Kind] = Factory(set)
    reserve: set[Kind] = Factory(set)
    sources: set[str] = Factory(set)
    """Where a draw may come from: discard, pile."""
    words: set[str] = Factory(set)
    """Words that are a move or a part of one: take, only, done."""

    @classmethod
    def by(cls, state: State, seat: Seat) -> Named:
        named = cls([0] * len(state.castles))

        def add(owner: Seat, letter: moves.Letter, cell: Cell) -> None:
            named.cells[state.terms.castle_at(owner, letter)] |= 1 << cell

        for move in choices(state, seat):
            match move:
                case moves.Place():
                    add(seat, move.castle, move.cell)
                    (named.reserve if move.reserve else named.hand).add(move.kind)
                case moves.Attack():
                    add(move.seat, move.castle, move.cell)
                    named.hand.add(move.kind)
                    named.words.update(["take"] * move.take + ["only"] * bool(move.only))
                case moves.Transfer():
                    add(seat, move.castle, move.cell)
                    add(seat, move.to_castle, move.to_cell)
                case moves.Swap():
                    add(seat, 0, move.cell_a)
                    add(seat, 1, move.cell_b)
                case moves.Choose():
                    add(seat, moves.PLAIN, move.cell)
                case moves.Discard():
                    named.hand.add(move.kind)
                case moves.Draw():
                    named.sources.add("discard" if move.discard else "pile")
                case moves.Done():
                    named.words.add("done")
        return named


class Scene:
    def __init__(self, sheet: Picture, state: State, viewer: Seat | None, look: Look) -> None:
        self.sheet = sheet
        self.state = state
        self.viewer = viewer
        self.look = look
        self.fills = Fills(sheet)
        self.news = News.of(look, viewer)
        asked = viewer is not None and viewer == state.active and state.phase != OVER
        self.named = Named.by(state, state.active) if asked else Named([0] * len(state.castles))

    def mark(self, x: float, y: float, width: float, height: float, tip: str) -> None:
        """What changed last."""
        self.sheet.rect(
            x, y, width, height, rx=6, fill="none", stroke=INK_NEWS, stroke_width=3.5,
            stroke_dasharray="8 5", tip=tip, class_="news",
        )  # fmt: skip


def yes(legal: bool) -> str | None:
    """For `data_legal`."""
    return "yes" if legal else None
