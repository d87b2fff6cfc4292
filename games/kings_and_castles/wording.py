"""Markers and numbers in plain words: `2 blue knights`, `a black foot soldier`."""

from __future__ import annotations

from collections.abc import Sequence

_LONG = {"foot": "foot soldier"}
_SIZED = {"merc": ("mercenary", "mercenaries"), "castle": ("castle", "castles")}


def plural(number: int, word: str, many: str = "") -> str:
    return f"{number} {word}" if number == 1 else f"{number} {many or word + 's'}"


def listed(words: Sequence[str]) -> str:
    """a; a and b; a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def one(words: str) -> str:
    """With the article: `a knight`, `an archer`."""
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"


def upper_first(words: str) -> str:
    """For the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def marker(kind: str, number: int = 1) -> str:
    """A kind of marker or a type of unit, as it is called: `blue-foot` is a blue foot soldier."""
    name = kind.rstrip("123")
    if name in _SIZED:
        return f"{_SIZED[name][number != 1]} of {kind[len(name) :]}"
    *colour, unit = kind.rsplit("-", 1)
    return " ".join((*colour, _LONG.get(unit, unit) + ("" if number == 1 else "s")))


def tally(markers: dict[str, int]) -> str:
    """Markers by name and number, for a sentence."""
    return listed([f"{n} {marker(kind, n)}" for kind, n in markers.items()]) or "nothing"
