"""The page with all rules of a game; a refusal links to the rule on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from markupsafe import Markup

from rulekeep.core import registry
from rulekeep.core.errors import DataError
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import spell
from rulekeep.core.rulebook import Rule
from rulekeep.match.guide import read_guide
from rulekeep.testing.scenario_format import scenarios_of
from rulekeep.web.pages.template_engine import render_template

Examples = dict[str, list[tuple[int, str]]]
"""The numbers and titles of examples by the rule that they stand under; empty: under none."""
_ID = re.compile(r"\b([A-Z]{2,4}-[0-9]{1,4})\b")


@cache
def rules_page(name: str, more_comes: bool, _root: str, _by_host: bool) -> str:
    """The page, and whether it says that there will be examples. UnknownGame.

    Cached for each root path, for the host and for others.
    """
    game = registry.load(name)
    guide = read_guide(game)
    examples = _examples(game)
    return render_template(
        "book.html",
        game=game.id,
        title=game.title,
        blurb=game.blurb,
        games=[{"id": one.id, "title": one.title} for one in registry.games().values()],
        guide=[] if guide is None else list(guide.chapters()),
        chapters=_chapters(game, examples),
        further=examples.get("", []),
        options=[
            {
                "name": option.name,
                "label": option.label,
                "help": option.help,
                "choices": "; ".join(map(option.label_of, option.values)) or option.spelled,
                "usual": option.label_of(option.default),
            }
            for option in game.options
        ],
        linked=rule_links(game),
        more_comes=more_comes,
    )


def _chapters(game: AnyGame, examples: Examples) -> list[tuple[str, list[dict[str, Any]]]]:
    chapters: dict[str, list[dict[str, Any]]] = {}
    for rule in game.book:
        chapters.setdefault(rule.chapter, []).append(_rule(rule, examples.get(rule.id, [])))
    return list(chapters.items())


def _examples(game: AnyGame) -> Examples:
    examples: Examples = {}
    try:
        for number, scenario in enumerate(scenarios_of(game), 1):
            examples.setdefault(scenario.home, []).append((number, scenario.title))
    except DataError:
        return {}  # the rules can be read all the same
    return examples


def _rule(rule: Rule, examples: list[tuple[int, str]]) -> dict[str, Any]:
    only = (f"{name} = {' | '.join(map(spell, values))}" for name, values in rule.when)
    return {
        "id": rule.id,
        "text": rule.text,
        "reading": rule.reading,
        "source": rule.source,
        "options": rule.options,
        "only": ", ".join(only),
        "examples": examples,
    }


def rule_links(game: AnyGame, page: str = "") -> Callable[[str], Markup]:
    """A function that turns ids of rules in a text into links to the rules on a page."""

    def linked(text: str) -> Markup:
        parts = _ID.split(text)
        return Markup("").join(
            Markup('<a href="{0}#{1}">{1}</a>').format(page, part)
            if number % 2 and part in game.book
            else part
            for number, part in enumerate(parts)
        )

    return linked
