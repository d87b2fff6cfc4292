"""A difference between two readings, in sentences and as scenarios."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import parse_documents
from rulekeep.core.errors import IllegalMove, RulekeepError, SetupError
from rulekeep.core.events import Event
from rulekeep.core.frozen_values import frozen
from rulekeep.core.rule_options import spell
from rulekeep.core.rulebook import Refusal
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.match import Ply, RefusedMove
from rulekeep.match.recorded_chance import RecordingChance
from rulekeep.sim.rule_diff import Divergence, Reading, carry_out
from rulekeep.testing.scenario_format import scenarios_in
from rulekeep.testing.scenario_run import run_scenario
from rulekeep.testing.scenario_writer import scenario_body, to_yaml

MAX_EVENTS = 12


@frozen
class ShownDifference:
    """What one reading makes of a difference."""

    sentence: str
    scenario: Mapping[str, Any]


def describe(reading: Reading, found: Divergence, name: str, data: str = "") -> ShownDifference:
    """What a reading makes of a place where it differs from another."""
    if found.kind == "set-up":
        sentence, parts = _set_up(reading, found)
    elif found.kind in ("who decides", "the result"):
        sentence, parts = _as_it_stands(reading, found)
    else:
        sentence, parts = _by_its_move(reading, found)
    defaults = {o.name: o.default for o in reading.game.options}
    options = {k: v for k, v in reading.options.items() if v != defaults[k]}
    head: dict[str, Any] = {"name": f"{reading.name}: {name}", "game": reading.game.id}
    if options:
        head["options"] = options
    if data:
        head["data"] = data
    return ShownDifference(sentence, {**head, **parts})


def _set_up(reading: Reading, found: Divergence) -> tuple[str, dict[str, Any]]:
    chance = RecordingChance(SeededChance(*found.seed))
    setup: dict[str, Any] = {"seats": found.seats}
    try:
        step = reading.game.setup(found.seats, reading.options, chance)
    except SetupError as error:
        setup["refused"] = {"rule": error.rule}
        return f"refused: {error}", {"rules": [error.rule] if error.rule else [], "setup": setup}
    setup["chance"] = chance.outcomes
    position = reading.position(step.state)
    keys = [key for key in found.about if key in position]
    then = (
        {"state": {key: position[key] for key in keys}} if keys else _to_move(reading, step.state)
    )
    events = _events(step.events)
    return f"the set-up: {events}", {"rules": [], "setup": setup, "then": then}


def _to_move(reading: Reading, state: Any) -> dict[str, Any]:
    return {"to_move": [decision.seat for decision in reading.game.decisions(state)]}


def _as_it_stands(reading: Reading, found: Divergence) -> tuple[str, dict[str, Any]]:
    state = reading.table(found.position)
    then = _to_move(reading, state)
    outcome = reading.game.outcome(state)
    rules: list[str] = []
    if outcome is None:
        asked = [f"player {d.seat + 1}: {d.prompt}" for d in reading.game.decisions(state)]
        sentence = f"the match continues: {'; '.join(asked)}"
    else:
        scores = [score.total for score in sorted(outcome.scores, key=lambda s: s.seat)]
        then["outcome"] = {"places": list(outcome.places), "rule": outcome.rule}
        if len(scores) == found.seats:
            then["outcome"]["scores"] = scores
        rules = list(dict.fromkeys((outcome.rule, *outcome.rules)))
        sentence = (
            f"places {list(outcome.places)}, scores {scores}, by {outcome.rule} ({outcome.reason})"
        )
    return sentence, {"rules": rules, "given": dict(found.position), "then": then}


def _by_its_move(reading: Reading, found: Divergence) -> tuple[str, dict[str, Any]]:
    state = reading.table(found.position)
    seat, move = found.seat, found.move
    refusal = _refusal(reading, state, seat, move)
    if refusal is not None:
        steps = [RefusedMove(0, seat, move, refusal)]
        sentence = f"'{move}' is refused: {refusal.because} ({refusal.rule})"
        return sentence, scenario_body(reading.game, state, found.position, steps)
    played = carry_out(reading, state, seat, move, found.seed)
    ply = Ply(seat, move, played.outcomes, played.events, played.state)
    parts = scenario_body(reading.game, state, found.position, [ply])
    if found.kind == "legal moves":
        parts["then"].pop("state", None)
    return f"'{move}': {_events(played.events)}", parts


def _refusal(reading: Reading, state: Any, seat: int, move: str) -> Refusal | None:
    try:
        return reading.game.check(state, seat, reading.game.read(state, seat, move))
    except IllegalMove as error:
        return error.refusal


def _events(events: tuple[Event, ...]) -> str:
    sentences = [*filter(None, (event.tell(lambda seat: f"Player {seat + 1}") for event in events))]
    left = len(sentences) - MAX_EVENTS
    more = f" (and {left} more)" if left > 0 else ""
    return (" ".join(sentences[:MAX_EVENTS]) or "nothing happens") + more


def passing_scenario(reading: Reading, found: Divergence, path: Path, data: Path | None) -> str:
    """The difference as the text of a scenario for a file; empty if there is none that passes."""
    name = f"{found.kind}, {', '.join(found.about)}"
    relative = os.path.relpath(data, path.parent) if data is not None else ""
    try:
        return text_if_passing(describe(reading, found, name, relative).scenario, path, reading)
    except RulekeepError:
        return ""


def text_if_passing(scenario: Mapping[str, Any], path: Path, reading: Reading) -> str:
    """The text of a scenario; empty if it fails."""
    text = to_yaml(scenario)
    try:
        for read in scenarios_in(parse_documents(text, str(path)), path):
            run_scenario(read, reading.game)
    except (RulekeepError, ScenarioFailure):
        return ""
    return text


def option_text(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={spell(value)}" for name, value in options.items())
