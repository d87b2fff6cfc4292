"""Board-game rules that can be played, imported and tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekeep.core.drawing.picture import Picture
    from rulekeep.core.errors import (
        BadNotation,
        ChanceError,
        DataError,
        IllegalMove,
        RulekeepError,
        SetupError,
        UnknownGame,
    )
    from rulekeep.core.events import Event
    from rulekeep.core.game import Decision, Game, Outcome, Step, apply
    from rulekeep.core.registry import Games
    from rulekeep.core.rulebook import Refusal
    from rulekeep.match.match import Match
    from rulekeep.match.position import Position, position
    from rulekeep.sim.run import simulate

    def games() -> Games:
        """All games by id; the package of that name is callable."""


__version__ = "0.2.0"

# Names are looked up when they are used, so that importing rulekeep costs next to nothing.
_HOMES = {
    "BadNotation": "core.errors",
    "ChanceError": "core.errors",
    "DataError": "core.errors",
    "Decision": "core.game",
    "Event": "core.events",
    "Game": "core.game",
    "IllegalMove": "core.errors",
    "Match": "match.match",
    "Outcome": "core.game",
    "Picture": "core.drawing.picture",
    "Position": "match.position",
    "Refusal": "core.rulebook",
    "RulekeepError": "core.errors",
    "SetupError": "core.errors",
    "Step": "core.game",
    "UnknownGame": "core.errors",
    "apply": "core.game",
    "position": "match.position",
    "simulate": "sim.run",
}

__all__ = [
    "BadNotation",
    "ChanceError",
    "DataError",
    "Decision",
    "Event",
    "Game",
    "IllegalMove",
    "Match",
    "Outcome",
    "Picture",
    "Position",
    "Refusal",
    "RulekeepError",
    "SetupError",
    "Step",
    "UnknownGame",
    "__version__",
    "apply",
    "games",
    "position",
    "simulate",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "games":
        return import_module("rulekeep.games")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
