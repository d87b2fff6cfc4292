"""Kilt Castle: the rooms of this package wired to the contract.

Building cards lie in rows round an unfinished castle. In turn everybody relocates one card; its
colours then build a floor in the line it faces, for free on the nearest empty cell or over a tower,
whose owner is paid. Two players on one cell in one turn roof it, and it belongs to all. A row left
empty makes a ducat day, which pays for the largest areas. Whoever builds the last own floor ends
the match; most ducats win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.chance import Chance
from rulekeep.core.data import DataFiles
from rulekeep.core.game import Emit, Event, Game, Outcome, Score, Step
from rulekeep.core.options import Agreements
from rulekeep.core.rulebook import Rulebook
from rulekeep.core.seats import Seat, need_seats
from rulekeep.core.state import Said
from rulekeep.games.kilt_castle import (
    audit,
    checks,
    describe,
    evaluate,
    legal,
    scoring,
    setup,
    turn,
    universe,
)
from rulekeep.games.kilt_castle.box.board import BOARD_FILE, GAME_ID, Board
from rulekeep.games.kilt_castle.box.pieces import PACKAGE, PIECES
from rulekeep.games.kilt_castle.moves import Move, MoveTable, language
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.terms import Terms
from rulekeep.games.kilt_castle.view import text


class KiltCastle(Game[State, Move]):
    """The game on one board; another board makes another instance."""

    id = GAME_ID
    title = "Kilt Castle"
    blurb = (
        "A Scottish family quarrel in stone: send building cards round the castle, build over "
        "your relatives' towers and own the largest part when the ducats are shared out."
    )
    seats = range(2, 5)  # KC-001
    seats_rule = "KC-001"
    box_rule = "KC-003"
    usual_seats = 4
    book = Rulebook.load(PACKAGE, checks)
    table = State

    def __init__(self, files: DataFiles | None = None) -> None:
        self._files = files or DataFiles(PACKAGE, (BOARD_FILE,))
        self.data_digest = self._files.digest()
        self.board = Board(self._files.read(BOARD_FILE))
        self.moves = MoveTable(self.board)
        self.language = language(self.board)
        self._agreements = Agreements(
            lambda seats, options: Terms(self.board, self.moves, seats, options), self.options
        )

    # -- the rules --------------------------------------------------------------------------

    def terms(self, seats: int, options: Mapping[str, Any]) -> Terms:
        need_seats(seats, self.seats, self.title, self.seats_rule)
        return self._agreements(seats, options)

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        state = State(self.terms(seats, options))
        events: list[Event] = []
        setup.set_up(state, chance, events.append)
        return Step(state, tuple(events))

    # Asked again and again: the rooms themselves answer, without a call in between.
    decisions = staticmethod(legal.decisions)
    legal_moves = staticmethod(legal.legal_moves)

    def advance(
        self, state: State, seat: Seat, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        turn.play(state, move, emit)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def complete(self, state: State, said: Said) -> None:
        setup.complete(state, said)

    # -- for bots and people ----------------------------------------------------------------

    def evaluate(self, state: State, seat: Seat) -> float:
        return evaluate.evaluate(state, seat)

    def describe(self, state: State, seat: Seat, move: Move) -> str:
        return describe.describe(state, seat, move)

    def standing(self, state: State, viewer: Seat | None) -> tuple[Score, ...]:
        return scoring.standing(state)

    def render(self, state: State, viewer: Seat | None, look: Look) -> Canvas:
        return text.render(state, viewer, look)

    # -- for tests --------------------------------------------------------------------------

    def universe(self, state: State, seat: Seat) -> Iterator[Move]:
        return universe.universe(state)

    def audit(self, state: State) -> Iterable[str]:
        return audit.audit(state)

    # -- other boards -----------------------------------------------------------------------

    def with_data(self, directory: Path) -> KiltCastle:
        return KiltCastle(self._files.elsewhere(directory))

    def provenance(self) -> Iterator[tuple[str, str]]:
        yield from self.board.provenance
        yield from PIECES.provenance
        for warning in self.board.warnings:
            yield "warning", warning


GAME = KiltCastle()
