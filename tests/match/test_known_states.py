"""What shows or tells something receives the state as its viewer knows it, and no secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.game import SHOWING, AnyGame
from rulekeep.core.registry import load
from rulekeep.core.state.declaration import DeclaredState, fields_of

TABLES: list[tuple[str, int, Mapping[str, Any]]] = [
    ("castle_keep", 3, {}),
    ("castle_keep", 2, {"discards": "face_down"}),
    ("castle_keep", 2, {"A2": True}),
    ("kings_and_castles", 4, {"enemy_setup": "random"}),
    ("kings_and_castles", 2, {"enemy_setup": "random"}),
]


PLAIN = (bool, bytes, float, int, str, NoneType)
"""Types of most values: nothing can be reached from these."""


@cache
def slots(kind: type) -> tuple[str, ...]:
    return tuple(name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))


def parts(value: Any) -> Any:
    """Everything that can be reached from a value, as plain data."""
    if type(value) in PLAIN:
        return repr(value)
    if isinstance(value, DeclaredState):
        return {field.name: parts(getattr(value, field.name)) for field in fields_of(type(value))}
    if isinstance(value, dict):
        return {key: parts(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [parts(inner) for inner in value]
    if hasattr(value, "as_dict"):
        return value.as_dict()
    names = [name for name in slots(value.__class__) if hasattr(value, name)]
    named = {name: parts(getattr(value, name)) for name in names}
    return named or repr(value)


def positions(game: AnyGame, seats: int, options: Mapping[str, Any]) -> Iterator[Any]:
    """Some positions of a match at random."""
    rng = SeededChance("known", game.id, seats)
    state = game.setup(seats, options, rng).state
    for number in range(240):
        decisions = game.decisions(state)
        if not decisions:
            return
        if number < 40 or number % 12 == 0:
            yield state.copy()
        seat = decisions[rng.below(len(decisions), "who decides")].seat
        moves = game.legal_moves(state, seat)
        game.advance(state, seat, moves[rng.below(len(moves), "a move")], rng)


class Spy:
    """Stands for a method of a game and notes what it receives."""

    def __init__(self) -> None:
        self.received: list[Any] = []

    def __call__(self, game: AnyGame, state: Any, viewer: int | None, *rest: Any) -> None:
        self.received.append(parts(state))


def spied(game: AnyGame, spies: Mapping[str, Spy]) -> AnyGame:
    """The same game, with methods that only note what they receive."""

    def method(spy: Spy) -> Callable[..., None]:
        return lambda self, state, viewer, *rest: spy(self, state, viewer, *rest)

    methods = {name: method(spy) for name, spy in spies.items()}
    spying: Any = type("Spied", (type(game),), methods)
    new: AnyGame = spying.__new__(spying)
    new.__dict__.update(game.__dict__)
    return new


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_nothing_that_shows_receives_a_secret(
    name: str, seats: int, options: Mapping[str, Any]
) -> None:
    game, spies = load(name), {name: Spy() for name in SHOWING}
    watched = spied(game, spies)
    secrets = 0
    for number, state in enumerate(positions(game, seats, options)):
        for viewer in (*range(seats), None):
            redealt = game.determinize(state, viewer or 0, SeededChance(number))
            secrets += parts(state) != parts(redealt)
            for called in SHOWING:
                getattr(watched, called)(state, viewer, Look())
                getattr(watched, called)(redealt, viewer, Look())
    for called, spy in spies.items():
        assert spy.received[::2] == spy.received[1::2], called
    assert secrets


@pytest.mark.parametrize("name", ["carcassonne_castle", "kilt_castle"])
def test_a_game_without_secrets_shows_its_state(name: str) -> None:
    game = load(name)
    state = game.setup(2, {}, SeededChance("open")).state
    assert game.as_known_to(state, 0) is state
    assert game.as_known_to(state, None) is state
