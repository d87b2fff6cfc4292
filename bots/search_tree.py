"""The search tree: statistics of each move at each node, over all deals and draws.

The tree is open-loop: a node is reached by a sequence of moves, whatever was dealt or drawn on
the way. A move that is legal in some deals only is judged by how often it was available.

Where several seats choose at once in secret, each has its own account in the same node, so that
nobody reacts to what he cannot know, and the joint choice leads to the next node. They learn in
turns: one looks for its best answer while the others choose at random, better moves more often. If
all learned at the same time, they would only react to each other.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp, fsum, inf, log, sqrt
from typing import Any

from rulekeep.core.chance import SeededChance

# Sums of fractions are exact (`fsum`): the built-in `sum` rounds differently from Python 3.12 on,
# and the same seed would give other choices.

TINY = 1e-9
FIRST_REVIEW = 16
"""Playouts at a node before the weight of first looks is computed, then at each doubling."""
LIGHTEST, START, HEAVIEST = 1.0, 2.0, 40.0
"""The weight of a first look, in visits: at least, before anything is known, at most."""


class Arm:
    """Statistics of one move of one seat at one node."""

    __slots__ = ("available", "first", "move", "squares", "total", "visits")

    def __init__(self, move: Any, first: float) -> None:
        self.move = move
        self.first = first
        """The value by `evaluate`, one move ahead."""
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0
        self.available = 1.0
        """How often the move was legal; its logarithm is needed, so it is no whole number."""


class Account:
    """What one seat knows of its moves at one node.

    A first look, one move ahead, is exact but short-sighted; a playout is far-sighted but noisy.
    They are combined: a first look counts as `weight` visits, and `weight` is the variance of
    playouts with one move divided by the variance of what playouts reveal beyond first looks. If
    they reveal only noise, the first looks decide; otherwise playouts soon outweigh them.

    Playouts continue the seat's own turn, so they have higher values than first looks for all
    moves. `drift`, the mean difference, is therefore added to a first look; otherwise the move
    tried first would look better than all others.
    """

    __slots__ = (
        "_drifts",
        "_legal",
        "_listed",
        "_next_review",
        "_noise",
        "_playouts",
        "_spread",
        "arms",
        "looks",
        "unknown",
        "weight",
    )

    def __init__(self) -> None:
        self.arms: dict[Any, Arm] = {}
        self.weight = START
        self._playouts = 0
        self._drifts = 0.0
        self._noise = 0.0
        """The standard deviation of playouts with one move; 0 until it is computed."""
        self._next_review = FIRST_REVIEW
        self._spread = 0.0
        """The spread of first looks; 0 until it is computed."""
        self._legal: Sequence[Any] = ()
        self._listed: list[Arm] = []
        """The arms of the moves that were legal when the node was last reached."""
        self.unknown: list[Any] = []
        """Those of these moves that had no arm then."""
        self.looks: dict[Any, float] = {}
        """The first looks at moves that have no arm yet."""

    def add(self, move: Any, first: float) -> Arm:
        """Add a move."""
        arm = self.arms[move] = Arm(move, first)
        self._spread = 0.0
        self._legal = ()
        return arm

    def look_again(self, move: Any, first: float) -> Arm:
        """Add a move, or give a known one a new first look."""
        arm = self.arms.get(move)
        if arm is None:
            return self.add(move, first)
        arm.first = first
        self._spread = 0.0
        return arm

    def known(self, legal: Sequence[Any]) -> list[Arm]:
        """The arms of legal moves, in their order; the list must not be changed.

        Mostly the same moves are legal again, and comparing two lists is faster than looking up
        every move. The other moves are in `unknown`.
        """
        if legal != self._legal:
            find = self.arms.get
            listed, unknown = [], []
            for move in legal:
                arm = find(move)
                if arm is None:
                    unknown.append(move)
                else:
                    listed.append(arm)
            self._listed, self.unknown = listed, unknown
            self._legal = legal
        return self._listed

    def note(self, arm: Arm, value: float) -> None:
        """Record the value of a playout with this move."""
        arm.visits += 1
        arm.total += value
        arm.squares += value * value
        self._drifts += value - arm.first
        self._playouts += 1
        if self._playouts == self._next_review:
            self._next_review *= 2
            self.review()

    def add_up(self, arm: Arm, visits: int, total: float, squares: float) -> None:
        """Add the playouts of another process with this move."""
        arm.visits += visits
        arm.total += total
        arm.squares += squares
        self._drifts += total - visits * arm.first
        self._playouts += visits

    def review(self) -> None:
        """Compute the weight of first looks from the variances so far."""
        tried = [arm for arm in self.arms.values() if arm.visits > 1]
        if len(tried) < 2:
            return
        within = fsum(arm.squares - arm.total * arm.total / arm.visits for arm in tried)
        noise = max(within / sum(arm.visits - 1 for arm in tried), TINY)
        self._noise = sqrt(noise)
        differences = [arm.total / arm.visits - arm.first for arm in tried]
        mean = fsum(differences) / len(differences)
        between = fsum((new - mean) ** 2 for new in differences) / (len(differences) - 1)
        revealed = between - noise * fsum(1 / arm.visits for arm in tried) / len(tried)
        self.weight = min(HEAVIEST, max(LIGHTEST, noise / max(revealed, TINY)))

    @property
    def drift(self) -> float:
        """The mean difference of playouts and first looks.

        Not negative: a bad result with one move says little of the others.
        """
        return max(0.0, self._drifts / (self._playouts or 1))

    @property
    def spread(self) -> float:
        """The unit of the exploration bonus: a standard deviation."""
        if self._noise:
            return self._noise
        if not self._spread:
            firsts = [arm.first for arm in self.arms.values()]
            mean = fsum(firsts) / len(firsts)
            squares = fsum([(first - mean) ** 2 for first in firsts])
            self._spread = sqrt(max(squares / len(firsts), TINY))
        return self._spread

    def value(self, arm: Arm) -> float:
        """The estimated value of a move."""
        return (arm.total + self.weight * (arm.first + self.drift)) / (arm.visits + self.weight)

    def select(self, arms: list[Arm], exploration: float) -> Arm:
        """The arm with the highest value plus bonus for rarely tried moves."""
        best: Arm | None = None
        highest = -inf
        weight, drift = self.weight, self.drift
        bonus = exploration * self.spread
        for arm in arms:
            arm.available += 1
            visits = arm.visits + weight
            value = (arm.total + weight * (arm.first + drift)) / visits
            score = value + bonus * sqrt(log(arm.available) / visits)
            if score > highest:
                highest = score
                best = arm
        assert best is not None
        return best

    def sample(self, arms: Sequence[Arm], chance: SeededChance) -> Arm:
        """A random arm, better ones more often: a tenth of value means odds of e to 1."""
        values = [self.value(arm) for arm in arms]
        best = max(values)
        odds = [exp(10 * (value - best)) for value in values]
        left = fsum(odds) * chance.below(1 << 30) / (1 << 30)
        for arm, share in zip(arms, odds, strict=True):
            left -= share
            if left < 0:
                return arm
        return arms[-1]

    def ranking(self, arms: Sequence[Arm]) -> list[Arm]:
        """The arms, best first."""
        return sorted(arms, key=self.value, reverse=True)


class SearchNode:
    """A node, reached by moves; `children` has the next nodes by the moves chosen."""

    __slots__ = ("accounts", "children", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.accounts: dict[int, Account] = {}
        self.children: dict[Hashable, SearchNode] = {}

    def child(self, key: Hashable) -> SearchNode:
        node = self.children.get(key)
        if node is None:
            node = self.children[key] = SearchNode()
        return node

    def account(self, seat: int) -> Account:
        account = self.accounts.get(seat)
        if account is None:
            account = self.accounts[seat] = Account()
        return account
