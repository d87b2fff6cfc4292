"""Kilt Castle, by Günter Burkhardt: cards go round the board, towers grow on each other."""

from rulekeep.games.kilt_castle.plugin import GAME, KiltCastle

__all__ = ["GAME", "KiltCastle"]
