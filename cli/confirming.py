"""What happened becomes what is expected, one question at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekeep.cli.asking import Asker
from rulekeep.cli.screen import Screen
from rulekeep.core.prose import fit

LONGEST = 200
"""Characters of a value that are shown in a question."""


def confirmed(
    asker: Asker, screen: Screen, document: Mapping[str, Any], secret: bool = False
) -> dict[str, Any]:
    """The scenario with those of its expectations that were confirmed.

    Values of the state are not shown where they may be `secret`.
    """
    screen.say(f"Scenario: {document['name']}", "bold")
    screen.say("What of all that happened shall be expected from now on?")
    when = [_step(asker, step) for step in document["when"]]
    then = {key: value for key, value in document["then"].items() if key != "state"}
    then = {key: value for key, value in then.items() if _expected(asker, f"then {key}", value)}
    state = {
        key: value
        for key, value in document["then"].get("state", {}).items()
        if _expected(asker, f"then {key}", "(not shown)" if secret else value)
    }
    if state:
        then["state"] = state
    rules = [rule for rule in document["rules"] if asker.yes(f"Does it show {rule}?", default=True)]
    changed = {**document, "rules": rules, "when": when, "then": then}
    if not then:
        del changed["then"]
    return changed


def _step(asker: Asker, step: Mapping[str, Any]) -> dict[str, Any]:
    """A move that was refused stays so: whoever does not expect it would not have tried."""
    events = ", ".join(step.get("events", ())) or "nothing"
    kept = dict(step)
    if "events" in kept and not _expected(asker, f"{step['move']}: events", events):
        del kept["events"]
    return kept


def _expected(asker: Asker, what: str, value: Any) -> bool:
    return asker.yes(f"{what} {fit(str(value), LONGEST)}: expected?", default=True)
