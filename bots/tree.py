"""The search tree: what is known of each move at each point, over all deals and draws.

The tree is open-loop: a node is reached by a sequence of moves, whatever was dealt or drawn on
the way. A move that is legal in some deals only is judged by how often it was available.

Where several seats choose at once in secret, each keeps its own account in the same node, so that
nobody answers to what he cannot know, and the joint choice leads on. They learn in turns: one
looks for its best answer while the others choose by lot, the better moves more often. If all
learned at once they would chase each other in step.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import exp, inf, log, sqrt
from typing import Any

from rulekeep.core.chance import SeededChance

TINY = 1e-8
TRUSTED = 4
"""Playouts it takes before the spread of playouts counts as much as the spread of first looks."""


class Arm:
    """One move of one seat at one node: how often it was there, was tried, and what came of it."""

    __slots__ = ("available", "first", "move", "total", "visits")

    def __init__(self, move: Any, first: float) -> None:
        self.move = move
        self.first = first
        """What `evaluate` said one move ahead."""
        self.visits = 0
        self.total = 0.0
        self.available = 1


class Account:
    """What one seat knows of its moves at one node.

    A look one move ahead and a playout do not measure the same thing: a playout that goes on with
    the seat's own turn is worth more, and the first move tried would look better than all others.
    So `drift`, by which playouts at this node exceed first looks on average, is added to a first
    look, which then counts as `weight` visits.
    """

    __slots__ = ("_drifts", "_firsts", "_playouts", "_square_drifts", "_square_firsts", "arms")

    def __init__(self) -> None:
        self.arms: dict[Any, Arm] = {}
        self._firsts = 0.0
        self._square_firsts = 0.0
        self._playouts = 0
        self._drifts = 0.0
        self._square_drifts = 0.0

    def add(self, move: Any, first: float) -> Arm:
        """A move to be considered from now on."""
        arm = self.arms[move] = Arm(move, first)
        self._firsts += first
        self._square_firsts += first * first
        return arm

    def note(self, arm: Arm, value: float) -> None:
        """What a playout with this move was worth."""
        arm.visits += 1
        arm.total += value
        drift = value - arm.first
        self._playouts += 1
        self._drifts += drift
        self._square_drifts += drift * drift

    @property
    def drift(self) -> float:
        """Never less than nothing: a bad surprise with one move says little of the others."""
        return max(0.0, self._drifts / (self._playouts or 1))

    @property
    def spread(self) -> float:
        """The standard deviation that a difference between moves is measured by."""
        count = len(self.arms)
        mean = self._firsts / count
        looks = self._square_firsts / count - mean * mean
        tries = self._square_drifts - self._drifts * self._drifts / (self._playouts or 1)
        return sqrt(max((TRUSTED * looks + tries) / (TRUSTED + self._playouts), TINY))

    def value(self, arm: Arm, weight: float) -> float:
        """What a move is thought to be worth."""
        return (arm.total + weight * (arm.first + self.drift)) / (arm.visits + weight)

    def select(self, arms: Iterable[Arm], exploration: float, weight: float) -> Arm:
        """The arm that promises most: its value, and a bonus for having been tried rarely."""
        best: Arm | None = None
        highest = -inf
        drift = self.drift
        bonus = exploration * self.spread
        for arm in arms:
            arm.available += 1
            visits = arm.visits + weight
            score = (arm.total + weight * (arm.first + drift)) / visits + bonus * sqrt(
                log(arm.available) / visits
            )
            if score > highest:
                highest = score
                best = arm
        assert best is not None
        return best

    def sample(self, arms: Sequence[Arm], weight: float, chance: SeededChance) -> Arm:
        """An arm by lot, the better ones more often: a tenth of value is worth odds of e to 1."""
        values = [self.value(arm, weight) for arm in arms]
        best = max(values)
        odds = [exp(10 * (value - best)) for value in values]
        left = sum(odds) * chance.below(1 << 30) / (1 << 30)
        for arm, share in zip(arms, odds, strict=True):
            left -= share
            if left < 0:
                return arm
        return arms[-1]

    def ranking(self, arms: Sequence[Arm], weight: float) -> list[Arm]:
        """Best first: the most tried, which is what the search trusts; the value breaks ties."""
        return sorted(arms, key=lambda arm: (-arm.visits, -self.value(arm, weight)))


class Node:
    """A point in the match, reached by moves; `children` is by what the deciders chose."""

    __slots__ = ("accounts", "children", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.accounts: dict[int, Account] = {}
        self.children: dict[Hashable, Node] = {}

    def child(self, key: Hashable) -> Node:
        node = self.children.get(key)
        if node is None:
            node = self.children[key] = Node()
        return node

    def account(self, seat: int) -> Account:
        account = self.accounts.get(seat)
        if account is None:
            account = self.accounts[seat] = Account()
        return account
