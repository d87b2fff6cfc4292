"""What a seat is told of an act, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulekeep.core.events import Event, NameOf
from rulekeep.core.game import AnyGame, Decision


def sentences_for(
    game: AnyGame,
    asked: Iterable[Decision],
    mover: int,
    move: Any,
    events: Sequence[Event],
    viewer: int | None,
    name: NameOf,
) -> list[str]:
    """One act as a seat, or a spectator (None), gets to know it.

    `asked` were the questions open before it.
    """
    sentences = [event.tell_to(viewer, name) for event in events]
    sentences = [sentence for sentence in sentences if sentence]
    if sentences:
        return sentences
    sealed = any(decision.sealed for decision in asked if decision.seat == mover)
    public = not sealed and all(event.seen_by is None for event in events)
    if mover != viewer and not public:
        return [f"{name(mover)} has chosen."]
    said = move if isinstance(move, str) else game.notation(move)
    return [f"{name(mover)}: {said}"]
