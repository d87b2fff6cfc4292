"""The legal moves as people read them: grouped, explained, numbered; and the nearest to a typo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import Game

AnyGame = Game[Any, Any]

SHOWN_AT_ONCE = 40
"""More moves than this are shown in part unless all are asked for."""


@frozen
class NumberedMove:
    """A legal move with the number that plays it."""

    number: int
    text: str
    move: Any


@frozen
class MoveGroup:
    """Moves of one kind."""

    title: str
    moves: tuple[NumberedMove, ...]


def grouped(game: AnyGame, state: Any, seat: int) -> tuple[MoveGroup, ...]:
    """The legal moves by their first word, numbered through in the order they are shown."""
    kinds: dict[str, list[tuple[str, Any]]] = {}
    for move in game.choices(state, seat):
        text = game.notation(move)
        kinds.setdefault(text.split(" ", 1)[0], []).append((text, move))
    groups: list[MoveGroup] = []
    number = 0
    for title, moves in kinds.items():
        listed = []
        for text, move in moves:
            number += 1
            listed.append(NumberedMove(number, text, move))
        groups.append(MoveGroup(title, tuple(listed)))
    return tuple(groups)


def flat(groups: Sequence[MoveGroup]) -> list[NumberedMove]:
    """All moves in the order of their numbers."""
    return [listed for group in groups for listed in group.moves]


def matching(groups: Sequence[MoveGroup], words: str) -> tuple[MoveGroup, ...]:
    """Only the moves that contain every one of these words."""
    wanted = words.casefold().split()
    found: list[MoveGroup] = []
    for group in groups:
        kept = tuple(
            listed
            for listed in group.moves
            if all(word in listed.text.casefold() for word in wanted)
        )
        if kept:
            found.append(MoveGroup(group.title, kept))
    return tuple(found)


def nearest(said: str, texts: Sequence[str], count: int = 3, cutoff: float = 0.6) -> list[str]:
    """The texts most like what was typed, best first."""
    from difflib import SequenceMatcher

    wanted = " ".join(said.casefold().split())
    ranked: list[tuple[float, int, str]] = []
    for order, text in enumerate(texts):
        matcher = SequenceMatcher(None, wanted, text.casefold())
        if matcher.real_quick_ratio() < cutoff or matcher.quick_ratio() < cutoff:
            continue
        ratio = matcher.ratio()
        if ratio >= cutoff:
            ranked.append((-ratio, order, text))
    return [text for _, _, text in sorted(ranked)[:count]]
