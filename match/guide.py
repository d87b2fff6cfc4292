"""The guide of a game for newcomers: goal, components, turn and scoring on one page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulekeep.core import registry
from rulekeep.core.data_files import Node, read_yaml
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame

FILE = "guide.yaml"
_CITED = re.compile(r"\s*\[([^\]]+)\]")


@frozen
class Guide:
    """One page to read before the first match. Rule ids are in brackets: `… [KC-055]`.

    A paragraph with line breaks is a drawing, to be shown as it is.
    """

    goal: str
    box: tuple[str, ...]
    turn: tuple[str, ...]
    scoring: tuple[str, ...]
    advice: tuple[str, ...] = ()

    def chapters(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each heading with its paragraphs, in the order of reading."""
        yield "The goal", (self.goal,)
        yield "What is on the table", self.box
        yield "Your turn", self.turn
        yield "What counts", self.scoring
        if self.advice:
            yield "To begin with", self.advice

    def rules(self) -> Iterator[str]:
        """The ids of the rules it cites."""
        for _, paragraphs in self.chapters():
            for paragraph in paragraphs:
                for cited in _CITED.findall(paragraph):
                    yield from (rule.strip() for rule in cited.split(","))


def without_ids(paragraph: str) -> str:
    """The paragraph without rule ids."""
    return _CITED.sub("", paragraph)


def read_guide(game: AnyGame) -> Guide | None:
    """Read the guide of a game; None if it has none."""
    files = registry.files_of(game.id)
    if files is None or not (files / FILE).is_file():
        return None
    root = read_yaml(files / FILE).only("goal", "box", "turn", "scoring", "advice")
    guide = Guide(
        root["goal"].prose(),
        _paragraphs(root["box"]),
        _paragraphs(root["turn"]),
        _paragraphs(root["scoring"]),
        _paragraphs(root["advice"]) if "advice" in root else (),
    )
    for rule in guide.rules():
        if rule not in game.book:
            raise root.fail(f"the guide names {rule}, which is not in the rule book")
    return guide


def _paragraphs(node: Node) -> tuple[str, ...]:
    """Sentences, each as one line; a drawing (a text with line breaks) as it is."""
    return tuple(
        paragraph.value.rstrip() if "\n" in str(paragraph.value).rstrip() else paragraph.prose()
        for paragraph in node
    )


def guide_chapters(game: AnyGame) -> list[tuple[str, list[str]]]:
    """The titles and paragraphs of a game's guide, without ids of rules."""
    guide = read_guide(game)
    chapters = [] if guide is None else guide.chapters()
    return [(title, [without_ids(text) for text in texts]) for title, texts in chapters]
