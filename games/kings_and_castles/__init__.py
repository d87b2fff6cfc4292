"""Kings & Castles (Ragnar Brothers 2000): the plugin."""

from rulekeep.games.kings_and_castles.plugin import KingsAndCastles

__all__ = ["GAME", "KingsAndCastles"]

GAME = KingsAndCastles()
