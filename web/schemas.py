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
from rulekeep.web.tables.table_settings import MAX_MINUTES, TALK

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


class FileText(Form[str]):
    """The text of a file of bounded length."""

    def __init__(self, max_length: int) -> None:
        self.max_length = max_length
        self.written = {"type": "string", "maxLength": max_length}

    def read(self, node: Node, state: Any) -> str:
        text = node.value
        if not isinstance(text, str):
            raise node.fail("expected a text")
        if len(text) > self.max_length:
            raise node.fail(f"has more than {self.max_length} characters")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise node.fail("is not UTF-8 text") from None
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
        "name": RequestField(ShortText(40), "the player's name; empty: the server chooses one", ""),
        "player": RequestField(PLAYER, "`human`, or a bot: `greedy`, `mcts`, `mcts:500`", "human"),
    }
)
AGREE = RequestField(Flag(), "whether you agree")
THEME = RequestField(Text("auto", "light", "dark"), "colours of the picture", "auto")
SEAT_OR_SPECTATORS = RequestField(OrNone(Whole(0, 998), None), "null: the spectators")
LESSON_MOVES = ShortList(ShortText(200), 60)

EXAMPLE_MOVE = RequestFields(
    {
        "seat": RequestField(Whole(0, 998), "who moves"),
        "move": RequestField(ShortText(200), "in notation"),
    }
)
EXAMPLE_MOVES = ShortList(EXAMPLE_MOVE, 60)

# -- responses ----------------------------------------------------------------------------------

TEXT = schema_text()
TEXTS = schema_array(TEXT)
FLAG = TRUE_OR_FALSE
NUMBER = schema_whole()
INTEGER = schema_whole(None)
SEAT = schema_whole(0, 998)
SEATS = schema_array(SEAT)
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
OBJECT: Schema = {"type": "object"}
OPTIONAL_TEXT = schema_or_null(TEXT)
VIEWER = schema_or_null(SEAT)


def _keys(schema: Schema, *names: str) -> dict[str, Schema]:
    """Keys whose values have the same schema."""
    return dict.fromkeys(names, schema)


DECISION_KEYS = {"seat": SEAT, "sealed": FLAG, **_keys(TEXT, "kind", "prompt")}
ITEM = schema_record(_keys(TEXT, "label", "rule") | _keys(INTEGER, "count", "each", "total"))
SCORES = schema_array(schema_record({"seat": SEAT, "total": INTEGER, "items": schema_array(ITEM)}))
RESULT = schema_record(
    {"places": schema_array(schema_whole(1)), "winners": SEATS, "scores": SCORES}
    | {"rules": TEXTS, **_keys(TEXT, "rule", "reason", "say", "why")}
)
SCORE_ROW = schema_record(
    {"label": TEXT, "totals": schema_array(schema_or_null(INTEGER)), "rules": TEXTS}
)
"""An item of the scores, with what each seat has of it."""
SEATED_PLAYER = schema_record({"seat": SEAT, "name": TEXT, "bot": OPTIONAL_TEXT})
MOVE = schema_record({"touches": TEXTS, **_keys(TEXT, "text", "sentence", "words")})
MOVE_GROUPS = schema_array(schema_record({"title": TEXT, "moves": schema_array(MOVE)}))
UNDO_REQUEST = schema_record(
    {"number": NUMBER, "kind": schema_one_of(("undo", "redo")), "seat": SEAT, "say": TEXT}
    | {"waits_for": SEATS}
)
POSITION_KEYS = {
    "acts": NUMBER,
    "game": TEXT,
    "title": TEXT,
    "seats": schema_array(SEATED_PLAYER),
    "options": OBJECT,
    "turn": schema_array(schema_record(DECISION_KEYS)),
    "over": FLAG,
    "standing": SCORES,
    "score_rows": schema_array(SCORE_ROW),
    "result": schema_or_null(RESULT),
}
SETTINGS = schema_record(
    {"talk": schema_one_of(TALK), "takeover": schema_whole(0, MAX_MINUTES)}
    | _keys(FLAG, "hints", "undo", "paused", "clock")
)
"""What the people at a table may do."""
TALK_MESSAGE = schema_record(
    {"number": NUMBER, "seat": VIEWER, "reported": FLAG, **_keys(TEXT, "text", "when")}
)
TALK_MESSAGES = schema_record({"messages": schema_array(TALK_MESSAGE)})
VIEW = schema_record(
    POSITION_KEYS
    | {
        "number": NUMBER,
        "viewer": VIEWER,
        "house": schema_or_null({"type": "object", "additionalProperties": TEXT}),
        "question": schema_or_null(UNDO_REQUEST),
        "may": schema_record(_keys(FLAG, "act", "undo", "redo", "hint", "auto")),
        "settings": SETTINGS,
        "decision": schema_or_null(schema_record({**DECISION_KEYS, "sign": TEXT})),
        "moves": MOVE_GROUPS,
        "left_off": NUMBER,
        "thinking": SEATS,
        "here": schema_array(VIEWER),
        "handover": schema_or_null(schema_record({"seat": SEAT, "waits_for": SEATS})),
        "clock": schema_or_null(schema_record({"used": schema_array(NUMBER), "running": SEATS})),
        "presence": schema_record({"seats": SEATS, "spectators": NUMBER}),
        "next": FLAG,
    }
)
EVENT = schema_record(
    {"number": NUMBER, "acts": NUMBER, "kind": schema_one_of(("setup", "act", "undo"))}
    | {"seat": VIEWER, "news": TEXTS, "marks": TEXTS, "turn": SEATS}
)
"""The data of a message of the stream."""
EVENT_NAMES = schema_array(schema_record({"event": TEXT, "rules": TEXTS}))
PLAYED_MOVE = schema_record(
    {"number": NUMBER, "seat": VIEWER, "move": OPTIONAL_TEXT, "told": TEXTS, "events": EVENT_NAMES}
)
LOG = schema_record({"acts": schema_array(PLAYED_MOVE), "next": NUMBER, "number": NUMBER})
RULE_ANSWER = schema_record({"rule": TEXT, "text": TEXT, "objection": OPTIONAL_TEXT})
WHY = schema_record(
    {"legal": FLAG, "rules": schema_array(RULE_ANSWER), **_keys(TEXT, "move", "sentence")}
)
LOOK = schema_record({"thing": TEXT, "say": TEXTS, "moves": TEXTS, "things": TEXTS})
LEGEND = schema_record({"lines": TEXTS})
CHAPTER = schema_record({"title": TEXT, "paragraphs": TEXTS})
GOAL = schema_record({"title": TEXT, "chapters": schema_array(CHAPTER)})
HINT = schema_record(
    {"number": NUMBER, "value": SHARE, **_keys(TEXT, "bot", "move", "sentence", "words", "detail")}
    | {"others": schema_array(schema_record({"value": SHARE, **_keys(TEXT, "move", "sentence")}))}
)
CHANGED = schema_record({"number": NUMBER, "news": TEXTS})
"""The number after the change, and what the viewer may know of it."""
UNDO_ANSWER = schema_record({"number": NUMBER, "asked": FLAG})
"""`asked`: the others must agree first."""
SAVED_MATCH = schema_record(
    {"names": TEXTS, "players": TEXTS, "acts": NUMBER, "over": schema_or_null(FLAG)}
    | _keys(TEXT, "name", "game", "title", "when", "page")
)
MEANING = schema_record({"value": SCHEMA_ANYTHING, "means": TEXT})
OPTION = schema_record(
    {
        "option": TEXT,
        "label": TEXT,
        "kind": schema_one_of(("choice", "flag", "integer")),
        "values": schema_array(SCHEMA_ANYTHING),
        "low": INTEGER,
        "high": INTEGER,
        "default": SCHEMA_ANYTHING,
        "rules": TEXTS,
        "help": TEXT,
        "labels": schema_array(MEANING),
    }
)
GAME = schema_record(
    {"seats": schema_array(schema_whole(1)), "options": schema_array(OPTION), "presets": OBJECT}
    | {"boxes": TEXTS, **_keys(TEXT, "game", "title", "blurb", "seats_note")}
)
LOBBY = schema_record(
    {"games": schema_array(GAME), "bots": TEXTS, "hints": FLAG}
    | _keys(schema_array(SAVED_MATCH), "tables", "matches")
)
LINK = schema_record(
    {"seat": VIEWER, "name": TEXT, "player": TEXT, "link": OPTIONAL_TEXT, "qr": OPTIONAL_TEXT}
)
LINKS = schema_record(
    {"table": SAVED_MATCH, "seats": schema_array(LINK), "spectators": LINK, "settings": SETTINGS}
    | {"reported": schema_array(TALK_MESSAGE)}
)
REPLAY = schema_record(
    POSITION_KEYS
    | {"at": NUMBER, "last": NUMBER, "viewer": {"type": "null"}}
    | {"news": TEXTS, "seat": VIEWER, "move": OPTIONAL_TEXT}
)
LESSON_STEP = schema_record(
    {"seat": SEAT, "moves": MOVE_GROUPS, **_keys(TEXT, "about", "task", "hint")}
)
LESSON_ANSWER = schema_record({"right": FLAG, "move": OPTIONAL_TEXT, "say": TEXTS, "done": FLAG})
LESSON_SOLUTION = schema_record({"move": TEXT, "say": TEXTS})
EXAMPLE_VIEW = schema_record(
    {
        "names": TEXTS,
        "seat": VIEWER,
        "next": schema_or_null(NUMBER),
        "done": FLAG,
        "moves": MOVE_GROUPS,
        "standing": SCORES,
        "score_rows": schema_array(SCORE_ROW),
        "result": schema_or_null(RESULT),
        **_keys(TEXT, "prompt", "game"),
    }
)
"""`next`: the step of the example that comes next; null once another move was played."""
EXAMPLE_ANSWER = schema_record(
    {"kind": schema_one_of(("right", "other", "refused", "not_a_move")), "move": TEXT, "say": TEXTS}
)
"""`right` and `other` moves are played, or refused as the example says."""
SHARED_LINK = schema_record({"link": TEXT})
"""What follows `/share#` in an address."""
PAGE_LINK = schema_record({"page": TEXT})
ERROR: Schema = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "description": "the kind of error, for programs"},
        "say": {"type": "string", "description": "a sentence for people"},
        "number": {"type": "integer", "description": "the number of the last event at the table"},
        "rule": {"type": ["string", "null"]},
        "because": {"type": "string"},
        "key": {"type": ["string", "null"], "description": "the key of the request at fault"},
    },
    "required": ["kind", "say"],
    "additionalProperties": False,
}
HEALTH = schema_record({"ok": FLAG, "rulekeep": TEXT, "open_tables": NUMBER})
