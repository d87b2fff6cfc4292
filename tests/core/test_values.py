"""Classes declared by their fields behave as those of attrs do."""

from __future__ import annotations

import copy
import pickle
from typing import Any, ClassVar

import attrs
import pytest

from rulekeep.core import values


def declare(means: Any) -> tuple[Any, Any, Any]:
    """The same three classes by one or the other means."""

    @means.frozen
    class Base:
        rules: tuple[str, ...]
        seen_by: tuple[int, ...] | None = means.field(default=None, kw_only=True)

        def said(self) -> str:
            return "base"

    @means.frozen
    class Derived(Base):
        kind: ClassVar[str] = "derived"
        seat: Any = means.field()
        cells: list[int] = means.field(factory=list)
        line: int = means.field(default=0, eq=False, repr=False)
        double: Any = means.field(init=False, eq=False)

        @double.default  # type: ignore[untyped-decorator]
        def _double(self) -> Any:
            return 2 * self.seat

        @seat.validator  # type: ignore[untyped-decorator]
        def _is_a_seat(self, _: object, seat: int) -> None:
            if seat < 0:
                raise ValueError("no seat")

        def said(self) -> str:
            return super().said() + " derived"

    @means.define(slots=False)
    class Open:
        name: str
        _parts: dict[str, int] = means.Factory(dict)

        def __attrs_post_init__(self) -> None:
            self.name = self.name.upper()

    return Base, Derived, Open


BOTH = pytest.mark.parametrize("means", [values, attrs], ids=["values", "attrs"])


@BOTH
def test_they_are_made_compared_and_shown(means: Any) -> None:
    Base, Derived, Open = declare(means)
    first = Derived(("A",), 3, line=4)
    assert first == Derived(rules=("A",), seat=3, cells=[], line=9)
    assert first != Derived(("A",), 4) and first != Derived(("A",), 3, seen_by=(1,))
    assert Base(("A",)) != first and Base(("A",)) == Base(("A",))
    assert repr(first).endswith("Derived(rules=('A',), seen_by=None, seat=3, cells=[], double=6)")
    assert first.said() == "base derived"
    assert hash(Base(("A",))) == hash(Base(("A",))) and len({Base(("A",)), Base(("A",))}) == 1
    assert Derived.__match_args__ == ("rules", "seat", "cells", "line")
    assert Derived(("A",), 1).cells is not Derived(("A",), 1).cells
    thing = Open("x", parts={"a": 1})
    thing.name = "Z"
    assert thing == Open("z", {"a": 1}) and thing != Open("x", {"a": 1})
    assert Open("q").name == "Q" and Open.__hash__ is None


@BOTH
def test_frozen_ones_do_not_change_and_bad_ones_are_not_made(means: Any) -> None:
    Base, Derived, _ = declare(means)
    value = Derived(("A",), 1)
    with pytest.raises(AttributeError):
        value.seat = 2
    with pytest.raises(AttributeError):
        del value.seat
    with pytest.raises(ValueError, match="no seat"):
        Derived(("A",), -1)
    for said, named in [((), {}), (((), ()), {}), (((),), {"other": 1})]:
        with pytest.raises(TypeError):
            Base(*said, **named)


@pytest.mark.parametrize("helpers", [values, attrs], ids=["values", "attrs"])
@BOTH
def test_the_helpers_of_both_serve_both(means: Any, helpers: Any) -> None:
    Base, Derived, Open = declare(means)
    value = Derived(("A",), 3, [1])
    assert helpers.evolve(value, seat=5) == Derived(("A",), 5, [1])
    assert helpers.evolve(value, seat=5).double == 10
    assert helpers.evolve(Open("x", {"a": 1}), parts={}) == Open("x")
    assert helpers.asdict(Base((Base(("B",)),))) == {
        "rules": ({"rules": ("B",), "seen_by": None},),
        "seen_by": None,
    }
    names = [given.name for given in helpers.fields(Derived)]
    assert names == ["rules", "seen_by", "seat", "cells", "line", "double"]
    assert helpers.has(Derived) and not helpers.has(int)
    assert [given.default for given in helpers.fields(Base)][1] is None


def test_a_class_of_attrs_may_have_one_of_ours_as_its_base() -> None:
    _, Derived, _ = declare(values)

    @attrs.frozen
    class Moved(Derived):  # type: ignore[misc, valid-type]
        card: str = "K"

    made: Any = Moved
    moved = made(("A",), 2, seen_by=(1,), card="Q")
    assert moved == made(("A",), 2, [], card="Q", seen_by=(1,)) and moved != made(("A",), 2)
    assert values.asdict(moved)["card"] == "Q" and values.evolve(moved, card="J").card == "J"
    assert moved.said() == "base derived" and moved.double == 4


@values.frozen
class Kept:
    name: str
    number: int = 0


@values.frozen(cache_hash=True)
class Hashed:
    name: str


@pytest.mark.parametrize("value", [Kept("a", 2), Hashed("a")], ids=repr)
def test_they_survive_copies_and_other_processes(value: Any) -> None:
    hash(value)
    for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert again == value and hash(again) == hash(value)
    assert not hasattr(value, "__dict__")
