"""A game small enough to be drawn on paper, for bots to be right or wrong about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import lanterns
import pytest
from attrs import define, field, frozen

from rulekeep.core.chance import Chance
from rulekeep.core.decision import Decision
from rulekeep.core.events import Emit
from rulekeep.core.game import Game, Outcome, Score, Step


@frozen
class Leaf:
    """The end, with what each seat has of it, and the points if they are told."""

    values: tuple[float, ...]
    points: tuple[int, ...] = ()


@frozen
class Turn:
    """A seat's choice; `rough` is what `evaluate` thinks of standing here."""

    seat: int
    moves: Mapping[str, Any]
    rough: tuple[float, ...] = (0.5, 0.5)


@frozen
class Lot:
    """Chance decides where it goes on."""

    ways: Sequence[Any]


@frozen
class Secret:
    """Two seats choose in secret; pairs of moves lead on."""

    ways: Mapping[tuple[str, str], Any]
    rough: tuple[float, ...] = (0.5, 0.5)


@define
class At:
    """Where the match stands; `sealed` is who has chosen what in secret."""

    node: Any
    sealed: dict[int, str] = field(factory=dict)

    def copy(self) -> At:
        return At(self.node, dict(self.sealed))


class Drawn(Game[At, str]):
    """A game given as a tree."""

    id = "drawn"
    title = "Drawn"
    seats = range(2, 4)
    options = ()
    book = lanterns.GAME.book  # every game has one; nothing is looked up in it here

    def __init__(self, root: Any) -> None:
        self.root = root

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[At]:
        return Step(At(self._settle(self.root, chance)))

    def _settle(self, node: Any, chance: Chance) -> Any:
        while isinstance(node, Lot):
            node = node.ways[chance.below(len(node.ways), "the way")]
        return node

    def decisions(self, state: At) -> tuple[Decision, ...]:
        if isinstance(state.node, Leaf):
            return ()
        if isinstance(state.node, Secret):
            asked = [seat for seat in (0, 1) if seat not in state.sealed]
            return tuple(Decision(seat, "secret", "choose", True) for seat in asked)
        return (Decision(state.node.seat, "turn", "choose"),)

    def legal_moves(self, state: At, seat: int) -> Sequence[str]:
        node = state.node
        if isinstance(node, Secret):
            return sorted({pair[seat] for pair in node.ways})
        return list(node.moves) if isinstance(node, Turn) and node.seat == seat else []

    def advance(
        self, state: At, seat: int, move: str, chance: Chance, emit: Emit | None = None
    ) -> None:
        if isinstance(state.node, Secret):
            state.sealed[seat] = move
            if len(state.sealed) < 2:
                return
            node = state.node.ways[state.sealed[0], state.sealed[1]]
            state.sealed = {}
        else:
            node = state.node.moves[move]
        state.node = self._settle(node, chance)

    def outcome(self, state: At) -> Outcome | None:
        if not isinstance(state.node, Leaf) or not state.node.points:
            return None
        points = state.node.points
        places = tuple(1 + sum(other > own for other in points) for own in points)
        scores = tuple(Score(seat, total) for seat, total in enumerate(points))
        return Outcome(places, scores, "T-1", "points")

    def parse(self, text: str) -> str:
        return text

    def notation(self, move: str) -> str:
        return move

    def observation(self, state: At, seat: int | None) -> Mapping[str, Any]:
        return {"at": repr(state.node), "mine": state.sealed.get(seat)}  # type: ignore[arg-type]

    def determinize(self, state: At, seat: int, chance: Chance) -> At:
        new = state.copy()
        for other in state.sealed:
            if other != seat:
                choices = sorted({pair[other] for pair in state.node.ways})
                new.sealed[other] = choices[chance.below(len(choices), "the sealed choice")]
        return new

    def evaluate(self, state: At, seat: int) -> float:
        node = state.node
        return float(node.values[seat] if isinstance(node, Leaf) else node.rough[seat])

    def to_dict(self, state: At) -> dict[str, Any]:
        return {"at": repr(state.node), "sealed": dict(state.sealed)}

    def from_dict(self, data: Mapping[str, Any]) -> At:
        raise NotImplementedError


@pytest.fixture
def trap() -> Drawn:
    """The move that looks best loses to a good answer."""
    bait = Turn(1, {"kind": Leaf((1.0, 0.0)), "cruel": Leaf((0.0, 1.0))}, (0.9, 0.1))
    sound = Turn(1, {"one": Leaf((0.6, 0.4)), "other": Leaf((0.7, 0.3))}, (0.5, 0.5))
    return Drawn(Turn(0, {"bait": bait, "sound": sound}))


@pytest.fixture
def crowd() -> Drawn:
    """The move that looks best loses to one good answer, which is the last of many."""
    answers = {f"kind {number}": Leaf((1.0, 0.0)) for number in range(15)}
    bait = Turn(1, {**answers, "cruel": Leaf((0.0, 1.0))}, (0.9, 0.1))
    sound = Turn(1, {"one": Leaf((0.6, 0.4)), "other": Leaf((0.7, 0.3))}, (0.5, 0.5))
    return Drawn(Turn(0, {"bait": bait, "sound": sound}))


@pytest.fixture
def settled() -> Drawn:
    """Every move wins and ends the match; one brings more than the others, compared with rivals."""
    ends = {"small": (50, 40, 30), "large": (70, 40, 30), "gift": (90, 70, 80)}
    return Drawn(Turn(0, {move: Leaf((1.0, 0.0, 0.0), points) for move, points in ends.items()}))


@pytest.fixture
def gamble() -> Drawn:
    """A sure thing against a lot that is worth less on average."""
    lot = Lot([Leaf((1.0, 0.0)), Leaf((0.0, 1.0)), Leaf((0.0, 1.0))])
    return Drawn(Turn(0, {"lot": lot, "sure": Leaf((0.6, 0.4))}))


@pytest.fixture
def three() -> Drawn:
    """The middle seat serves itself, not the first seat's enemy."""
    left = Turn(1, {"a": Leaf((0.1, 0.5, 0.4)), "b": Leaf((0.8, 0.1, 0.1))}, (0.8, 0.1, 0.1))
    right = Turn(1, {"c": Leaf((0.3, 0.4, 0.3)), "d": Leaf((0.0, 0.3, 0.7))}, (0.2, 0.4, 0.4))
    return Drawn(Turn(0, {"left": left, "right": right}, (0.4, 0.3, 0.3)))


@pytest.fixture
def pennies() -> Drawn:
    """Seat 0 wants the same, seat 1 the opposite; their moves have different names."""
    win, loss = Leaf((1.0, 0.0)), Leaf((0.0, 1.0))
    ways: dict[tuple[str, str], Any] = {
        (mine, theirs): win if mine == theirs.lower() else loss for mine in "ht" for theirs in "HT"
    }
    return Drawn(Secret(ways))


@pytest.fixture
def steps() -> Drawn:
    """One seat decides twice in a row."""
    second = Turn(0, {"x": Leaf((0.2, 0.8)), "y": Leaf((0.9, 0.1)), "z": Leaf((0.3, 0.7))})
    return Drawn(Turn(0, {"on": second, "off": Leaf((0.4, 0.6))}))
