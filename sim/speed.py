"""The speed of a game on one core: medians of CPU time, compared with a calibration loop.

Every figure is also given as a ratio to a fixed loop of plain Python, so that figures of different
or busy machines can be compared.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import Any

from attrs import asdict, field, frozen

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import SetupError
from rulekeep.core.game import AnyGame, apply
from rulekeep.sim.playout import play_out

Options = Mapping[str, Any]
USUAL: Options = MappingProxyType({})
"""All options have their defaults."""
REPEATS = 7
"""How often a single call is timed."""


def calibration_loop() -> int:
    """A fixed loop with integers, lists, a dictionary and calls. It must never change."""
    table: dict[int, int] = {}
    row = list(range(64))
    total = 0
    for turn in range(400):
        for at, value in enumerate(row):
            total = (total * 31 + (value ^ turn)) & 0xFFFF
            if total & 1:
                row[at] = total & 63
        table[total & 255] = table.get(total & 255, 0) + len([v for v in row if v > 31])
    return total


def calibrate(seconds: float = 0.1) -> float:
    """Calibration loops per second of CPU time."""
    done = 0
    begin = process_time()
    while True:
        calibration_loop()
        done += 1
        spent = process_time() - begin
        if spent >= seconds:
            return done / spent


@frozen
class Speed:
    """The speed of random play on one core."""

    decisions: float
    """Decisions per second."""
    matches: float
    """Matches per second."""
    length: float
    """Mean decisions per match."""
    ratio: float
    """Decisions per second divided by calibration loops per second."""


@frozen
class Costs:
    """Mean microseconds per call, over positions of random play."""

    branching: float
    """Mean legal moves per decision."""
    legal_moves: float
    advance: float
    copy: float
    apply: float
    """Check, copy, advance and events together."""
    check: float
    to_dict: float
    evaluate: float
    determinize: float
    state_bytes: float
    """Bytes of a state."""


@frozen
class Measured:
    """The speed and costs of a game with one number of seats."""

    game: str
    seats: int
    speed: Speed
    costs: Costs
    calibration: float
    """Median of calibration loops per second."""
    options: dict[str, Any] = field(factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def seat_counts(game: AnyGame, options: Options = USUAL) -> list[int]:
    """The numbers of seats the game can be set up for with these options."""
    return [seats for seats in game.seats if _can_start(game, seats, options)]


def _can_start(game: AnyGame, seats: int, options: Options) -> bool:
    try:
        game.setup(seats, options, SeededChance(0))
    except SetupError:
        return False
    return True


def measure(
    game: AnyGame,
    seats: int,
    seconds: float = 1.0,
    repeats: int = 5,
    seed: int = 1,
    options: Options = USUAL,
) -> Measured:
    """Speed and costs of a game; `seconds` is the CPU time of each repeat of random play."""
    speeds: list[Speed] = []
    loops: list[float] = []
    play_for(game, seats, seconds / 5, seed, options)
    for repeat in range(repeats):
        before = calibrate()
        made, matches, spent = play_for(game, seats, seconds, seed + repeat, options)
        loop = (before + calibrate()) / 2
        loops.append(loop)
        speeds.append(Speed(made / spent, matches / spent, made / matches, made / spent / loop))
    middle = Speed(
        *(median(getattr(speed, name) for speed in speeds) for name in asdict(speeds[0]))
    )
    return Measured(
        game.id, seats, middle, costs(game, seats, seed, options=options), median(loops)
    )


def play_for(
    game: AnyGame, seats: int, seconds: float, seed: int, options: Options = USUAL
) -> tuple[int, int, float]:
    """Random matches for that much CPU time: decisions, matches, seconds."""
    made = matches = 0
    number = Random(seed).random
    chance = SeededChance(seed, "measure")
    begin = process_time()
    while True:
        state = game.setup(seats, options, chance).state
        made += play_out(game, state, chance, number)
        matches += 1
        spent = process_time() - begin
        if spent >= seconds:
            return made, matches, spent


# -- single calls -----------------------------------------------------------------------------


@frozen
class TimedPosition:
    """A state, the seat that decides, and a legal move."""

    state: Any
    seat: int
    kind: str
    move: Any
    moves: int
    """How many legal moves there are."""


def positions(
    game: AnyGame, seats: int, matches: int, seed: int, options: Options = USUAL
) -> Iterator[TimedPosition]:
    """Every position of some random matches."""
    rng = Random(seed)
    for number in range(matches):
        chance = SeededChance(seed, "positions", number)
        state = game.setup(seats, options, chance).state
        while open_now := game.decisions(state):
            decision = open_now[0]
            moves = game.legal_moves(state, decision.seat)
            move = moves[int(rng.random() * len(moves))]
            yield TimedPosition(state.copy(), decision.seat, decision.kind, move, len(moves))
            game.advance(state, decision.seat, move, chance)


def costs(
    game: AnyGame, seats: int, seed: int, wanted: int = 400, options: Options = USUAL
) -> Costs:
    """The costs of single calls, over positions from all parts of a match."""
    found = list(positions(game, seats, 8, seed, options))
    step = max(1, len(found) // wanted)
    sample = found[::step]
    chance = SeededChance(seed, "costs")

    return Costs(
        branching=sum(place.moves for place in found) / len(found),
        legal_moves=mean_cost(sample, lambda p: game.legal_moves(p.state, p.seat)),
        advance=advance_cost(game, sample, chance),
        copy=mean_cost(sample, lambda p: p.state.copy()),
        apply=mean_cost(sample, lambda p: apply(game, p.state, p.seat, p.move, chance)),
        check=mean_cost(sample, lambda p: game.check(p.state, p.seat, p.move)),
        to_dict=mean_cost(sample, lambda p: game.to_dict(p.state)),
        evaluate=mean_cost(sample, lambda p: game.evaluate(p.state, p.seat)),
        determinize=mean_cost(sample, lambda p: game.determinize(p.state, p.seat, chance)),
        state_bytes=_bytes(sample),
    )


def advance_cost(game: AnyGame, sample: Sequence[TimedPosition], chance: SeededChance) -> float:
    """Mean microseconds of `advance`, without the copies that it needs."""

    def advance(copies: Sequence[Any]) -> None:
        for place, state in zip(sample, copies, strict=True):
            game.advance(state, place.seat, place.move, chance)

    return _timed(advance, len(sample), lambda: [place.state.copy() for place in sample])


def mean_cost(sample: Sequence[TimedPosition], call: Callable[[TimedPosition], Any]) -> float:
    """Mean microseconds of a call."""

    def all_of_them(_nothing: None) -> None:
        for place in sample:
            call(place)

    return _timed(all_of_them, len(sample), lambda: None)


def _timed(work: Callable[[Any], None], calls: int, prepare: Callable[[], Any]) -> float:
    """Microseconds per call: the median over repeats, without preparation."""
    spent = []
    for _ in range(REPEATS):
        ready = prepare()
        begin = process_time()
        work(ready)
        spent.append(process_time() - begin)
    return median(spent) / calls * 1e6


def _bytes(sample: Sequence[TimedPosition]) -> float:
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        copies = [place.state.copy() for place in sample]
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / len(copies)
