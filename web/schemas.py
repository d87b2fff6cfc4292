"""What requests say and answers hold, declared once: read from the one, told to programs of both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulekeep.core.data_files import Node, Plain
from rulekeep.core.state.fields import (
    ANYTHING,
    TRUE_OR_FALSE,
    Flag,
    Form,
    Schema,
    Whole,
    array,
    one_of,
    or_null,
    record,
    text,
    whole,
)

MOST = 1 << 30
NEEDED: Any = object()
"""Instead of a default: it must be said."""


class Words(Form[str]):
    """A line of text, not longer than so many characters."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.written = {"type": "string", "maxLength": most}

    def read(self, node: Node, state: Any) -> str:
        said = node.str()
        if len(said) > self.most:
            raise node.fail(f"has more than {self.most} characters")
        if not said.isprintable():
            raise node.fail("has characters that cannot be printed")
        return said


class One(Form[str]):
    """One of some words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.written = one_of(words)

    def read(self, node: Node, state: Any) -> str:
        return str(node.one_of(self.words))


class Few(Form[list[Any]]):
    """A list of not too many."""

    def __init__(self, form: Form[Any], most: int) -> None:
        self.form, self.most = form, most
        self.written = {**array(form.schema(None)), "maxItems": most}

    def read(self, node: Node, state: Any) -> list[Any]:
        items = list(node)
        if len(items) > self.most:
            raise node.fail(f"has more than {self.most} entries")
        return [self.form.read(item, state) for item in items]


class Either(Form[Any]):
    """A value, or null."""

    def __init__(self, form: Form[Any]) -> None:
        self.form = form
        self.written = or_null(form.schema(None))

    def read(self, node: Node, state: Any) -> Any:
        return None if node.value is None else self.form.read(node, state)


class Values(Form[dict[str, Any]]):
    """Names with plain values: the options of a match."""

    def __init__(self) -> None:
        plain = {"type": ["string", "integer", "boolean", "null"]}
        self.written = {"type": "object", "additionalProperties": plain}

    def read(self, node: Node, state: Any) -> dict[str, Plain]:
        found = {name: inner.plain() for name, inner in node.mapping().items()}
        if any(not isinstance(value, str | int | bool | None) for value in found.values()):
            raise node.fail("an option has a plain value")
        return found


@frozen
class Field:
    """A key of a request."""

    form: Form[Any]
    help: str = ""
    default: Any = NEEDED

    @property
    def schema(self) -> Schema:
        return {**self.form.schema(None), **({"description": self.help} if self.help else {})}


Fields = Mapping[str, Field]


class Record(Form[dict[str, Any]]):
    """A mapping with these keys and no others."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.written = schema_of(fields)

    def read(self, node: Node, state: Any) -> dict[str, Any]:
        return read(self.fields, node)


def read(fields: Fields, node: Node) -> dict[str, Any]:
    """What a request says; what it leaves out has its default. DataError."""
    node.only(*fields)
    said: dict[str, Any] = {}
    for name, field in fields.items():
        inner = node.get(name)
        if inner is not None:
            said[name] = field.form.read(inner, None)
        elif field.default is NEEDED:
            raise node.fail(f"{name!r} is missing")
        else:
            said[name] = field.default
    return said


def schema_of(fields: Fields) -> Schema:
    return {
        "type": "object",
        "properties": {name: field.schema for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.default is NEEDED],
        "additionalProperties": False,
    }


# -- what answers hold --------------------------------------------------------------------------

TEXT = text()
TEXTS = array(TEXT)
FLAG = TRUE_OR_FALSE
NUMBER = whole()
SEAT = whole(0, 998)
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
OPTIONS: Schema = {"type": "object"}

DECISION = record({"seat": SEAT, "kind": TEXT, "prompt": TEXT, "sealed": FLAG})
ASKED = record({"seat": SEAT, "kind": TEXT, "prompt": TEXT, "sealed": FLAG, "sign": TEXT})
ITEM = record(
    {
        "label": TEXT,
        "count": {"type": "integer"},
        "each": {"type": "integer"},
        "rule": TEXT,
        "total": {"type": "integer"},
    }
)
SCORE = record({"seat": SEAT, "total": {"type": "integer"}, "items": array(ITEM)})
OUTCOME_FIELDS: dict[str, Schema] = {
    "places": array(whole(1)),
    "winners": array(SEAT),
    "scores": array(SCORE),
    "rule": TEXT,
    "rules": TEXTS,
    "reason": TEXT,
}
SEATED = record({"seat": SEAT, "name": TEXT, "bot": or_null(TEXT)})
MOVE = record({"text": TEXT, "words": TEXT, "touches": TEXTS})
GROUP = record({"title": TEXT, "moves": array(MOVE)})
MAY = record(dict.fromkeys(("act", "undo", "redo", "hint", "auto"), FLAG))
QUESTION = record(
    {
        "number": NUMBER,
        "kind": one_of(("undo", "redo")),
        "seat": SEAT,
        "say": TEXT,
        "waits_for": array(SEAT),
    }
)
VIEW = record(
    {
        "number": NUMBER,
        "acts": NUMBER,
        "game": TEXT,
        "title": TEXT,
        "viewer": or_null(SEAT),
        "seats": array(SEATED),
        "options": OPTIONS,
        "house": or_null({"type": "object", "additionalProperties": TEXT}),
        "turn": array(DECISION),
        "over": FLAG,
        "standing": array(SCORE),
        "result": or_null(record({**OUTCOME_FIELDS, "say": TEXT})),
        "question": or_null(QUESTION),
        "may": MAY,
        "decision": or_null(ASKED),
        "moves": array(GROUP),
        "left_off": NUMBER,
        "thinking": array(SEAT),
        "here": array(or_null(SEAT)),
        "next": FLAG,
    }
)
EVENT = record(
    {
        "number": NUMBER,
        "acts": NUMBER,
        "kind": one_of(("setup", "act", "undo")),
        "seat": or_null(SEAT),
        "news": TEXTS,
        "marks": TEXTS,
        "turn": array(SEAT),
    }
)
"""The data of a message of the stream."""
ACT = record(
    {
        "number": NUMBER,
        "seat": or_null(SEAT),
        "move": or_null(TEXT),
        "told": TEXTS,
        "events": array(record({"event": TEXT, "rules": TEXTS})),
    }
)
LOG = record({"acts": array(ACT), "next": NUMBER, "number": NUMBER})
WHY = record(
    {
        "move": TEXT,
        "legal": FLAG,
        "rules": array(record({"rule": TEXT, "text": TEXT, "objection": or_null(TEXT)})),
    }
)
LOOK = record({"thing": TEXT, "say": TEXTS, "moves": TEXTS, "things": TEXTS})
LEGEND = record({"lines": TEXTS})
GOAL = record({"title": TEXT, "chapters": array(record({"title": TEXT, "paragraphs": TEXTS}))})
HINT = record(
    {
        "number": NUMBER,
        "bot": TEXT,
        "move": TEXT,
        "words": TEXT,
        "value": SHARE,
        "detail": TEXT,
        "others": array(record({"move": TEXT, "value": SHARE})),
    }
)
DONE = record({"number": NUMBER, "news": TEXTS})
"""The number after what was asked for, and what there is to tell of it."""
SETTLED = record({"number": NUMBER, "asked": FLAG})
"""Whether others are asked first."""
KEPT = record(
    {
        "name": TEXT,
        "game": TEXT,
        "title": TEXT,
        "names": TEXTS,
        "players": TEXTS,
        "acts": NUMBER,
        "over": or_null(FLAG),
        "when": TEXT,
        "page": TEXT,
    }
)
OPTION = record(
    {
        "option": TEXT,
        "kind": one_of(("choice", "flag", "integer")),
        "values": array(ANYTHING),
        "low": {"type": "integer"},
        "high": {"type": "integer"},
        "default": ANYTHING,
        "rules": TEXTS,
        "help": TEXT,
        "labels": array(record({"value": ANYTHING, "means": TEXT})),
    }
)
GAME = record(
    {
        "game": TEXT,
        "title": TEXT,
        "blurb": TEXT,
        "seats": array(whole(1)),
        "seats_note": TEXT,
        "options": array(OPTION),
        "presets": {"type": "object"},
        "boxes": TEXTS,
    }
)
LOBBY = record(
    {
        "games": array(GAME),
        "bots": TEXTS,
        "hints": FLAG,
        "tables": array(KEPT),
        "matches": array(KEPT),
    }
)
LINK = record(
    {
        "seat": or_null(SEAT),
        "name": TEXT,
        "player": TEXT,
        "link": or_null(TEXT),
        "qr": or_null(TEXT),
    }
)
LINKS = record({"table": KEPT, "seats": array(LINK), "spectators": LINK})
REPLAYED = record(
    {
        "at": NUMBER,
        "last": NUMBER,
        "acts": NUMBER,
        "game": TEXT,
        "title": TEXT,
        "viewer": {"type": "null"},
        "seats": array(SEATED),
        "options": OPTIONS,
        "turn": array(DECISION),
        "over": FLAG,
        "standing": array(SCORE),
        "result": or_null(record({**OUTCOME_FIELDS, "say": TEXT})),
        "news": TEXTS,
        "seat": or_null(SEAT),
        "move": or_null(TEXT),
    }
)
PROBLEM: Schema = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "description": "tells problems apart"},
        "say": {"type": "string", "description": "a sentence for people"},
        "number": {"type": "integer", "description": "what happened last at the table"},
        "rule": {"type": ["string", "null"]},
        "because": {"type": "string"},
        "key": {"type": ["string", "null"], "description": "the key of the request at fault"},
    },
    "required": ["kind", "say"],
    "additionalProperties": False,
}
HEALTH = record({"ok": FLAG, "rulekeep": TEXT, "open_tables": NUMBER})

# -- what requests say --------------------------------------------------------------------------

WHICH = Whole(0, MOST)
AT = Field(WHICH, "the number of the table that this answers")
MOVE_WORDS = Words(500)
PLAYER = Words(60)
SEATING = Record(
    {
        "name": Field(Words(40), "who sits there; empty: a name is made", ""),
        "player": Field(PLAYER, "`human`, or a bot: `greedy`, `mcts`, `mcts:500`", "human"),
    }
)
AGREE = Field(Flag(), "whether it is all right")
