"""Kilt Castle: the modules of this package wired to the contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.chance import Chance
from rulekeep.core.data import DataFiles, Node
from rulekeep.core.game import Decision, Emit, Game, Outcome, Score, Step
from rulekeep.core.options import settle
from rulekeep.core.seats import need_seats
from rulekeep.games.kilt_castle import state_data
from rulekeep.games.kilt_castle.audit import audit
from rulekeep.games.kilt_castle.building import legal_builds
from rulekeep.games.kilt_castle.components import (
    BOARD_FILE,
    CARDS,
    COLOURS,
    CRESTS,
    GAME_ID,
    PACKAGE,
    PIECES,
    Board,
)
from rulekeep.games.kilt_castle.deal import set_up
from rulekeep.games.kilt_castle.describe import describe
from rulekeep.games.kilt_castle.ending import outcome
from rulekeep.games.kilt_castle.evaluation import evaluate
from rulekeep.games.kilt_castle.moves import ANY_COLOUR, SKIP, Move, MoveTable
from rulekeep.games.kilt_castle.relocation import legal_relocations
from rulekeep.games.kilt_castle.render import render
from rulekeep.games.kilt_castle.rules import BOOK
from rulekeep.games.kilt_castle.scoring import account
from rulekeep.games.kilt_castle.state import NOWHERE, State
from rulekeep.games.kilt_castle.table import OVER, RELOCATE, ROOF, Table
from rulekeep.games.kilt_castle.turn import play


class KiltCastle(Game[State, Move]):
    """The game on one board; another board makes another instance."""

    id = GAME_ID
    title = "Kilt Castle"
    seats = range(2, 5)
    book = BOOK
    blurb = (
        "A Scottish family quarrel in stone: send building cards round the castle, build over "
        "your relatives' towers and own the largest part when the ducats are shared out."
    )

    def __init__(self, files: DataFiles | None = None) -> None:
        self._files = files or DataFiles(PACKAGE, (BOARD_FILE,))
        self.data_digest = self._files.digest()
        self.board = Board(self._files.read(BOARD_FILE))
        self.moves = MoveTable(self.board)
        self._tables: dict[tuple[object, ...], Table] = {}

    def terms(self, seats: int, options: Mapping[str, Any]) -> Table:
        """The tables for these seats and options, built when first asked for."""
        settled = settle(self.options, options)
        need_seats(seats, self.seats, self.title, "KC-001")
        key = (seats, *settled.values())
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = Table(self.board, self.moves, seats, settled)
        return table

    # -- the rules --------------------------------------------------------------------------

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        state, events = set_up(self.terms(seats, options), chance)
        return Step(state, tuple(events))

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return state.open

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        phase = state.phase
        if phase == RELOCATE:
            return legal_relocations(state) if seat == state.active else ()
        if phase == OVER or seat != state.builder:
            return ()
        if phase == ROOF:
            roof = self.moves.roof
            return tuple(roof[cell] for cell in self.board.cells if state.roofed >> cell & 1)
        return legal_builds(state)

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        play(state, move, emit)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    # -- text and data ----------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        return self.moves.parse(text)

    def notation(self, move: Move) -> str:
        return self.moves.notation(move)

    def to_dict(self, state: State) -> dict[str, Any]:
        return state_data.to_dict(state)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        return state_data.from_dict(Node.of(data, "state"), self.terms)

    # -- who may know what ------------------------------------------------------------------

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return state_data.to_dict(state)

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        """Nothing is hidden."""
        return state.copy()

    # -- for bots and people ----------------------------------------------------------------

    def evaluate(self, state: State, seat: int) -> float:
        return evaluate(state, seat)

    def describe(self, state: State, seat: int, move: Move) -> str:
        return describe(state, seat, move)

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return tuple(account(state, seat) for seat in range(state.table.seats))

    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        return render(state, viewer, look)

    # -- for tests --------------------------------------------------------------------------

    def universe(self, state: State, seat: int) -> Iterator[Move]:
        """Every card to every position, every floor on every cell, every roof."""
        moves = self.moves
        for card in CARDS:
            at = state.at[card.number]
            origin = 0 if at == NOWHERE else at
            yield from moves.relocate[card.number][origin]
            elsewhere = moves.relocate[card.number][(origin + 1) % self.board.positions]
            yield from elsewhere[:: max(1, self.board.positions // 3)]
        for cell in self.board.cells:
            yield moves.roof[cell]
            for colour in (ANY_COLOUR, *COLOURS):
                for crests in CRESTS:
                    yield moves.build[cell, colour, crests]
        yield SKIP

    def audit(self, state: State) -> Iterable[str]:
        return audit(state)

    # -- other boards -----------------------------------------------------------------------

    def with_data(self, directory: Path) -> KiltCastle:
        return KiltCastle(self._files.elsewhere(directory))

    def provenance(self) -> Iterator[tuple[str, str]]:
        yield from self.board.provenance
        yield from PIECES.provenance
        for warning in self.board.warnings:
            yield "warning", warning


GAME = KiltCastle()
