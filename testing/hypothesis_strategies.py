"""Hypothesis strategies: tables reached by random play, shrinking to the shortest way there.

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
    """One act of random play: who did what, what happened, and the table afterwards."""

    seat: int
    move: Any
    before: Any
    events: tuple[Event, ...]
    state: Any


@frozen
class Playout:
    """A random match that can be walked through, as often as one likes."""

    game: AnyGame
    seats: int
    options: Mapping[str, Any]
    seed: int

    def start(self) -> Any:
        return self.game.setup(self.seats, self.options, SeededChance(self.seed, "set-up")).state

    def acts(self, most: int = 100_000) -> Iterator[PlayoutStep]:
        """The acts one by one; each state stays as it was when it was yielded."""
        state = self.start()
        lot = SeededChance(self.seed, "moves")
        chance = SeededChance(self.seed, "chance")
        for _ in range(most):
            decisions = self.game.decisions(state)
            if not decisions:
                return
            seat = decisions[lot.below(len(decisions))].seat
            moves = self.game.legal_moves(state, seat)
            move = moves[lot.below(len(moves))]
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
    """A table somewhere on the way of a random match."""
    playout = draw(playouts(game, settings))
    state = playout.start()
    for act in playout.acts(draw(st.integers(0, 300))):
        state = act.state
    return state
