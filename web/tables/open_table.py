"""An open table: a match with its session, its event log and its pending undo request.

Methods run in the thread of the caller. `TableManager` makes one change at a time; other threads
may read meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen

from rulekeep.bots import is_program, make_bot
from rulekeep.core.data_files import canonical_json
from rulekeep.core.decision import Decision
from rulekeep.core.drawing.canvas import Canvas
from rulekeep.core.errors import RulekeepError
from rulekeep.match.match import Match
from rulekeep.match.match_file import state_digest
from rulekeep.match.view import touched
from rulekeep.session.session import HUMAN, Session, UndoPlan
from rulekeep.session.turn import ActionRefused, Turn
from rulekeep.web.cache import OnceCache
from rulekeep.web.http_errors import HttpError, stale
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.event_log import EventLog, LogEntry

MAX_UNDONE = 10_000
"""Moves and undos in the match file that no longer stand; beyond it undo is refused."""
CACHED = 48
"""Pictures, lists of moves and the like that a table caches."""


class TableClosed(Exception):
    """The table was closed before it was changed; nothing happened."""


@frozen
class UndoRequest:
    """An undo or a redo that other players must agree to."""

    number: int
    """The number of the table when it was asked for; any later entry settles it."""
    kind: Literal["undo", "redo"]
    seat: int
    plan: UndoPlan
    agreed: frozenset[int] = frozenset()

    @property
    def waits_for(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.plan.others if seat not in self.agreed)


class OpenTable:
    """A match that is open here."""

    def __init__(
        self, name: str, path: Path, match: Match, players: Sequence[str], think: float
    ) -> None:
        self.name = name
        """The name of the table in its links."""
        self.file = path.name
        self.match = match
        self.session = Session(match, players, think=think)
        self.events = EventLog(match)
        self.undo_request: UndoRequest | None = None
        self.lock = threading.RLock()
        """Held while the match changes, and while several values that belong together are read."""
        self.cache = OnceCache(CACHED)
        self._drawings: dict[int, Canvas] = {}
        """The last drawing for each seat."""

    @classmethod
    def open(
        cls,
        name: str,
        path: Path,
        players: Sequence[str] = (),
        think: float = 2.0,
        datasets: Datasets | None = None,
    ) -> OpenTable:
        """Load a match file to continue it; the file is locked until `close`. DataError."""
        match = (datasets or Datasets()).load(path, resume=True)
        try:
            header = match.header
            chosen = tuple(players) or header.players or (HUMAN,) * header.seats
            check_players(chosen, header.seats)
            return cls(name, path, match, chosen, think)
        except RulekeepError:
            match.close()
            raise

    def close(self) -> None:
        """Release the match file, which has everything that happened."""
        with self.lock:
            self.session.leave()
            self.match.close()

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self.events.number

    def is_person(self, seat: int) -> bool:
        return seat in self.session.people

    # -- moves ------------------------------------------------------------------------------

    def play_move(self, seat: int, number: int, text: str) -> list[LogEntry]:
        """Play a move for a seat, in answer to the table of that number.

        The same move in answer to the same number is played once, however often it is sent.
        """
        with self.lock:
            played = next(self.events.moves_of(seat, number), None)
            if played is not None:
                if self._is_same(played, text):
                    return [played]
                raise stale(self.number)
            decision = self._decision(seat, number)
            return self._play(seat, self.session.turn(decision).parse_move(text))

    def play_bot_move(self, seat: int, number: int, text: str) -> list[LogEntry]:
        """Play a bot's move, unless the table has changed since the bot was asked."""
        with self.lock:
            if number != self.number or self.session.decision_of(seat) is None:
                return []
            return self._play(seat, self.match.game.read(self.match.state, seat, text))

    def quick_move(self, seat: int) -> str:
        """The move of the quick bot; empty if the seat has nothing to decide any more."""
        with self.lock:
            if self.session.decision_of(seat) is None:
                return ""
            return self.match.game.notation(self.session.autopilot_choice(seat).move)

    def _play(self, seat: int, move: Any) -> list[LogEntry]:
        match = self.match
        # The last drawing of the seat has the places; drawing the table again would take longer.
        before, drawing = match.state, self._drawings.get(seat) or self.drawing(seat)
        self.session.play(seat, move)
        self.undo_request = None
        entries = self._catch_up()
        places = touched(match.game, before, seat, move, drawing)
        entries[-1].marks = list(dict.fromkeys(places))
        return entries

    def drawing(self, seat: int) -> Canvas:
        """The table in characters as a seat sees it now; it names the places."""

        def draw() -> Canvas:
            return self.match.game.render(self.match.state, seat, self.match.look(seat))

        with self.lock:
            drawing = self.cache.get((self.number, seat, "drawing"), draw)
            self._drawings[seat] = drawing
            return drawing

    def _catch_up(self) -> list[LogEntry]:
        """Take what happened in the match into the event log."""
        self.cache.clear()
        return self.events.catch_up()

    def _is_same(self, played: LogEntry, text: str) -> bool:
        """Whether a text means the move that was played."""
        if " ".join(text.split()).casefold() == played.move.casefold():
            return True
        if played.before is None or played.seat is None:
            return False
        game = self.match.game
        try:
            return game.notation(game.read(played.before, played.seat, text)) == played.move
        except RulekeepError:
            return False

    def _decision(self, seat: int, number: int) -> Decision:
        """The decision of a seat, if it is still the one of that number. HttpError."""
        decision = self.session.decision_of(seat)
        if number != self.number and not self._is_unchanged(decision, number):
            raise stale(self.number)
        if decision is None and self.match.is_over:
            raise HttpError(409, "over", "The match is over.", number=self.number)
        if decision is None:
            raise self._not_your_turn()
        return decision

    def _not_your_turn(self) -> HttpError:
        return HttpError(409, "not_your_turn", "It is not your turn.", number=self.number)

    def _is_unchanged(self, decision: Decision | None, number: int) -> bool:
        """Whether all entries since a number are sealed choices made beside this decision."""
        if decision is None or not decision.sealed or not 0 <= number < self.number:
            return False
        return all(
            entry.kind == "act"
            and entry.before is not None
            and decision in self.match.game.decisions(entry.before)
            for entry in self.events.since(number)
        )

    def sign(self, decision: Decision) -> str:
        """A digest of what a seat must decide at this table."""
        numbers = [entry.number for entry in self.events.moves_of(decision.seat, -1)]
        last = numbers[-1] if numbers else 0
        text = canonical_json([last, decision.seat, decision.kind, decision.prompt])
        return state_digest({"decision": text})

    # -- bots -------------------------------------------------------------------------------

    def next_bot(self) -> Decision | None:
        """A decision for a bot: its own, or one of a person on autopilot."""
        for decision in self.match.decisions:
            if not self.is_person(decision.seat) or self.session.on_autopilot(decision):
                return decision
        return None

    def start_autopilot(self, seat: int, number: int) -> list[LogEntry]:
        """Let the quick bot decide for a person until the step is over; nothing happens yet."""
        with self.lock:
            self.session.start_autopilot(self._decision(seat, number))
            return []

    # -- undo -------------------------------------------------------------------------------

    def undo(self, seat: int, number: int, moves: int) -> list[LogEntry]:
        """Undo the last moves of a seat, or ask the others for consent."""
        with self.lock:
            self._need_number(number)
            if len(self.match.entries) - len(self.match.plies) > MAX_UNDONE:
                sentence = "This match has too many undone moves. Play on, or start another match."
                raise HttpError(409, "too_many_undos", sentence, number=self.number)
            plan = self.session.plan_undo(seat, moves)
            return self._settle(UndoRequest(number, "undo", seat, plan))

    def redo(self, seat: int, number: int) -> list[LogEntry]:
        """Play the moves that were undone last, or ask the others for consent."""
        with self.lock:
            self._need_number(number)
            return self._settle(UndoRequest(number, "redo", seat, self.session.plan_redo(seat)))

    def consent(self, seat: int, number: int, agreed: bool) -> list[LogEntry]:
        """Answer an undo request: one refusal ends it; the seat that asked may withdraw it."""
        with self.lock:
            request = self.undo_request
            if (
                request is None
                or request.number != number
                or not _may_answer(request, seat, agreed)
            ):
                sentence = "This request is already settled."
                raise HttpError(409, "no_question", sentence, number=self.number)
            if not agreed:
                self.undo_request = None
                return []
            return self._settle(evolve(request, agreed=request.agreed | {seat}))

    def _settle(self, request: UndoRequest) -> list[LogEntry]:
        """Carry out a request that everybody has agreed to; keep it pending otherwise."""
        if request.waits_for:
            self.undo_request = request
            return []
        self.undo_request = None
        if request.kind == "undo":
            self.session.undo(request.plan)
        else:
            self.session.redo()
        return self._catch_up()

    def _need_number(self, number: int) -> None:
        if number != self.number:
            raise stale(self.number)

    # -- reading ----------------------------------------------------------------------------

    def turn(self, seat: int) -> Turn:
        """The turn of a seat. HttpError if it is not its turn."""
        with self.lock:
            decision = self.session.decision_of(seat)
            if decision is None:
                raise self._not_your_turn()
            return self.session.turn(decision)

    def check_decision(self, seat: int, number: int) -> None:
        """HttpError unless a seat has the same decision now as at that number."""
        with self.lock:
            self._decision(seat, number)

    def in_words(self, seat: int, number: int, moves: Sequence[str]) -> list[tuple[str, str]]:
        """The sentence and the effect of each move; empty once the table has changed."""
        with self.lock:
            if number != self.number:
                return [("", "")] * len(moves)
            game, state = self.match.game, self.match.state
            meant = [game.read(state, seat, move) for move in moves]
            return [(game.sentence(state, seat, m), game.describe(state, seat, m)) for m in meant]

    def can(self, plan: Callable[[int], UndoPlan], seat: int) -> bool:
        """Whether a seat can undo or redo now."""
        try:
            plan(seat)
        except ActionRefused:
            return False
        return True


def _may_answer(request: UndoRequest, seat: int, agreed: bool) -> bool:
    return seat in request.waits_for or (seat == request.seat and not agreed)


def check_players(players: Sequence[str], seats: int) -> None:
    """Refuse players that cannot be seated from a page. HttpError."""
    if len(players) != seats:
        raise HttpError(400, "setup", f"{len(players)} players do not fit {seats} seats")
    if any(map(is_program, players)):
        sentence = "A program cannot play in the browser. Choose another player for its seat."
        raise HttpError(409, "program", sentence)
    for player in players:
        if player != HUMAN:
            make_bot(player)
