"""Write positions and moves of a match as a scenario: a bug report becomes a regression test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from rulekeep.core import registry
from rulekeep.core.data_files import parse_documents
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.match import Match, Ply, RefusedMove
from rulekeep.match.smaller_positions import smallest_position
from rulekeep.testing.scenario_format import scenarios_in
from rulekeep.testing.scenario_run import run_scenario


class _Dumper(yaml.SafeDumper):
    """Flow style for what fits on a line, block style for the rest."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent(dumper: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
    # Words that our reader refuses as ambiguous go in quotes.
    quoted = data.lower() in ("y", "n", "yes", "no", "on", "off")
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style='"' if quoted else None)


_Dumper.add_representer(str, _represent)


def scenario_of(
    match: Match, at: int, moves: int = 1, name: str = "", tried: Sequence[RefusedMove] = ()
) -> dict[str, Any]:
    """The position after `at` moves, and the next ones, with moves that were tried and refused.

    It cites every rule that was seen at work; strike out those that are not the point. A match on
    other data files refers to a directory `data` next to the scenario.
    """
    last = len(match.plies) - 1
    if not 0 <= at <= last:
        raise RulekeepError(f"the match has {last} moves; there is no position {at}")
    plies = match.plies[at + 1 : at + 1 + moves]
    refused = [one for one in tried if at <= one.after <= at + len(plies)]
    if not plies and not refused:
        raise RulekeepError(f"no move follows position {at}; choose one from 0 to {last - 1}")
    game = match.game
    before = match.plies[at].state
    steps: list[Ply | RefusedMove] = []
    for number in range(len(plies) + 1):
        steps += [one for one in refused if one.after == at + number]
        steps += plies[number : number + 1]
    return {
        "name": name or f"{game.title}, position {at} of a match",
        "game": game.id,
        **({"data": "data"} if game.data_digest != registry.load(game.id).data_digest else {}),
        **scenario_body(game, before, game.to_dict(before), steps),
    }


def scenario_body(
    game: AnyGame, before: Any, given: Mapping[str, Any], steps: Sequence[Ply | RefusedMove]
) -> dict[str, Any]:
    """The keys `rules`, `given`, `when` and `then`: the position, the moves and their results."""
    rules: dict[str, None] = {}
    when: list[dict[str, Any]] = []
    state = before
    for one in steps:
        step: dict[str, Any] = {"seat": one.seat, "move": one.move}
        if isinstance(one, RefusedMove):
            step["refused"] = {"rule": one.refusal.rule, "because": one.refusal.because}
            rules[one.refusal.rule] = None
        else:
            step["chance"] = list(one.outcomes)
            step["events"] = [event.name for event in one.events]
            rules.update(dict.fromkeys(rule for event in one.events for rule in event.rules))
            state = one.state
        when.append(step)
    then: dict[str, Any] = {"unchanged": True}
    if state is not before:
        then = {"to_move": [d.seat for d in game.decisions(state)]}
        outcome = game.outcome(state)
        if outcome is not None:
            rules.update(dict.fromkeys((outcome.rule, *outcome.rules)))
            then["outcome"] = {"places": list(outcome.places), "rule": outcome.rule}
        was, now = game.to_dict(before), game.to_dict(state)
        then["state"] = {key: now[key] for key in now if now[key] != was.get(key)}
    return {"rules": list(rules), "given": dict(given), "when": when, "then": then}


def minimised(document: Mapping[str, Any], game: AnyGame) -> dict[str, Any]:
    """A scenario with the smallest position on which it still passes."""
    given = smallest_position(
        document["given"], lambda position: _passes({**document, "given": position}, game)
    )
    return {**document, "given": dict(given)}


def _passes(document: Mapping[str, Any], game: AnyGame) -> bool:
    path = Path("scenario")
    nodes = parse_documents(to_yaml({k: v for k, v in document.items() if k != "data"}), "scenario")
    try:
        run_scenario(scenarios_in(nodes, path)[0], game)
    except (ScenarioFailure, RulekeepError):
        return False
    return True


def to_yaml(document: Mapping[str, Any]) -> str:
    """A document as the text of a file."""
    return yaml.dump(
        dict(document),
        Dumper=_Dumper,
        sort_keys=False,
        default_flow_style=None,
        allow_unicode=True,
        width=110,
    )


def append_scenario(before: str, text: str, where: str) -> str:
    """The text of a scenario file with one more scenario at its end. DataError."""
    documents = parse_documents(before, where)
    (new,) = parse_documents(text, "scenario")
    names = {document["name"].str() for document in documents if "name" in document}
    if new["name"].str() in names:
        raise new["name"].fail(f"{where} has a scenario of the name {new['name'].str()!r} already")
    return f"{before.rstrip()}\n---\n{text}" if before.strip() else text
