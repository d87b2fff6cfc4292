"""Citations that say nothing: ids that stand on every event of a class, or in every outcome.

An event's first rule is the rule of that event. A further id should stand there because of a
condition; one that always does is a stamp, and a scenario that earns it has shown nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import define, field

from rulekeep.core.events import Event
from rulekeep.core.game import Outcome

MIN_EVENTS = 40
MIN_OUTCOMES = 12
"""So many must have been seen before 'always' means anything."""


@define
class CitationCounts:
    """What the events and outcomes of many matches cited."""

    events: Counter[str] = field(factory=Counter)
    cited: Counter[tuple[str, str]] = field(factory=Counter)
    """By event and id, the first id of each left out."""
    outcomes: int = 0
    decided: Counter[str] = field(factory=Counter)

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events[event.name] += 1
            self.cited.update((event.name, rule) for rule in set(event.rules[1:]))

    def end(self, outcome: Outcome) -> None:
        self.outcomes += 1
        self.decided.update(set(outcome.rules))

    def stamps(self) -> list[str]:
        """One sentence for each id that was always there."""
        found = [
            f"{rule} stands on every {name}"
            for (name, rule), count in sorted(self.cited.items())
            if count == self.events[name] >= MIN_EVENTS
        ]
        found += [
            f"{rule} stands in every outcome"
            for rule, count in sorted(self.decided.items())
            if count == self.outcomes >= MIN_OUTCOMES
        ]
        return found
