"""JSON Schema of what a game writes, made from the declarations: for programs in any language."""

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
    Form,
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
    """What `to_dict` says of tables with these seats and options.

    A position that is given may leave out any key; then the rest must be as it says here.
    """
    return _document(f"A position of {game.title}", _position(game, _blank(game, seats, options)))


def observation_schema(
    game: AnyGame, seats: int | None = None, options: Mapping[str, Any] | None = None
) -> Schema:
    """What a seat or a spectator is told of such a table."""
    blank = _blank(game, seats, options)
    known = _position(game, blank)
    special = {key: form.schema(blank) for key, form in game.observed.items()}
    known = known | {"properties": known["properties"] | special}
    del known["required"]  # what is hidden is left out
    return _document(f"What a seat sees of {game.title}", known)


def move_schema(game: AnyGame) -> Schema:
    """The notation of moves, form by form."""
    if game.language is None:
        raise RulekeepError(f"{game.title} does not declare the forms of its moves")
    forms = [{"type": "string", "pattern": form} for form in game.language.patterns]
    return _document(f"A move of {game.title}", {"anyOf": forms})


def match_schema(game: AnyGame) -> Schema:
    """The header of a match file, and its entries: each the columns of a line, outcomes read."""
    header = _attributes(MatchHeader)
    seldom = [f.name for f in attrs.fields(MatchHeader) if f.default is None]
    header["required"] = [name for name in header["required"] if name not in seldom]
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
    said: Schema = schema_record(
        {"seats": {"const": blank.terms.seats}, "options": _options(game.options)}
    )
    for field in fields_of(table):
        if field.form is not None:
            _put(said, field.key, _told(field.form, field.help, blank))
    for repeats in table.REPEATS:
        _put(said, repeats.key, {"description": repeats.help, **repeats.written})
    return said


def _told(form: Form[Any], help: str, blank: Any) -> Schema:
    return {"description": help or form.says, **form.schema(blank)}


def _put(said: Schema, key: str, schema: Schema) -> None:
    """A dotted key is nested; of several fields with one key the first writes it."""
    *outer, last = key.split(".")
    for part in outer:
        said = said["properties"].setdefault(part, schema_record({}))
    if last not in said["properties"]:
        said["properties"][last] = schema
    _require(said)


def _require(said: Schema) -> None:
    said["required"] = list(said["properties"])
    for inner in said["properties"].values():
        if inner.get("required") == [] and inner["properties"]:
            _require(inner)


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
    """A type of ours as JSON."""
    origin = get_origin(hint)
    if origin is tuple:
        return schema_array(_typed(get_args(hint)[0]))
    if origin in (Union, types.UnionType):
        return {"anyOf": [_typed(part) for part in get_args(hint)]}
    return PLAIN.get(hint, {"type": "object"} if origin is not None else {})
