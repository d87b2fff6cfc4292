"""Where two readings part, in sentences and as a pair of scenarios."""

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
from rulekeep.match.match import Ply, Tried
from rulekeep.match.recorded_chance import RecordingChance
from rulekeep.sim.rule_diff import Divergence, Reading, carry_out
from rulekeep.testing.scenario_format import scenarios_in
from rulekeep.testing.scenario_run import run_scenario
from rulekeep.testing.scenario_writer import told, written

LONGEST = 12
"""So many events are told of a move."""


@frozen
class ShownDifference:
    """One reading's side of a parting."""

    said: str
    """In a sentence."""
    document: Mapping[str, Any]
    """As a scenario."""


def shown(reading: Reading, parting: Divergence, name: str, data: str = "") -> ShownDifference:
    """What a reading makes of the place where it parts from another."""
    if parting.kind == "set-up":
        said, parts = _set_up(reading, parting)
    elif parting.kind in ("who decides", "the result"):
        said, parts = _as_it_stands(reading, parting)
    else:
        said, parts = _by_its_move(reading, parting)
    differing = {o.name: o.default for o in reading.game.options}
    options = {k: v for k, v in reading.options.items() if v != differing[k]}
    head: dict[str, Any] = {"name": f"{reading.name}: {name}", "game": reading.game.id}
    if options:
        head["options"] = options
    if data:
        head["data"] = data
    return ShownDifference(said, {**head, **parts})


def _set_up(reading: Reading, parting: Divergence) -> tuple[str, dict[str, Any]]:
    chance = RecordingChance(SeededChance(*parting.seed))
    setup: dict[str, Any] = {"seats": parting.seats}
    try:
        step = reading.game.setup(parting.seats, reading.options, chance)
    except SetupError as error:
        setup["refused"] = {"rule": error.rule}
        return f"refused: {error}", {"rules": [error.rule] if error.rule else [], "setup": setup}
    setup["chance"] = chance.outcomes
    position = reading.position(step.state)
    keys = [key for key in parting.about if key in position]
    then = (
        {"state": {key: position[key] for key in keys}} if keys else _to_move(reading, step.state)
    )
    events = _events(step.events)
    return f"the set-up: {events}", {"rules": [], "setup": setup, "then": then}


def _to_move(reading: Reading, state: Any) -> dict[str, Any]:
    return {"to_move": [decision.seat for decision in reading.game.decisions(state)]}


def _as_it_stands(reading: Reading, parting: Divergence) -> tuple[str, dict[str, Any]]:
    state = reading.table(parting.position)
    then = _to_move(reading, state)
    outcome = reading.game.outcome(state)
    rules: list[str] = []
    if outcome is None:
        asked = [f"seat {d.seat}: {d.prompt}" for d in reading.game.decisions(state)]
        said = f"it goes on: {'; '.join(asked)}"
    else:
        scores = [score.total for score in sorted(outcome.scores, key=lambda s: s.seat)]
        then["outcome"] = {"places": list(outcome.places), "rule": outcome.rule}
        if len(scores) == parting.seats:
            then["outcome"]["scores"] = scores
        rules = list(dict.fromkeys((outcome.rule, *outcome.rules)))
        said = (
            f"places {list(outcome.places)}, scores {scores}, by {outcome.rule} ({outcome.reason})"
        )
    return said, {"rules": rules, "given": dict(parting.position), "then": then}


def _by_its_move(reading: Reading, parting: Divergence) -> tuple[str, dict[str, Any]]:
    state = reading.table(parting.position)
    seat, move = parting.seat, parting.move
    refusal = _refusal(reading, state, seat, move)
    if refusal is not None:
        steps = [Tried(0, seat, move, refusal)]
        said = f"{move} is refused by {refusal.rule}: {refusal.because}"
        return said, told(reading.game, state, parting.position, steps)
    played = carry_out(reading, state, seat, move, parting.seed)
    ply = Ply(seat, move, played.outcomes, played.events, played.state)
    parts = told(reading.game, state, parting.position, [ply])
    if parting.kind == "legal moves":
        parts["then"].pop("state", None)
    return f"{move}: {_events(played.events)}", parts


def _refusal(reading: Reading, state: Any, seat: int, move: str) -> Refusal | None:
    try:
        return reading.game.check(state, seat, reading.game.read(state, seat, move))
    except IllegalMove as error:
        return error.refusal


def _events(events: tuple[Event, ...]) -> str:
    told = [event.tell(lambda seat: f"seat {seat}") for event in events]
    told = [sentence for sentence in told if sentence]
    more = f" (and {len(told) - LONGEST} more)" if len(told) > LONGEST else ""
    return (" ".join(told[:LONGEST]) or "nothing is told") + more


def passing(documents: list[Mapping[str, Any]], path: Path, reading: Reading) -> str:
    """The text of those scenarios that come out as they say; empty if none does."""
    good = []
    for document in documents:
        text = written(document)
        try:
            for scenario in scenarios_in(parse_documents(text, str(path)), path):
                run_scenario(scenario, reading.game)
        except (RulekeepError, ScenarioFailure):
            continue
        good.append(text)
    return "---\n".join(good)


def relative(data: Path | None, directory: Path) -> str:
    """A directory of data files as scenarios in another one name it."""
    return os.path.relpath(data, directory) if data is not None else ""


def spelled(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={spell(value)}" for name, value in options.items())
