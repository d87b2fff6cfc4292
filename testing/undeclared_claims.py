"""Find what the texts of a lesson claim of its position that nothing tested states.

Two kinds of claims are found by their words: amounts ("you have 20 points", "37 against 34"), and what
can be done ("nothing fits", "the only tile"). A sentence that states a rule ("2 points per tile") is
no claim, nor is a sentence of `about` in which no player occurs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from rulekeep.core.data_files import Node
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.lessons import Lesson, LessonStep

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_NUMBER = rf"(\d+|{'|'.join(_WORDS)})"
_VERBS = "has|have|holds?|makes?|gets?|scores?|pays?|receives?|earns?|costs?|by"
_AMOUNT = re.compile(
    rf"\b(?:{_VERBS}) (?:only |exactly |you )?(?!one[.,;]){_NUMBER}\b"
    rf"|\b{_NUMBER} (?:more )?(?:points?|ducats?)\b"
    rf"|\b{_NUMBER} against {_NUMBER}\b|\bwith {_NUMBER} to {_NUMBER}\b",
    re.IGNORECASE,
)
_POSSIBLE = re.compile(
    r"\bnothing [\w ]*(?:fits|matches)\b|\bfits nowhere\b|\bone more fits\b|\bthe only \w+\b",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:per|each|every|everybody|at most|up to|if|may|sometimes)\b", re.IGNORECASE
)
_PLAYER = re.compile(r"\b(?:you|your|black|white|bo|cleo|dan)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?:;]) ")


def check_texts(lesson: Lesson) -> None:
    """ScenarioFailure if a text claims what nothing declared in its step states."""
    for step in lesson.steps:
        declared = [step.node[key] for key in ("claims", "expect") if key in step.node]
        declared += [wrong.node["expect"] for wrong in step.wrong if "expect" in wrong.node]
        for text, sentence in _sentences(lesson, step):
            _check_sentence(text, sentence, declared)


def _sentences(lesson: Lesson, step: LessonStep) -> Iterator[tuple[Node, str]]:
    """What may be a claim, each with the text it is in."""
    abouts = [step.node] if step.node is not lesson.node else []
    abouts += [lesson.node] if step is lesson.steps[0] else []
    told = [step.node[key] for key in ("task", "hint", "otherwise", "after") if key in step.node]
    told += [wrong.node["say"] for wrong in step.wrong if "say" in wrong.node]
    for text in (node["about"] for node in abouts if "about" in node):
        yield from ((text, found) for found in _split(text) if _PLAYER.search(found))
    for text in told:
        yield from ((text, found) for found in _split(text))


def _split(text: Node) -> Iterator[str]:
    return (found for found in _SENTENCE.split(text.prose()) if not _RULE.search(found))


def _check_sentence(text: Node, sentence: str, declared: list[Node]) -> None:
    stated = {value for node in declared for value in _values(node.plain())}
    for amount in _amounts(sentence):
        if amount not in stated:
            what = f"no claim and no expectation states the {amount} of {sentence!r}"
            raise ScenarioFailure(text.where, what)
    if _POSSIBLE.search(sentence) and not any("legal" in node for node in declared):
        raise ScenarioFailure(text.where, f"no claim about legal moves supports {sentence!r}")


def _amounts(sentence: str) -> Iterator[int]:
    for found in _AMOUNT.finditer(sentence):
        for word in filter(None, found.groups()):
            yield int(word) if word.isdigit() else _WORDS.index(word.lower())


def _values(stated: Any) -> Iterator[int]:
    """The numbers stated, by how much they differ, and how many things are listed, equal ones too."""
    if isinstance(stated, int):
        yield stated
    elif isinstance(stated, dict | list):
        inner = list(stated.values()) if isinstance(stated, dict) else stated
        yield len(inner)
        for value in inner:
            yield from _values(value)
        numbers = [value for value in inner if isinstance(value, int)]
        yield from (abs(one - other) for one, other in combinations(numbers, 2))
        yield from Counter(value for value in inner if isinstance(value, str)).values()
