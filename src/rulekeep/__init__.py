"""Board-game rules that can be played, imported and tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekeep.bots import make_bot as make_bot
    from rulekeep.bots.base import Bot as Bot
    from rulekeep.bots.base import Choice as Choice
    from rulekeep.bots.base import View as View
    from rulekeep.core.decision import Decision as Decision
    from rulekeep.core.drawing.canvas import Look as Look
    from rulekeep.core.drawing.picture import Picture as Picture
    from rulekeep.core.errors import BadNotation as BadNotation
    from rulekeep.core.errors import ChanceError as ChanceError
    from rulekeep.core.errors import DataError as DataError
    from rulekeep.core.errors import IllegalMove as IllegalMove
    from rulekeep.core.errors import RulekeepError as RulekeepError
    from rulekeep.core.errors import SetupError as SetupError
    from rulekeep.core.errors import UnknownGame as UnknownGame
    from rulekeep.core.events import Event as Event
    from rulekeep.core.game import Game as Game
    from rulekeep.core.game import Outcome as Outcome
    from rulekeep.core.game import Step as Step
    from rulekeep.core.game import apply as apply
    from rulekeep.core.registry import Games
    from rulekeep.core.rulebook import Refusal as Refusal
    from rulekeep.match.match import Match as Match
    from rulekeep.match.match import Ply as Ply
    from rulekeep.match.position import Position as Position
    from rulekeep.match.position import position as position
    from rulekeep.match.view import LegalMove as LegalMove
    from rulekeep.match.view import SeatView as SeatView
    from rulekeep.sim.run import simulate as simulate
    from rulekeep.sim.single_match import Result as Result
    from rulekeep.web.notebook import widget as widget

    def games() -> Games:
        """All games by id; the package of that name is callable."""


__version__ = "0.2.0"

# Names are looked up when they are used, so that importing rulekeep costs next to nothing.
_MODULES = {
    "bots": "make_bot",
    "bots.base": "Bot Choice View",
    "core.decision": "Decision",
    "core.drawing.canvas": "Look",
    "core.drawing.picture": "Picture",
    "core.errors": "BadNotation ChanceError DataError IllegalMove RulekeepError SetupError UnknownGame",
    "core.events": "Event",
    "core.game": "Game Outcome Step apply",
    "core.rulebook": "Refusal",
    "match.match": "Match Ply",
    "match.position": "Position position",
    "match.view": "LegalMove SeatView",
    "sim.run": "simulate",
    "sim.single_match": "Result",
    "web.notebook": "widget",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = list(_HOMES)
__all__ += ["__version__", "games"]
__all__.sort()


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
    return __all__
