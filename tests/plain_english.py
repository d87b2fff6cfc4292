"""What a reader would stumble over, in the sentences of any game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from rulekeep.core import AnyGame

Faults = Callable[[str, str], Iterator[str]]


def common_faults(kind: str, text: str, words: Sequence[str]) -> Iterator[str]:
    """Faults in any text. An `event` is a full sentence; a `clause` may begin in lower case."""
    if any(one.lower() == two.lower() for one, two in pairwise(words)):
        yield "a doubled word"
    if re.search(r"[{}]|  |\bNone\b", text):
        yield "a gap"
    if not text:
        yield "nothing"
    elif kind != "clause" and text[0].islower():
        yield "no capital"
    elif (kind == "event") != text.endswith((".", "?")):
        yield "a full stop too few or too many"


def check_labels(game: AnyGame, faults: Faults) -> None:
    """Options and presets have labels, and help that reads as sentences."""
    for option in game.options:
        assert option.title and len(option.title.split()) <= 4, option.name
        assert not list(faults("event", option.help)), option.help
        for value in option.values:
            label = option.label_of(value)
            assert label[0].isupper() or label[0].isdigit(), label
            assert not list(faults("sentence", label)), label
    for preset in game.book.presets.values():
        assert preset.label and not list(faults("event", preset.text)), preset.text
