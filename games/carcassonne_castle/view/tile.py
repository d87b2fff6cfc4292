"""How a tile is drawn in the room there is for it."""

from __future__ import annotations

from functools import lru_cache

from rulekeep.games.carcassonne_castle.box.tiles import Segment
from rulekeep.games.carcassonne_castle.view.block import Block, Picture
from rulekeep.games.carcassonne_castle.view.strip import Strip


@lru_cache(maxsize=2048)
def picture(segments: tuple[Segment, ...], width: int, height: int, ascii: bool = False) -> Picture:
    """A tile so wide and high; the same segments always give the same picture."""
    block = Block(segments, width, height) if height > 2 else Strip(segments, width, height, ascii)
    block.fill()
    block.draw_paths()
    block.draw_markets()
    rows = tuple(block.spans(row) for row in range(height))
    return Picture(rows, tuple(block.spot(number) for number in range(len(segments))))
