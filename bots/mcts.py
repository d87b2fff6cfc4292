"""Information-set Monte Carlo tree search, for any number of seats.

Each iteration deals again what the seat cannot see, follows the most promising moves down the tree,
adds a node, plays the turn to its end and evaluates the state for every seat on the path (max^n).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Hashable, Sequence
from functools import partial
from itertools import zip_longest
from math import sqrt
from time import monotonic
from typing import Any

from attrs import evolve, frozen

from rulekeep.bots import parallel_search
from rulekeep.bots.base import Alternative, Bot, Choice, Stop, View
from rulekeep.bots.one_ply import CountingChance, look_ahead
from rulekeep.bots.parallel_search import Found, Helper
from rulekeep.bots.search_tree import Account, Arm, SearchNode
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.decision import Decision
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import shortened

DEFAULT_ITERATIONS = 1000
SETTLED_EVERY = 32
"""Iterations between two checks whether the search can end early."""


@frozen
class SearchSettings:
    """Parameters of the search; `docs/bots.md` says how they were chosen."""

    exploration: float = 1.0
    """Weight of the bonus for rarely tried moves, in standard deviations at the node."""
    samples: int = 4
    """States to average over for first looks at the root."""
    wide: int = 4
    """Moves to consider at a new node; `wider` times the root of the visits are added."""
    wider: float = 2.0
    looked_at: int = 16
    """Among how many moves, looked at one move ahead, the best are chosen for that."""
    tried_first: int = 16
    """How many of the best moves at the root are tried twice before all others."""
    depth: int = 12
    """How many moves are played below the tree at most, to the end of the turn."""
    candidates: int = 6
    """How many moves are evaluated for each of them."""


def parse_cores(text: str) -> int:
    """The number of cores of `mcts:2s@2`. RulekeepError."""
    if re.fullmatch(r"[0-9]{1,3}", text) and 1 <= int(text) <= parallel_search.MAX_CORES:
        return int(text)
    raise RulekeepError(
        f"the bot 'mcts' cannot search on {shortened(text)!r} cores; write 'mcts:2s@2' for two "
        f"seconds a move on two cores, at most {parallel_search.MAX_CORES}"
    )


@frozen
class Limit:
    """The limit of a search: iterations or seconds."""

    iterations: int | None
    seconds: float | None

    def share(self, part: int, of: int) -> Limit:
        """The limit for one of several cores: the same time, or its share of the iterations."""
        if self.iterations is None:
            return self
        return Limit(self.iterations // of + (part < self.iterations % of), None)

    @classmethod
    def parse(cls, text: str) -> Limit:
        """`500`, `2s` or `0.5s`; nothing means the default."""
        if not text:
            return cls(DEFAULT_ITERATIONS, None)
        if re.fullmatch(r"[0-9]{1,9}", text) and int(text):
            return cls(int(text), None)
        if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?s", text) and float(text[:-1]):
            return cls(None, float(text[:-1]))
        raise RulekeepError(
            f"the bot 'mcts' cannot think for {shortened(text)!r}; write 'mcts:500' for iterations "
            "or 'mcts:2s' for seconds a move"
        )


class MctsBot(Bot):
    """Monte Carlo tree search. Deterministic for a seed if the limit is a number of iterations."""

    name = "mcts"

    def __init__(self, argument: str = "", seed: int | str = 0, **dials: Any) -> None:
        super().__init__("", seed)
        limit, at, cores = argument.partition("@")
        self.limit = Limit.parse(limit)
        self.cores = parse_cores(cores) if at else 1
        self.settings = evolve(SearchSettings(), **dials)
        self._argument = argument
        self._expected: tuple[str, SearchNode] | None = None

    @property
    def spec(self) -> str:
        return f"{self.name}:{self._argument}" if self._argument else self.name

    def think(self, view: View) -> Choice:
        limit = self.limit
        if view.budget is not None:
            limit = Limit(None, view.budget)
        search = TreeSearch(view, self.settings, self._remembered(view.looks))
        took_part = 1
        if self.cores > 1 and parallel_search.AVAILABLE:
            most = min(self.cores, limit.iterations or self.cores)
            seeds = [("core", core, self.seed, self._decisions) for core in range(1, most)]
            took_part = search.run_with_help(limit, seeds)
        else:
            search.run(limit)
        several = f" on {took_part} cores" if took_part > 1 else ""
        best = search.ranked()
        self._expected = self._expect(view, best[0].move, search.root)
        return Choice(
            best[0].move,
            search.value(best[0]),
            f"{search.done:,} playouts{several}{search.expected()}",
            tuple(Alternative(arm.move, search.value(arm), arm.visits) for arm in best[:5]),
        )

    def _remembered(self, looks: str) -> SearchNode:
        """The subtree of the last search if this is the position it expected."""
        if self._expected is not None and self._expected[0] == looks:
            return self._expected[1]
        return SearchNode()

    def _expect(self, view: View, move: Any, root: SearchNode) -> tuple[str, SearchNode] | None:
        """If the seat decides again at once: what it will observe then, and the subtree for it."""
        below = root.children.get((move,))
        if below is None:
            return None
        game, table = view.game, view.state
        game.advance(table, view.seat, move, view.chance)
        if all(decision.seat != view.seat for decision in game.decisions(table)):
            return None
        return canonical_json(game.observation(table, view.seat)), below


class TreeSearch:
    """The search for one decision."""

    def __init__(self, view: View, settings: SearchSettings, root: SearchNode) -> None:
        self.view = view
        self.settings = settings
        self.root = root
        self.done = 0
        self._values: dict[int, float] = {}
        """The value of the state that an iteration reached, by seat, as far as it is known."""
        self._arms = self._root_arms()
        promising = sorted(self._arms, key=lambda arm: arm.first, reverse=True)[
            : settings.tried_first
        ]
        self._untried = [arm for arm in reversed(promising) if not arm.visits] * 2

    def _root_arms(self) -> list[Arm]:
        """One arm per legal move, in their order, with first looks."""
        view, settings = self.view, self.settings
        account = self.root.account(view.seat)
        values = look_ahead(view, settings.samples)
        return [account.look_again(m, v) for m, v in zip(view.moves, values, strict=True)]

    def try_each(self, times: int) -> None:
        """Let the next iterations try every move at the root equally often."""
        self._untried = self._arms * times

    # -- the loop -----------------------------------------------------------------------------

    def run(self, limit: Limit) -> None:
        """Search until the limit, or until the rest cannot change the answer."""
        view = self.view
        begin = monotonic()
        while True:
            if limit.seconds is None:
                assert limit.iterations is not None
                part = self.done / limit.iterations
            else:
                part = (monotonic() - begin) / limit.seconds
            if view.progress is not None:
                view.progress(min(part, 1.0))
            if part >= 1.0 or (view.stop is not None and view.stop()):
                return
            if self.done and not self.done % SETTLED_EVERY:
                left = self.done * (1 / part - 1)
                if self._is_settled(left if limit.seconds is None else 1.5 * left):
                    return
            self._iterate()
            self.done += 1

    def run_with_help(self, limit: Limit, seeds: Sequence[tuple[object, ...]]) -> int:
        """Search here and, for each seed, on another core; return the number of cores.

        With a number of iterations the result does not depend on the clock: every core has its
        own chance, and the results are added in the order of the seeds.
        """
        before = self._account()
        own_share, *shares = (limit.share(core, len(seeds) + 1) for core in range(len(seeds) + 1))
        helpers: list[Helper] = []
        took_part = 1
        try:
            with contextlib.suppress(OSError):  # no more processes can be started
                for share, seed in zip(shares, seeds, strict=True):
                    helpers.append(Helper(partial(self._help, share, seed)))
            self.run(own_share)
            for helper, share in zip_longest(helpers, shares):
                found = None if helper is None else helper.answer(self.view.stop)
                if found is not None:
                    self._add(found, before)
                    took_part += 1
                elif share.iterations is not None:
                    self.run(Limit(self.done + share.iterations, None))
        finally:
            for helper in helpers:
                helper.end()
        return took_part

    def _help(self, limit: Limit, seed: tuple[object, ...], stop: Stop) -> Found:
        view = self.view
        self.view = evolve(view, chance=SeededChance(*seed, view.looks), progress=None, stop=stop)
        self.run(limit)
        return [self.done, *self._account()]

    def _account(self) -> list[tuple[int, float, float]]:
        return [(arm.visits, arm.total, arm.squares) for arm in self._arms]

    def _add(self, found: Found, before: list[tuple[int, float, float]]) -> None:
        """Add the playouts that a helper made since it was started."""
        account = self.root.account(self.view.seat)
        done, *accounts = found
        self.done += done
        for arm, then, now in zip(self._arms, before, accounts, strict=True):
            account.add_up(arm, now[0] - then[0], now[1] - then[1], now[2] - then[2])
        account.review()

    def _is_settled(self, left: float) -> bool:
        """Whether no other move can get as many visits as the best one."""
        best = self.ranked()[0]
        return all(best.visits - arm.visits > left for arm in self._arms if arm is not best)

    def _iterate(self) -> None:
        view = self.view
        game, chance = view.game, view.chance
        decisions, legal_moves, advance = game.decisions, game.legal_moves, game.advance
        state = view.deal()
        exploration = self.settings.exploration
        node = self.root
        seat = view.seat
        arms = self._arms
        account = node.account(seat)
        path: list[tuple[Arm, Account, int]] = []
        # Seats that choose at once in secret share a node, which only their joint choice leaves.
        # Any other decision is a group of one.
        together, learner = self._group(decisions(state))
        joint: tuple[Hashable, ...] = ()
        while True:
            if learner in (seat, None):
                if self._untried and arms is self._arms:
                    arm = self._untried.pop()
                else:
                    arm = account.select(arms, exploration)
                path.append((arm, account, seat))
            else:
                arm = account.sample(arms, chance)
            mover = seat
            joint += (arm.move,)
            advance(state, mover, arm.move, chance)
            together -= 1
            while True:
                if not together and joint:
                    node.visits += 1
                    node = node.child(joint)
                    joint = ()
                open_now = decisions(state)
                if not open_now:
                    break
                if not together:
                    together, learner = self._group(open_now)
                seat = open_now[0].seat
                moves = legal_moves(state, seat)
                if len(moves) > 1:
                    break
                # A forced move gets no node.
                advance(state, seat, moves[0], chance)
                together -= 1
            if not open_now or not (node.visits or joint):
                break
            account = node.account(seat)
            arms = self._widen(node, account, state, seat, moves)
        node.visits += 1
        self._values.clear()
        if open_now:
            state, value = self._play_on(state, mover)
            if value is not None:
                self._values[mover] = value
        self._record(path, state)

    def _record(self, path: Sequence[tuple[Arm, Account, int]], state: Any) -> None:
        """Record the value of the state reached for every seat on the path."""
        values = self._values
        for arm, account, seat in path:
            value = values.get(seat)
            if value is None:
                value = values[seat] = self.view.game.evaluate(state, seat)
            account.note(arm, value)

    def _group(self, open_now: Sequence[Decision]) -> tuple[int, int | None]:
        """How many seats choose at once in secret, and which of them learns in this iteration."""
        if not open_now[0].sealed or len(open_now) == 1:
            return 1, None
        return len(open_now), open_now[self.done % len(open_now)].seat

    def _widen(
        self, node: SearchNode, account: Account, state: Any, seat: int, moves: Sequence[Any]
    ) -> list[Arm]:
        """The arms of the moves that are legal in this deal, with the best of some new ones."""
        settings = self.settings
        arms = account.known(moves)
        missing = settings.wide + int(settings.wider * sqrt(node.visits)) - len(arms)
        if missing <= 0 or len(arms) == len(moves):
            return arms
        game, chance = self.view.game, self.view.chance
        looks = account.looks
        seen = [move for move in account.unknown if move in looks]
        unseen = [move for move in account.unknown if move not in looks]
        while unseen and len(seen) < settings.looked_at:
            index = chance.below(len(unseen))
            move = unseen[index]
            unseen[index] = unseen[-1]
            unseen.pop()
            table = state.copy()
            game.advance(table, seat, move, chance)
            looks[move] = game.evaluate(table, seat)
            seen.append(move)
        seen.sort(key=looks.__getitem__, reverse=True)
        return arms + [account.add(move, looks.pop(move)) for move in seen[:missing]]

    def _play_on(self, state: Any, mover: int) -> tuple[Any, float | None]:
        """Play the mover's turn to its end, each move the best of a few.

        Returns the state, and its value for the mover if that is known from looking ahead.
        """
        game, chance = self.view.game, self.view.chance
        decisions, legal_moves, advance = game.decisions, game.legal_moves, game.advance
        candidates = self.settings.candidates
        counting = CountingChance(chance)
        drawn = counting.drawn
        value: float | None = None
        for _ in range(self.settings.depth):
            open_now = decisions(state)
            if not open_now or open_now[0].seat != mover:
                break
            moves = legal_moves(state, mover)
            best, value, reached = moves[0], None, None
            if len(moves) > 1:
                if len(moves) > candidates:
                    moves = [moves[chance.below(len(moves))] for _ in range(candidates)]
                highest = -1.0
                certain: list[Any] = []
                for move in moves:
                    # A second look differs from the first only if something was drawn.
                    if move in certain:
                        continue
                    drawn.clear()
                    table = state.copy()
                    advance(table, mover, move, counting)
                    found = game.evaluate(table, mover)
                    if not drawn:
                        certain.append(move)
                    if found > highest:
                        highest, best = found, move
                        value, reached = (None, None) if drawn else (found, table)
            if reached is None:
                advance(state, mover, best, chance)
            else:
                state = reached
        return state, value

    # -- the answer ---------------------------------------------------------------------------

    def ranked(self) -> list[Arm]:
        return self.root.account(self.view.seat).ranking(self._arms)

    def value(self, arm: Arm) -> float:
        """The chance of winning; the estimate may exceed the bounds a little."""
        value = self.root.account(self.view.seat).value(arm)
        return min(1.0, max(0.0, value))

    def _expected_moves(self) -> list[tuple[int, Any]]:
        """Who moves how if all goes as the search expects, as far as moves have enough visits."""
        seat, node, best = self.view.seat, self.root, self.ranked()[0]
        found = [(seat, best.move)]
        while len(found) < 3:
            below = node.children.get((best.move,))
            if below is None or len(below.accounts) != 1 or below.visits < 8:
                break
            node, ((seat, account),) = below, below.accounts.items()
            best = account.ranking(list(account.arms.values()))[0]
            found.append((seat, best.move))
        return found

    def line(self) -> str:
        """The moves that the search expects, in notation."""
        return ", ".join(self.view.game.notation(move) for _, move in self._expected_moves())

    def expected(self) -> str:
        """What may follow the best move, and who moves; the others' moves are guesses."""
        parts = [
            f"{'you' if seat == self.view.seat else f'seat {seat + 1}'}: "
            f"{self.view.game.notation(move)}"
            for seat, move in self._expected_moves()[1:]
        ]
        return f"; then perhaps {', '.join(parts)}" if parts else ""
