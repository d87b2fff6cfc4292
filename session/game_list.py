"""All games at once; one that cannot be loaded, or never stops loading, hides no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict

from rulekeep.core.errors import UnknownGame
from rulekeep.core.frozen_values import frozen

if TYPE_CHECKING:
    from rulekeep.core.game import Game
import contextlib
import signal
import threading
from types import FrameType
from typing import TYPE_CHECKING

from rulekeep.core import registry

if TYPE_CHECKING:
    from rulekeep.core.game import AnyGame

PATIENCE = 30.0
"""Seconds a plugin may take to load; it needs a hundredth of that on a slow machine."""


class LoadingTimeout(BaseException):
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


def facts_of_all() -> tuple[list[GameFacts], dict[str, str]]:
    """What lists tell of the games, and what is wrong with the other plugins."""
    good: list[GameFacts] = []
    broken: dict[str, str] = {}
    for name in registry.names():
        try:
            with _patience():
                good.append(facts(name))
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
        raise LoadingTimeout

    before = signal.signal(alarm, enough)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(alarm, before)


FACTS = "facts.json"
"""What lists tell of a shipped game, so that they need not load it; tests hold it to the game."""


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

    def to_json(self) -> str:
        """As it stands in the file of that name."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"


def facts_of(game: Game[Any, Any]) -> GameFacts:
    """What lists tell of a game."""
    from rulekeep.core.rule_options import spell

    variants = (option for option in game.options if option.name == "variant")
    return GameFacts(
        game.id,
        game.title,
        game.blurb,
        tuple(game.seats),
        game.seats_note,
        tuple(spell(value) for option in variants for value in option.values),
        tuple(game.presets),
        tuple(option.name for option in game.options),
    )


def facts(name: str) -> GameFacts:
    """What lists tell of a game; a shipped one is not loaded for it. UnknownGame."""
    if not registry.is_loaded(name) and registry.is_shipped(name):
        stored = _stored_facts(name)
        if stored is not None:
            return stored
    return facts_of(registry.load(name))


def folder_of(name: str) -> Path | None:
    """Where a game's files lie, found without loading it; None where that cannot be told."""
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
        said = json.loads((folder / FACTS).read_text(encoding="utf-8"))
        fields: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in said.items()
        }
        return GameFacts(**fields)
    except (OSError, ValueError, TypeError, AttributeError):
        return None  # then the game is asked itself
