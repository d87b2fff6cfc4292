"""Board-game rules that can be played, imported and tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekeep.bots import make_bot
    from rulekeep.bots.base import Bot, Choice, View
    from rulekeep.core.decision import Decision
    from rulekeep.core.drawing.canvas import Look
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
    from rulekeep.core.game import Game, Outcome, Step, apply
    from rulekeep.core.registry import Games
    from rulekeep.core.rulebook import Refusal
    from rulekeep.match.match import Match, Ply
    from rulekeep.match.position import Position, position
    from rulekeep.match.view import LegalMove, SeatView
    from rulekeep.sim.run import simulate
    from rulekeep.sim.single_match import Result
    from rulekeep.web.notebook import widget

    def games() -> Games:
        """All games by id; the package of that name is callable."""


__version__ = "0.2.0"

# Names are looked up when they are used, so that importing rulekeep costs next to nothing.
_HOMES = {
    "BadNotation": "core.errors",
    "Bot": "bots.base",
    "ChanceError": "core.errors",
    "Choice": "bots.base",
    "DataError": "core.errors",
    "Decision": "core.decision",
    "Event": "core.events",
    "Game": "core.game",
    "IllegalMove": "core.errors",
    "LegalMove": "match.view",
    "Look": "core.drawing.canvas",
    "Match": "match.match",
    "Outcome": "core.game",
    "Picture": "core.drawing.picture",
    "Ply": "match.match",
    "Position": "match.position",
    "Refusal": "core.rulebook",
    "Result": "sim.single_match",
    "RulekeepError": "core.errors",
    "SeatView": "match.view",
    "SetupError": "core.errors",
    "Step": "core.game",
    "UnknownGame": "core.errors",
    "View": "bots.base",
    "apply": "core.game",
    "make_bot": "bots",
    "position": "match.position",
    "simulate": "sim.run",
    "widget": "web.notebook",
}

__all__ = [
    "BadNotation",
    "Bot",
    "ChanceError",
    "Choice",
    "DataError",
    "Decision",
    "Event",
    "Game",
    "IllegalMove",
    "LegalMove",
    "Look",
    "Match",
    "Outcome",
    "Picture",
    "Ply",
    "Position",
    "Refusal",
    "Result",
    "RulekeepError",
    "SeatView",
    "SetupError",
    "Step",
    "UnknownGame",
    "View",
    "__version__",
    "apply",
    "games",
    "make_bot",
    "position",
    "simulate",
    "widget",
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
