"""A field, and the methods that are written from the fields of a class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final


class _Nothing:
    def __repr__(self) -> str:
        return "NOTHING"


NOTHING: Final = _Nothing()
"""There is no default."""


class Factory:
    """A default that is made anew for every object."""

    __slots__ = ("factory", "takes_self")

    def __init__(self, factory: Callable[..., Any], takes_self: bool = False) -> None:
        self.factory = factory
        self.takes_self = takes_self


Judge = Callable[[Any, Any, Any], None]
"""Asked of a new object, the field and its value; it raises what it has against it."""


class Field:
    """One field of a class."""

    __slots__ = ("default", "eq", "init", "judge", "kw_only", "name", "repr")

    def __init__(
        self,
        name: str,
        default: Any = NOTHING,
        init: bool = True,
        eq: bool = True,
        repr: bool = True,
        kw_only: bool = False,
        judge: Judge | None = None,
    ) -> None:
        self.name = name
        self.default = default
        self.init = init
        self.eq = eq
        self.repr = repr
        self.kw_only = kw_only
        self.judge = judge

    @property
    def alias(self) -> str:
        """What it is called by those who make an object."""
        return self.name.lstrip("_")


def write_init(made: Any, frozen: bool, kept_hash: str | None) -> Any:
    """`__init__` of a class, as one would write it by hand."""
    fields: tuple[Field, ...] = made.__values__
    space: dict[str, Any] = {"NOTHING": NOTHING, "keep": object.__setattr__}
    first = [_parameter(f, space) for f in fields if f.init and not f.kw_only]
    named = [_parameter(f, space) for f in fields if f.init and f.kw_only]
    head = ", ".join(["self", *first, *(["*", *named] if named else [])])
    body = [line for f in fields for line in _filling(made, f, frozen, space)]
    if kept_hash is not None:
        body.append(f"keep(self, {kept_hash!r}, None)")
    for f in fields:
        if f.judge is not None:
            space[f"judge_{f.name}"], space[f"field_{f.name}"] = f.judge, f
            body.append(f"judge_{f.name}(self, field_{f.name}, self.{f.name})")
    if hasattr(made, "__attrs_post_init__"):
        body.append("self.__attrs_post_init__()")
    return _written(made, "__init__", head, body or ["pass"], space)


def write_eq(made: Any) -> Any:
    """`__eq__`: of the same class, and equal field by field."""
    same = " and ".join(f"self.{f.name} == other.{f.name}" for f in made.__values__ if f.eq)
    body = [f"if other.__class__ is self.__class__: return {same or True}", "return NotImplemented"]
    return _written(made, "__eq__", "self, other", body, {})


def write_hash(made: Any, kept_hash: str | None) -> Any:
    """`__hash__` of all that is compared, reckoned once if it is kept."""
    compared = "".join(f"self.{f.name}, " for f in made.__values__ if f.eq)
    body = [f"return hash(({compared}))"]
    space: dict[str, Any] = {}
    if kept_hash is not None:
        space["keep"] = getattr(made, kept_hash).__set__
        body = [
            f"if self.{kept_hash} is None: keep(self, hash(({compared})))",
            f"return self.{kept_hash}",
        ]
    return _written(made, "__hash__", "self", body, space)


def _written(made: Any, name: str, head: str, body: list[str], space: dict[str, Any]) -> Any:
    text = f"def {name}({head}):\n " + "\n ".join(body)
    exec(text, space)  # noqa: S102 (names of declared fields, never data)
    method = space[name]
    method.__qualname__ = f"{made.__qualname__}.{name}"
    method.__module__ = made.__module__
    return method


def _parameter(f: Field, space: dict[str, Any]) -> str:
    if f.default is NOTHING:
        return f.alias
    if isinstance(f.default, Factory):
        return f"{f.alias}=NOTHING"
    space[f"default_{f.name}"] = f.default
    return f"{f.alias}=default_{f.name}"


def _filling(made: Any, f: Field, frozen: bool, space: dict[str, Any]) -> list[str]:
    """The lines that give a field its value."""
    if isinstance(f.default, Factory):
        space[f"make_{f.name}"] = f.default.factory
        value = f"make_{f.name}({'self' if f.default.takes_self else ''})"
        if f.init:
            value = f"{value} if {f.alias} is NOTHING else {f.alias}"
    elif f.init:
        value = f.alias
    elif f.default is NOTHING:
        return []
    else:
        space[f"default_{f.name}"] = f.default
        value = f"default_{f.name}"
    slot: Any = getattr(made, f.name, None)
    if not frozen:
        return [f"self.{f.name} = {value}"]
    if hasattr(slot, "__set__"):  # shorter than the way round by the name
        space[f"set_{f.name}"] = slot.__set__
        return [f"set_{f.name}(self, {value})"]
    return [f"keep(self, {f.name!r}, {value})"]
