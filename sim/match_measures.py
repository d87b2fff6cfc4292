"""What is measured during a match: choice, luck, leads, and where decisions matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from math import fsum
from typing import Any

from attrs import field, frozen

from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, Outcome
from rulekeep.review.swings import DecisionSwing, decision_swing, draw_swing

PARTS = 4
"""A match is looked at in quarters."""


@frozen
class MatchMeasures:
    """What was measured during a match."""

    branching: float
    """Mean number of legal moves per decision."""
    comeback: bool
    """No winner was in the lead after half of the decisions, as spectators saw it."""
    cited: Mapping[str, int]
    """How often each rule was cited by events and the result."""
    lead_changes: int = 0
    """How often somebody else came to lead alone, as spectators saw it."""
    luck: float = 0.0
    """The part of all changes of chances that draws made, and decisions did not."""
    stakes: tuple[float, ...] = ()
    """By quarter of the match: what there was to gain by a good decision, on the average."""
    kinds: Mapping[str, float] = field(factory=dict)
    """The same for each kind of decision."""

    @property
    def stake(self) -> float:
        """What there was to gain by a good decision, on the average over the quarters."""
        return fsum(self.stakes) / len(self.stakes) if self.stakes else 0.0


class MatchObserver:
    """Measures a match while it is played."""

    def __init__(self, game: AnyGame, seats: int, seed: str) -> None:
        self._game, self._seats, self._seed = game, seats, seed
        self._moves = 0
        self._leaders: list[tuple[int, ...]] = []
        self._cited: Counter[str] = Counter()
        self._swings: list[tuple[str, DecisionSwing]] = []
        self._draws: list[float] = []
        self._before: Any = None

    def see(self, state: Any, kind: str, seat: int, move: Any) -> None:
        """Measure a decision of a seat before its move is played."""
        game = self._game
        self._moves += len(game.legal_moves(state, seat))
        totals = {score.seat: score.total for score in game.standing(state, None)}
        best = max(totals.values(), default=0)
        self._leaders.append(tuple(seat for seat, total in totals.items() if total == best))
        number = len(self._swings)
        self._swings.append((kind, decision_swing(game, state, seat, move, self._seed, number)))
        self._before = state.copy()

    def see_draw(self, reached: Any, seat: int, move: Any) -> None:
        """Measure what was drawn with the move that was seen last."""
        number = len(self._swings)
        swing = draw_swing(
            self._game, self._before, seat, move, reached, self._seats, self._seed, number
        )
        self._draws.append(swing)

    def hear(self, event: Event) -> None:
        self._cited.update(event.rules)

    def measures(self, outcome: Outcome) -> MatchMeasures:
        self._cited.update(outcome.all_rules)
        seen = len(self._leaders)
        leaders = self._leaders[seen // 2] if seen else ()
        behind = bool(leaders) and not set(leaders) & set(outcome.winners)
        return MatchMeasures(
            self._moves / max(1, seen),
            behind,
            dict(sorted(self._cited.items())),
            self._lead_changes(),
            self._luck(),
            self._stakes(),
            self._kinds(),
        )

    def _lead_changes(self) -> int:
        alone = [leaders[0] for leaders in self._leaders if len(leaders) == 1]
        return sum(before != now for before, now in pairwise(alone))

    def _luck(self) -> float:
        drawn = fsum(map(abs, self._draws))
        decided = fsum(abs(swing.effect) for _, swing in self._swings)
        return round(drawn / (drawn + decided), 6) if drawn + decided else 0.0

    def _stakes(self) -> tuple[float, ...]:
        count = len(self._swings)
        parts: list[list[float]] = [[] for _ in range(PARTS)]
        for number, (_, swing) in enumerate(self._swings):
            parts[number * PARTS // count].append(swing.stake)
        return tuple(_mean(part) for part in parts)

    def _kinds(self) -> dict[str, float]:
        found: dict[str, list[float]] = {}
        for kind, swing in self._swings:
            found.setdefault(kind, []).append(swing.stake)
        return {kind: _mean(stakes) for kind, stakes in sorted(found.items())}


def _mean(values: list[float]) -> float:
    return round(fsum(values) / len(values), 6) if values else 0.0


UNIT = 1_000_000


@frozen
class CourseSummary:
    """The measures of many matches, on the average."""

    matches: int
    lead_changes: float
    comebacks: float
    luck: float
    stakes: tuple[float, ...]
    kinds: Mapping[str, float]


class CourseTally:
    """Adds up the measures of matches in whole numbers, so that their order does not matter."""

    def __init__(self) -> None:
        self._matches = self._lead_changes = self._comebacks = self._luck = 0
        self._stakes = [0] * PARTS
        self._kinds: Counter[str] = Counter()
        self._kind_matches: Counter[str] = Counter()

    def add(self, course: MatchMeasures) -> None:
        self._matches += 1
        self._lead_changes += course.lead_changes
        self._comebacks += course.comeback
        self._luck += round(UNIT * course.luck)
        for part, stake in enumerate(course.stakes[:PARTS]):
            self._stakes[part] += round(UNIT * stake)
        for kind, stake in course.kinds.items():
            self._kinds[kind] += round(UNIT * stake)
            self._kind_matches[kind] += 1

    def summary(self) -> CourseSummary | None:
        """None if nothing was measured."""
        count = self._matches
        if not count:
            return None
        return CourseSummary(
            count,
            self._lead_changes / count,
            self._comebacks / count,
            self._luck / UNIT / count,
            tuple(stake / UNIT / count for stake in self._stakes),
            {kind: total / UNIT / self._kind_matches[kind] for kind, total in self._kinds.items()},
        )
