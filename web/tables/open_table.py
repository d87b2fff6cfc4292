"""One match and what goes on round it: acts by number, consent, what is asked and answered.

Everything here is done in whatever thread calls; changes come one at a time (`web.hall` sees to
it), while others may be reading.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import frozen

from rulekeep.bots import is_program, make_bot
from rulekeep.core.data_files import canonical_json
from rulekeep.core.drawing.canvas import Canvas
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Decision
from rulekeep.match.match import Match
from rulekeep.match.match_file import state_digest
from rulekeep.session.session import HUMAN, Session, UndoPlan
from rulekeep.session.turn import ActionRefused, Turn
from rulekeep.web.cache import OnceCache
from rulekeep.web.http_errors import HttpError, stale
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.event_log import EventLog, LogEntry, touched_by

KEPT_READY = 48
"""Pictures, lists of moves and the like that a table keeps for whoever asks next."""


@frozen
class UndoRequest:
    """Somebody wants acts taken back, or played again, and others have a say in it."""

    number: int
    """The table it was asked at; what happens since settles it."""
    kind: Literal["undo", "redo"]
    seat: int
    back: UndoPlan
    agreed: frozenset[int] = frozenset()

    @property
    def waits_for(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.back.others if seat not in self.agreed)


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
        self.journal = EventLog(match)
        self.question: UndoRequest | None = None
        self.lock = threading.RLock()
        """Held while the match changes, and while something is read that must fit together."""
        self.ready = OnceCache(KEPT_READY)
        self._drawn: dict[int, Canvas] = {}
        """The last drawing for each seat."""

    @classmethod
    def open(
        cls,
        name: str,
        path: Path,
        players: Sequence[str] = (),
        think: float = 2.0,
        boxes: Datasets | None = None,
    ) -> OpenTable:
        """The match of a file, to go on with; the file is ours until `close`. DataError."""
        match = (boxes or Datasets()).load(path, resume=True)
        try:
            seated = tuple(players) or match.header.players or (HUMAN,) * match.header.seats
            need_players(seated, match.header.seats)
            return cls(name, path, match, seated, think)
        except RulekeepError:
            match.close()
            raise

    def close(self) -> None:
        """Let go of the match file; all that happened is in it."""
        with self.lock:
            self.session.leave()
            self.match.close()

    @property
    def number(self) -> int:
        """The number of what happened last."""
        return self.journal.number

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    def is_person(self, seat: int) -> bool:
        return seat in self.session.people

    # -- acts -------------------------------------------------------------------------------

    def act(self, seat: int, number: int, words: str) -> list[LogEntry]:
        """Play a move for a seat, in answer to the table of that number.

        The same move in answer to the same table is the same act, however often it is said.
        """
        with self.lock:
            done = next(self.journal.acts_of(seat, number), None) if number >= 0 else None
            if done is not None:
                if self._is_same(done, words):
                    return [done]
                raise stale(self.number)
            decision = self._decision(seat, number)
            move = self.session.turn(decision).parse_move(words)
            return [self._played(seat, move)]

    def act_for(self, seat: int, number: int, words: str) -> LogEntry | None:
        """A bot's answer; None where the table has gone on without it."""
        with self.lock:
            if number != self.number or self.session.decision_of(seat) is None:
                return None
            return self._played(seat, words)

    def _played(self, seat: int, move: Any) -> LogEntry:
        match = self.match
        # Whoever acts without having looked gets marks on the places he saw last: no drawing now.
        before, drawing = match.state, self._drawn.get(seat) or self.drawing(seat)
        self.session.play(seat, move)
        self.question = None
        happened = self._noted()[-1]
        happened.marks = touched_by(match, before, seat, happened.move, drawing)
        return happened

    def drawing(self, seat: int) -> Canvas:
        """The table in characters as a seat sees it now: it names the places."""

        def draw() -> Canvas:
            return self.match.game.render(self.match.state, seat, self.match.look(seat))

        with self.lock:
            drawn = self._drawn[seat] = self.ready.get((self.number, seat, "drawing"), draw)
            return drawn

    def _noted(self) -> list[LogEntry]:
        self.ready.clear()
        return self.journal.catch_up()

    def _is_same(self, done: LogEntry, words: str) -> bool:
        """Whether words mean the move that was made."""
        if " ".join(words.split()).casefold() == done.move.casefold():
            return True
        if done.before is None or done.seat is None:
            return False
        game = self.match.game
        try:
            return game.notation(game.read(done.before, done.seat, words)) == done.move
        except RulekeepError:
            return False

    def _decision(self, seat: int, number: int) -> Decision:
        """What a seat is asked, if it is still what it was at that number. Problem."""
        decision = self.session.decision_of(seat)
        if number != self.number and not self._unchanged(decision, number):
            raise stale(self.number)
        if decision is None:
            if self.match.is_over:
                raise HttpError(409, "over", "The match is over.", number=self.number)
            raise HttpError(409, "not_your_turn", "It is not your turn now.", number=self.number)
        return decision

    def _unchanged(self, decision: Decision | None, number: int) -> bool:
        """Whether nothing came since then but secret choices of others who were asked as well."""
        if decision is None or not decision.sealed or not 0 <= number < self.number:
            return False
        return all(
            item.kind == "act"
            and item.before is not None
            and decision in self.match.game.decisions(item.before)
            for item in self.journal.since(number)
        )

    def sign(self, decision: Decision) -> str:
        """Tells decisions apart: the same as long as a seat is asked the same at the same table."""
        acts = [item.number for item in self.journal.acts_of(decision.seat, -1)]
        last = acts[-1] if acts else 0
        said = canonical_json([last, decision.seat, decision.kind, decision.prompt])
        return state_digest({"decision": said})

    # -- bots -------------------------------------------------------------------------------

    def next_bot(self) -> Decision | None:
        """A decision that a bot makes: its own, or one that a person has lent it."""
        for decision in self.match.decisions:
            if not self.is_person(decision.seat) or self.session.on_autopilot(decision):
                return decision
        return None

    def start_autopilot(self, seat: int, number: int) -> list[LogEntry]:
        """Let the quick bot decide for a person until the step is over; nothing happens yet."""
        with self.lock:
            self.session.start_autopilot(self._decision(seat, number))
            return []

    # -- taking back ------------------------------------------------------------------------

    def take_back(self, seat: int, number: int, own: int) -> list[LogEntry]:
        """Take back one's last acts, or ask the others about it; what happened."""
        with self.lock:
            self._need_now(number)
            return self._ask(UndoRequest(number, "undo", seat, self.session.plan_undo(seat, own)))

    def do_again(self, seat: int, number: int) -> list[LogEntry]:
        """Play again what was taken back last, or ask the others about it."""
        with self.lock:
            self._need_now(number)
            return self._ask(UndoRequest(number, "redo", seat, self.session.plan_redo(seat)))

    def consent(self, seat: int, number: int, agreed: bool) -> list[LogEntry]:
        """The answer to a question: one who does not agree settles it, and so may whoever asked."""
        with self.lock:
            asked = self.question
            may_say = (
                () if asked is None else (*asked.waits_for, *(() if agreed else (asked.seat,)))
            )
            if asked is None or asked.number != number or seat not in may_say:
                said = "Nobody waits for your answer any more."
                raise HttpError(409, "no_question", said, number=self.number)
            if not agreed:
                self.question = None
                return []
            return self._ask(
                UndoRequest(asked.number, asked.kind, asked.seat, asked.back, asked.agreed | {seat})
            )

    def _ask(self, question: UndoRequest) -> list[LogEntry]:
        if question.waits_for:
            self.question = question
            return []
        self.question = None
        if question.kind == "undo":
            self.session.undo(question.back)
        else:
            self.session.redo()
        return self._noted()

    def _need_now(self, number: int) -> None:
        if number != self.number:
            raise stale(self.number)

    # -- reading ----------------------------------------------------------------------------

    def turn(self, seat: int) -> Turn:
        """What a seat is asked now. Problem where it is not."""
        with self.lock:
            decision = self.session.decision_of(seat)
            if decision is None:
                raise HttpError(
                    409, "not_your_turn", "It is not your turn now.", number=self.number
                )
            return self.session.turn(decision)

    def need_asked(self, seat: int, number: int) -> None:
        """Problem unless a seat is asked now what it was asked at that number."""
        with self.lock:
            self._decision(seat, number)

    def words_of(self, seat: int, number: int, move: str) -> str:
        """What a move would do, in the game's words; nothing once the table has gone on."""
        with self.lock:
            if number != self.number:
                return ""
            game, state = self.match.game, self.match.state
            return game.describe(state, seat, game.read(state, seat, move))

    def can_take_back(self, seat: int) -> bool:
        try:
            self.session.plan_undo(seat)
        except ActionRefused:
            return False
        return True

    def can_do_again(self, seat: int) -> bool:
        try:
            self.session.plan_redo(seat)
        except ActionRefused:
            return False
        return True


def need_players(players: Sequence[str], seats: int) -> None:
    """Whether these can be seated from afar. Problem."""
    if len(players) != seats:
        raise HttpError(400, "setup", f"{len(players)} players do not fit {seats} seats")
    if any(map(is_program, players)):
        said = "a program cannot be seated from a page; say who decides instead of it"
        raise HttpError(409, "program", said)
    for player in players:
        if player != HUMAN:
            make_bot(player)
