"""A table set up by hand: looked at, asked and played on, without a match around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.canvas import Look
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame, Decision, Event, Outcome, Refusal, apply

if TYPE_CHECKING:
    from rulekeep.core.picture import Picture, Theme


@frozen
class Position:
    """One table of one game. Playing on gives another position; this one stays as it is."""

    game: AnyGame
    state: Any
    events: tuple[Event, ...] = ()
    """What happened in the act that led here."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self.game.decisions(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def legal_moves(self, seat: int | None = None) -> list[str]:
        """The legal moves in notation, of a seat or of the first to decide."""
        if seat is None and not self.decisions:
            return []
        moves = self.game.legal_moves(self.state, self._decider(seat))
        return [self.game.notation(move) for move in moves]

    def check(self, move: str, seat: int | None = None) -> Refusal | None:
        """Why a move is not allowed; None if it is."""
        decider = self._decider(seat)
        return self.game.check(self.state, decider, self.game.read(self.state, decider, move))

    def play(self, move: str, seat: int | None = None, seed: int | str = 0) -> Position:
        """The position after a move; what is drawn follows from the seed."""
        decider = self._decider(seat)
        parsed = self.game.read(self.state, decider, move)
        step = apply(self.game, self.state, decider, parsed, SeededChance(seed))
        return Position(self.game, step.state, step.events)

    def to_dict(self) -> dict[str, Any]:
        """As it would be given: `position(game, position.to_dict())` is the same table."""
        return self.game.to_dict(self.state)

    def picture(self, viewer: int | None = None, names: Sequence[str] = ()) -> Picture:
        """The table as a seat sees it, or a spectator."""
        seen = tuple((-1, event) for event in self.events if event.seen_by is None)
        return self.game.picture(self.state, viewer, Look(names=tuple(names), lately=seen))

    def svg(self, viewer: int | None = None, theme: Theme = "auto") -> str:
        return self.picture(viewer).svg(theme)

    def _repr_svg_(self) -> str:
        """Notebooks show the table, as a spectator may see it."""
        return self.svg()

    def _decider(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        if not self.decisions:
            raise RulekeepError("nobody has anything to decide here")
        return self.decisions[0].seat


def position(game: str | AnyGame, given: Mapping[str, Any]) -> Position:
    """A table as `given:` of a scenario says it; what is left out has defaults. DataError.

    `rulekeep positions GAME` lists what can be said.
    """
    plugin = registry.load(game) if isinstance(game, str) else game
    return Position(plugin, plugin.from_dict(given))
