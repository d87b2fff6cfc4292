"""The rules of a game on one page, so that a refusal leads to the rule it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from markupsafe import Markup

from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import spell
from rulekeep.core.rulebook import Rule
from rulekeep.match.guide import read_guide
from rulekeep.web.pages.template_engine import filled

_ID = re.compile(r"\b([A-Z]{2,4}-[0-9]{1,4})\b")


@cache
def book(name: str, more_comes: bool) -> str:
    """The page; whether it says that there will be examples. UnknownGame."""
    game = registry.load(name)
    guide = read_guide(game)
    return filled(
        "book.html",
        game=game.id,
        title=game.title,
        blurb=game.blurb,
        games=[{"id": one.id, "title": one.title} for one in registry.games().values()],
        guide=[] if guide is None else list(guide.chapters()),
        chapters=_chapters(game),
        options=[
            {
                "name": option.name,
                "help": option.help,
                "spelled": option.spelled,
                "usual": spell(option.default),
            }
            for option in game.options
        ],
        linked=_linked(game),
        more_comes=more_comes,
    )


def _chapters(game: AnyGame) -> list[tuple[str, list[dict[str, Any]]]]:
    chapters: dict[str, list[dict[str, Any]]] = {}
    for rule in game.book:
        chapters.setdefault(rule.chapter, []).append(_rule(rule))
    return list(chapters.items())


def _rule(rule: Rule) -> dict[str, Any]:
    only = (f"{name} = {' | '.join(map(spell, values))}" for name, values in rule.when)
    return {
        "id": rule.id,
        "text": rule.text,
        "reading": rule.reading,
        "source": rule.source,
        "options": rule.options,
        "only": ", ".join(only),
    }


def _linked(game: AnyGame) -> Callable[[str], Markup]:
    """Text in which the ids of rules lead to the rules."""

    def linked(text: str) -> Markup:
        parts = _ID.split(text)
        return Markup("").join(
            Markup('<a href="#{0}">{0}</a>').format(part)
            if number % 2 and part in game.book
            else part
            for number, part in enumerate(parts)
        )

    return linked
