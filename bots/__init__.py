"""Bots that play any game. They are found by the entry points `rulekeep.bots`.

A program in any language is a bot too: `run:./mybot` (`rulekeep.bots.program_bot`).
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from rulekeep.bots.base import Alternative, Bot, Choice, Progress, Stop, View
from rulekeep.bots.levels import LEVELS, Level, level_of
from rulekeep.bots.seat_specs import PREFIX, is_program, split_seats
from rulekeep.core.errors import RulekeepError, in_words
from rulekeep.core.registry import entry_points
from rulekeep.core.text import not_found, shortened

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "LEVELS",
    "Alternative",
    "Bot",
    "Choice",
    "Level",
    "Progress",
    "Stop",
    "View",
    "is_program",
    "level_of",
    "make_bot",
    "names",
    "split_seats",
]

GROUP = "rulekeep.bots"


_SHIPPED = {"random": "RandomBot", "greedy": "GreedyBot", "mcts": "MctsBot"}
"""The bots of this package, each a class in the module of its name."""


@cache
def _others(_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Bots of other packages. Reading the metadata of all packages is slow, so it is done once."""
    found = {point.name: point for point in entry_points(GROUP)}
    return {name: point for name, point in found.items() if name not in _SHIPPED}


def names() -> list[str]:
    """The names of all registered bots."""
    return sorted([*_SHIPPED, *_others(tuple(sys.path))])


def make_bot(spec: str, seed: int | str = 0) -> Bot:
    """A bot from its name or level: `greedy`, `mcts:500`, `run:./mybot`, `easy`, `hard`."""
    level = level_of(spec)
    name, colon, argument = (level.spec if level else spec.strip()).partition(":")
    if name == PREFIX:
        from rulekeep.bots.program_bot import ProgramBot

        return ProgramBot(argument, seed)
    if colon and not argument:
        raise RulekeepError(f"{shortened(spec)!r} has nothing after the colon")
    if name in _SHIPPED:
        shipped: Bot = getattr(import_module(f"{__name__}.{name}"), _SHIPPED[name])(argument, seed)
        return shipped
    others = _others(tuple(sys.path))
    if name not in others:
        levels = (level.word for level in LEVELS)
        known = [*dict.fromkeys([*levels, *names(), f"{PREFIX}:PROGRAM"])]
        raise RulekeepError(not_found("bot", name, known))
    try:
        bot = others[name].load()(argument, seed)
    except RulekeepError:
        raise
    except BaseException as error:
        # A plugin is foreign code. Ctrl-C is the way to get past a plugin that never stops loading.
        interrupted = isinstance(error, KeyboardInterrupt)
        why = "it was interrupted while it was loaded" if interrupted else in_words(error)
        raise RulekeepError(f"the bot {name!r} ({others[name].value}) is broken: {why}") from error
    if not callable(getattr(bot, "choose", None)):
        raise RulekeepError(f"the bot {name!r} ({others[name].value}) is broken: lacks choose")
    return bot  # type: ignore[no-any-return]
