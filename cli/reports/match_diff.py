"""The first difference between two match files."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Any

from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import RulekeepError
from rulekeep.core.rule_options import spell
from rulekeep.match import match_file
from rulekeep.match.match import Match

SAME, DIFFERENT = 0, 1


def first_difference(screen: Screen, one: Path, other: Path) -> int:
    """Print where two match files differ first; the exit code."""
    first, second = match_file.read(one), match_file.read(other)
    headers = _header_differences(first.header, second.header)
    screen.pairs(headers, style="dim")
    pairs = zip_longest(first.entries, second.entries)
    for number, (mine, theirs) in enumerate(pairs):
        if mine == theirs:
            continue
        if mine is None or theirs is None:
            longer = one if theirs is None else other
            screen.say(f"The same up to entry {number - 1}; {longer} continues.", "bold")
            return DIFFERENT
        screen.say(f"They differ from entry {number} on:", "bold")
        screen.pairs([(str(one), _entry_text(mine)), (str(other), _entry_text(theirs))])
        if (mine.who, mine.what, mine.outcomes) == (theirs.who, theirs.what, theirs.outcomes):
            _print_states(screen, one, other, number)
        return DIFFERENT
    count = len(first.entries) - 1
    if headers:
        screen.say(f"The same {count} entries, with different headers.", "bold")
        return DIFFERENT
    screen.say(f"The same match: {count} entries after the set-up.", "bold")
    return SAME


def _header_differences(
    one: match_file.MatchHeader, other: match_file.MatchHeader
) -> list[tuple[str, str]]:
    """How the headers differ; players and the version that wrote the file do not count."""
    rows = [
        (name, f"{getattr(one, name)} and {getattr(other, name)}")
        for name in ("game", "seats", "seed", "data", "form", "edition")
        if getattr(one, name) != getattr(other, name)
    ]
    for name in sorted(one.options.keys() | other.options.keys()):
        mine, theirs = (
            spell(given[name]) if name in given else "not said"
            for given in (one.options, other.options)
        )
        if mine != theirs:
            rows.append((name, f"{mine} and {theirs}"))
    if one.given != other.given:
        rows.append(("position", "they begin from different positions"))
    return rows


def _entry_text(entry: match_file.FileEntry) -> str:
    who = f"seat {entry.who}" if entry.who.isdecimal() else entry.who
    drawn = f", drawn: {', '.join(entry.outcomes)}" if entry.outcomes else ""
    return f"{who}: {entry.what or '-'}{drawn} (table {entry.state})"


def _print_states(screen: Screen, one: Path, other: Path, number: int) -> None:
    """Print how states differ after the same move, if both matches can be replayed."""
    states: list[dict[str, Any]] = []
    for path in (one, other):
        try:
            match = Match.load(path, entries=number)
        except RulekeepError as error:
            screen.say(f"{error}", "dim")
            continue
        states.append(match.game.to_dict(match.state))
    if len(states) == 2:
        keys = [k for k in states[0] if k != "options" and states[0][k] != states[1].get(k)]
        for key in keys:
            screen.pairs([(key, f"{states[0][key]} and {states[1].get(key)}")], style="dim")
