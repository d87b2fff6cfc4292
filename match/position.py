"""A table set up by hand: looked at, asked and played on, without a match around it."""

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


@frozen
class Position(ReadOnlyTable):
    """One table of one game. Playing on gives another position; this one stays as it is."""

    game: AnyGame
    state: Any
    events: tuple[Event, ...] = ()
    """What happened in the act that led here."""
    names: tuple[str, ...] = ()

    @property
    def options(self) -> Mapping[str, Any]:
        terms = getattr(self.state, "terms", None)
        known: Mapping[str, Any] = self.to_dict()["options"] if terms is None else terms.options
        return known

    def look(self, viewer: int | None) -> Look:
        seen = tuple((-1, event) for event in self.events if event.seen_by is None)
        return Look(names=self.names, lately=seen)

    def play(self, move: str, seat: int | None = None, seed: int | str = 0) -> Position:
        """The position after a move; what is drawn follows from the seed."""
        decider = self.decider(seat)
        parsed = self.game.read(self.state, decider, move)
        step = apply(self.game, self.state, decider, parsed, SeededChance(seed))
        return Position(self.game, step.state, step.events, self.names)

    def to_dict(self) -> dict[str, Any]:
        """As it would be given: `position(game, position.to_dict())` is the same table."""
        return self.game.to_dict(self.state)


def position(game: str | AnyGame, given: Mapping[str, Any]) -> Position:
    """A table as `given:` of a scenario says it; what is left out has defaults. DataError.

    `rulekeep positions GAME` lists what can be said.
    """
    plugin = registry.load(game) if isinstance(game, str) else game
    return Position(plugin, plugin.from_dict(given))
