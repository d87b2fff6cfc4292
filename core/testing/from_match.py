"""A position of a match file as a scenario: a bug report becomes a regression test."""

from __future__ import annotations

from typing import Any

import yaml

from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.match import Match


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
    """The position after `at` acts, and the next ones, as a scenario to be finished by hand.

    It vouches for the rules that were seen at work; whoever keeps it strikes out those that are
    not the point. A match on other data files refers to a directory `data` next to the scenario.
    """
    last = len(match.plies) - 1
    if not 0 <= at <= last:
        raise RulekeepError(f"the match has {last} acts; there is no position {at}")
    plies = match.plies[at + 1 : at + 1 + acts]
    if not plies:
        raise RulekeepError(f"no act follows position {at}; choose one from 0 to {last - 1}")
    game = match.game
    seen: dict[str, None] = {}
    when: list[dict[str, Any]] = []
    for ply in plies:
        step: dict[str, Any] = {"seat": ply.seat, "move": ply.move}
        step["chance"] = list(ply.outcomes)
        step["events"] = [event.name for event in ply.events]
        when.append(step)
        for event in ply.events:
            seen.update(dict.fromkeys(event.rules))
    state = plies[-1].state
    outcome = game.outcome(state)
    then: dict[str, Any] = {"to_move": [d.seat for d in game.decisions(state)]}
    if outcome is not None:
        seen.update(dict.fromkeys((outcome.rule, *outcome.rules)))
        then["outcome"] = {"places": list(outcome.places), "rule": outcome.rule}
    before, after = game.to_dict(match.plies[at].state), game.to_dict(state)
    then["state"] = {key: after[key] for key in after if after[key] != before.get(key)}
    document: dict[str, Any] = {
        "name": name or f"{game.title}, position {at} of a match",
        "rules": list(seen),
        "given": before,
        "when": when,
        "then": then,
    }
    if game.data_digest != registry.load(game.id).data_digest:
        document = {"name": document["name"], "data": "data", **document}
    return yaml.dump(
        document,
        Dumper=_Dumper,
        sort_keys=False,
        default_flow_style=None,
        allow_unicode=True,
        width=110,
    )
