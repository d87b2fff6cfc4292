"""Bots that play any game. They are found by the entry points `rulekeep.bots`.

A program in any language is a bot too: `run:./mybot` (`rulekeep.bots.program_bot`).
"""

from __future__ import annotations

import sys
from copy import deepcopy
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulekeep.bots.base import Alternative, Bot, BotFactory, BotLike, Choice, Progress, Stop, View
from rulekeep.bots.levels import LEVELS, Level, level_of
from rulekeep.bots.seat_specs import PREFIX, is_program, split_seats
from rulekeep.core.errors import RulekeepError, in_words
from rulekeep.core.registry import entry_points
from rulekeep.core.text import not_found, shortened

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.metadata import EntryPoint

__all__ = [
    "LEVELS",
    "Alternative",
    "Bot",
    "BotFactory",
    "BotLike",
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


def make_bot(spec: BotLike, seed: int | str = 0) -> Bot:
    """A bot from its name or level: `greedy`, `mcts:500`, `run:./mybot`, `easy`, `hard`.

    A bot itself is copied, and the copy gets the seed. A function or class is called with `seed=`.
    """
    if not isinstance(spec, str):
        return _made(spec, seed)
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
    point = others[name]
    return _checked(f"{name!r} ({point.value})", lambda: point.load()(argument, seed))


def _made(given: object, seed: int | str) -> Bot:
    """A copy of a bot, or the bot that a function makes."""
    if isinstance(given, type) or not hasattr(given, "choose"):
        if not callable(given):
            raise RulekeepError(
                f"{shortened(repr(given))} is not a bot, the name of one or a function to make one"
            )
        return _checked(getattr(given, "__name__", repr(given)), lambda: given(seed=seed))
    try:
        bot = deepcopy(given)
    except Exception as error:
        # What a bot holds is foreign: files, locks, models of other libraries.
        raise RulekeepError(
            f"the bot {type(given).__name__} cannot be copied ({in_words(error)}); "
            "give a function that makes it instead"
        ) from error
    if isinstance(bot, Bot):
        bot.seed, bot._decisions = seed, 0
    return _checked(type(given).__name__, lambda: bot)


def _checked(name: str, make: Callable[[], Any]) -> Bot:
    """The bot that foreign code makes. RulekeepError if it is broken."""
    try:
        bot = make()
    except RulekeepError:
        raise
    except BaseException as error:
        # Ctrl-C is the way to get past a plugin that never stops loading.
        interrupted = isinstance(error, KeyboardInterrupt)
        why = "it was interrupted while it was loaded" if interrupted else in_words(error)
        raise RulekeepError(f"the bot {name} is broken: {why}") from error
    if not callable(getattr(bot, "choose", None)):
        raise RulekeepError(f"the bot {name} is broken: lacks choose")
    return bot  # type: ignore[no-any-return]
