"""Random play, as fast as possible: whole matches in one call."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from rulekeep.bots.random import RandomBot
from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game
from rulekeep.core.primitives.bag import Bag

Playout = Callable[[Any, Any, Chance, Callable[[], float]], int]


def play_out(game: Game[Any, Any], state: Any, chance: Chance, number: Callable[[], float]) -> int:
    """Play random legal moves to the end, in place; return the number of decisions.

    `number` returns a number from 0 up to 1, such as `random.Random(seed).random`. Every decision
    makes the full list of legal moves.
    """
    return (_own_playout(game) or any_playout)(game, state, chance, number)


def _own_playout(game: Game[Any, Any]) -> Playout | None:
    """The loop that the compiled build writes beside `advance`, if the game has no other rules."""
    module = sys.modules.get(getattr(game.advance, "__module__", ""))
    rules, playout = getattr(module, "OWN_PLAYOUT", (None, None))
    return playout if rules == (game.decisions, game.legal_moves, game.advance) else None


def any_playout(
    game: Game[Any, Any], state: Any, chance: Chance, number: Callable[[], float]
) -> int:
    """The loop of any game; `tools/compiled/own_loops.py` makes those of compiled games from it."""
    decisions, legal_moves, advance = game.decisions, game.legal_moves, game.advance
    made = 0
    while open_now := decisions(state):
        seat = open_now[0].seat
        moves = legal_moves(state, seat)
        advance(state, seat, moves[int(number() * len(moves))], chance)
        made += 1
    return made


class PlyChance(Chance):
    """The same chance for each ply as in `Match`, seeded only when it is needed."""

    __slots__ = ("_chance", "_ply", "_seed", "was_used")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._ply = 0
        self._chance: SeededChance | None = None
        self.was_used = False
        """Whether anything was drawn in this ply."""

    def next_ply(self) -> None:
        self._ply += 1
        self.was_used = False

    def _now(self) -> SeededChance:
        chance = self._chance
        if chance is None:
            chance = self._chance = SeededChance(self._seed, self._ply)
        elif not self.was_used:
            chance.reseed(self._seed, self._ply)
        self.was_used = True
        return chance

    def below(self, n: int, what: str) -> int:
        return self._now().below(n, what)

    def pick(self, bag: Bag, what: str) -> int:
        return self._now().pick(bag, what)


def play_random_bots(
    game: Game[Any, Any],
    state: Any,
    chance: PlyChance,
    bots: Sequence[RandomBot],
    played: list[tuple[int, Any]],
    most: int,
) -> None:
    """Play a match of a simulation to its end, in place; the moves are added to `played`.

    RulekeepError if it does not end within `most` decisions.
    """
    decisions, legal_moves, advance = game.decisions, game.legal_moves, game.advance
    while open_now := decisions(state):
        seat = open_now[0].seat
        move = bots[seat].pick(legal_moves(state, seat), seat)
        played.append((seat, move))
        chance.next_ply()
        advance(state, seat, move, chance)
        need_an_end(len(played), most)


def need_an_end(decisions: int, most: int) -> None:
    """RulekeepError if a match is so long that it will not end."""
    if decisions >= most:
        raise RulekeepError(f"the match did not end within {most:,} decisions")
