"""Carcassonne: The Castle (Die Burg, 2003): the rooms of this package wired to the contract.

Two players lay tiles inside a castle wall, one a turn, and may put a follower on each. What is
complete is scored: paths, towers, houses. The score track runs along the wall; whoever stops on
a corner tower takes the wall tile that lies there. After the last tile the larger keep, the
courts and the wall tiles count. Most points win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.chance import Chance
from rulekeep.core.data import DataFiles
from rulekeep.core.game import Decision, Emit, Event, Game, Outcome, Score, Step
from rulekeep.core.options import Agreements
from rulekeep.core.rulebook import Rulebook
from rulekeep.core.seats import need_seats
from rulekeep.core.state import Said
from rulekeep.games.carcassonne_castle import (
    checks,
    describe,
    evaluate,
    knowledge,
    legal,
    setup,
    universe,
)
from rulekeep.games.carcassonne_castle.audit import judge
from rulekeep.games.carcassonne_castle.box.contents import FILES, PACKAGE, load
from rulekeep.games.carcassonne_castle.moves import Catalogue, Move, as_recorded, language
from rulekeep.games.carcassonne_castle.scoring import standing
from rulekeep.games.carcassonne_castle.state import State
from rulekeep.games.carcassonne_castle.terms import Terms
from rulekeep.games.carcassonne_castle.turn import course
from rulekeep.games.carcassonne_castle.view import text as view


class CarcassonneCastle(Game[State, Move]):
    """Two players build inside the castle wall; Reiner Knizia, 2003."""

    id = "carcassonne_castle"
    title = "Carcassonne: The Castle"
    blurb = (
        "Two players lay tiles inside the castle wall and claim its paths, towers, houses and "
        "courts. Whoever stops exactly on a corner tower takes the wall tile that lies there."
    )
    seats = range(2, 3)  # CC-001
    seats_rule = "CC-001"
    box_rule = "CC-020"
    book = Rulebook.load(PACKAGE, checks)
    table = State

    def __init__(self, files: DataFiles = FILES) -> None:
        self.files = files
        self.box = load(files)
        self.data_digest = self.box.digest
        self.language = language(self.box)
        catalogue = Catalogue(self.box)
        self._agreements = Agreements(
            lambda seats, chosen: Terms(self.box, catalogue, seats, chosen), self.options
        )

    # -- the rules --------------------------------------------------------------------------

    def terms(self, seats: int, options: Mapping[str, Any]) -> Terms:
        need_seats(seats, self.seats, self.title, self.seats_rule)
        return self._agreements(seats, options)

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        state = State(self.terms(seats, options))
        events: list[Event] = []
        setup.lay_out(state, chance, events.append)
        return Step(state, tuple(events))

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return legal.decisions(state)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        return legal.legal_moves(state, seat)

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        course.advance(state, seat, move, chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        return standing.outcome(state)

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return standing.standing(state)

    # -- text and data ----------------------------------------------------------------------

    def read(self, state: State, seat: int, text: str) -> Move:
        return as_recorded(self.parse(text), state.drawn)

    def complete(self, state: State, said: Said) -> None:
        setup.complete(state, said)

    def audit(self, state: State) -> Iterable[str]:
        return judge.audit(state)

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return knowledge.observation(state)

    # -- for bots and people ----------------------------------------------------------------

    def evaluate(self, state: State, seat: int) -> float:
        return evaluate.evaluate(state, seat)

    def describe(self, state: State, seat: int, move: Move) -> str:
        return describe.describe(state, seat, move)

    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        return view.render(state, viewer, look)

    # -- for tests --------------------------------------------------------------------------

    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return universe.universe(state)

    def listed_as(self, state: State, seat: int, move: Move) -> Move | None:
        return universe.listed_as(state, move)

    # -- other boards -----------------------------------------------------------------------

    def with_data(self, directory: Path) -> CarcassonneCastle:
        return CarcassonneCastle(self.files.elsewhere(directory))

    def provenance(self) -> Iterable[tuple[str, str]]:
        return self.box.notes


GAME = CarcassonneCastle()
