"""Which game, bot or event raised an exception, in which method and for which rule."""

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
    frames = _frames_below(error)
    own = [frame for frame in frames if frame.f_globals.get("__name__") != CONTRACT]
    who = next(filter(None, map(_owner, [*own, *frames])), "rulekeep itself failed")
    rule = next(filter(None, map(_rule, frames)), "")
    return f"{who}{rule and f', rule {rule}'}: {in_words(error)}{_place(error)}"


def is_foreign(error: BaseException) -> bool:
    """Whether a game, a bot or an event raised it."""
    return any(map(_owner, _frames_below(error)))


def _frames_below(error: BaseException) -> list[FrameType]:
    """The frames below our last one, outermost first: a bot may have called us back."""
    import traceback  # seldom needed

    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = [n for n, f in enumerate(frames) if f.f_globals.get("__name__", "").startswith(OURS)]
    return frames[ours[-1] + 1 :] if ours else frames


def _owner(frame: FrameType) -> str:
    """The game, bot or event whose method a frame is; empty if it is another's."""
    owner = frame.f_locals.get("self")
    method = frame.f_code.co_name
    book = getattr(type(owner), "book", None) or getattr(owner, "__dict__", {}).get("book")
    if isinstance(book, Rulebook):
        return f"the game {getattr(owner, 'id', '?')!r} failed in {method}"
    if isinstance(owner, Bot):
        return f"the bot {owner.name!r} failed in {method}"
    if isinstance(owner, Event):
        return f"the event {owner.name} failed in {method}"
    return ""


def _rule(frame: FrameType) -> str:
    """The rule that the rule book was checking."""
    if not isinstance(frame.f_locals.get("self"), Rulebook):
        return ""
    rules = (getattr(value, "rule", None) for value in frame.f_locals.values())
    return next((rule for rule in rules if isinstance(rule, str)), "")


def _place(error: BaseException) -> str:
    import traceback

    steps = traceback.extract_tb(error.__traceback__)
    return f" ({Path(steps[-1].filename).name}:{steps[-1].lineno})" if steps else ""
