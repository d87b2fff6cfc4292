"""All games at once; one that cannot be loaded, or never stops loading, hides no other."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING

from rulekeep.core import registry
from rulekeep.core.errors import UnknownGame

if TYPE_CHECKING:
    from rulekeep.core.game import AnyGame

PATIENCE = 30.0
"""Seconds a plugin may take to load; it needs a hundredth of that on a slow machine."""


class Endless(BaseException):
    """Comes from outside into code that may catch every Exception."""

    def __init__(self) -> None:
        super().__init__(f"it does not come to an end within {PATIENCE:g} seconds")


def load_all() -> tuple[list[AnyGame], dict[str, str]]:
    """The games in the order of their names, and what is wrong with the other plugins."""
    good: list[AnyGame] = []
    broken: dict[str, str] = {}
    for name in registry.names():
        try:
            with _patience():
                good.append(registry.load(name))
        except UnknownGame as error:
            broken[name] = str(error)
    return good, broken


def facts_of_all() -> tuple[list[registry.Facts], dict[str, str]]:
    """What lists tell of the games, and what is wrong with the other plugins."""
    good: list[registry.Facts] = []
    broken: dict[str, str] = {}
    registered = registry.points()
    for name in registry.names(registered):
        try:
            with _patience():
                good.append(registry.facts(name, registered))
        except UnknownGame as error:
            broken[name] = str(error)
    return good, broken


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    """Inside, code that takes too long is interrupted, where the system can."""
    alarm = getattr(signal, "SIGALRM", None)
    if alarm is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def enough(_number: int, _frame: FrameType | None) -> None:
        raise Endless

    before = signal.signal(alarm, enough)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(alarm, before)
