"""The event log of a table: everything that happened, numbered, as each viewer may see it.

A number is never used twice: an undo is an entry too. It is the number of the entry in the match
file, so a restart of the server does not change it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

from attrs import define, field

from rulekeep.core.drawing.canvas import Look
from rulekeep.core.text import plural
from rulekeep.match import seat_events
from rulekeep.match.match import Match, Ply
from rulekeep.match.view import touched

RECENT = 8
"""Places are marked for the last moves only; older ones are not drawn again."""

Viewer = int | None
"""A seat, or None for a spectator."""


@define
class LogEntry:
    """One entry: the set-up, a move or an undo."""

    number: int
    kind: Literal["setup", "act", "undo"]
    seat: int | None
    """The seat that moved; None for the set-up and for an undo."""
    move: str
    move_count: int
    """How many moves stood after it."""
    ply: Ply | None = None
    """None if the move was undone."""
    before: Any = None
    """The state before a move that was not undone."""
    undone: int = 0
    """How many moves an undo took back."""
    marks: list[str] | None = None
    """The places that a move touched, once they are known."""
    _data: dict[Viewer, bytes] = field(factory=dict)

    def forget_states(self) -> None:
        """Free the memory of a move that was undone; its number stays."""
        self.ply = self.before = None
        self._data.clear()

    def event_data(self, match: Match, viewer: Viewer) -> bytes:
        """The event for a viewer as JSON, made once."""
        data = self._data.get(viewer)
        if data is None:
            data = self._data[viewer] = json.dumps(self._event(match, viewer)).encode()
        return data

    def _event(self, match: Match, viewer: Viewer) -> dict[str, Any]:
        stands = self.kind == "act" and self._stands(match)
        known = stands and (self.seat == viewer or seat_events.is_public(match, self.move_count))
        plies = match.plies
        state = plies[self.move_count].state if self.move_count < len(plies) else match.state
        return {
            "number": self.number,
            "acts": self.move_count,
            "kind": self.kind,
            "seat": self.seat,
            "news": self.sentences(match, viewer),
            "marks": self._marks(match) if known else [],
            "turn": [decision.seat for decision in match.game.decisions(state)],
        }

    def sentences(self, match: Match, viewer: Viewer) -> list[str]:
        """What a viewer may know of it; nothing about a move that was undone."""
        if self.kind == "undo":
            was = "was" if self.undone == 1 else "were"
            return [f"{plural(self.undone, 'move')} {was} undone."]
        if not self._stands(match):
            return []
        return seat_events.merge_repeats(seat_events.sentences(match, self.move_count, viewer))

    def _stands(self, match: Match) -> bool:
        return self.move_count < len(match.plies) and match.plies[self.move_count] is self.ply

    def _marks(self, match: Match) -> list[str]:
        """The places that the move touched. Who may know the move may know them."""
        if self.marks is None and self.move_count < len(match.plies) - RECENT:
            self.marks = []
        if self.marks is None:
            assert self.seat is not None
            game, before, seat = match.game, self.before, self.seat
            drawing = game.render(before, seat, Look(names=match.names))
            move = game.read(before, seat, self.move)
            self.marks = list(dict.fromkeys(touched(game, before, seat, move, drawing)))
        return self.marks


class EventLog:
    """The entries of a match in order; the number of each is its index."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._entries: list[LogEntry] = []
        self._standing: list[int] = []
        """The numbers of the set-up and of every move that was not undone."""
        self.catch_up()

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self._entries) - 1

    def since(self, number: int) -> list[LogEntry]:
        """The entries after a number."""
        return self._entries[max(0, number + 1) :]

    def moves_of(self, seat: int, after: int) -> Iterator[LogEntry]:
        """The moves of a seat after a number."""
        return (entry for entry in self.since(after) if entry.seat == seat)

    def catch_up(self) -> list[LogEntry]:
        """Add the entries that the match has and the log has not."""
        entries, plies = self._match.entries, self._match.plies
        first = len(self._entries)
        for number in range(first, len(entries)):
            entry = entries[number]
            if entry.who == "undo":
                left = int(entry.what) + 1
                undone = len(self._standing) - left
                for gone in self._standing[left:]:
                    self._entries[gone].forget_states()
                del self._standing[left:]
                added = LogEntry(number, "undo", None, "", left - 1, undone=undone)
            else:
                self._standing.append(number)
                count = len(self._standing) - 1
                if number:
                    added = LogEntry(number, "act", entry.seat, entry.what, count)
                else:
                    added = LogEntry(number, "setup", None, "", 0)
            self._entries.append(added)
        for count, number in enumerate(self._standing):
            if number >= first:
                self._entries[number].ply = plies[count]
                self._entries[number].before = plies[count - 1].state if count else None
        return self._entries[first:]
