"""Lists of legal moves for people: grouped and numbered; and the moves most like a typo."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame

SHOWN_AT_ONCE = 40
"""Longer lists are cut unless all moves are wanted."""


@frozen
class NumberedMove:
    """A legal move with its number in the list."""

    number: int
    text: str
    move: Any


@frozen
class MoveGroup:
    """Moves with the same first word."""

    title: str
    moves: tuple[NumberedMove, ...]


def grouped(game: AnyGame, state: Any, seat: int) -> tuple[MoveGroup, ...]:
    """The legal moves grouped by their first word and numbered."""
    kinds: dict[str, list[tuple[str, Any]]] = {}
    for move in game.choices(state, seat):
        text = game.notation(move)
        kinds.setdefault(text.split(" ", 1)[0], []).append((text, move))
    number = count(1)
    return tuple(
        MoveGroup(title, tuple(NumberedMove(next(number), text, move) for text, move in moves))
        for title, moves in kinds.items()
    )


def flat(groups: Sequence[MoveGroup]) -> list[NumberedMove]:
    """All moves in the order of their numbers."""
    return [listed for group in groups for listed in group.moves]


def nearest(typed: str, texts: Sequence[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """The texts that are most like what was typed, best first."""
    from difflib import SequenceMatcher

    wanted = " ".join(typed.casefold().split())
    ranked: list[tuple[float, int, str]] = []
    for order, text in enumerate(texts):
        matcher = SequenceMatcher(None, wanted, text.casefold())
        if matcher.real_quick_ratio() < cutoff or matcher.quick_ratio() < cutoff:
            continue
        ratio = matcher.ratio()
        if ratio >= cutoff:
            ranked.append((-ratio, order, text))
    return [text for _, _, text in sorted(ranked)[:most]]
