"""Graphs of places: neighbours, what can be reached, connected areas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Protocol, TypeVar

P = TypeVar("P", bound=Hashable)


def symmetric(neighbours: Mapping[P, Collection[P]]) -> tuple[P, P] | None:
    """The first connection that goes one way only, or None."""
    for place, others in neighbours.items():
        for other in others:
            if place not in neighbours.get(other, ()):
                return (place, other)
    return None


class Neighbours(Protocol[P]):
    """A mapping, or a sequence where places are indices."""

    def __getitem__(self, place: P, /) -> Iterable[P]: ...


def reach(start: P, neighbours: Neighbours[P], inside: Callable[[P], bool]) -> set[P]:
    """All places that you can reach from `start` through places that are `inside`."""
    if not inside(start):
        return set()
    found = {start}
    open_places = [start]
    while open_places:
        for other in neighbours[open_places.pop()]:
            if other not in found and inside(other):
                found.add(other)
                open_places.append(other)
    return found


def areas(places: Iterable[P], neighbours: Neighbours[P]) -> list[set[P]]:
    """The connected areas among these places, in the order of their first places."""
    members = list(places)
    left = set(members)
    found: list[set[P]] = []
    for place in members:
        if place not in left:
            continue
        left.remove(place)
        area = {place}
        open_places = [place]
        while open_places:
            for other in neighbours[open_places.pop()]:
                if other in left:
                    left.remove(other)
                    area.add(other)
                    open_places.append(other)
        found.append(area)
    return found
