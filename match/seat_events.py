"""What happened, in sentences, as far as somebody may know it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulekeep.match.match import Match
from rulekeep.match.seat_sentences import sentences_for


def was_sealed(match: Match, number: int) -> bool:
    """Whether an act of the match was a choice that nobody else might see."""
    if number == 0:
        return False
    ply = match.plies[number]
    asked = match.game.decisions(match.plies[number - 1].state)
    return any(decision.sealed for decision in asked if decision.seat == ply.seat)


def is_public(match: Match, number: int) -> bool:
    """Whether everybody may know what exactly was played."""
    events = match.plies[number].events
    return not was_sealed(match, number) and all(event.seen_by is None for event in events)


def sentences(match: Match, number: int, viewer: int | None) -> list[str]:
    """One act in plain sentences, as far as the viewer may know."""
    ply = match.plies[number]
    if number == 0:
        begun = [event.tell_to(viewer, match.name) for event in ply.events]
        return [sentence for sentence in begun if sentence]
    asked = match.game.decisions(match.plies[number - 1].state)
    return sentences_for(match.game, asked, ply.seat, ply.move, ply.events, viewer, match.name)


def sentences_since(match: Match, since: int, viewer: int | None) -> list[str]:
    """Everything that happened from an act on."""
    return [
        sentence
        for number in range(since, len(match.plies))
        for sentence in sentences(match, number, viewer)
    ]


def merge_repeats(told: Sequence[str]) -> list[str]:
    """The same sentence several times over becomes one that says how often."""
    runs = [(sentence, len(list(run))) for sentence, run in groupby(told)]
    return [sentence if n == 1 else f"{sentence} ({n} times)" for sentence, n in runs]
