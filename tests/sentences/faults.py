"""What a reader would stumble over in a text: identifiers, doubled words, wrong plurals, gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.sentences.collect import Text

INSTRUCTIONS = ("move", "prompt", "label", "title")
CLAUSES = ("effect", "refusal", "end", "score label", "prompt help")
"""Other kinds of texts are full sentences."""
WITH_NOTATION = ("lesson", "look", "help", "reading")
"""Kinds that explain what to type."""

_NOUNS = (
    "point|tile|marker|ducat|floor|crest|market|follower|card|roof|tower|knight|archer"
    "|crown|region|place|space|court|path|turn|attack|option|seat|player|move|match"
)
_WORDS = r"\b(?:{})\b"
_EVERYWHERE = {
    "an identifier": r"\b(?!NO_COLOR)\w*_\w+|\b[a-z]+=[a-z]",
    "a gap": r"[{}]|  |\b(None|nan|True|False)\b",
    "a doubled word": r"(?i)\b([a-z]+) \1\b",
    "a wrong plural": rf"(?<!of )(?<!,)\b1 (?:(?!of |for )[a-z]+ )?(?:{_NOUNS})s\b(?! it\b)",
    "a wrong singular": rf"(?<![,+])\b(?:0|[2-9]|\d\d+) (?:{_NOUNS})\b(?! [1-9])",
    "a wrong article": r"\ba (?=[aeio][a-z])(?!one\b|once\b)|\ban (?=[b-dfgj-np-tv-z])",
    "a word we avoid": _WORDS.format(
        "lots|anew|shall|somebody|by lot|is asked|are asked|acts?|told|by choice|dear|dearer|most tables"
    ),
    "a seat that is counted from 0": r"\b[Ss]eat 0\b|\bplayer 0\b|-1\b",
}
_CODES = {
    "carcassonne_castle": r"\b[A-E]\d\d\b|\bST\d\b|\br[0-3]\b|\b[NESW][12]\b|\b[NESW]\b",
    "castle_keep": r"\b[TW][RBY][CZS]\b|\bK[RBY]\b|\b(?:NW|NE|SW|SE|[NESWC])\b|\bA[123]\b",
    "kilt_castle": r"\b[ROLD]/[ROLD]\b|\b[ROLD]\b|\bcrest\d\b",
    "kings_and_castles": (
        r"\b(?!TAX\b|III\b|VII\b)[A-Z]{3}\b|\b(?:merc|castle)[123]\b|\b\d[kfa]\b"
        r"|\b[a-z]+-(?:knight|foot|archer)\b"
    ),
}
"""What the notation calls things, and a sentence should not."""
_RULE_ID = r"\b[A-Z]{2}-\d+\b"
_QUOTED = r"'[^']+'|`[^`]+`|\"[^\"]+\""


def faults(text: Text) -> Iterator[str]:
    """The faults of a text, each in a few words."""
    words = re.sub(_QUOTED, "…", text.words) if text.kind in WITH_NOTATION else text.words
    for name, pattern in _EVERYWHERE.items():
        if found := re.search(pattern, words):
            yield f"{name} ({found[0]})"
    codes = _CODES.get(text.where)
    if codes and text.kind not in (*WITH_NOTATION, "rule", "title"):
        yield from (f"a code ({found})" for found in re.findall(codes, words))
    if text.kind not in ("rule", "reading", "result", *WITH_NOTATION):
        yield from (f"the id of a rule ({found})" for found in re.findall(_RULE_ID, words))
    yield from _form(text)


def _form(text: Text) -> Iterator[str]:
    """A sentence has a capital and a full stop; an instruction only a capital."""
    start, end = text.words.lstrip("'\"`")[:1], text.words.rstrip("'\"`)")[-1:]
    if text.kind not in CLAUSES and not (start.isupper() or start.isdigit() or start == "?"):
        yield "no capital at the start"
    if (text.kind in INSTRUCTIONS or text.kind in CLAUSES) and end in ".!?":
        yield "a full stop too many"
    if text.kind not in INSTRUCTIONS and text.kind not in CLAUSES and end not in ".?":
        yield "no full stop at the end"
