"""Count citations, to find rule ids that every event of a class or every outcome cites.

An event's first rule is the rule of that event. A further id should depend on a condition; one that
is always there shows nothing, and neither does a scenario that earns it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import define, field

from rulekeep.core.events import Event
from rulekeep.core.game import Outcome

MIN_EVENTS = 40
MIN_OUTCOMES = 12
"""Fewer do not show that an id is always cited."""


@define
class CitationCounts:
    """What the events and outcomes of many matches cited."""

    events: Counter[str] = field(factory=Counter)
    cited: Counter[tuple[str, str]] = field(factory=Counter)
    """By event and id, without the first id of each event."""
    outcomes: int = 0
    outcome_rules: Counter[str] = field(factory=Counter)

    def add_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events[event.name] += 1
            self.cited.update((event.name, rule) for rule in set(event.rules[1:]))

    def add_outcome(self, outcome: Outcome) -> None:
        self.outcomes += 1
        self.outcome_rules.update(set(outcome.rules))

    def constant(self) -> list[str]:
        """One sentence for each id that was always cited."""
        found = [
            f"{rule} by every {name}"
            for (name, rule), count in sorted(self.cited.items())
            if count == self.events[name] >= MIN_EVENTS
        ]
        found += [
            f"{rule} by every outcome"
            for rule, count in sorted(self.outcome_rules.items())
            if count == self.outcomes >= MIN_OUTCOMES
        ]
        return found
