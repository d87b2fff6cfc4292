"""Learn the weights of a game's estimate by self-play.

Every round plays matches of the best bot so far against itself, a few moves at random, and fits the
weights to the leads at the end by LSTD(λ), which also learns from one decision to the next. A fit
replaces the weights only if its bot wins a duel on fresh deals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.linear_estimate import UNIT, LinearEstimate, TrainingTable, Weights
from rulekeep.match.safe_files import replace_file

Numbers = NDArray[np.float64]

STAGES = 4
TRACE = 0.8
"""λ of LSTD(λ)."""
RANDOM_MOVES = 0.06
KEPT_ROUNDS = 3
"""Fits use the positions of so many rounds."""
GATE = 0.55
"""A new fit must win this share of its duel; with more than two seats, the like of it."""
FIRM, LOOSE = 3000.0, 30.0
"""How firmly the fit holds to what is known before: a point counts one; all else, nothing."""

Chance = Callable[[Any, int], float]
MapWork = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]


@attrs.frozen
class Played:
    """What a match left for the fit: sums, and rows to fit the spread."""

    traces: Numbers
    traced: Numbers
    rows: list[tuple[float, list[list[int]], list[float]]]
    """How much was left, the features of every seat, and who won how much in the end."""


def trained(game: AnyGame) -> LinearEstimate[Any]:
    """The estimate of a game. RulekeepError if it has none to train."""
    estimate = game.learned_estimate()
    if estimate is None:
        raise RulekeepError(f"{game.title} has no learned estimate to train")
    return estimate


def first_weights(names: Sequence[str]) -> Weights:
    """Before anything is learned: the first feature, what is counted at the end, counts one."""
    stage = (UNIT, *[0] * (len(names) - 1))
    return Weights(tuple(names), (stage,) * STAGES, (10 * UNIT,) * STAGES)


def one_move_chance(game: AnyGame, estimate: LinearEstimate[Any]) -> Chance:
    """The estimate of states, finished ones too."""

    def chance(state: Any, seat: int) -> float:
        outcome = game.outcome(state)
        return estimate.chance(state, seat) if outcome is None else outcome.share(seat)

    return chance


def play(
    game: AnyGame,
    chances: Sequence[Chance],
    table: TrainingTable,
    seed: str,
    random_moves: float = 0.0,
    look: Callable[[Any], None] | None = None,
) -> Any:
    """Play a match, each seat one move ahead by its own estimate; the state at the end."""
    numbers, chance = Random(seed), SeededChance("train", seed)
    state = game.setup(table.seats, table.options, chance).state
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        moves = game.legal_moves(state, seat)
        if look is not None:
            look(state)
        if len(moves) == 1 or numbers.random() < random_moves:
            move = moves[int(numbers.random() * len(moves))]
        else:
            move = _best(game, state, seat, moves, chances[seat], chance, numbers)
        game.advance(state, seat, move, chance)
    return state


def _best(
    game: AnyGame,
    state: Any,
    seat: int,
    moves: Sequence[Any],
    value: Chance,
    chance: SeededChance,
    numbers: Random,
) -> Any:
    seen = game.determinize(state, seat, chance)
    best, highest = moves[0], -1.0
    for move in moves:
        after = seen.copy()
        game.advance(after, seat, move, chance)
        found = value(after, seat) + 1e-9 * numbers.random()
        if found > highest:
            best, highest = move, found
    return best


# -- collecting and fitting -------------------------------------------------------------------


def collect(game_id: str, table: TrainingTable, weights: Weights, seed: str) -> Played:
    """Play one match against itself and add up what the fits need."""
    game = registry.load(game_id)
    estimate = trained(game).with_weights(weights)
    seen: list[tuple[float, list[list[int]]]] = []

    def look(state: Any) -> None:
        left, whole = estimate.left(state)
        seen.append((left / whole, [list(row) for row in estimate.features(state)]))

    chances = [one_move_chance(game, estimate)] * table.seats
    end = game.outcome(play(game, chances, table, seed, RANDOM_MOVES, look))
    assert end is not None
    totals = {score.seat: float(score.total) for score in end.scores}
    finals = np.array([totals[seat] for seat in range(table.seats)])
    leads = finals - (finals.sum() - finals) / (table.seats - 1)
    size = STAGES * len(weights.names)
    matrix, target = np.zeros((size, size)), np.zeros(size)
    for seat in range(table.seats):
        rows = np.array([_differences(left, features, seat) for left, features in seen])
        traces = np.zeros_like(rows)
        running = np.zeros(size)
        for at, row in enumerate(rows):
            running = traces[at] = TRACE * running + row
        following = np.vstack([rows[1:], np.zeros((1, size))])
        matrix += traces.T @ (rows - following)
        target += traces[-1] * leads[seat]
    shares = [end.share(seat) for seat in range(table.seats)]
    return Played(matrix, target, [(left, features, shares) for left, features in seen[::4]])


def _differences(left: float, features: Sequence[Sequence[int]], seat: int) -> Numbers:
    """A seat's features less the mean of the others, in the two stages around the position."""
    values = np.array(features, dtype=float)
    own = values[seat] - (values.sum(axis=0) - values[seat]) / (len(values) - 1)
    place = left * (STAGES - 1)
    low = min(int(place), STAGES - 2)
    found = np.zeros((STAGES, len(own)))
    found[low], found[low + 1] = own * (1 - place + low), own * (place - low)
    return found.ravel()


def fit(played: Sequence[Played], names: Sequence[str]) -> Weights:
    """The weights that explain the matches."""
    size = STAGES * len(names)
    known = np.zeros((STAGES, len(names)))
    known[:, 0] = 1
    firm = np.full((STAGES, len(names)), LOOSE)
    firm[:, 0] = FIRM
    matrix = np.diag(firm.ravel()) + sum((one.traces for one in played), np.zeros((size, size)))
    target = firm.ravel() * known.ravel() + sum((one.traced for one in played), np.zeros(size))
    found: Numbers = np.linalg.solve(matrix, target).reshape(STAGES, len(names)).astype(float)
    return _with_spread(found, names, played)


def _with_spread(found: Numbers, names: Sequence[str], played: Sequence[Played]) -> Weights:
    """Add the spread, at the end and at the start, that makes the results most likely."""
    totals: list[Numbers] = []
    lefts: list[float] = []
    shares: list[Numbers] = []
    for one in played:
        for left, features, result in one.rows:
            place = left * (STAGES - 1)
            low = min(int(place), STAGES - 2)
            mixed = found[low] * (1 - place + low) + found[low + 1] * (place - low)
            totals.append(np.array(features, dtype=float) @ mixed)
            lefts.append(left)
            shares.append(np.array(result))
    best, leads = np.inf, (10.0, 10.0)
    for end in (1.0, 1.5, 2, 3, 4, 6, 8, 11, 15):
        for start in (2.0, 4, 6, 9, 12, 16, 20, 25, 32, 40, 60):
            lost = 0.0
            for total, left, won in zip(totals, lefts, shares, strict=True):
                scaled = total / (end + (start - end) * left)
                scaled -= scaled.max()
                lost -= float(won @ (scaled - np.log(np.exp(scaled).sum())))
            if lost < best:
                best, leads = lost, (end, start)
    stages = tuple(tuple(round(UNIT * float(weight)) for weight in stage) for stage in found)
    end, start = leads
    steps = range(STAGES)
    spread = tuple(round(UNIT * (end + (start - end) * at / (STAGES - 1))) for at in steps)
    return Weights(tuple(names), stages, spread)


# -- the duel ---------------------------------------------------------------------------------


def duel_match(
    game_id: str, new: Weights, old: Weights | None, job: tuple[TrainingTable, str, int]
) -> float:
    """What one seat with the new weights wins against all others with the old ones.

    Without old weights the others play by the game's own `evaluate`.
    """
    table, seed, chair = job
    game = registry.load(game_id)
    estimate = trained(game)
    rival: Chance = game.evaluate
    if old is not None:
        rival = one_move_chance(game, estimate.with_weights(old))
    chances = [rival] * table.seats
    chances[chair] = one_move_chance(game, estimate.with_weights(new))
    end = game.outcome(play(game, chances, table, seed))
    assert end is not None
    return end.share(chair)


def even_share(share: float, seats: int) -> float:
    """A share of wins at a table of several, as it would be at a table of two."""
    return share / (share + (1 - share) / (seats - 1))


def duel(
    game_id: str,
    new: Weights,
    old: Weights | None,
    tables: Sequence[TrainingTable],
    matches: int,
    seed: str,
    map_work: MapWork,
) -> list[float]:
    """The share of wins at each table; every deal is played once from each chair."""
    jobs = [
        (table, f"{seed}-{number}", chair)
        for table in tables
        for number in range(max(1, matches // len(tables) // table.seats))
        for chair in range(table.seats)
    ]
    won = list(map_work(partial(duel_match, game_id, new, old), jobs))
    return [
        sum(share for share, job in zip(won, jobs, strict=True) if job[0] is table)
        / sum(1 for job in jobs if job[0] is table)
        for table in tables
    ]


# -- rounds -----------------------------------------------------------------------------------


@attrs.frozen
class RoundReport:
    """What a round brought."""

    number: int
    share: float
    """The fit's share of the duel against the weights so far, as at a table of two."""
    promoted: bool
    error: float
    """The standard error of the share."""


class Training:
    """Rounds of learning. The same seed and numbers give the same weights, resumed or not."""

    def __init__(
        self, game: AnyGame, seed: int, matches: int, gate_matches: int, path: Path | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.matches = matches
        self.gate_matches = gate_matches
        self.weights = first_weights(trained(game).weights.names)
        self.rounds: list[RoundReport] = []
        self._used: list[Weights] = []
        """The weights that each round played with."""
        self._played: dict[int, list[Played]] = {}
        self._path = path
        if path is not None and path.exists():
            self._resume(path)

    def _resume(self, path: Path) -> None:
        """Continue after the rounds of a file. RulekeepError if it is of another training."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            same = data["settings"] == self._settings()
            rounds = [RoundReport(**one) for one in data["rounds"]]
            used = [self._weights(one) for one in data["used"]]
            weights = self._weights(data["weights"])
        except (ValueError, KeyError, TypeError) as error:
            raise RulekeepError(f"{path}: not the record of a training ({error})") from None
        if not same:
            raise RulekeepError(f"{path}: the record of a training with other settings")
        self.rounds, self._used, self.weights = rounds, used, weights

    def _settings(self) -> list[Any]:
        names = list(self.weights.names)
        return [self.game.id, self.seed, self.matches, self.gate_matches, names]

    def _weights(self, data: Any) -> Weights:
        stages = tuple(tuple(map(int, stage)) for stage in data["stages"])
        return Weights(self.weights.names, stages, tuple(map(int, data["leads"])))

    def _save(self) -> None:
        if self._path is None:
            return
        data = {
            "settings": self._settings(),
            "rounds": [attrs.asdict(one) for one in self.rounds],
            "used": [{"stages": one.stages, "leads": one.leads} for one in self._used],
            "weights": {"stages": self.weights.stages, "leads": self.weights.leads},
        }
        replace_file(self._path, json.dumps(data))

    def _collected(self, number: int, map_work: MapWork) -> list[Played]:
        """The matches of a round; after a resume they are played again."""
        if number not in self._played:
            tables = trained(self.game).tables
            jobs = [
                (table, self._used[number], f"{self.seed}-{number}-{at}-{match}")
                for at, table in enumerate(tables)
                for match in range(max(1, self.matches // len(tables)))
            ]
            self._played[number] = list(map_work(partial(_collect_job, self.game.id), jobs))
        return self._played[number]

    def round(self, map_work: MapWork) -> RoundReport:
        """Play, fit, and keep the fit if it wins its duel."""
        number = len(self.rounds)
        self._used = [*self._used[:number], self.weights]
        recent = range(max(0, number - KEPT_ROUNDS + 1), number + 1)
        played = [one for earlier in recent for one in self._collected(earlier, map_work)]
        weights = fit(played, self.weights.names)
        tables, seed = trained(self.game).tables, f"{self.seed}-{number}-gate"
        shares = duel(
            self.game.id, weights, self.weights, tables, self.gate_matches, seed, map_work
        )
        evened = [even_share(s, t.seats) for s, t in zip(shares, tables, strict=True)]
        share = sum(evened) / len(evened)
        error = sqrt(share * (1 - share) / self.gate_matches)
        report = RoundReport(number + 1, share, share >= GATE, error)
        if report.promoted:
            self.weights = weights
        self.rounds.append(report)
        self._save()
        return report


def _collect_job(game_id: str, job: tuple[TrainingTable, Weights, str]) -> Played:
    table, weights, seed = job
    return collect(game_id, table, weights, seed)
