"""What other packages have registered under a group of entry points, found quickly.

The standard library's own reader brings the machinery of e-mail, archives and sockets along, which
takes longer than many a game does to load. Entry points are lines in text files beside the packages
of the search path; only where something less usual is on that path (an archive, an egg, another
finder) is the standard reader asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Point:
    """A name, and the object registered under it as `module:object`."""

    def __init__(self, name: str, value: str, group: str) -> None:
        self.name = name
        self.value = value
        self.group = group

    @property
    def module(self) -> str:
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """The object itself. Its module is imported, which may raise anything."""
        found = import_module(self.module)
        path = self.value.partition(":")[2].partition("[")[0].strip()
        for name in filter(None, path.split(".")):
            found = getattr(found, name)
        return found


class _Unusual(Exception):
    """There is something on the search path that only the standard reader understands."""


def plugged(group: str) -> Iterable[Point | EntryPoint]:
    """What is registered under a group, in order of the names."""
    try:
        return sorted(_points(group), key=lambda point: (point.name, point.value))
    except _Unusual:
        from importlib.metadata import entry_points

        return sorted(entry_points(group=group))


def _points(group: str) -> Iterator[Point]:
    if any(hasattr(finder, "find_distributions") for finder in _finders_of_others()):
        raise _Unusual
    for said in _all_said(tuple((place, _changed(place)) for place in sys.path)):
        if f"[{group}]".encode() in said:
            with suppress(UnicodeDecodeError):
                yield from _points_in(said.decode(), group)


def _finders_of_others() -> Iterator[object]:
    return (finder for finder in sys.meta_path if finder is not PathFinder)


def _changed(place: str) -> int:
    """When something was last added to a directory or taken from it."""
    try:
        return os.stat(place or os.curdir).st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _all_said(path: tuple[tuple[str, int], ...]) -> tuple[bytes, ...]:
    """The entry points of all packages on the search path, as they were when it last changed."""
    found: dict[str, bytes] = {}
    for place, _ in path:
        for package, file in _files(place or os.curdir):
            # As with modules, the first of a name on the path hides the others.
            if package not in found:
                found[package] = _read(file)
    return tuple(filter(None, found.values()))


def _files(place: str) -> Iterator[tuple[str, str]]:
    """By package, where the entry points of the packages in a directory stand if it has any."""
    try:
        names = os.listdir(place)
    except NotADirectoryError:
        raise _Unusual from None
    except OSError:
        return
    if place.endswith(".egg"):
        raise _Unusual
    for name in names:
        if name.endswith((".dist-info", ".egg-info", ".egg")):
            stem, _, kind = name.rpartition(".")
            if kind == "egg":
                raise _Unusual
            package = stem.partition("-")[0].lower().replace("-", "_").replace(".", "_")
            yield package, os.path.join(place, name, "entry_points.txt")


def _read(file: str) -> bytes:
    try:
        with open(file, "rb", buffering=0) as stream:
            return stream.read()
    except OSError:
        return b""


def _points_in(text: str, group: str) -> Iterator[Point]:
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
        elif section == group and "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield Point(name.strip(), value.strip(), group)
