"""Write out frozen attrs classes as plain classes, because mypyc makes native classes of those only.

Attributes stay read-only: the compiler gives a `Final` attribute no setter. Line numbers stay the
same up to the end of the class. `attrs.fields` and `attrs.evolve` work as before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module

from attrs import Attribute, fields, frozen, has

_HEAD = "from __future__ import annotations"
_IMPORTS = f"{_HEAD}; import typing as _move_typing; import attrs as _move_attrs"
_ANY = "_move_typing.Any"


@frozen
class _Part:
    """One attribute: what attrs knows of it, and how the source writes its type and default."""

    known: Attribute[object]
    type: str
    default: str
    """An expression, `self.METHOD()` for a default that a method makes, or nothing."""
    fresh: bool = False
    """Whether the default is made anew for every object: by a method or a factory."""

    @property
    def name(self) -> str:
        return self.known.name


def expand_moves(module: str, source: str) -> str:
    """The source of a module with its frozen attrs classes written out."""
    found = [node for node in ast.parse(source).body if _is_frozen(module, node)]
    for node in reversed(found):
        assert isinstance(node, ast.ClassDef)
        source = _expand(getattr(import_module(module), node.name), node, source)
    return source.replace(_HEAD, _IMPORTS, 1) if found else source


def _is_frozen(module: str, node: ast.stmt) -> bool:
    if not isinstance(node, ast.ClassDef) or node.bases:
        return False
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    return (
        len(decorators) == 1
        and decorators[0].startswith("frozen")
        and has(getattr(import_module(module), node.name))
    )


def _expand(kind: type, node: ast.ClassDef, source: str) -> str:
    lines = source.splitlines()
    for line in range(node.decorator_list[0].lineno - 1, node.lineno - 1):
        lines[line] = ""
    validators = list(_without_decorators(node, lines, "validator"))
    defaults = dict(_without_decorators(node, lines, "default"))
    parts = []
    known = {attribute.name: attribute for attribute in fields(kind)}
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            written = ast.unparse(statement.annotation)
            default, fresh = _default(source, statement.value)
            if name in defaults:
                default, fresh = f"self.{defaults[name]}()", True
            parts.append(_Part(known[name], written, default, fresh))
            _declare(lines, statement, written)
    assert [part.name for part in parts] == list(known), f"{kind} has attributes not found here"
    assert node.end_lineno is not None
    lines[node.end_lineno : node.end_lineno] = [
        *_methods(kind.__name__, parts, validators),
        "",
        _description(kind.__name__, parts),
    ]
    return "\n".join([*lines, ""])


def _without_decorators(
    node: ast.ClassDef, lines: list[str], role: str
) -> Iterator[tuple[str, str]]:
    """The attribute and the method of every `@attribute.ROLE`; the decorators go."""
    for method in node.body:
        if not isinstance(method, ast.FunctionDef):
            continue
        for decorator in method.decorator_list:
            if isinstance(decorator, ast.Attribute) and decorator.attr == role:
                lines[decorator.lineno - 1] = ""
                yield ast.unparse(decorator.value), method.name


def _default(source: str, value: ast.expr | None) -> tuple[str, bool]:
    """The default in the source: `= 3`, or `= field(default=3)`; whether a factory makes it."""
    if isinstance(value, ast.Call) and ast.unparse(value.func).endswith("field"):
        given = {keyword.arg: keyword.value for keyword in value.keywords}
        unknown = set(given) - {"default", "factory", "init", "eq", "repr"}
        assert not unknown, f"write_out_moves does not know {unknown}"
        if "factory" in given:
            return f"{ast.unparse(given['factory'])}()", True
        value = given.get("default")
    return "" if value is None else ast.get_source_segment(source, value) or "", False


def _declare(lines: list[str], statement: ast.AnnAssign, written: str) -> None:
    assert isinstance(statement.target, ast.Name) and statement.end_lineno is not None
    for line in range(statement.lineno - 1, statement.end_lineno):
        lines[line] = ""
    lines[statement.lineno - 1] = f"    {statement.target.id}: _move_typing.Final[{written}]"


def _methods(name: str, parts: list[_Part], validators: list[tuple[str, str]]) -> list[str]:
    asked = [part for part in parts if part.known.init]
    compared = [part.name for part in parts if part.known.eq]
    shown = [f"{part.name}={{self.{part.name}!r}}" for part in parts if part.known.repr]
    values = "".join(f"self.{part.name}, " for part in asked)
    same = "".join(f" and self.{each} == other.{each}" for each in compared)
    return [
        "",
        f"    __attrs_attrs__: _move_typing.ClassVar[{_ANY}] = ()",
        f"    __match_args__: _move_typing.ClassVar[{_ANY}] = {tuple(part.name for part in asked)!r}",
        "",
        f"    def __init__({', '.join(['self', *map(_parameter, asked)])}) -> None:",
        *(f"        self.{part.name} = {_value(part)}" for part in parts),
        *(f"        self.{method}(None, self.{of})" for of, method in validators),
        *(() if parts else ("        pass",)),
        "",
        "    def __eq__(self, other: object) -> bool:",
        f"        return self is other or (isinstance(other, {name}){same})",
        "",
        *_hash(name, compared),
        "",
        "    def __repr__(self) -> str:",
        f'        return f"{name}({", ".join(shown)})"',
        "",
        f"    def __reduce__(self) -> tuple[{_ANY}, ...]:",
        f"        return ({name}, ({values}))",
    ]


def _hash(name: str, compared: list[str]) -> list[str]:
    """Search looks the same moves up again and again: a hash is kept, -1 until it is needed."""
    hashed = "".join(f", self.{each}" for each in compared)
    return [
        "    _known_hash: int = -1",
        "",
        "    def __hash__(self) -> int:",
        "        if self._known_hash == -1:",
        f"            self._known_hash = hash(({name!r}{hashed},))",
        "        return self._known_hash",
    ]


def _parameter(part: _Part) -> str:
    if part.fresh:
        return f"{part.name}: {part.type} | None = None"
    return f"{part.name}: {part.type}{' = ' + part.default if part.default else ''}"


def _value(part: _Part) -> str:
    if not part.fresh:
        return part.name
    if not part.known.init:
        return part.default
    return f"{part.default} if {part.name} is None else {part.name}"


def _description(name: str, parts: list[_Part]) -> str:
    """What attrs reads of a class: its fields with their defaults."""
    named = "".join(f"{part.name!r}: {_field(part)}, " for part in parts)
    fields_of = f"_move_attrs.fields(_move_attrs.make_class({name!r}, {{{named}}}, frozen=True))"
    return f"{name}.__attrs_attrs__ = {fields_of}"


def _field(part: _Part) -> str:
    known = part.known
    value = "None" if part.fresh else part.default
    default = f"default=_move_typing.cast({_ANY}, {value}), " if value else ""
    return f"_move_attrs.field({default}init={known.init}, eq={known.eq}, repr={known.repr})"
