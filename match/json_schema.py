"""JSON Schema of a game's positions, observations, moves and match files."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option
from rulekeep.core.state.declaration import fields_of
from rulekeep.core.state.fields import (
    Schema,
    schema_array,
    schema_record,
    schema_text,
    schema_whole,
)
from rulekeep.match.match_file import FileEntry, MatchHeader

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def position_schema(
    game: AnyGame, seats: int | None = None, options: Mapping[str, Any] | None = None
) -> Schema:
    """The schema of `to_dict` for these seats and options.

    A position that is read may leave out any key.
    """
    return _document(f"A position of {game.title}", _position(game, _blank(game, seats, options)))


def observation_schema(
    game: AnyGame, seats: int | None = None, options: Mapping[str, Any] | None = None
) -> Schema:
    """The schema of what a seat or a spectator observes."""
    blank = _blank(game, seats, options)
    schema = _position(game, blank)
    special = {key: form.schema(blank) for key, form in game.observed.items()}
    schema = schema | {"properties": schema["properties"] | special}
    del schema["required"]  # what is hidden is left out
    return _document(f"What a seat sees of {game.title}", schema)


def move_schema(game: AnyGame) -> Schema:
    """The schema of the notation of moves."""
    if game.language is None:
        raise RulekeepError(f"{game.title} does not declare the forms of its moves")
    forms = [{"type": "string", "pattern": form} for form in game.language.patterns]
    return _document(f"A move of {game.title}", {"anyOf": forms})


def match_schema(game: AnyGame) -> Schema:
    """The schema of a match file: the header, and the columns of every entry."""
    header = _attributes(MatchHeader)
    optional = [f.name for f in attrs.fields(MatchHeader) if f.default is None]
    header["required"] = [name for name in header["required"] if name not in optional]
    header["properties"]["options"] = _options(game.options)
    header["properties"]["game"] = {"const": game.id}
    entry = [schema_whole(), *(_typed(get_type_hints(FileEntry)[name]) for name in ("who", "what"))]
    entry += [schema_array(schema_text()), schema_text(r"[0-9a-f]{8}\.[0-9a-f]{8}")]
    columns = {"type": "array", "prefixItems": entry, "items": False, "minItems": len(entry)}
    parts = {"header": header, "entries": schema_array(columns)}
    return _document(f"A match file of {game.title}", schema_record(parts))


def _document(title: str, schema: Schema) -> Schema:
    return {"$schema": DIALECT, "title": title, **schema}


def _blank(game: AnyGame, seats: int | None, options: Mapping[str, Any] | None) -> Any:
    if game.table is None:
        raise RulekeepError(f"{game.title} does not declare its table, so its schema is not known")
    usual = game.usual_seats or game.seats[0]
    return game.table(game.terms(usual if seats is None else seats, options or {}))


def _position(game: AnyGame, blank: Any) -> Schema:
    table = type(blank)
    schema: Schema = schema_record(
        {"seats": {"const": blank.terms.seats}, "options": _options(game.options)}
    )
    for field in fields_of(table):
        if field.form is not None:
            described = {"description": field.help or field.form.says, **field.form.schema(blank)}
            _put(schema, field.key, described)
    for repeats in table.REPEATS:
        _put(schema, repeats.key, {"description": repeats.help, **repeats.written})
    return schema


def _put(record: Schema, key: str, schema: Schema) -> None:
    """Add a key; a dotted key is nested. Of several fields with one key the first counts."""
    *outer, last = key.split(".")
    for part in outer:
        record = record["properties"].setdefault(part, schema_record({}))
    record["properties"].setdefault(last, schema)
    _require_all(record)


def _require_all(record: Schema) -> None:
    record["required"] = list(record["properties"])
    for inner in record["properties"].values():
        if inner.get("required") == [] and inner["properties"]:
            _require_all(inner)


def _options(options: Iterable[Option]) -> Schema:
    values: dict[str, Schema] = {}
    for option in options:
        known = {"enum": list(option.values)}
        if option.kind == "integer":
            known = schema_whole(option.low, option.high)
        values[option.name] = {"description": option.help, **known}
    return schema_record(values)


def _attributes(kind: type) -> Schema:
    hints = get_type_hints(kind)
    return schema_record({field.name: _typed(hints[field.name]) for field in attrs.fields(kind)})


PLAIN: dict[Any, Schema] = {
    str: schema_text(),
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
}


def _typed(hint: Any) -> Schema:
    """The schema of a type hint."""
    origin = get_origin(hint)
    if origin is tuple:
        return schema_array(_typed(get_args(hint)[0]))
    if origin in (Union, types.UnionType):
        return {"anyOf": [_typed(part) for part in get_args(hint)]}
    return PLAIN.get(hint, {"type": "object"} if origin is not None else {})
