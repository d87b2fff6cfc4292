"""What is refused, chapter by chapter, in the order it is asked."""

from rulekeep.games.kings_and_castles.checks import attack, markers, opening, steps, succession

CHAPTERS = (steps, opening, succession, markers, attack)
