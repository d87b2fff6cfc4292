"""Positions and acts of a match as a scenario: a bug report becomes a regression test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from rulekeep.core import registry
from rulekeep.core.data_files import parse_documents
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.match.match import Match, Ply, Tried


class _Dumper(yaml.SafeDumper):
    """Flow style for what fits a line, block style for what does not."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent(dumper: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
    # Words that our reader takes for something else than text go in quotes.
    quoted = data.lower() in ("y", "n", "yes", "no", "on", "off")
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style='"' if quoted else None)


_Dumper.add_representer(str, _represent)


def scenario_text(match: Match, at: int, acts: int = 1, name: str = "") -> str:
    """The position after `at` acts, and the next ones, as a scenario to be finished by hand."""
    return to_yaml(scenario_of(match, at, acts, name))


def scenario_of(
    match: Match, at: int, acts: int = 1, name: str = "", tried: Sequence[Tried] = ()
) -> dict[str, Any]:
    """The same as a document, with moves that were tried and refused on the way.

    It vouches for the rules that were seen at work; whoever keeps it strikes out those that are
    not the point. A match on other data files refers to a directory `data` next to the scenario.
    """
    last = len(match.plies) - 1
    if not 0 <= at <= last:
        raise RulekeepError(f"the match has {last} acts; there is no position {at}")
    plies = match.plies[at + 1 : at + 1 + acts]
    refused = [one for one in tried if at <= one.acts <= at + len(plies)]
    if not plies and not refused:
        raise RulekeepError(f"no act follows position {at}; choose one from 0 to {last - 1}")
    game = match.game
    before = match.plies[at].state
    steps: list[Ply | Tried] = []
    for number in range(len(plies) + 1):
        steps += [one for one in refused if one.acts == at + number]
        steps += plies[number : number + 1]
    called = name or f"{game.title}, position {at} of a match"
    return {
        "name": called,
        "game": game.id,
        **({"data": "data"} if game.data_digest != registry.load(game.id).data_digest else {}),
        **scenario_body(game, before, game.to_dict(before), steps),
    }


def scenario_body(
    game: AnyGame, before: Any, given: Mapping[str, Any], steps: Sequence[Ply | Tried]
) -> dict[str, Any]:
    """What was given, what was done, and all that came of it, as parts of a scenario."""
    seen: dict[str, None] = {}
    when: list[dict[str, Any]] = []
    state = before
    for one in steps:
        step: dict[str, Any] = {"seat": one.seat, "move": one.move}
        if isinstance(one, Tried):
            step["refused"] = {"rule": one.refusal.rule, "because": one.refusal.because}
            seen[one.refusal.rule] = None
        else:
            step["chance"] = list(one.outcomes)
            step["events"] = [event.name for event in one.events]
            seen.update(dict.fromkeys(rule for event in one.events for rule in event.rules))
            state = one.state
        when.append(step)
    if state is before:
        return _told(seen, given, when, {"unchanged": True})
    outcome = game.outcome(state)
    then: dict[str, Any] = {"to_move": [d.seat for d in game.decisions(state)]}
    if outcome is not None:
        seen.update(dict.fromkeys((outcome.rule, *outcome.rules)))
        then["outcome"] = {"places": list(outcome.places), "rule": outcome.rule}
    was, now = game.to_dict(before), game.to_dict(state)
    then["state"] = {key: now[key] for key in now if now[key] != was.get(key)}
    return _told(seen, given, when, then)


def _told(
    seen: Mapping[str, None],
    given: Mapping[str, Any],
    when: list[dict[str, Any]],
    then: dict[str, Any],
) -> dict[str, Any]:
    return {"rules": list(seen), "given": dict(given), "when": when, "then": then}


def to_yaml(document: Mapping[str, Any]) -> str:
    """A document as it stands in a file."""
    return yaml.dump(
        dict(document),
        Dumper=_Dumper,
        sort_keys=False,
        default_flow_style=None,
        allow_unicode=True,
        width=110,
    )


def append_scenario(before: str, text: str, where: str) -> str:
    """A file of scenarios with one more at its end; DataError if it cannot hold it."""
    documents = parse_documents(before, where)
    (new,) = parse_documents(text, "scenario")
    names = {document["name"].str() for document in documents if "name" in document}
    if new["name"].str() in names:
        raise new["name"].fail(f"{where} has a scenario of the name {new['name'].str()!r} already")
    return f"{before.rstrip()}\n---\n{text}" if before.strip() else text
