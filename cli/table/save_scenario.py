"""The command `scenario`: save what was played as a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulekeep.cli.files.output_files import write_new
from rulekeep.cli.table.terminal_view import Confirm
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.core.data_files import parse_documents, read_text
from rulekeep.core.errors import DataError, IllegalMove, RulekeepError
from rulekeep.core.text import fit, plural
from rulekeep.match.match import Match, RefusedMove
from rulekeep.match.safe_files import replace_file
from rulekeep.session.secrecy import has_secrets
from rulekeep.session.session import Session
from rulekeep.session.turn import ActionRefused
from rulekeep.testing.scenario_writer import append_scenario, scenario_of, to_yaml

MAX_VALUE = 200
"""Characters of a value that are shown in a question."""


def save_scenario(session: Session, words: str, confirm: Confirm | None = None) -> str:
    """Save position and moves as a scenario, in a new file or at the end of one.

    Returns a sentence about it. ActionRefused.
    """
    file, _, name = words.partition(" ")
    if not file:
        raise ActionRefused("Which file? Type 'scenario FILE', or 'scenario FILE NAME'.")
    match = session.match
    acts = len(match.plies) - 1
    at = 0 if match.header.given is not None else max(0, acts - 1)
    refused = [tried for tried in session.refused_moves if _is_still_refused(match, tried)]
    if not acts and not refused:
        raise ActionRefused("There is no move yet to save as a scenario.")
    path = Path(file) if Path(file).suffix else Path(file).with_suffix(".yaml")
    try:
        name = name or _unused_name(match, path)
        document = scenario_of(match, at, acts - at, name, refused)
        # A sealed answer or a hand goes into the file, but is not shown here.
        if confirm is not None and not has_secrets(match):
            document = confirm(document)
        add_scenario(to_yaml(document), path)
    except RulekeepError as error:
        raise ActionRefused(f"{error}") from None
    return f"Saved as {document['name']!r}. Run it with: rulekeep scenarios {path}"


def _is_still_refused(match: Match, tried: RefusedMove) -> bool:
    """Whether a refused move belongs to what is left of the match after undos."""
    if tried.after >= len(match.plies):
        return False
    state = match.plies[tried.after].state
    try:
        move = match.game.read(state, tried.seat, tried.move)
        return match.game.check(state, tried.seat, move) == tried.refusal
    except IllegalMove as error:
        return error.refusal == tried.refusal
    except RulekeepError:
        return False


def _unused_name(match: Match, path: Path) -> str:
    """A name for a scenario without one."""
    stem = f"{match.game.title}, after {plural(len(match.plies) - 1, 'move')}"
    try:
        taken = {str(d.plain().get("name")) for d in parse_documents(read_text(path), str(path))}
    except (DataError, AttributeError):
        return stem
    number, name = 2, stem
    while name in taken:
        number, name = number + 1, f"{stem} ({number})"
    return name


def add_scenario(text: str, path: Path) -> None:
    """Write a scenario to a new file, or add it to an existing one."""
    if path.exists():
        replace_file(path, append_scenario(read_text(path), text, str(path)))
    else:
        write_new(text.encode(), path)


# -- confirming ----------------------------------------------------------------------------------


def confirm(prompt: Prompt, document: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario with those of its expectations that are confirmed one by one.

    Everything in it is shown: it must hold nothing that is hidden from the person who answers.
    """
    prompt.screen.say(f"Scenario: {document['name']}", "bold")
    prompt.screen.say("Which of these results should the scenario expect?")
    when = [step for step in (_step(prompt, one) for one in document["when"]) if step is not None]

    def confirmed(values: Mapping[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in values.items() if _expected(prompt, f"then {k}", v)}

    then = confirmed({k: v for k, v in document["then"].items() if k != "state"})
    if state := confirmed(document["then"].get("state", {})):
        then["state"] = state
    rules = [
        rule for rule in document["rules"] if prompt.yes(f"Does it show {rule}?", default=True)
    ]
    changed = {**document, "rules": rules, "when": when, "then": then}
    if not then:
        del changed["then"]
    if not then and not when:
        raise RulekeepError("The scenario expects nothing, so it was not saved.")
    return changed


def _step(prompt: Prompt, step: Mapping[str, Any]) -> dict[str, Any] | None:
    """A step with what is expected of it; None for a refusal that is not."""
    if "refused" in step:
        refusal = f"refused by {step['refused']['rule']}, {step['refused']['because']}"
        return dict(step) if _expected(prompt, f"{step['move']}:", refusal) else None
    events = ", ".join(step.get("events", ())) or "nothing"
    confirmed = dict(step)
    if "events" in step and not _expected(prompt, f"{step['move']}: events", events):
        del confirmed["events"]
    return confirmed


def _expected(prompt: Prompt, what: str, value: Any) -> bool:
    return prompt.yes(f"{what} {fit(str(value), MAX_VALUE)}: expected?", default=True)
