"""A position: a state to look at and to play on, without a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, apply
from rulekeep.match.view import ReadOnlyTable


@frozen(repr=False)
class Position(ReadOnlyTable):
    """A state of a game. A move gives another position; this one does not change."""

    game: AnyGame
    state: Any
    events: tuple[Event, ...] = ()
    """The events of the move that led here."""
    names: tuple[str, ...] = ()
    """The players by seat; empty: Player 1, Player 2 …"""

    def __repr__(self) -> str:
        return f"<Position of {self.game.id}: {self.seats} seats, {self._status}>"

    @property
    def options(self) -> Mapping[str, Any]:
        terms = getattr(self.state, "terms", None)
        options: Mapping[str, Any] = self.to_dict()["options"] if terms is None else terms.options
        return options

    def look(self, viewer: int | None) -> Look:
        seen = tuple((-1, event) for event in self.events if event.seen_by is None)
        return Look(names=self.names, lately=seen)

    def play(self, move: str, seat: int | None = None, seed: int | str = 0) -> Position:
        """The position after a move; the seed determines what is drawn."""
        decider = self.decider(seat)
        parsed = self.game.read(self.state, decider, move)
        step = apply(self.game, self.state, decider, parsed, SeededChance(seed))
        return Position(self.game, step.state, step.events, self.names)

    def to_dict(self) -> dict[str, Any]:
        """The position as data: `position(game, position.to_dict())` is the same one."""
        return self.game.to_dict(self.state)


def position(game: str | AnyGame, given: Mapping[str, Any]) -> Position:
    """A position from data, as under `given:` in a scenario; keys may be left out. DataError.

    `rulekeep positions GAME` lists the keys.
    """
    plugin = registry.load(game) if isinstance(game, str) else game
    return Position(plugin, plugin.from_dict(given))
