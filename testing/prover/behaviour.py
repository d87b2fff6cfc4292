"""What a game says in the positions of a scenario, beyond what the scenario compares.

A mutant that no scenario notices may still change an explanation (`why` asks every rule, also after a
refusal) or a view. A verdict is believed only if all of this stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import PlayedScenario
from rulekeep.testing.scenario_format import Scenario
from rulekeep.testing.scenario_run import play_scenario

MAX_MOVES = 1500
"""Expressible moves per seat and position whose explanations are compared."""


def behaviour(scenario: Scenario, game: AnyGame) -> Iterator[tuple[str, str]]:
    """Every explanation and view in the positions of a scenario: a label, and the text."""
    played = play_scenario(scenario, game)
    if played.start is None:
        return
    states = [played.start, *(step.state for step in played.steps)]
    for number, state in enumerate(states):
        seats = range(played.game.seats_of(state))
        for viewer in (None, *seats):
            who = f"for {'a spectator' if viewer is None else f'seat {viewer}'} at step {number}"
            yield f"the observation {who}", repr(played.game.observation(state, viewer))
            yield f"the standing {who}", repr(played.game.standing(state, viewer))
        for seat in seats:
            yield from _explanations(played, state, seat, number)


def _explanations(
    played: PlayedScenario, state: Any, seat: int, number: int
) -> Iterator[tuple[str, str]]:
    game = played.game
    moves: Sequence[Any] = list(game.universe(state, seat))
    moves = [*moves[:: -(-len(moves) // MAX_MOVES) or 1]]
    for step in played.steps:
        try:
            moves.append(game.read(state, step.seat, step.move))
        except RulekeepError:
            continue
    for move in dict.fromkeys(moves):
        label = f"why of {game.notation(move)!r} for seat {seat} at step {number}"
        yield label, repr(game.book.explain(state, seat, move))
