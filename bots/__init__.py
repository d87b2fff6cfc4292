"""Bots that play any game through the contract; found by the entry points `rulekeep.bots`.

A program in any language is a bot too: `run:./mybot` (`rulekeep.bots.program_bot`).
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

from rulekeep.bots.base import Alternative, Bot, Choice, View
from rulekeep.bots.seat_specs import PREFIX, is_program, split_seats
from rulekeep.core.errors import RulekeepError, in_words
from rulekeep.core.plugged import Point, plugged
from rulekeep.core.text import shortened

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["Alternative", "Bot", "Choice", "View", "is_program", "make_bot", "names", "split_seats"]

GROUP = "rulekeep.bots"


def _points() -> dict[str, Point | EntryPoint]:
    return _points_along(tuple(sys.path))


@cache
def _points_along(_path: tuple[str, ...]) -> dict[str, Point | EntryPoint]:
    """Reading the metadata of all installed packages is slow; simulation makes many bots."""
    return {point.name: point for point in plugged(GROUP)}


def names() -> list[str]:
    """The names of all registered bots."""
    return list(_points())


def make_bot(spec: str, seed: int | str = 0) -> Bot:
    """A bot from its name, with an argument after a colon: `greedy`, `mcts:500`, `run:./mybot`."""
    name, colon, argument = spec.strip().partition(":")
    if name == PREFIX:
        from rulekeep.bots.program_bot import ProgramBot

        return ProgramBot(argument, seed)
    points = _points()
    if name not in points:
        from difflib import get_close_matches

        near = get_close_matches(name[:40], list(points), 1, 0.5)
        hint = (
            f"did you mean {near[0]!r}?"
            if near
            else f"there are: {', '.join(points) or 'none'}, and {PREFIX}:PROGRAM"
        )
        raise RulekeepError(f"there is no bot {shortened(name)!r}; {hint}")
    if colon and not argument:
        raise RulekeepError(f"{shortened(spec)!r} has nothing after the colon")
    try:
        bot = points[name].load()(argument, seed)
    except RulekeepError:
        raise
    except BaseException as error:
        # A plugin is foreign code: whatever it raises is its defect, not ours. Ctrl-C too: it is
        # how one gets past a plugin that never stops loading.
        interrupted = isinstance(error, KeyboardInterrupt)
        said = "it was interrupted while it was loaded" if interrupted else in_words(error)
        raise RulekeepError(f"the bot {name!r} ({points[name].value}) is broken: {said}") from error
    if not callable(getattr(bot, "choose", None)):
        raise RulekeepError(f"the bot {name!r} ({points[name].value}) is broken: lacks choose")
    return bot  # type: ignore[no-any-return]
