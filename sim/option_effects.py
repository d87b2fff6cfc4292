"""Effects of an option: the same seeds played with two values, and the differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import erfc, sqrt
from statistics import fmean, stdev
from typing import Any

from attrs import asdict, evolve, frozen

from rulekeep.core.errors import SetupError
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option, find, spell
from rulekeep.sim.match_measures import MatchMeasures
from rulekeep.sim.single_match import Result
from rulekeep.sim.stats import Z95

MAX_VALUES = 8
"""How many values of an option are tried unless they are named."""
SIGNIFICANCE = 0.05
"""The accepted chance that any difference in a table is an accident."""
MIN_PAIRS = 20
"""With fewer pairs of matches no difference counts."""


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

    def in_words(self, game: AnyGame) -> str:
        """The same by labels: `Going round: Allowed instead of Forbidden`."""
        option = find(game.options, self.option)
        value, base = option.label_of(self.value), option.label_of(self.base)
        return f"{option.label}: {value} instead of {base}"


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
            found_here = [OptionTrial(option.name, base, value) for value in others]
        else:
            found_here = _against_agreed(option, agreed)
        playable = _playable(game, found_here, agreed, seats)
        if not playable:
            raise SetupError(f"with {seats} seats there is nothing to vary in {option.name!r}")
        found += playable
    return list(dict.fromkeys(found))


def _against_agreed(option: Option, agreed: Mapping[str, Any]) -> list[OptionTrial]:
    base = agreed[option.name]
    values: Sequence[Any] = option.values or (option.low, option.high)
    others = [value for value in values if value != base or type(value) is not type(base)]
    return [OptionTrial(option.name, base, value) for value in others[:MAX_VALUES]]


def _playable(
    game: AnyGame, trials: Sequence[OptionTrial], agreed: Mapping[str, Any], seats: int
) -> list[OptionTrial]:
    def can(value: Any, name: str) -> bool:
        try:
            game.terms(seats, {**agreed, name: value})
        except SetupError:
            return False
        return True

    return [t for t in trials if can(t.value, t.option) and can(t.base, t.option)]


# -- what is measured -------------------------------------------------------------------------


def _measured(of: Callable[[MatchMeasures], float]) -> Callable[[Result], float]:
    """What was measured during a match; 0 if nothing was."""
    return lambda result: float(of(result.course)) if result.course is not None else 0.0


def _first_seat(result: Result) -> float:
    return 1 / len(result.winners) if 0 in result.winners else 0.0


def _totals(result: Result) -> list[int]:
    return [score.total for score in result.scores] or [0]


MEASURES: dict[str, Callable[[Result], float]] = {
    "decisions": lambda result: float(result.decisions),
    "moves at a decision": _measured(lambda course: course.branching),
    "points on the average": lambda result: fmean(_totals(result)),
    "points of the best": lambda result: float(max(_totals(result))),
    "lead of the best": lambda result: float(
        max(_totals(result)) - sorted(_totals(result))[-2:][0]
    ),
    "wins of the first seat": _first_seat,
    "shared victories": lambda result: float(len(result.winners) > 1),
    "comebacks": _measured(lambda course: course.comeback),
    "lead changes": _measured(lambda course: course.lead_changes),
    "part of luck": _measured(lambda course: course.luck),
    "stake of a decision": _measured(lambda course: course.stake),
}
"""What is measured in a match; a share is 0 or 1 in one match."""


@frozen
class MeasuredDifference:
    """A measure with both values, and the difference over pairs of matches."""

    measure: str
    base: float
    value: float
    low: float
    high: float
    """The 95 % interval of the difference."""
    chance: float
    """The chance of such a difference by accident."""
    pairs: int
    real: bool = False
    """Whether it is significant among all comparisons of the table."""

    @property
    def change(self) -> float:
        return self.value - self.base


def difference(measure: str, base: Sequence[float], value: Sequence[float]) -> MeasuredDifference:
    """The difference over pairs of matches with the same seed and seats."""
    changes = [new - old for old, new in zip(base, value, strict=True)]
    count, mean = len(changes), fmean(changes)
    error = stdev(changes) / sqrt(count) if count > 1 else 0.0
    chance = erfc(abs(mean) / error / sqrt(2)) if error else float(mean == 0)
    spread = Z95 * error
    return MeasuredDifference(
        measure, fmean(base), fmean(value), mean - spread, mean + spread, chance, count
    )


def holm(p_values: Sequence[float]) -> list[bool]:
    """Which of several results are significant together, by Holm's method."""
    found = [False] * len(p_values)
    for rank, at in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[at] > SIGNIFICANCE / (len(p_values) - rank):
            break
        found[at] = True
    return found


@frozen
class Effect:
    """The effect of one value of an option."""

    trial: OptionTrial
    pairs: int
    measures: tuple[MeasuredDifference, ...]
    rules: tuple[MeasuredDifference, ...]
    """How often each rule is cited in a match; only rules that were cited."""

    def to_dict(self) -> dict[str, Any]:
        data = asdict(self)
        for rows in (data["measures"], data["rules"]):
            for row in rows:
                row["change"] = row["value"] - row["base"]
        return data


def paired(base: Sequence[Result], value: Sequence[Result]) -> Iterator[tuple[Result, Result]]:
    """Pairs of matches with the same number that both ended."""
    known = {result.match: result for result in base if not result.error}
    for result in value:
        if not result.error and result.match in known:
            yield known[result.match], result


def effect(trial: OptionTrial, base: Sequence[Result], value: Sequence[Result]) -> Effect:
    """All differences between two values; `with_verdicts` decides which are real."""
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


def with_verdicts(effects: Sequence[Effect]) -> list[Effect]:
    """The effects with a verdict on every difference, all of them together."""
    every = [d for e in effects if e.pairs >= MIN_PAIRS for d in (*e.measures, *e.rules)]
    real = dict(zip(map(id, every), holm([d.chance for d in every]), strict=True))

    def judge(rows: tuple[MeasuredDifference, ...]) -> tuple[MeasuredDifference, ...]:
        return tuple(evolve(row, real=real.get(id(row), False)) for row in rows)

    return [evolve(e, measures=judge(e.measures), rules=judge(e.rules)) for e in effects]
