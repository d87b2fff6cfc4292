"""What is refused, chapter by chapter, in the order it is asked."""

from rulekeep.games.castle_keep.checks import attacking, building, turn

CHAPTERS = (turn, building, attacking)
