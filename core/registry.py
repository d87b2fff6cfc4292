"""The registry of games: shipped ones by name, others by entry point. A broken plugin stops no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from rulekeep.core.errors import RulekeepError, UnknownGame, in_words
from rulekeep.core.gc_pause import gc_paused
from rulekeep.core.text import not_found

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

    from rulekeep.core.game import Game


GROUP = "rulekeep.games"


SHIPPED = "rulekeep.games."
"""Where the games of this package live."""


_NEEDED = ("decisions", "legal_moves", "check", "advance", "outcome")


_BY_DECLARATION = {
    "setup": "table",
    "parse": "language",
    "notation": "language",
    "to_dict": "table",
    "from_dict": "table",
}
"""Methods that a game defines, or gets from its declared state and notation."""


_loaded: dict[str, Game[Any, Any]] = {}


Points: TypeAlias = "Mapping[str, Sequence[EntryPoint]]"
"""Entry points by name; there should be one each."""


def entry_points(group: str) -> Iterable[EntryPoint]:
    """Entry points of a group. Imported here because `importlib.metadata` loads slowly."""
    from importlib import metadata

    return metadata.entry_points(group=group)


def points() -> Points:
    """Entry points of games by name. This is slow; call it once."""
    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    return found


def is_shipped(name: str) -> bool:
    """Whether a game comes with this package."""
    if not name.isidentifier():
        return False
    import rulekeep

    return any(Path(place, "games", name, "plugin.py").is_file() for place in rulekeep.__path__)


def is_loaded(name: str) -> bool:
    """Whether a game is imported already."""
    return name in _loaded


def objects_of(registered: Sequence[EntryPoint]) -> list[str]:
    """The different objects registered under one name."""
    return sorted({point.value for point in registered})


def names(registered: Points | None = None) -> list[str]:
    """The ids of all registered games, loaded or not."""
    known = points() if registered is None else registered
    return sorted(known.keys() | _loaded.keys())


def _gives(game: Any, name: str) -> bool:
    """Whether a game defines a method itself instead of inheriting the abstract one."""
    from rulekeep.core.game import Game

    inherited = name != "check" and getattr(type(game), name, None) is getattr(Game, name)
    return callable(getattr(game, name, None)) and not inherited


def _defect(name: str, game: Any) -> str | None:
    """Why an object is not a valid game; None if it is."""
    from rulekeep.core.rule_options import settle
    from rulekeep.core.rulebook import Rulebook

    missing = [need for need in _NEEDED if not _gives(game, need)]
    missing += [
        f"{need} (or {declared})"
        for need, declared in _BY_DECLARATION.items()
        if not _gives(game, need) and getattr(game, declared, None) is None
    ]
    if missing:
        return f"lacks {', '.join(missing)}"
    if getattr(game, "id", None) != name:
        return f"calls itself {getattr(game, 'id', None)!r}, not {name!r}"
    seats = getattr(game, "seats", None)
    if not isinstance(seats, range) or not len(seats) or min(seats) < 1:
        return "its seats are not a range of numbers"
    if not isinstance(getattr(game, "book", None), Rulebook):
        return "has no rule book"
    try:
        settle(game.options, {option.name: option.default for option in game.options})
        for preset in game.presets.values():
            settle(game.options, preset)
    except (RulekeepError, TypeError, AttributeError) as error:
        return f"its options are wrong: {error}"
    if len({option.name for option in game.options}) != len(game.options):
        return "two of its options have the same name"
    for option in game.options:
        for rule in option.rules:
            if rule not in game.book:
                return f"its option {option.name!r} names {rule}, which is not in the rule book"
    return None


def load(name: str) -> Game[Any, Any]:
    """The game of that id; UnknownGame says why there is none."""
    if name in _loaded:
        return _loaded[name]
    get: Callable[[], Any]
    if is_shipped(name):
        registered, get = [f"{SHIPPED}{name}:GAME"], lambda: import_module(SHIPPED + name).GAME
    else:
        known = points()
        if name not in known:
            raise UnknownGame(not_found("game", name, sorted(known)))
        registered, get = objects_of(known[name]), known[name][0].load
    try:
        with gc_paused():
            game = get()
        defect = _defect(name, game) if len(registered) == 1 else _several(registered)
    except BaseException as error:  # noqa: BLE001
        # A plugin is foreign code: whatever it raises is its defect, not ours. Ctrl-C too: it is
        # how one gets past a plugin that never stops loading.
        interrupted = isinstance(error, KeyboardInterrupt)
        defect = "it was interrupted while it was loaded" if interrupted else in_words(error)
    if defect is not None:
        raise UnknownGame(f"the plugin {name!r} ({registered[0]}) is broken: {defect}")
    _loaded[name] = game
    return game  # type: ignore[no-any-return]


def _several(registered: list[str]) -> str:
    return f"several plugins have this name: {', '.join(registered)}"


def add(game: Game[Any, Any]) -> None:
    """Register a game without an entry point, for tests and notebooks."""
    defect = _defect(game.id, game)
    if defect is not None:
        raise UnknownGame(f"the game {game.id!r} is broken: {defect}")
    _loaded[game.id] = game


def problems() -> dict[str, str]:
    """The plugins that cannot be loaded or share a name, and why."""
    found: dict[str, str] = {}
    registered = points()
    for name in names(registered):
        objects = objects_of(registered.get(name, ()))
        try:
            load(name)
        except UnknownGame as error:
            found[name] = str(error)
        else:
            if len(objects) > 1:
                found[name] = _several(objects)
    return found


class Games(Mapping[str, "Game[Any, Any]"]):
    """All games by id, each loaded when it is needed; broken plugins are left out."""

    def __getitem__(self, name: str) -> Game[Any, Any]:
        try:
            return load(name)
        except UnknownGame as error:
            raise KeyError(str(error)) from error

    def __iter__(self) -> Iterator[str]:
        broken = problems()
        return (name for name in names() if name not in broken)

    def __len__(self) -> int:
        return len(list(iter(self)))


def games() -> Games:
    """All games by id."""
    return Games()


def package_of(name: str) -> str:
    """The package that contains a game's files."""
    if is_shipped(name):
        return SHIPPED + name
    known = points()
    module = known[name][0].module if name in known else type(load(name)).__module__
    return import_module(module).__package__ or module


def files_of(name: str) -> Traversable | None:
    """The directory of a game's files; None for a game that is a single module."""
    package = import_module(package_of(name))
    if not hasattr(package, "__path__"):
        return None
    if package.__file__ is not None and (place := Path(package.__file__).parent).is_dir():
        return place
    # For packages in archives; the machinery for these takes its time to load.
    from importlib import resources

    return resources.files(package)
