"""Carcassonne: The Castle (Die Burg, 2003), for two players."""

from rulekeep.games.carcassonne_castle.plugin import GAME, CarcassonneCastle

__all__ = ["GAME", "CarcassonneCastle"]
