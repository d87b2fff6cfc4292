"""What the last act changed."""

from __future__ import annotations

from collections import Counter

from attrs import Factory, define

from rulekeep.core import Look, Seat
from rulekeep.games.castle_keep import events
from rulekeep.games.castle_keep.state import NOBODY

Spot = tuple[int, str, str]
"""Owner (-1: nobody), letter of the castle, cell, as events say it."""


@define
class News:
    """What the last act changed."""

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
            name = look.name(seat) if seat >= 0 else ""
            match event:
                case events.FirstTileLaid():
                    news = cls({(NOBODY, "", event.cell): f"{event.kind} begins the castle"})
                case events.TilePlaced():
                    where = event.owner, event.castle, event.cell
                    news = cls({where: f"{name} just placed {event.kind}"})
                case events.TilesDestroyed():
                    where = event.owner, event.castle, event.cell
                    verb = "took" if event.taken else "destroyed"
                    tiles = " ".join(event.destroyed)
                    news = cls({where: f"{name} just {verb} {tiles} from here"})
                    news.taken = {event.seat: event.destroyed} if event.taken else {}
                    news.discard = f"{' '.join(event.played)} was just played"
                case events.TilesLeft():
                    taken = Counter(news.taken.get(event.seat, ())) - Counter(event.tiles)
                    news.taken = {event.seat: tuple(taken.elements())}
                case events.TileTransferred():
                    news = cls(
                        {
                            (seat, event.castle, event.cell): f"{event.kind} just left",
                            (seat, event.to_castle, event.to_cell): f"{event.kind} just came",
                        }
                    )
                case events.TilesSwapped():
                    news = cls(
                        {
                            (seat, "A", event.cell_a): f"{event.kind_b} just came from B",
                            (seat, "B", event.cell_b): f"{event.kind_a} just came from A",
                        }
                    )
                case events.TileDiscarded():
                    seen = event.seen_by is None or viewer in event.seen_by
                    what = event.kind if seen else "a tile face down"
                    news = cls(discard=f"{name} just discarded {what}")
                case events.TakenTilesDiscarded() | events.PlayerEliminated():
                    news.discard = event.tell_to(viewer, look.name)
                case events.DiscardTaken():
                    news = cls(discard=f"{name} just took {event.kind}")
                    news.drawn = [event.kind] if seat == viewer else []
                case events.Passed():
                    news = cls()
                case events.TilesFlipped():
                    news.flips = news.discard = event.tell(look.name)
                case events.AssaultHit() if event.destroyed:
                    tiles = " ".join(event.destroyed)
                    news.cells[NOBODY, "", event.cell] = f"the assault just destroyed {tiles}"
                case events.TilesDrawn():
                    news.piles = set(event.piles)
                    news.drawn += event.tiles if event.seat == viewer else ()
        return news
