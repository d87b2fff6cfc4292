"""What happened becomes what is expected, one question at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import fit

LONGEST = 200
"""Characters of a value that are shown in a question."""


def confirmed(asker: Prompt, screen: Screen, document: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario with those of its expectations that were confirmed.

    All that is in it is shown: it must hold nothing that is hidden from whoever is asked.
    """
    screen.say(f"Scenario: {document['name']}", "bold")
    screen.say("What of all that happened shall be expected from now on?")
    when = [kept for step in document["when"] if (kept := _step(asker, step)) is not None]
    then = {key: value for key, value in document["then"].items() if key != "state"}
    then = {key: value for key, value in then.items() if _expected(asker, f"then {key}", value)}
    state = {
        key: value
        for key, value in document["then"].get("state", {}).items()
        if _expected(asker, f"then {key}", value)
    }
    if state:
        then["state"] = state
    rules = [rule for rule in document["rules"] if asker.yes(f"Does it show {rule}?", default=True)]
    changed = {**document, "rules": rules, "when": when, "then": then}
    if not then:
        del changed["then"]
    if not then and not when:
        raise RulekeepError("nothing is expected, so there is no scenario to keep")
    return changed


def _step(asker: Prompt, step: Mapping[str, Any]) -> dict[str, Any] | None:
    """A step with what is expected of it; None for a refusal that is not."""
    if "refused" in step:
        refusal = f"refused by {step['refused']['rule']}, {step['refused']['because']}"
        return dict(step) if _expected(asker, f"{step['move']}:", refusal) else None
    events = ", ".join(step.get("events", ())) or "nothing"
    kept = dict(step)
    if "events" in kept and not _expected(asker, f"{step['move']}: events", events):
        del kept["events"]
    return kept


def _expected(asker: Prompt, what: str, value: Any) -> bool:
    return asker.yes(f"{what} {fit(str(value), LONGEST)}: expected?", default=True)
