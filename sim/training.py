"""Learn the weights of a game's estimate by self-play, for one number of seats.

Every round plays matches of the best bot so far against itself, a few moves at random, and fits
weights to the leads at the end by LSTD(λ), which also learns from one decision to the next. There is
a fit for each of several λ. The best of them replaces the weights only if its bot wins a duel on
fresh deals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
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

TRACES = (0.6, 0.8)
"""The λ of LSTD(λ) that are tried."""
RANDOM_MOVES = 0.1
"""The usual share of random moves in self-play, so that more is seen."""
KEPT_ROUNDS = 3
"""Fits use the positions of so many rounds."""
GATE = 0.55
"""A new fit must win this share of its duel; with more than two seats, the like of it."""
LOOSE, SMOOTH = 1.0, 10.0
"""How firmly a fit holds to what is known before, and one stage to the next, by match and seat."""
SPREADS = (0.5, 100.0)
"""The least and the greatest lead that may be worth odds of e to 1."""
SPREAD_STEPS = (2.0, 1.4, 1.4, 1.2, 1.2, 1.1, 1.1)
"""By sweep over the stages: the factor by which the spread is changed while that helps."""

Chance = Callable[[Any, int], float]
MapWork = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]


@attrs.frozen
class Played:
    """What a match left for the fit."""

    lefts: Numbers
    """By position: how much of the match was left, from 1 to 0."""
    features: NDArray[np.int32]
    """By position, seat and feature."""
    leads: Numbers
    """By seat: the points at the end less the mean of the others."""
    shares: Numbers
    """By seat: who won how much."""


def trained(game: AnyGame) -> LinearEstimate[Any]:
    """The estimate of a game. RulekeepError if it has none to train."""
    estimate = game.learned_estimate()
    if estimate is None:
        raise RulekeepError(f"{game.title} has no learned estimate to train")
    return estimate


def first_weights(estimate: LinearEstimate[Any]) -> Weights:
    """Before anything is learned: what the game says is known, for as many stages as it ships."""
    stage = tuple(estimate.known.get(name, 0) for name in estimate.names)
    stages = max(len(learned.stages) for learned in estimate.weights.values())
    return Weights(estimate.names, (stage,) * stages, (10 * UNIT,) * stages)


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
    open_now = game.decisions(seen)
    others = [one.seat for one in open_now[1:]] if open_now[0].sealed else []
    best, highest = moves[0], -1.0
    for move in moves:
        after = seen.copy()
        game.advance(after, seat, move, chance)
        for other in others:
            answers = game.legal_moves(after, other)
            game.advance(after, other, answers[int(numbers.random() * len(answers))], chance)
        found = value(after, seat) + 1e-9 * numbers.random()
        if found > highest:
            best, highest = move, found
    return best


# -- collecting and fitting -------------------------------------------------------------------


def collect(
    game_id: str, random_moves: float, weights: Weights, job: tuple[TrainingTable, str]
) -> Played:
    """Play one match against itself."""
    table, seed = job
    game = registry.load(game_id)
    estimate = trained(game).with_weights({table.seats: weights})
    lefts: list[float] = []
    seen: list[list[list[int]]] = []

    def look(state: Any) -> None:
        left, whole = estimate.left(state)
        lefts.append(left / whole)
        seen.append([list(row) for row in estimate.features(state)])

    chances = [one_move_chance(game, estimate)] * table.seats
    end = game.outcome(play(game, chances, table, seed, random_moves, look))
    assert end is not None
    totals = {score.seat: float(score.total) for score in end.scores}
    finals = np.array([totals[seat] for seat in range(table.seats)])
    leads = finals - (finals.sum() - finals) / (table.seats - 1)
    shares = np.array([end.share(seat) for seat in range(table.seats)])
    return Played(np.array(lefts), np.array(seen, dtype=np.int32), leads, shares)


def _mixing(lefts: Numbers, stages: int) -> Numbers:
    """By position: how much each stage counts."""
    place = lefts * (stages - 1)
    low = np.minimum(place.astype(int), stages - 2)
    rows = np.arange(len(lefts))
    found = np.zeros((len(lefts), stages))
    found[rows, low], found[rows, low + 1] = 1 - place + low, place - low
    return found


def _differences(one: Played, seat: int, stages: int) -> Numbers:
    """By position: a seat's features less the mean of the others, in the stages around it."""
    values = one.features.astype(float)
    others = values.shape[1] - 1
    own = values[:, seat] - (values.sum(axis=1) - values[:, seat]) / others
    mixing = _mixing(one.lefts, stages)
    found: Numbers = np.einsum("ts,tf->tsf", mixing, own).reshape(len(own), -1)
    return found


def fits(
    played: Sequence[Played], first: Weights, at_least: Mapping[str, int] | None = None
) -> list[Weights]:
    """The weights that explain the matches, for each λ; a stage that none came to keeps its own.

    `at_least` names the least weights of features, in thousandths of a point.
    """
    count, stages = len(first.names), len(first.stages)
    size = stages * count
    matrices = [np.zeros((size, size)) for _ in TRACES]
    targets = [np.zeros(size) for _ in TRACES]
    squares = np.zeros(size)
    for one in played:
        for seat in range(len(one.leads)):
            rows = _differences(one, seat, stages)
            squares += (rows * rows).mean(axis=0)
            changes = rows - np.vstack([rows[1:], np.zeros((1, size))])
            for at, trace in enumerate(TRACES):
                traces = np.empty_like(rows)
                running = np.zeros(size)
                for place, row in enumerate(rows):
                    running = traces[place] = trace * running + row
                matrices[at] += traces.T @ changes
                targets[at] += traces[-1] * one.leads[seat]
    by_stage = squares.reshape(stages, count)
    reached = np.asarray(by_stage.any(axis=1))
    scale = by_stage[reached].mean(axis=0) + 1e-3 * len(played)
    holding = np.asarray(LOOSE * np.identity(stages) + SMOOTH * _steps(reached), dtype=float)
    held = np.asarray(np.kron(holding, np.diag(scale)), dtype=float)
    known = np.array(first.stages).ravel() / UNIT
    least = np.array([(at_least or {}).get(name, -np.inf) for name in first.names]) / UNIT
    bounds = np.tile(least, stages)
    found = [
        _solved(matrix + held, target + held @ known, bounds)
        for matrix, target in zip(matrices, targets, strict=True)
    ]
    return [_with_spread(one.reshape(stages, count), first, played) for one in found]


def _solved(matrix: Numbers, target: Numbers, bounds: Numbers) -> Numbers:
    """The solution; where it is below a bound, the bound, and the best of the rest that fits it."""
    found = np.where(np.isfinite(bounds), bounds, 0.0)
    free = np.ones(len(target), dtype=bool)
    while True:
        rest = target[free] - matrix[np.ix_(free, ~free)] @ found[~free]
        found[free] = np.linalg.solve(matrix[np.ix_(free, free)], rest)
        low = free & (found < bounds)
        if not low.any():
            return found
        found[low] = bounds[low]
        free &= ~low


def _steps(reached: NDArray[np.bool_]) -> Numbers:
    """The matrix that adds up the squares of the steps between neighbouring stages with positions."""
    step = np.diff(np.eye(len(reached)), axis=0)[reached[1:] & reached[:-1]]
    return np.asarray(step.T @ step, dtype=float)


def _with_spread(found: Numbers, first: Weights, played: Sequence[Played]) -> Weights:
    """Add the spread at each stage that makes the results most likely."""
    count = len(found)
    some = [(one, slice(at % 4, None, 4)) for at, one in enumerate(played)]
    mixings = [_mixing(one.lefts[part], count) for one, part in some]
    totals = np.vstack(
        [
            np.einsum("tsf,tf->ts", one.features[part], mixing @ found)
            for (one, part), mixing in zip(some, mixings, strict=True)
        ]
    )
    mixing = np.vstack(mixings)
    won = np.vstack([np.tile(one.shares, (len(one.lefts[part]), 1)) for one, part in some])

    def surprise(leads: Numbers) -> float:
        scaled = totals / (mixing @ leads)[:, None]
        scaled -= scaled.max(axis=1, keepdims=True)
        sure = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return -float((won * sure).sum())

    leads = np.array(first.leads) / UNIT
    best = surprise(leads)
    for factor in SPREAD_STEPS:
        for at in range(count):
            for times in (factor, 1 / factor):
                while True:
                    other = leads.copy()
                    other[at] = min(max(other[at] * times, SPREADS[0]), SPREADS[1])
                    lost = surprise(other)
                    if lost >= best:
                        break
                    best, leads = lost, other
    stages = tuple(tuple(round(UNIT * float(weight)) for weight in stage) for stage in found)
    return Weights(first.names, stages, tuple(round(UNIT * float(lead)) for lead in leads))


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
        rival = one_move_chance(game, estimate.with_weights({table.seats: old}))
    chances = [rival] * table.seats
    chances[chair] = one_move_chance(game, estimate.with_weights({table.seats: new}))
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
) -> float:
    """The share of wins, as at a table of two; every deal is played once from each chair."""
    jobs = [
        (table, f"{seed}-{number}", chair)
        for table in tables
        for number in range(max(1, matches // len(tables) // table.seats))
        for chair in range(table.seats)
    ]
    won = list(map_work(partial(duel_match, game_id, new, old), jobs))
    shares = [
        sum(share for share, job in zip(won, jobs, strict=True) if job[0] is table)
        / sum(1 for job in jobs if job[0] is table)
        for table in tables
    ]
    return sum(map(even_share, shares, [table.seats for table in tables])) / len(tables)


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
        self,
        game: AnyGame,
        seats: int,
        seed: int,
        matches: int,
        gate_matches: int,
        path: Path | None = None,
        start: Weights | None = None,
        random_moves: float = RANDOM_MOVES,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.matches = matches
        self.gate_matches = gate_matches
        self.random_moves = random_moves
        estimate = trained(game)
        self.options = dict(options or {})
        """Only tables with these options are trained."""
        self.at_least = estimate.at_least
        self.tables = [
            table
            for table in estimate.tables
            if table.seats == seats and self.options.items() <= table.options.items()
        ]
        if not self.tables:
            raise RulekeepError(f"{game.title} has nothing to train for {seats} seats")
        self.start = start or first_weights(estimate)
        """What the first round plays with, and what fits hold to."""
        self.weights = self.start
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
        numbers = [self.seats, self.seed, self.matches, self.gate_matches, self.random_moves]
        start = [list(stage) for stage in self.start.stages]
        return [self.game.id, *numbers, self.options, list(self.start.names), start]

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
            jobs = [
                (table, f"{self.seed}-{number}-{at}-{match}")
                for at, table in enumerate(self.tables)
                for match in range(max(1, self.matches // len(self.tables)))
            ]
            work = partial(collect, self.game.id, self.random_moves, self._used[number])
            self._played[number] = list(map_work(work, jobs))
        return self._played[number]

    def _duel(self, new: Weights, matches: int, what: str, map_work: MapWork) -> float:
        seed = f"{self.seed}-{len(self.rounds)}-{what}"
        return duel(self.game.id, new, self.weights, self.tables, matches, seed, map_work)

    def round(self, map_work: MapWork) -> RoundReport:
        """Play, fit, and keep the best fit if it wins its duel."""
        number = len(self.rounds)
        self._used = [*self._used[:number], self.weights]
        recent = range(max(0, number - KEPT_ROUNDS + 1), number + 1)
        played = [one for earlier in recent for one in self._collected(earlier, map_work)]
        few = self.gate_matches // 4
        found = [
            (self._duel(one, few, "choice", map_work), -at, one)
            for at, one in enumerate(fits(played, self.start, self.at_least))
        ]
        weights = max(found)[2]
        share = self._duel(weights, self.gate_matches, "gate", map_work)
        error = sqrt(share * (1 - share) / self.gate_matches)
        report = RoundReport(number + 1, share, share >= GATE, error)
        if report.promoted:
            self.weights = weights
        self.rounds.append(report)
        self._save()
        return report
