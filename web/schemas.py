"""What requests say and answers hold, declared once: read from the one, told to programs of both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulekeep.core.data_files import Node, Plain
from rulekeep.core.state.fields import (
    SCHEMA_ANYTHING,
    TRUE_OR_FALSE,
    Flag,
    Form,
    Schema,
    Whole,
    schema_array,
    schema_one_of,
    schema_or_null,
    schema_record,
    schema_text,
    schema_whole,
)

MOST = 1 << 30
NEEDED: Any = object()
"""Instead of a default: it must be said."""


class ShortText(Form[str]):
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
        self.written = schema_one_of(words)

    def read(self, node: Node, state: Any) -> str:
        return str(node.one_of(self.words))


class Few(Form[list[Any]]):
    """A list of not too many."""

    def __init__(self, form: Form[Any], most: int) -> None:
        self.form, self.most = form, most
        self.written = {**schema_array(form.schema(None)), "maxItems": most}

    def read(self, node: Node, state: Any) -> list[Any]:
        items = list(node)
        if len(items) > self.most:
            raise node.fail(f"has more than {self.most} entries")
        return [self.form.read(item, state) for item in items]


class Either(Form[Any]):
    """A value, or null."""

    def __init__(self, form: Form[Any]) -> None:
        self.form = form
        self.written = schema_or_null(form.schema(None))

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
class RequestField:
    """A key of a request."""

    form: Form[Any]
    help: str = ""
    default: Any = NEEDED

    @property
    def schema(self) -> Schema:
        return {**self.form.schema(None), **({"description": self.help} if self.help else {})}


Fields = Mapping[str, RequestField]


class RequestBody(Form[dict[str, Any]]):
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

TEXT = schema_text()
TEXTS = schema_array(TEXT)
FLAG = TRUE_OR_FALSE
NUMBER = schema_whole()
SEAT = schema_whole(0, 998)
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
OPTIONS: Schema = {"type": "object"}

DECISION = schema_record({"seat": SEAT, "kind": TEXT, "prompt": TEXT, "sealed": FLAG})
ASKED = schema_record({"seat": SEAT, "kind": TEXT, "prompt": TEXT, "sealed": FLAG, "sign": TEXT})
ITEM = schema_record(
    {
        "label": TEXT,
        "count": {"type": "integer"},
        "each": {"type": "integer"},
        "rule": TEXT,
        "total": {"type": "integer"},
    }
)
SCORE = schema_record({"seat": SEAT, "total": {"type": "integer"}, "items": schema_array(ITEM)})
OUTCOME_FIELDS: dict[str, Schema] = {
    "places": schema_array(schema_whole(1)),
    "winners": schema_array(SEAT),
    "scores": schema_array(SCORE),
    "rule": TEXT,
    "rules": TEXTS,
    "reason": TEXT,
}
SEATED = schema_record({"seat": SEAT, "name": TEXT, "bot": schema_or_null(TEXT)})
MOVE = schema_record({"text": TEXT, "words": TEXT, "touches": TEXTS})
GROUP = schema_record({"title": TEXT, "moves": schema_array(MOVE)})
MAY = schema_record(dict.fromkeys(("act", "undo", "redo", "hint", "auto"), FLAG))
QUESTION = schema_record(
    {
        "number": NUMBER,
        "kind": schema_one_of(("undo", "redo")),
        "seat": SEAT,
        "say": TEXT,
        "waits_for": schema_array(SEAT),
    }
)
VIEW = schema_record(
    {
        "number": NUMBER,
        "acts": NUMBER,
        "game": TEXT,
        "title": TEXT,
        "viewer": schema_or_null(SEAT),
        "seats": schema_array(SEATED),
        "options": OPTIONS,
        "house": schema_or_null({"type": "object", "additionalProperties": TEXT}),
        "turn": schema_array(DECISION),
        "over": FLAG,
        "standing": schema_array(SCORE),
        "result": schema_or_null(schema_record({**OUTCOME_FIELDS, "say": TEXT})),
        "question": schema_or_null(QUESTION),
        "may": MAY,
        "decision": schema_or_null(ASKED),
        "moves": schema_array(GROUP),
        "left_off": NUMBER,
        "thinking": schema_array(SEAT),
        "here": schema_array(schema_or_null(SEAT)),
        "next": FLAG,
    }
)
EVENT = schema_record(
    {
        "number": NUMBER,
        "acts": NUMBER,
        "kind": schema_one_of(("setup", "act", "undo")),
        "seat": schema_or_null(SEAT),
        "news": TEXTS,
        "marks": TEXTS,
        "turn": schema_array(SEAT),
    }
)
"""The data of a message of the stream."""
ACT = schema_record(
    {
        "number": NUMBER,
        "seat": schema_or_null(SEAT),
        "move": schema_or_null(TEXT),
        "told": TEXTS,
        "events": schema_array(schema_record({"event": TEXT, "rules": TEXTS})),
    }
)
LOG = schema_record({"acts": schema_array(ACT), "next": NUMBER, "number": NUMBER})
WHY = schema_record(
    {
        "move": TEXT,
        "legal": FLAG,
        "rules": schema_array(
            schema_record({"rule": TEXT, "text": TEXT, "objection": schema_or_null(TEXT)})
        ),
    }
)
LOOK = schema_record({"thing": TEXT, "say": TEXTS, "moves": TEXTS, "things": TEXTS})
LEGEND = schema_record({"lines": TEXTS})
GOAL = schema_record(
    {"title": TEXT, "chapters": schema_array(schema_record({"title": TEXT, "paragraphs": TEXTS}))}
)
HINT = schema_record(
    {
        "number": NUMBER,
        "bot": TEXT,
        "move": TEXT,
        "words": TEXT,
        "value": SHARE,
        "detail": TEXT,
        "others": schema_array(schema_record({"move": TEXT, "value": SHARE})),
    }
)
DONE = schema_record({"number": NUMBER, "news": TEXTS})
"""The number after what was asked for, and what there is to tell of it."""
SETTLED = schema_record({"number": NUMBER, "asked": FLAG})
"""Whether others are asked first."""
KEPT = schema_record(
    {
        "name": TEXT,
        "game": TEXT,
        "title": TEXT,
        "names": TEXTS,
        "players": TEXTS,
        "acts": NUMBER,
        "over": schema_or_null(FLAG),
        "when": TEXT,
        "page": TEXT,
    }
)
OPTION = schema_record(
    {
        "option": TEXT,
        "kind": schema_one_of(("choice", "flag", "integer")),
        "values": schema_array(SCHEMA_ANYTHING),
        "low": {"type": "integer"},
        "high": {"type": "integer"},
        "default": SCHEMA_ANYTHING,
        "rules": TEXTS,
        "help": TEXT,
        "labels": schema_array(schema_record({"value": SCHEMA_ANYTHING, "means": TEXT})),
    }
)
GAME = schema_record(
    {
        "game": TEXT,
        "title": TEXT,
        "blurb": TEXT,
        "seats": schema_array(schema_whole(1)),
        "seats_note": TEXT,
        "options": schema_array(OPTION),
        "presets": {"type": "object"},
        "boxes": TEXTS,
    }
)
LOBBY = schema_record(
    {
        "games": schema_array(GAME),
        "bots": TEXTS,
        "hints": FLAG,
        "tables": schema_array(KEPT),
        "matches": schema_array(KEPT),
    }
)
LINK = schema_record(
    {
        "seat": schema_or_null(SEAT),
        "name": TEXT,
        "player": TEXT,
        "link": schema_or_null(TEXT),
        "qr": schema_or_null(TEXT),
    }
)
LINKS = schema_record({"table": KEPT, "seats": schema_array(LINK), "spectators": LINK})
REPLAYED = schema_record(
    {
        "at": NUMBER,
        "last": NUMBER,
        "acts": NUMBER,
        "game": TEXT,
        "title": TEXT,
        "viewer": {"type": "null"},
        "seats": schema_array(SEATED),
        "options": OPTIONS,
        "turn": schema_array(DECISION),
        "over": FLAG,
        "standing": schema_array(SCORE),
        "result": schema_or_null(schema_record({**OUTCOME_FIELDS, "say": TEXT})),
        "news": TEXTS,
        "seat": schema_or_null(SEAT),
        "move": schema_or_null(TEXT),
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
HEALTH = schema_record({"ok": FLAG, "rulekeep": TEXT, "open_tables": NUMBER})

# -- what requests say --------------------------------------------------------------------------

WHICH = Whole(0, MOST)
AT = RequestField(WHICH, "the number of the table that this answers")
MOVE_WORDS = ShortText(500)
PLAYER = ShortText(60)
SEATING = RequestBody(
    {
        "name": RequestField(ShortText(40), "who sits there; empty: a name is made", ""),
        "player": RequestField(PLAYER, "`human`, or a bot: `greedy`, `mcts`, `mcts:500`", "human"),
    }
)
AGREE = RequestField(Flag(), "whether it is all right")
