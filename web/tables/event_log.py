"""All that happened at a table, numbered through: what each viewer is told of it, kept ready.

A number never comes back: taking back is something that happens as well. So it names what
somebody answers to and what a page has seen, before and after a restart, since it is the number
of the entry in the match file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

from attrs import define, field

from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.text import plural
from rulekeep.match import seat_events
from rulekeep.match.match import Match, Ply
from rulekeep.match.view import touched

RECENT = 8
"""So many acts back places are marked for somebody who has just come."""

Viewer = int | None
"""A seat, or None for a spectator."""


@define
class LogEntry:
    """One entry: the set-up, an act or an undo."""

    number: int
    kind: Literal["setup", "act", "undo"]
    seat: int | None
    """Who acted; None for the set-up and for an undo."""
    move: str
    acts: int
    """How many acts stood after it."""
    ply: Ply | None = None
    """None where it was taken back before this server knew of it."""
    before: Any = None
    """The table before an act."""
    taken: int = 0
    """How many acts an undo took back."""
    marks: list[str] | None = None
    """The places that an act concerned, once somebody has asked."""
    _said: dict[Viewer, bytes] = field(factory=dict)

    def said(self, match: Match, viewer: Viewer) -> bytes:
        """The event of a viewer's stream, as JSON; made once."""
        known = self._said.get(viewer)
        if known is None:
            known = self._said[viewer] = json.dumps(self._told(match, viewer)).encode()
        return known

    def _told(self, match: Match, viewer: Viewer) -> dict[str, Any]:
        told: dict[str, Any] = {"number": self.number, "acts": self.acts, "kind": self.kind}
        told["seat"] = self.seat
        told["news"], told["marks"] = [], []
        if self.kind == "undo":
            was = "was" if self.taken == 1 else "were"
            told["news"] = [f"{plural(self.taken, 'act')} {was} taken back."]
        elif self._stands(match):
            told["news"] = seat_events.merge_repeats(
                seat_events.sentences(match, self.acts, viewer)
            )
            if self.kind == "act" and self._is_open_to(match, viewer):
                told["marks"] = self._marks(match)
        state = match.plies[self.acts].state if self.acts < len(match.plies) else match.state
        told["turn"] = [decision.seat for decision in match.game.decisions(state)]
        return told

    def _stands(self, match: Match) -> bool:
        return self.acts < len(match.plies) and match.plies[self.acts] is self.ply

    def _is_open_to(self, match: Match, viewer: Viewer) -> bool:
        return self.seat == viewer or seat_events.is_public(match, self.acts)

    def _marks(self, match: Match) -> list[str]:
        """The places that the act concerned. Who may know of the act may know them.

        What was long ago need not be marked, nor drawn for that.
        """
        if self.marks is None and self.acts < len(match.plies) - RECENT:
            self.marks = []
        if self.marks is None:
            assert self.seat is not None
            drawing = match.game.render(self.before, self.seat, Look(names=match.names))
            self.marks = touched_by(match, self.before, self.seat, self.move, drawing)
        return self.marks


def touched_by(match: Match, state: Any, seat: int, words: str, drawing: Canvas) -> list[str]:
    """The places of a drawing that a move concerns, each once."""
    game = match.game
    return list(dict.fromkeys(touched(game, state, seat, game.read(state, seat, words), drawing)))


class EventLog:
    """The happenings of a match in order; the number of each is its index."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._items: list[LogEntry] = []
        self._standing: list[int] = []
        """The numbers of what stands: the set-up, then acts."""
        self.catch_up()

    @property
    def number(self) -> int:
        """The number of what happened last."""
        return len(self._items) - 1

    def __getitem__(self, number: int) -> LogEntry:
        return self._items[number]

    def since(self, number: int) -> list[LogEntry]:
        """What happened after a number."""
        return self._items[max(0, number + 1) :]

    def acts_of(self, seat: int, after: int) -> Iterator[LogEntry]:
        """What a seat did after a number."""
        return (item for item in self.since(after) if item.seat == seat)

    def catch_up(self) -> list[LogEntry]:
        """Note what the match has that is not noted yet."""
        entries, plies = self._match.entries, self._match.plies
        first = len(self._items)
        for number in range(first, len(entries)):
            entry = entries[number]
            if entry.who == "undo":
                left = int(entry.what) + 1
                taken = len(self._standing) - left
                del self._standing[left:]
                item = LogEntry(number, "undo", None, "", left - 1, taken=taken)
            else:
                self._standing.append(number)
                acts = len(self._standing) - 1
                if number:
                    item = LogEntry(number, "act", entry.seat, entry.what, acts)
                else:
                    item = LogEntry(number, "setup", None, "", 0)
            self._items.append(item)
        for acts, number in enumerate(self._standing):
            if number >= first:
                self._items[number].ply = plies[acts]
                self._items[number].before = plies[acts - 1].state if acts else None
        return self._items[first:]
