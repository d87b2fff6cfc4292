"""Rules and guides as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulekeep.cli.terminal.game_summaries import value_labels
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import find, spell
from rulekeep.core.rulebook import Rule
from rulekeep.core.text import listed


def show_guide(screen: Screen, game: AnyGame) -> None:
    """The guide to a game, on one page."""
    from rulekeep.match.guide import read_guide

    found = read_guide(game)
    if found is None:
        screen.say(game.blurb or "This game has no guide.")
        return
    for heading, paragraphs in found.chapters():
        screen.say(heading, "bold underline")
        for line in (line for paragraph in paragraphs for line in paragraph.split("\n")):
            screen.say(line, indent=2)


def show_rule(
    screen: Screen,
    game: AnyGame,
    found: Rule,
    proven_by: Sequence[str] = (),
    code: Sequence[tuple[str, str]] = (),
) -> None:
    """One rule with everything that is known about it, and the places of its code."""
    screen.say([(f"{found.id}  ", "bold cyan"), (found.text, "bold")], indent=2)
    notes = [("source", found.source)]
    notes += [("begins", f"“{words} …” ({language})") for language, words in found.begins]
    if found.reading:
        notes.append(("reading", found.reading))
    notes += [("option", _option(game, name)) for name in found.options]
    notes += [("only with", _condition(game, *condition)) for condition in found.when]
    if found.untestable:
        notes.append(("untested", found.untestable))
    notes += code
    notes += [("shown by", scenario) for scenario in proven_by]
    screen.pairs(notes, indent=6, style="dim")


def _option(game: AnyGame, name: str) -> str:
    for option in game.options:
        if option.name == name:
            return f"{option.label} ({name}): {value_labels(option)}"
    return name


def _condition(game: AnyGame, name: str, values: Sequence[Any]) -> str:
    """A value that a rule needs: `Variant: Empire or Takeover and Empire (variant=empire)`."""
    option = find(game.options, name)
    typed = " | ".join(f"{name}={spell(value)}" for value in values)
    labels = listed((option.label_of(value).partition(":")[0] for value in values), "or")
    return f"{option.label}: {labels} ({typed})"


def find_rules(game: AnyGame, wanted: str) -> list[Rule]:
    """The rules of these ids (`cc20` is CC-020), else all rules that speak of every word."""
    words = wanted.casefold().split()
    by_id = {_bare(rule.id): rule for rule in game.book}
    named = [by_id[_bare(word)] for word in words if _bare(word) in by_id]
    if len(named) == len(words):
        return list(dict.fromkeys(named))
    # Whole words or their beginnings: 'win' is not in 'drawing'.
    begins = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words]
    return [rule for rule in game.book if all(b.search(_words_of(rule)) for b in begins)]


def _bare(rule: str) -> str:
    """An id without what is easily forgotten: `CC-020`, `cc-20` and `cc20` are one."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", rule.casefold().replace("-", ""))


def _words_of(rule: Rule) -> str:
    parts = (rule.id, rule.chapter, rule.text, rule.reading, *rule.options)
    return " ".join(parts).casefold()
