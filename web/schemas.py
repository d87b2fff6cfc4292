"""Schemas: what requests may hold and what responses hold, declared once.

Requests are read by these fields; the OpenAPI document is written from them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulekeep.core.data_files import Node, Plain
from rulekeep.core.state.fields import (
    REQUIRED,
    SCHEMA_ANYTHING,
    TRUE_OR_FALSE,
    Flag,
    Form,
    Listed,
    OrNone,
    Schema,
    Text,
    Whole,
    schema_array,
    schema_one_of,
    schema_or_null,
    schema_record,
    schema_text,
    schema_whole,
)

# -- requests -----------------------------------------------------------------------------------


class ShortText(Form[str]):
    """A line of printable text of bounded length."""

    def __init__(self, max_length: int) -> None:
        self.max_length = max_length
        self.written = {"type": "string", "maxLength": max_length}

    def read(self, node: Node, state: Any) -> str:
        text = node.str()
        if len(text) > self.max_length:
            raise node.fail(f"has more than {self.max_length} characters")
        if not text.isprintable():
            raise node.fail("has characters that cannot be printed")
        return text


class ShortList(Listed):
    """A list of bounded length."""

    def __init__(self, form: Form[Any], max_length: int) -> None:
        super().__init__(form)
        self.max_length = max_length

    def read(self, node: Node, state: Any) -> Any:
        if len(node.list()) > self.max_length:
            raise node.fail(f"has more than {self.max_length} entries")
        return super().read(node, state)

    def schema(self, state: Any) -> Schema:
        return super().schema(state) | {"maxItems": self.max_length}


class JsonText(Form[Any]):
    """A value written as JSON inside a text: a list in a query string."""

    def __init__(self, form: Form[Any]) -> None:
        self.form = form
        self.written = {"type": "string", "contentMediaType": "application/json"}

    def read(self, node: Node, state: Any) -> Any:
        try:
            plain = json.loads(node.str())
        except (ValueError, RecursionError):
            raise node.fail("is not JSON") from None
        return self.form.read(Node.of(plain, node.where), state)


class OptionValues(Form[dict[str, Any]]):
    """The options of a match: names with plain values."""

    def __init__(self) -> None:
        plain = {"type": ["string", "integer", "boolean", "null"]}
        self.written = {"type": "object", "additionalProperties": plain}

    def read(self, node: Node, state: Any) -> dict[str, Plain]:
        options = {name: inner.plain() for name, inner in node.mapping().items()}
        if any(not isinstance(value, str | int | bool | None) for value in options.values()):
            raise node.fail("an option has a plain value")
        return options


@frozen
class RequestField:
    """A key of a request."""

    form: Form[Any]
    help: str = ""
    default: Any = REQUIRED

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED

    @property
    def schema(self) -> Schema:
        return {**self.form.schema(None), **({"description": self.help} if self.help else {})}


class RequestFields(Form[dict[str, Any]]):
    """The keys of a request, or of a record in it; other keys are refused."""

    def __init__(self, fields: Mapping[str, RequestField] | None = None) -> None:
        self.fields = fields or {}

    def read(self, node: Node, state: Any = None) -> dict[str, Any]:
        node.only(*self.fields)
        values: dict[str, Any] = {}
        for name, field in self.fields.items():
            inner = node.get(name)
            if inner is not None:
                values[name] = field.form.read(inner, state)
            elif field.is_required:
                raise node.fail(f"{name!r} is missing")
            else:
                values[name] = field.default
        return values

    def schema(self, state: Any = None) -> Schema:
        return {
            "type": "object",
            "properties": {name: field.schema for name, field in self.fields.items()},
            "required": [name for name, field in self.fields.items() if field.is_required],
            "additionalProperties": False,
        }


MAX_NUMBER = 1 << 30
WHICH = Whole(0, MAX_NUMBER)
AT = RequestField(WHICH, "the number of the table that this answers")
MOVE_TEXT = ShortText(500)
PLAYER = ShortText(60)
SEATING = RequestFields(
    {
        "name": RequestField(ShortText(40), "who sits there; empty: a name is made", ""),
        "player": RequestField(PLAYER, "`human`, or a bot: `greedy`, `mcts`, `mcts:500`", "human"),
    }
)
AGREE = RequestField(Flag(), "whether it is all right")
THEME = RequestField(Text("auto", "light", "dark"), "for which surroundings", "auto")
SEAT_OR_SPECTATORS = RequestField(OrNone(Whole(0, 998), None), "null: those who look on")
LESSON_MOVES = ShortList(ShortText(200), 60)

# -- responses ----------------------------------------------------------------------------------

TEXT = schema_text()
TEXTS = schema_array(TEXT)
FLAG = TRUE_OR_FALSE
NUMBER = schema_whole()
SEAT = schema_whole(0, 998)
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
OPTIONS: Schema = {"type": "object"}

DECISION_FIELDS = {"seat": SEAT, "kind": TEXT, "prompt": TEXT, "sealed": FLAG}
DECISION = schema_record(DECISION_FIELDS)
OWN_DECISION = schema_record({**DECISION_FIELDS, "sign": TEXT})
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
RESULT = schema_or_null(
    schema_record(
        {
            "places": schema_array(schema_whole(1)),
            "winners": schema_array(SEAT),
            "scores": schema_array(SCORE),
            "rule": TEXT,
            "rules": TEXTS,
            "reason": TEXT,
            "say": TEXT,
        }
    )
)
SEATED_PLAYER = schema_record({"seat": SEAT, "name": TEXT, "bot": schema_or_null(TEXT)})
MOVE = schema_record({"text": TEXT, "words": TEXT, "touches": TEXTS})
MOVE_GROUP = schema_record({"title": TEXT, "moves": schema_array(MOVE)})
ALLOWED_ACTIONS = schema_record(dict.fromkeys(("act", "undo", "redo", "hint", "auto"), FLAG))
UNDO_REQUEST = schema_record(
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
        "seats": schema_array(SEATED_PLAYER),
        "options": OPTIONS,
        "house": schema_or_null({"type": "object", "additionalProperties": TEXT}),
        "turn": schema_array(DECISION),
        "over": FLAG,
        "standing": schema_array(SCORE),
        "result": RESULT,
        "question": schema_or_null(UNDO_REQUEST),
        "may": ALLOWED_ACTIONS,
        "decision": schema_or_null(OWN_DECISION),
        "moves": schema_array(MOVE_GROUP),
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
PLAYED_MOVE = schema_record(
    {
        "number": NUMBER,
        "seat": schema_or_null(SEAT),
        "move": schema_or_null(TEXT),
        "told": TEXTS,
        "events": schema_array(schema_record({"event": TEXT, "rules": TEXTS})),
    }
)
LOG = schema_record({"acts": schema_array(PLAYED_MOVE), "next": NUMBER, "number": NUMBER})
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
CHANGED = schema_record({"number": NUMBER, "news": TEXTS})
"""The number after the change, and what the viewer may know of it."""
UNDO_ANSWER = schema_record({"number": NUMBER, "asked": FLAG})
"""`asked`: the others must agree first."""
SAVED_MATCH = schema_record(
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
        "tables": schema_array(SAVED_MATCH),
        "matches": schema_array(SAVED_MATCH),
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
LINKS = schema_record({"table": SAVED_MATCH, "seats": schema_array(LINK), "spectators": LINK})
REPLAY = schema_record(
    {
        "at": NUMBER,
        "last": NUMBER,
        "acts": NUMBER,
        "game": TEXT,
        "title": TEXT,
        "viewer": {"type": "null"},
        "seats": schema_array(SEATED_PLAYER),
        "options": OPTIONS,
        "turn": schema_array(DECISION),
        "over": FLAG,
        "standing": schema_array(SCORE),
        "result": RESULT,
        "news": TEXTS,
        "seat": schema_or_null(SEAT),
        "move": schema_or_null(TEXT),
    }
)
ERROR: Schema = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "description": "tells errors apart"},
        "say": {"type": "string", "description": "a sentence for people"},
        "number": {"type": "integer", "description": "what happened last at the table"},
        "rule": {"type": ["string", "null"]},
        "because": {"type": "string"},
        "key": {"type": ["string", "null"], "description": "the key of the request at fault"},
    },
    "required": ["kind", "say"],
    "additionalProperties": False,
}
LESSON_STEP = schema_record(
    {"about": TEXT, "task": TEXT, "hint": TEXT, "seat": SEAT, "moves": schema_array(MOVE_GROUP)}
)
LESSON_ANSWER = schema_record(
    {"right": FLAG, "move": schema_or_null(TEXT), "say": TEXTS, "done": FLAG}
)
PAGE_LINK = schema_record({"page": TEXT})
HEALTH = schema_record({"ok": FLAG, "rulekeep": TEXT, "open_tables": NUMBER})
