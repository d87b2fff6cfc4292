"""Castle Keep, by Richard D. Reece: build a castle of nine tiles, or destroy one."""

from rulekeep.games.castle_keep.plugin import GAME

__all__ = ["GAME"]
