"""What the decorators do with a class: fields from its annotations, slots, methods on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar

from rulekeep.core.values.writing import (
    NOTHING,
    Factory,
    Field,
    Judge,
    write_eq,
    write_hash,
    write_init,
)

C = TypeVar("C", bound=type)
D = TypeVar("D", bound=Callable[..., Any])
T = TypeVar("T")

_HASH = "_kept_hash"


class FrozenValueError(AttributeError):
    """A field of a frozen value was to be changed."""


class _Said:
    """What is said of a field in its class; its decorators tie methods to it."""

    def __init__(self, default: Any, about: Mapping[str, bool]) -> None:
        self._default = default
        self._about = about
        self._judge: Judge | None = None

    def default(self, method: D) -> D:
        self._default = Factory(method, takes_self=True)
        return method

    def validator(self, method: D) -> D:
        self._judge = method
        return method

    def named(self, name: str) -> Field:
        return Field(name, self._default, **self._about, judge=self._judge)


def field(
    *,
    default: Any = NOTHING,
    factory: Callable[[], Any] | None = None,
    init: bool = True,
    eq: bool = True,
    repr: bool = True,
    kw_only: bool = False,
) -> Any:
    """A field about which there is more to say than its type and default."""
    chosen = default if factory is None else Factory(factory)
    return _Said(chosen, {"init": init, "eq": eq, "repr": repr, "kw_only": kw_only})


def frozen(
    cls: Any = None, *, slots: bool = True, eq: bool = True, cache_hash: bool = False
) -> Any:
    """A class of values that never change, equal when all their fields are."""

    def declare(cls: C) -> C:
        space = {"__setattr__": _refuse, "__delattr__": _refuse}
        made = _made(cls, space, slots, (_HASH,) if cache_hash else ())
        kept = _HASH if cache_hash else None
        _give(made, "__init__", lambda: write_init(made, True, kept))
        if eq:
            _give(made, "__eq__", lambda: write_eq(made))
            _give(made, "__hash__", lambda: write_hash(made, kept))
        return made

    return declare if cls is None else declare(cls)


def define(cls: Any = None, *, slots: bool = True, eq: bool = True) -> Any:
    """A class of things whose fields may change."""

    def declare(cls: C) -> C:
        made = _made(cls, {}, slots, ())
        _give(made, "__init__", lambda: write_init(made, False, None))
        if eq:
            _give(made, "__eq__", lambda: write_eq(made))
            made.__hash__ = None  # type: ignore[assignment]
        return made

    return declare if cls is None else declare(cls)


# -- making the class -------------------------------------------------------------------------


def _made(cls: C, methods: Mapping[str, Any], slots: bool, more: tuple[str, ...]) -> C:
    """The class with its fields, and with slots for them if it shall have any."""
    own = _own_fields(cls)
    space = {name: value for name, value in vars(cls).items() if name not in _NOT_TAKEN_OVER}
    for given in own:
        space.pop(given.name, None)
    every = (*_inherited(cls, own), *own)
    told = _AsAttrs()
    added = {
        **methods,
        "__values__": every,
        "__attrs_attrs__": told,
        "__match_args__": tuple(f.alias for f in every if f.init and not f.kw_only),
        "__repr__": _shown,
    }
    if not slots:
        for given in own:
            if given.name in vars(cls):
                delattr(cls, given.name)
        for name, value in added.items():
            if name not in vars(cls):
                setattr(cls, name, value)
        told.owner = cls
        return cls
    there = {name for base in cls.__mro__[1:] for name in vars(base).get("__slots__", ())}
    names = (*(f.name for f in own), *more)
    made = type(cls)(
        cls.__name__,
        cls.__bases__,
        {
            "__getstate__": _state,
            "__setstate__": _restore,
            **added,
            **space,
            "__slots__": tuple(name for name in names if name not in there),
            "__qualname__": cls.__qualname__,
        },
    )
    _mend_cells(cls, made)
    return made


_NOT_TAKEN_OVER = frozenset(("__dict__", "__weakref__"))


def _give(made: type, name: str, write: Callable[[], Any]) -> None:
    """A method, unless the class has one of its own."""
    # Python itself takes the hash from a class that says what is equal.
    if vars(made).get(name) is None:
        setattr(made, name, _on_demand(made, name, write))


def _own_fields(cls: type) -> list[Field]:
    found = []
    for name, kind in vars(cls).get("__annotations__", {}).items():
        if str(kind).startswith(("ClassVar", "typing.ClassVar")):
            continue
        said = vars(cls).get(name, NOTHING)
        found.append(said.named(name) if isinstance(said, _Said) else Field(name, said))
    return found


def _inherited(cls: type, own: list[Field]) -> list[Field]:
    """The fields of its bases, unless it has them anew."""
    found: dict[str, Field] = {}
    for base in reversed(cls.__mro__[1:]):
        for given in vars(base).get("__values__", ()):
            found[given.name] = given
    for given in own:
        found.pop(given.name, None)
    return list(found.values())


def _mend_cells(old: type, new: type) -> None:
    """`super()` and `__class__` in methods mean the class with slots, not the one it came from."""
    for value in vars(new).values():
        function = getattr(value, "__func__", getattr(value, "fget", value))
        if isinstance(function, FunctionType) and "__class__" in function.__code__.co_freevars:
            for cell in function.__closure__ or ():
                if cell.cell_contents is old:
                    cell.cell_contents = new


# -- methods ----------------------------------------------------------------------------------


def _on_demand(made: Any, name: str, write: Callable[[], Any]) -> Any:
    """A method that is written, and takes its own place, when it is first called."""

    def method(self: Any, *args: Any, **named: Any) -> Any:
        written = write()
        setattr(made, name, written)
        return written(self, *args, **named)

    return method


def _shown(self: Any) -> str:
    said = (f"{f.name}={getattr(self, f.name)!r}" for f in self.__values__ if f.repr)
    return f"{type(self).__qualname__}({', '.join(said)})"


def _refuse(self: Any, name: str, value: Any = None) -> None:
    raise FrozenValueError(f"{name!r} of a {type(self).__name__} cannot be changed")


def _state(self: Any) -> dict[str, Any]:
    return {given.name: getattr(self, given.name) for given in self.__values__}


def _restore(self: Any, state: Mapping[str, Any]) -> None:
    for name, value in state.items():
        object.__setattr__(self, name, value)
    if hasattr(type(self), _HASH):
        object.__setattr__(self, _HASH, None)  # texts have other hashes in another process


# -- asking and changing ----------------------------------------------------------------------


def has(cls: type) -> bool:
    """Whether a class is declared by its fields, here or by attrs."""
    return hasattr(cls, "__values__") or hasattr(cls, "__attrs_attrs__")


def fields(cls: type) -> tuple[Any, ...]:
    """The fields of a class in order, those of its bases first."""
    for base in cls.__mro__:
        if "__values__" in vars(base):
            return vars(base)["__values__"]  # type: ignore[no-any-return]
        if "__attrs_attrs__" in vars(base):
            return vars(base)["__attrs_attrs__"]  # type: ignore[no-any-return]
    raise TypeError(f"{cls.__name__} is not declared by its fields")


def evolve(value: T, /, **changes: Any) -> T:
    """The same value with other fields."""
    for given in fields(type(value)):
        if given.init and given.alias not in changes:
            changes[given.alias] = getattr(value, given.name)
    return type(value)(**changes)


def asdict(value: Any) -> dict[str, Any]:
    """The fields by name; values in them likewise, wherever they lie."""
    return {given.name: _plain(getattr(value, given.name)) for given in fields(type(value))}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple | set | frozenset):
        inner = [_plain(item) for item in value]
        return type(value)(*inner) if hasattr(value, "_fields") else type(value)(inner)
    if isinstance(value, dict):
        return {_plain(key): _plain(item) for key, item in value.items()}
    return asdict(value) if has(type(value)) else value


class _AsAttrs:
    """What attrs wants to know of a class, told when it asks."""

    def __init__(self) -> None:
        self.owner: Any = None
        self._told: Any = None

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner = owner

    def __get__(self, value: Any, owner: type) -> Any:
        if self._told is None:
            import attrs

            said = {given.name: _for_attrs(given) for given in self.owner.__values__}
            self._told = attrs.fields(attrs.make_class(self.owner.__name__, said))
        return self._told


def _for_attrs(given: Field) -> Any:
    import attrs

    default = given.default
    if default is NOTHING:
        default = attrs.NOTHING
    elif isinstance(default, Factory):
        made: Any = attrs.Factory
        default = made(default.factory, default.takes_self)
    return attrs.field(
        default=default, init=given.init, eq=given.eq, repr=given.repr, kw_only=given.kw_only
    )
