"""Kings & Castles for rulekeep: the modules of this package behind the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.chance import Chance
from rulekeep.core.data import DataFiles
from rulekeep.core.game import Decision, Emit, Event, Game, Outcome, Score, Step
from rulekeep.core.options import settle
from rulekeep.core.rulebook import Refusal
from rulekeep.core.seats import need_seats
from rulekeep.games.kings_and_castles import flow, views
from rulekeep.games.kings_and_castles.armoury import Armoury
from rulekeep.games.kings_and_castles.asking import legal_moves
from rulekeep.games.kings_and_castles.audit import audit
from rulekeep.games.kings_and_castles.codec import to_dict
from rulekeep.games.kings_and_castles.describing import describe
from rulekeep.games.kings_and_castles.evaluation import evaluate
from rulekeep.games.kings_and_castles.loading import FILES, load_board
from rulekeep.games.kings_and_castles.moves import Move
from rulekeep.games.kings_and_castles.notation import Notation
from rulekeep.games.kings_and_castles.options import PRESETS, make_options
from rulekeep.games.kings_and_castles.reading import from_dict
from rulekeep.games.kings_and_castles.render import render
from rulekeep.games.kings_and_castles.rules_of_attack import THE_BOOK
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.table import Table
from rulekeep.games.kings_and_castles.universe import listed_as, universe

PACKAGE = "rulekeep.games.kings_and_castles"
MOST_TABLES = 256


class KingsAndCastles(Game[State, Move]):
    """Barons take turns as king, conquer regions and raise taxes."""

    id = "kings_and_castles"
    title = "Kings & Castles"
    seats = range(2, 5)
    book = THE_BOOK
    presets = PRESETS
    blurb = (
        "Noble houses take turns as King of England from 1066 to 1485, lead everybody's armies "
        "into five countries, and tax what they hold. The richest house wins."
    )
    seats_note = "2 seats: each player runs two houses"

    def __init__(self, files: DataFiles | None = None) -> None:
        self._files = files if files is not None else DataFiles(PACKAGE, FILES)
        self.board = load_board(self._files)
        self.options = make_options(self.board)
        self.data_digest = self._files.digest()
        self._notation = Notation(self.board)
        self._armoury = Armoury(self.board)
        self._tables: dict[tuple[Any, ...], Table] = {}

    def _table(self, seats: int, options: Mapping[str, Any]) -> Table:
        """The table of these settings, made once."""
        key = (seats, *options.values())
        table = self._tables.get(key)
        if table is None:
            if len(self._tables) >= MOST_TABLES:
                self._tables.clear()
            table = self._tables[key] = Table(self.board, self._armoury, seats, options)
        return table

    # -- the rules --------------------------------------------------------------------------

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        need_seats(seats, self.seats, self.title, "KG-001")
        state = State(self._table(seats, settle(self.options, options)))
        events: list[Event] = []
        flow.begin(state, chance, events.append)
        return Step(state, tuple(events))

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return state.open

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        return legal_moves(state, seat)

    def check(self, state: State, seat: int, move: Move) -> Refusal | None:
        return self.book.check(state, seat, move)

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        flow.advance(state, seat, move, chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        return views.outcome(state)

    # -- text and data ----------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        return self._notation.read(text)

    def notation(self, move: Move) -> str:
        return self._notation.write(move)

    def to_dict(self, state: State) -> dict[str, Any]:
        return to_dict(state, self._notation)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        return from_dict(data, self.options, self._table, self._notation)

    # -- who may know what ------------------------------------------------------------------

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return views.observation(state, self._notation, seat)

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        return views.determinize(state, seat, chance)

    # -- for bots and people ----------------------------------------------------------------

    def evaluate(self, state: State, seat: int) -> float:
        return evaluate(state, seat)

    def describe(self, state: State, seat: int, move: Move) -> str:
        return describe(state, seat, move)

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return views.standing(state, viewer)

    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        return render(state, viewer, look)

    # -- for tests --------------------------------------------------------------------------

    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return universe(state, seat)

    def listed_as(self, state: State, seat: int, move: Move) -> Move | None:
        return listed_as(state, seat, move)

    def audit(self, state: State) -> Iterable[str]:
        return audit(state)

    # -- other boards -----------------------------------------------------------------------

    def with_data(self, directory: Path) -> KingsAndCastles:
        return KingsAndCastles(self._files.elsewhere(directory))

    def provenance(self) -> Iterable[tuple[str, str]]:
        return self.board.provenance
