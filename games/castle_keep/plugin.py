"""Castle Keep, wired to the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.chance import Chance
from rulekeep.core.game import Decision, Emit, Game, Outcome, Refusal, Score, Step
from rulekeep.core.options import settle
from rulekeep.games.castle_keep.attack_rules import BOOK
from rulekeep.games.castle_keep.audit import audit
from rulekeep.games.castle_keep.book import resolve
from rulekeep.games.castle_keep.components import Box, open_box
from rulekeep.games.castle_keep.equivalence import listed_as, universe
from rulekeep.games.castle_keep.evaluation import evaluate
from rulekeep.games.castle_keep.fitting import legal_moves
from rulekeep.games.castle_keep.knowledge import determinize, observation
from rulekeep.games.castle_keep.moves import Move, notation, parse
from rulekeep.games.castle_keep.play import EFFECTS
from rulekeep.games.castle_keep.render import render
from rulekeep.games.castle_keep.setup import lay_out
from rulekeep.games.castle_keep.state import ACTION, PHASES, State
from rulekeep.games.castle_keep.statedata import from_dict, to_dict
from rulekeep.games.castle_keep.terms import OPTIONS, PRESETS, SEATS, Terms
from rulekeep.games.castle_keep.words import PROMPTS, SIEGE_PROMPT, describe, outcome, standing

_DECISIONS = tuple(
    tuple((Decision(seat, phase, PROMPTS[phase]),) if phase != "over" else () for seat in range(4))
    for phase in PHASES
)
"""By phase and seat."""

_SIEGE_ACTION = (Decision(0, PHASES[ACTION], SIEGE_PROMPT),)


class CastleKeep(Game[State, Move]):
    """The game on one box of tiles."""

    id = "castle_keep"
    title = "Castle Keep"
    seats = SEATS
    book = BOOK
    options = OPTIONS
    presets = PRESETS
    blurb = (
        "Build a castle of nine tiles that match by colour or shape, or tear down an opponent's: "
        "whoever completes one or destroys one wins."
    )
    seats_note = (
        "1 seat: variant=siege; 2 seats: any other variant; 3 or 4 seats: standard or empire"
    )

    def __init__(self, box: Box) -> None:
        self.box = box
        self.data_digest = box.digest
        self._agreed: dict[tuple[Any, ...], Terms] = {}

    def _terms(self, seats: int, options: Mapping[str, Any]) -> Terms:
        """What the options mean, worked out once for each combination that is played."""
        key = (seats, *settle(OPTIONS, options).values())
        terms = self._agreed.get(key)
        if terms is None:
            if len(self._agreed) > 200:
                self._agreed.clear()
            terms = self._agreed[key] = Terms(seats, options, self.box)
        return terms

    # -- the rules --------------------------------------------------------------------------

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        state, events = lay_out(self._terms(seats, options), chance)
        return Step(state, tuple(events))

    def decisions(self, state: State) -> tuple[Decision, ...]:
        if state.phase == ACTION and state.terms.siege:
            return _SIEGE_ACTION
        return _DECISIONS[state.phase][state.order.active]

    legal_moves = staticmethod(legal_moves)

    def check(self, state: State, seat: int, move: Move) -> Refusal | None:
        return BOOK.check(state, seat, move)

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        EFFECTS[type(move)](state, seat, move, chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    # -- text and data ----------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        return parse(text)

    def notation(self, move: Move) -> str:
        return notation(move)

    def to_dict(self, state: State) -> dict[str, Any]:
        return to_dict(state)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        return from_dict(data, self._terms)

    # -- who may know what ------------------------------------------------------------------

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return observation(state, seat)

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        return determinize(state, seat, chance)

    # -- for bots and people ----------------------------------------------------------------

    def evaluate(self, state: State, seat: int) -> float:
        return evaluate(state, seat)

    def describe(self, state: State, seat: int, move: Move) -> str:
        named = resolve(state, seat, move)
        return describe(state, seat, named) if named is not None else ""

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return standing(state)

    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        return render(state, viewer, look)

    # -- for tests --------------------------------------------------------------------------

    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return universe(state, seat)

    def listed_as(self, state: State, seat: int, move: Move) -> Move | None:
        return listed_as(state, seat, _named(state, seat, move))

    def audit(self, state: State) -> Iterable[str]:
        return audit(state)

    # -- other boxes ------------------------------------------------------------------------

    def with_data(self, directory: Path) -> CastleKeep:
        return CastleKeep(open_box(directory))

    def provenance(self) -> Iterable[tuple[str, str]]:
        return self.box.sources


def _named(state: State, seat: int, move: Move) -> Move:
    """The move with its tile named by code, if the hand has it."""
    named = resolve(state, seat, move)
    return move if named is None else named


GAME = CastleKeep(open_box())
