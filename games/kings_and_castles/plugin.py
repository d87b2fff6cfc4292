"""Kings & Castles: the rooms of this package wired to the contract.

Enemies hold five countries from 1066 to 1485. Noble houses lay crowns on the line of kings; box by
box the king of the moment leads everybody's armies, out of what lies in his own area, into his
country and one more, places castles, may raise a tax and restocks from household and bag. Regions
pay when a tax is raised, and once more at the end; the richest house wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.chance import Chance
from rulekeep.core.data import DataFiles
from rulekeep.core.game import Decision, Emit, Event, Game, Outcome, Score, Step
from rulekeep.core.options import Agreements
from rulekeep.core.rulebook import Rulebook
from rulekeep.core.seats import need_seats
from rulekeep.core.state import Said
from rulekeep.games.kings_and_castles import (
    audit,
    describe,
    evaluate,
    knowledge,
    legal,
    scoring,
    setup,
    turn,
    universe,
)
from rulekeep.games.kings_and_castles.box.loading import FILES, PACKAGE, load_board
from rulekeep.games.kings_and_castles.checks import CHAPTERS
from rulekeep.games.kings_and_castles.moves import Move, language
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import Terms
from rulekeep.games.kings_and_castles.terms.armoury import Armoury
from rulekeep.games.kings_and_castles.view import text


class KingsAndCastles(Game[State, Move]):
    """Barons take turns as king, conquer regions and raise taxes."""

    id = "kings_and_castles"
    title = "Kings & Castles"
    blurb = (
        "Noble houses take turns as King of England from 1066 to 1485, lead everybody's armies "
        "into five countries, and tax what they hold. The richest house wins."
    )
    seats = range(2, 5)  # KG-001
    seats_rule = "KG-001"
    seats_note = "2 seats: each player runs two houses"
    usual_seats = 4
    box_rule = "KG-220"
    book = Rulebook.load(PACKAGE, *CHAPTERS)
    table = State

    def __init__(self, files: DataFiles | None = None) -> None:
        self._files = files if files is not None else DataFiles(PACKAGE, FILES)
        self.board = load_board(self._files)
        self.data_digest = self._files.digest()
        self.language = language(self.board)
        mixes, usual = tuple(self.board.mixes), self.board.default_mix
        self.options = tuple(
            evolve(option, values=mixes, default=usual) if option.name == "active_mix" else option
            for option in self.book.options
        )
        armoury = Armoury(self.board)
        self._agreed = Agreements(
            lambda seats, chosen: Terms(self.board, armoury, seats, chosen), self.options
        )

    # -- the rules --------------------------------------------------------------------------

    def terms(self, seats: int, options: Mapping[str, Any]) -> Terms:
        need_seats(seats, self.seats, self.title, self.seats_rule)
        return self._agreed(seats, options)

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        state = State(self.terms(seats, options))
        events: list[Event] = []
        setup.lay_out(state, chance, events.append)
        return Step(state, tuple(events))

    def complete(self, state: State, said: Said) -> None:
        setup.complete(state, said)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return state.open

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        return legal.legal_moves(state, seat)

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        turn.advance(state, seat, move, chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    # -- who may know what ------------------------------------------------------------------

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return knowledge.observation(state, seat)

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        return knowledge.determinize(state, seat, chance)

    # -- for bots and people ----------------------------------------------------------------

    def evaluate(self, state: State, seat: int) -> float:
        return evaluate.evaluate(state, seat)

    def describe(self, state: State, seat: int, move: Move) -> str:
        return describe.describe(state, seat, move)

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return scoring.standing(state, viewer)

    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        return text.render(state, viewer, look)

    # -- for tests --------------------------------------------------------------------------

    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return universe.universe(state, seat)

    def listed_as(self, state: State, seat: int, move: Move) -> Move | None:
        return universe.listed_as(state, seat, move)

    def audit(self, state: State) -> Iterable[str]:
        return audit.audit(state)

    # -- other boards -----------------------------------------------------------------------

    def with_data(self, directory: Path) -> KingsAndCastles:
        return KingsAndCastles(self._files.elsewhere(directory))

    def provenance(self) -> Iterable[tuple[str, str]]:
        return self.board.provenance
