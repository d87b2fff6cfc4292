"""The list of all games. A game that cannot be loaded does not hide the others."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import asdict

from rulekeep.core import registry
from rulekeep.core.errors import UnknownGame
from rulekeep.core.frozen_values import frozen

if TYPE_CHECKING:
    from rulekeep.core.game import AnyGame

T = TypeVar("T")
MAX_SECONDS = 30.0
"""Seconds a plugin may take to load; it needs a hundredth of that on a slow machine."""


class LoadingTimeout(BaseException):
    """A plugin takes too long to load. Not an Exception, which the plugin might catch."""

    def __init__(self) -> None:
        super().__init__(f"it does not come to an end within {MAX_SECONDS:g} seconds")


def load_all() -> tuple[list[AnyGame], dict[str, str]]:
    """The games in the order of their names, and what is wrong with the other plugins."""
    return _for_each(registry.names(), registry.load)


def facts_of_all() -> tuple[list[GameFacts], dict[str, str]]:
    """The facts of all games, and what is wrong with the other plugins."""
    return _for_each(registry.names(), facts)


def _for_each(names: list[str], load: Callable[[str], T]) -> tuple[list[T], dict[str, str]]:
    good: list[T] = []
    broken: dict[str, str] = {}
    for name in names:
        try:
            with _time_limit():
                good.append(load(name))
        except (UnknownGame, LoadingTimeout) as error:
            broken[name] = str(error)
    return good, broken


@contextlib.contextmanager
def _time_limit() -> Iterator[None]:
    """LoadingTimeout if the block takes too long, where the system has timers."""
    alarm = getattr(signal, "SIGALRM", None)
    if alarm is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_alarm(_number: int, _frame: FrameType | None) -> None:
        raise LoadingTimeout

    before = signal.signal(alarm, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(alarm, before)


FACTS = "facts.json"
"""The facts of a shipped game, so that lists need not load it; a test compares it with the game."""


@frozen
class GameFacts:
    """A game in a list."""

    id: str
    title: str
    blurb: str
    seats: tuple[int, ...]
    seats_note: str
    variants: tuple[str, ...]
    presets: tuple[str, ...]
    options: tuple[str, ...]
    labels: Mapping[str, str]
    """What people call the variants and presets, by their names."""

    def to_json(self) -> str:
        """The contents of the file of facts."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"


def facts_of(game: AnyGame) -> GameFacts:
    """The facts of a game."""
    from rulekeep.core.rule_options import spell

    variants = [option for option in game.options if option.name == "variant"]
    labels = {spell(v): option.label_of(v) for option in variants for v in option.values}
    labels |= {name: getattr(preset, "label", "") for name, preset in game.presets.items()}
    return GameFacts(
        game.id,
        game.title,
        game.blurb,
        tuple(game.seats),
        game.seats_note,
        tuple(spell(value) for option in variants for value in option.values),
        tuple(game.presets),
        tuple(option.name for option in game.options),
        {name: label for name, label in labels.items() if label},
    )


def facts(name: str) -> GameFacts:
    """The facts of a game by its name, for a shipped game without loading it. UnknownGame."""
    if not registry.is_loaded(name) and registry.is_shipped(name):
        stored = _stored_facts(name)
        if stored is not None:
            return stored
    return facts_of(registry.load(name))


def folder_of(name: str) -> Path | None:
    """The folder of a game, found without loading it; None if it is not known."""
    from importlib.util import find_spec

    module = registry.SHIPPED + name
    if not registry.is_shipped(name):
        registered = registry.points().get(name)
        if registered is None:
            return None
        module = registered[0].module
    try:
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def _stored_facts(name: str) -> GameFacts | None:
    folder = folder_of(name)
    if folder is None:
        return None
    try:
        data = json.loads((folder / FACTS).read_text(encoding="utf-8"))
        fields: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in data.items()
        }
        return GameFacts(**fields)
    except (OSError, ValueError, TypeError, AttributeError):
        return None  # the game is loaded instead
