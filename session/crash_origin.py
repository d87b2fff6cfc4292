"""Who failed: the game, bot or event, and its method and rule, as a traceback tells it."""

from __future__ import annotations

from pathlib import Path
from types import FrameType

from rulekeep.bots import Bot
from rulekeep.core.errors import in_words
from rulekeep.core.events import Event
from rulekeep.core.rulebook import Rulebook

OURS = ("rulekeep.cli", "rulekeep.web", "rulekeep.session")
CONTRACT = "rulekeep.core.game"
"""Defaults of the contract: where one calls a game's own method, that one is named."""


def origin_of(error: BaseException) -> str:
    """`the game 'lanterns' failed in check, rule LA-005: ZeroDivisionError: … (lanterns.py:12)`"""
    frames = _called(error)
    own = [frame for frame in frames if frame.f_globals.get("__name__") != CONTRACT]
    who = next(filter(None, map(_somebody, [*own, *frames])), "rulekeep itself failed")
    rule = next(filter(None, map(_rule, frames)), "")
    return f"{who}{rule and f', rule {rule}'}: {in_words(error)}{_place(error)}"


def is_foreign(error: BaseException) -> bool:
    """Whether it came up in a game or a bot."""
    return any(map(_somebody, _called(error)))


def _called(error: BaseException) -> list[FrameType]:
    """What was called from here, outermost first; a bot that calls us back is not to blame."""
    import traceback  # only to complain

    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = [n for n, f in enumerate(frames) if f.f_globals.get("__name__", "").startswith(OURS)]
    return frames[ours[-1] + 1 :] if ours else frames


def _somebody(frame: FrameType) -> str:
    """Whose method a frame is, if it is a game's, a bot's or an event's."""
    owner = frame.f_locals.get("self")
    method = frame.f_code.co_name
    if isinstance(getattr(type(owner), "book", None) or _book(owner), Rulebook):
        return f"the game {getattr(owner, 'id', '?')!r} failed in {method}"
    if isinstance(owner, Bot):
        return f"the bot {owner.name!r} failed in {method}"
    if isinstance(owner, Event):
        return f"the event {owner.name} failed in {method}"
    return ""


def _book(owner: object) -> object:
    return getattr(owner, "__dict__", {}).get("book")


def _rule(frame: FrameType) -> str:
    """The rule whose check the rule book was asking."""
    if not isinstance(frame.f_locals.get("self"), Rulebook):
        return ""
    asked = (getattr(value, "rule", None) for value in frame.f_locals.values())
    return next((rule for rule in asked if isinstance(rule, str)), "")


def _place(error: BaseException) -> str:
    import traceback

    steps = traceback.extract_tb(error.__traceback__)
    return f" ({Path(steps[-1].filename).name}:{steps[-1].lineno})" if steps else ""
