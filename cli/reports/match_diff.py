"""Two match files, act by act."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Any

from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import RulekeepError
from rulekeep.core.rule_options import spell
from rulekeep.match import match_file
from rulekeep.match.match import Match

SAME, APART = 0, 1


def first_difference(screen: Screen, one: Path, other: Path) -> int:
    """Tell where two recorded matches part first; the exit code."""
    first, second = match_file.read(one), match_file.read(other)
    heads = _heads(first.header, second.header)
    screen.pairs(heads, style="dim")
    pairs = zip_longest(first.entries, second.entries)
    for number, (mine, theirs) in enumerate(pairs):
        if mine == theirs:
            continue
        if mine is None or theirs is None:
            longer = one if theirs is None else other
            screen.say(f"The same up to entry {number - 1}; {longer} goes on.", "bold")
            return APART
        screen.say(f"They part at entry {number}:", "bold")
        screen.pairs([(str(one), _said(mine)), (str(other), _said(theirs))])
        if (mine.who, mine.what, mine.outcomes) == (theirs.who, theirs.what, theirs.outcomes):
            _tell_tables(screen, one, other, number)
        return APART
    count = len(first.entries) - 1
    if heads:
        screen.say(f"The same {count} entries, under different heads.", "bold")
        return APART
    screen.say(f"The same match: {count} entries after the set-up.", "bold")
    return SAME


def _heads(one: match_file.MatchHeader, other: match_file.MatchHeader) -> list[tuple[str, str]]:
    """What the heads say differently; who sits where, and which version wrote it, decides nothing."""
    rows = [
        (name, f"{getattr(one, name)} and {getattr(other, name)}")
        for name in ("game", "seats", "seed", "data", "form", "edition")
        if getattr(one, name) != getattr(other, name)
    ]
    for name in sorted(one.options.keys() | other.options.keys()):
        said = [spell(o[name]) if name in o else "not said" for o in (one.options, other.options)]
        if said[0] != said[1]:
            rows.append((name, f"{said[0]} and {said[1]}"))
    if one.given != other.given:
        rows.append(("position", "they begin from different positions"))
    return rows


def _said(entry: match_file.FileEntry) -> str:
    who = f"seat {entry.who}" if entry.who.isdecimal() else entry.who
    drawn = f", drawn: {', '.join(entry.outcomes)}" if entry.outcomes else ""
    return f"{who}: {entry.what or '-'}{drawn} (table {entry.state})"


def _tell_tables(screen: Screen, one: Path, other: Path, number: int) -> None:
    """The same act led to different tables: what of them differs, if both can be replayed."""
    tables: list[dict[str, Any]] = []
    for path in (one, other):
        try:
            match = Match.load(path, entries=number)
        except RulekeepError as error:
            screen.say(f"{error}", "dim")
            continue
        tables.append(match.game.to_dict(match.state))
    if len(tables) == 2:
        keys = [k for k in tables[0] if k != "options" and tables[0][k] != tables[1].get(k)]
        for key in keys:
            screen.pairs([(key, f"{tables[0][key]} and {tables[1].get(key)}")], style="dim")
