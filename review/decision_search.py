"""The values of the moves of one decision, for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any

from attrs import evolve

from rulekeep.bots.base import View
from rulekeep.bots.mcts import Limit, SearchSettings, TreeSearch
from rulekeep.bots.search_tree import Account, Arm, SearchNode
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.game import AnyGame
from rulekeep.review.calibration import calibrated

Shares = tuple[float, ...]
"""The chance of every seat to win; together 1, unless one seat plays alone."""


def normalised(values: Sequence[float]) -> Shares:
    """Estimates of all seats, scaled to add up to 1."""
    total = fsum(values)
    if len(values) == 1 or not total:
        return tuple(values)
    return tuple(value / total for value in values)


def static_shares(game: AnyGame, state: Any, seats: int) -> Shares:
    """The chance of every seat by the game's own estimate, without search."""
    return calibrated(game, normalised([game.evaluate(state, seat) for seat in range(seats)]))


class OpenView(View):
    """A view of the true state: what the seat would think if nothing were hidden."""

    def deal(self) -> Any:
        return self.state.copy()


def fair_view(game: AnyGame, state: Any, seat: int, *seed: object) -> View:
    """What the seat could know at this decision."""
    looks = canonical_json(game.observation(state, seat))
    chance = SeededChance("review", *seed, looks)
    seen = game.determinize(state, seat, chance)
    return View(game, seen, seat, game.legal_moves(state, seat), chance, looks)


def open_view(game: AnyGame, state: Any, seat: int, *seed: object) -> View:
    """The same decision with everything visible."""
    chance = SeededChance("open", *seed)
    return OpenView(game, state, seat, game.legal_moves(state, seat), chance, "")


class DecisionSearch(TreeSearch):
    """A search that also records what each move brings every seat."""

    def __init__(self, view: View, seats: int) -> None:
        super().__init__(view, SearchSettings(), SearchNode())
        self._seats = seats
        self._totals: dict[Any, list[float]] = {}

    @classmethod
    def between(cls, view: View, moves: Sequence[Any], times: int, seats: int) -> DecisionSearch:
        """Try only these moves, each of them equally often."""
        search = cls(evolve(view, moves=moves), seats)
        search.try_each(times)
        search.run(Limit(times * len(moves), None))
        return search

    def _record(self, path: Sequence[tuple[Arm, Account, int]], state: Any) -> None:
        super()._record(path, state)
        if not path or path[0][1] is not self.root.account(self.view.seat):
            return  # another seat chose in secret at the root, and learned from this one
        totals = self._totals.setdefault(path[0][0].move, [0.0] * self._seats)
        for seat in range(self._seats):
            totals[seat] += self.view.game.evaluate(state, seat)

    def arm(self, move: Any) -> Arm:
        return self.root.account(self.view.seat).arms[move]

    def shares(self, move: Any, raw: bool = False) -> Shares:
        """The chance of every seat after a move; `raw` without the correction of the game."""
        found = self._shares(move)
        return found if raw else calibrated(self.view.game, found)

    def _shares(self, move: Any) -> Shares:
        """The mover's chance by the search, the rest in proportion."""
        own = self.value(self.arm(move))
        if self._seats == 1:
            return (own,)
        totals = self._totals.get(move, [1.0] * self._seats)
        mover = self.view.seat
        rest = fsum(total for seat, total in enumerate(totals) if seat != mover)
        return tuple(
            own if seat == mover else (1 - own) * (total / rest if rest else 1 / (self._seats - 1))
            for seat, total in enumerate(totals)
        )
