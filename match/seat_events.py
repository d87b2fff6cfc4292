"""What happened in a match, in sentences, as far as a seat or a spectator may know it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rulekeep.core.decision import Decision
from rulekeep.core.events import Event, NameOf
from rulekeep.match.match import Match


def event_sentences(events: Iterable[Event], viewer: int | None, name: NameOf) -> list[str]:
    """The events that a viewer may know of."""
    return [sentence for event in events if (sentence := event.tell_to(viewer, name))]


def move_sentences(
    decisions: Iterable[Decision],
    mover: int,
    sentence: str,
    events: Sequence[Event],
    viewer: int | None,
    name: NameOf,
) -> list[str]:
    """A move as a viewer may know it: its events, or what was chosen if it has none.

    `decisions` were open before the move, and `sentence` describes it as an instruction.
    """
    sentences = event_sentences(events, viewer, name)
    if sentences:
        return sentences
    if mover != viewer and not _is_public(decisions, mover, events):
        return [f"{name(mover)} has chosen."]
    return [f"{name(mover)} chooses: {sentence}."]


def _is_public(decisions: Iterable[Decision], mover: int, events: Sequence[Event]) -> bool:
    sealed = any(decision.sealed for decision in decisions if decision.seat == mover)
    return not sealed and all(event.seen_by is None for event in events)


def _decisions_before(match: Match, number: int) -> tuple[Decision, ...]:
    return match.game.decisions(match.plies[number - 1].state) if number else ()


def is_public(match: Match, number: int) -> bool:
    """Whether everybody may know which move was played."""
    ply = match.plies[number]
    return _is_public(_decisions_before(match, number), ply.seat, ply.events)


def move_sentence(match: Match, number: int) -> tuple[str, str]:
    """A move as a sentence, and its notation unless that says the same."""
    ply, before = match.plies[number], match.plies[number - 1].state
    move = match.game.read(before, ply.seat, ply.move)
    sentence = match.game.sentence(before, ply.seat, move)
    return sentence, "" if sentence.casefold() == ply.move.casefold() else ply.move


def sentences(match: Match, number: int, viewer: int | None) -> list[str]:
    """A move of a match, or the set-up, as a viewer may know it."""
    ply = match.plies[number]
    told = event_sentences(ply.events, viewer, match.name)
    if told or number == 0:
        return told
    decisions, (sentence, _) = _decisions_before(match, number), move_sentence(match, number)
    return move_sentences(decisions, ply.seat, sentence, ply.events, viewer, match.name)


def sentences_since(match: Match, since: int, viewer: int | None) -> list[str]:
    """Everything that happened from a move on."""
    return [
        sentence
        for number in range(since, len(match.plies))
        for sentence in sentences(match, number, viewer)
    ]


def merge_repeats(sentences: Iterable[str]) -> list[str]:
    """Replace a sentence that is repeated by one with the number of times."""
    runs = [(sentence, len(list(run))) for sentence, run in groupby(sentences)]
    return [sentence if n == 1 else f"{sentence} ({n} times)" for sentence, n in runs]
