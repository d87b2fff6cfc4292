"""What an option does to a game: the same seeds played with either value, and the differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import erfc, sqrt
from statistics import fmean, stdev
from typing import Any

from attrs import asdict, evolve, frozen

from rulekeep.core.errors import SetupError
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option, find, spell
from rulekeep.sim.single_match import Result
from rulekeep.sim.stats import Z95

MOST_VALUES = 8
"""Of an option with very many values so many are tried; whoever wants others names them."""
SURE = 0.05
"""The chance that some difference of a whole table is taken for one and is none."""
LEAST = 20
"""Fewer pairs of matches say nothing."""


# -- what is varied ---------------------------------------------------------------------------


@frozen
class OptionTrial:
    """One value of an option against the one it is compared with."""

    option: str
    base: Any
    value: Any

    @property
    def label(self) -> str:
        return f"{self.option}={spell(self.value)}"

    def __str__(self) -> str:
        return f"{self.label} instead of {spell(self.base)}"


def trials(
    game: AnyGame, wanted: Sequence[str], agreed: Mapping[str, Any], seats: int
) -> list[OptionTrial]:
    """What `--vary NAME`, `--vary NAME=base,other,…` and `--vary all` ask for. SetupError."""
    found: list[OptionTrial] = []
    for words in wanted:
        if words == "all":
            for option in game.options:
                found += _playable(game, _against_agreed(option, agreed), agreed, seats)
            continue
        name, equals, values = words.partition("=")
        option = find(game.options, name.strip())
        if equals:
            base, *others = [option.parse(word) for word in values.split(",")]
            if not others:
                raise SetupError(f"{words!r} names one value; write {option.name}=BASE,OTHER")
            asked = [OptionTrial(option.name, base, value) for value in others]
        else:
            asked = _against_agreed(option, agreed)
        playable = _playable(game, asked, agreed, seats)
        if not playable:
            raise SetupError(f"with {seats} seats there is nothing to vary in {option.name!r}")
        found += playable
    return list(dict.fromkeys(found))


def _against_agreed(option: Option, agreed: Mapping[str, Any]) -> list[OptionTrial]:
    base = agreed[option.name]
    values: Sequence[Any] = option.values or (option.low, option.high)
    others = [value for value in values if value != base or type(value) is not type(base)]
    return [OptionTrial(option.name, base, value) for value in others[:MOST_VALUES]]


def _playable(
    game: AnyGame, asked: Sequence[OptionTrial], agreed: Mapping[str, Any], seats: int
) -> list[OptionTrial]:
    def can(value: Any, name: str) -> bool:
        try:
            game.terms(seats, {**agreed, name: value})
        except SetupError:
            return False
        return True

    return [t for t in asked if can(t.value, t.option) and can(t.base, t.option)]


# -- what is measured -------------------------------------------------------------------------


def _branching(result: Result) -> float:
    return result.course.branching if result.course is not None else 0.0


def _comeback(result: Result) -> float:
    return float(result.course is not None and result.course.comeback)


def _first_seat(result: Result) -> float:
    return 1 / len(result.winners) if 0 in result.winners else 0.0


def _totals(result: Result) -> list[int]:
    return [score.total for score in result.scores] or [0]


MEASURES: dict[str, Callable[[Result], float]] = {
    "decisions": lambda result: float(result.decisions),
    "moves at a decision": _branching,
    "points on the average": lambda result: fmean(_totals(result)),
    "points of the best": lambda result: float(max(_totals(result))),
    "lead of the best": lambda result: float(
        max(_totals(result)) - sorted(_totals(result))[-2:][0]
    ),
    "wins of the first seat": _first_seat,
    "shared victories": lambda result: float(len(result.winners) > 1),
    "comebacks": _comeback,
}
"""What is said of a match, as a number; shares are 0 or 1 in one match."""


@frozen
class MeasuredDifference:
    """A measure with either value, and how much it differs over pairs of matches."""

    measure: str
    base: float
    value: float
    low: float
    high: float
    """The 95 % interval of the difference."""
    chance: float
    """Of a difference as large as this by accident."""
    pairs: int
    real: bool = False
    """Whether it is one, all comparisons of the table taken together."""

    @property
    def change(self) -> float:
        return self.value - self.base


def difference(measure: str, base: Sequence[float], value: Sequence[float]) -> MeasuredDifference:
    """Of matches in pairs: the same seed, the same chairs."""
    changes = [new - old for old, new in zip(base, value, strict=True)]
    count, mean = len(changes), fmean(changes)
    error = stdev(changes) / sqrt(count) if count > 1 else 0.0
    chance = erfc(abs(mean) / error / sqrt(2)) if error else float(mean == 0)
    spread = Z95 * error
    return MeasuredDifference(
        measure, fmean(base), fmean(value), mean - spread, mean + spread, chance, count
    )


def holm(chances: Sequence[float], sure: float = SURE) -> list[bool]:
    """Which of several findings stand when they are judged together, by Holm's steps."""
    stands = [False] * len(chances)
    for rank, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[at] > sure / (len(chances) - rank):
            break
        stands[at] = True
    return stands


@frozen
class Effect:
    """What one value of an option does."""

    trial: OptionTrial
    pairs: int
    measures: tuple[MeasuredDifference, ...]
    rules: tuple[MeasuredDifference, ...]
    """How often a match each rule is at work; only those that one of the two knows."""

    def to_dict(self) -> dict[str, Any]:
        said = asdict(self)
        for rows in (said["measures"], said["rules"]):
            for row in rows:
                row["change"] = row["value"] - row["base"]
        return said


def paired(base: Sequence[Result], value: Sequence[Result]) -> Iterator[tuple[Result, Result]]:
    """Matches of one number that both came to an end."""
    known = {result.match: result for result in base if not result.error}
    for result in value:
        if not result.error and result.match in known:
            yield known[result.match], result


def effect(trial: OptionTrial, base: Sequence[Result], value: Sequence[Result]) -> Effect:
    """Everything that is measured, with either value; what is real is decided by `judged`."""
    pairs = list(paired(base, value))
    if len(pairs) < 2:
        return Effect(trial, len(pairs), (), ())
    measures = tuple(
        difference(name, [of(old) for old, _ in pairs], [of(new) for _, new in pairs])
        for name, of in MEASURES.items()
    )
    cited = [tuple(r.course.cited if r.course else {} for r in pair) for pair in pairs]
    rules = tuple(
        difference(
            rule,
            [float(old.get(rule, 0)) for old, _ in cited],
            [float(new.get(rule, 0)) for _, new in cited],
        )
        for rule in sorted({rule for pair in cited for one in pair for rule in one})
    )
    return Effect(trial, len(pairs), measures, rules)


def judged(effects: Sequence[Effect]) -> list[Effect]:
    """The same with a verdict on every difference: all of them are judged together."""
    every = [d for e in effects if e.pairs >= LEAST for d in (*e.measures, *e.rules)]
    stands = dict(zip(map(id, every), holm([d.chance for d in every]), strict=True))

    def said(rows: tuple[MeasuredDifference, ...]) -> tuple[MeasuredDifference, ...]:
        return tuple(evolve(row, real=stands.get(id(row), False)) for row in rows)

    return [evolve(e, measures=said(e.measures), rules=said(e.rules)) for e in effects]
