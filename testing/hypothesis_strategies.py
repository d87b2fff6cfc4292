"""Hypothesis strategies: positions reached by random play, which shrink to short matches.

Needs the extra `rulekeep[testing]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen
from hypothesis import strategies as st

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import SetupError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame
from rulekeep.testing.conformance import settings_of


@frozen
class PlayoutStep:
    """One move of a random match: who did what, what happened, and the state afterwards."""

    seat: int
    move: Any
    before: Any
    events: tuple[Event, ...]
    state: Any


@frozen
class Playout:
    """A random match that can be replayed any number of times."""

    game: AnyGame
    seats: int
    options: Mapping[str, Any]
    seed: int

    def start(self) -> Any:
        return self.game.setup(self.seats, self.options, SeededChance(self.seed, "set-up")).state

    def steps(self, limit: int = 100_000) -> Iterator[PlayoutStep]:
        """The moves one by one; each state stays as it was when it was yielded."""
        state = self.start()
        rng = SeededChance(self.seed, "moves")
        chance = SeededChance(self.seed, "chance")
        for _ in range(limit):
            decisions = self.game.decisions(state)
            if not decisions:
                return
            seat = decisions[rng.below(len(decisions))].seat
            moves = self.game.legal_moves(state, seat)
            move = moves[rng.below(len(moves))]
            before, state = state, state.copy()
            events: list[Event] = []
            self.game.advance(state, seat, move, chance, events.append)
            yield PlayoutStep(seat, move, before, tuple(events), state)


def playable_settings(game: AnyGame) -> list[tuple[int, dict[str, Any]]]:
    """Every seat count with every option setting of `settings_of` that can be set up."""
    found: list[tuple[int, dict[str, Any]]] = []
    for seats in game.seats:
        for options in settings_of(game):
            try:
                game.setup(seats, options, SeededChance(0))
            except SetupError:
                continue
            found.append((seats, options))
    return found


def playouts(
    game: AnyGame, settings: list[tuple[int, dict[str, Any]]] | None = None
) -> st.SearchStrategy[Playout]:
    """Random matches over seat counts and option settings."""
    tables = st.sampled_from(settings if settings is not None else playable_settings(game))
    return st.builds(
        lambda table, seed: Playout(game, table[0], table[1], seed),
        tables,
        st.integers(0, 2**32 - 1),
    )


@st.composite
def positions(
    draw: st.DrawFn, game: AnyGame, settings: list[tuple[int, dict[str, Any]]] | None = None
) -> Any:
    """Positions of random matches."""
    playout = draw(playouts(game, settings))
    state = playout.start()
    for step in playout.steps(draw(st.integers(0, 300))):
        state = step.state
    return state
