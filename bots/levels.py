"""Levels of bots: names for people that mean the same in every game."""

from __future__ import annotations

from rulekeep.core.frozen_values import frozen


@frozen
class Level:
    """A level: its name, the bot behind it, and what to expect."""

    name: str
    spec: str
    text: str

    @property
    def word(self) -> str:
        """What one types for it: `easy`."""
        return self.name.lower()


LEVELS = (
    Level("Random", "random", "Plays any legal move, at once."),
    Level("Easy", "greedy", "Looks one move ahead and answers at once."),
    Level("Medium", "mcts:200", "Searches a little, usually for less than a second."),
    Level("Hard", "mcts:2s", "Searches for two seconds per move."),
    Level("Expert", "mcts:8s", "Searches for eight seconds per move."),
)


def level_of(spec: str) -> Level | None:
    """The level of a bot, by its spec or its word; None for any other bot."""
    known = {level.spec: level for level in LEVELS} | {level.word: level for level in LEVELS}
    return known.get(spec.strip().lower())
