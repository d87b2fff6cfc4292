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
from math import exp, log, sqrt
from typing import Any

from rulekeep.core.chance import SeededChance

TINY = 1e-8


class Arm:
    """One move of one seat at one node: how often it was there, was tried, and what came of it.

    `visits` and `total` begin with what looking one move ahead was worth, counted as `weight`
    visits, so that a move nobody has tried yet has a value too.
    """

    __slots__ = ("available", "first", "move", "total", "visits")

    def __init__(self, move: Any, first: float, weight: float) -> None:
        self.move = move
        self.first = first
        self.visits = weight
        self.total = first * weight
        self.available = 1

    @property
    def mean(self) -> float:
        return self.total / self.visits


class Account:
    """What one seat knows of its moves at one node."""

    __slots__ = ("arms", "seen", "squares", "total")

    def __init__(self) -> None:
        self.arms: dict[Any, Arm] = {}
        self.seen = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, move: Any, first: float, weight: float) -> Arm:
        """A move to be considered from now on."""
        arm = self.arms[move] = Arm(move, first, weight)
        self.note(first)
        return arm

    def note(self, value: float) -> None:
        self.seen += 1
        self.total += value
        self.squares += value * value

    @property
    def spread(self) -> float:
        """The standard deviation of the values met here: what a difference is measured by."""
        mean = self.total / self.seen
        return sqrt(max(self.squares / self.seen - mean * mean, TINY))


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


def select(arms: Iterable[Arm], exploration: float) -> Arm:
    """The arm that promises most: its mean, and a bonus for having been tried rarely."""
    best: Arm | None = None
    highest = -1.0
    for arm in arms:
        arm.available += 1
        visits = arm.visits
        score = arm.total / visits + exploration * sqrt(log(arm.available) / visits)
        if score > highest:
            highest = score
            best = arm
    assert best is not None
    return best


def sample(arms: Sequence[Arm], chance: SeededChance) -> Arm:
    """An arm by lot, the better ones more often: a tenth of value is worth odds of e to 1."""
    means = [arm.total / arm.visits for arm in arms]
    best = max(means)
    weights = [exp(10 * (mean - best)) for mean in means]
    left = sum(weights) * chance.below(1 << 30) / (1 << 30)
    for arm, weight in zip(arms, weights, strict=True):
        left -= weight
        if left < 0:
            return arm
    return arms[-1]


def ranking(arms: Sequence[Arm]) -> list[Arm]:
    """Best first: the most tried, which is what the search trusts; the mean breaks ties."""
    return sorted(arms, key=lambda arm: (-arm.visits, -arm.mean))
