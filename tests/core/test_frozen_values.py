"""Frozen values behave as those of attrs."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import attrs
import pytest

from rulekeep.core.frozen_values import frozen


@frozen
class Said:
    words: tuple[str, ...]
    loud: bool = False
    line: int = attrs.field(default=0, eq=False, repr=False)


@frozen
class Answered(Said):
    to: str = ""


@attrs.frozen
class Elsewhere(Answered):
    """As a plugin declares it."""

    seat: int = 0


@frozen
class Nothing:
    pass


def test_values_are_compared_and_shown_field_by_field() -> None:
    said = Said(("a",), line=3)
    assert said == Said(("a",), line=4) != Said(("b",))
    assert hash(said) == hash(Said(("a",), line=4))
    assert repr(said) == "Said(words=('a',), loud=False)"
    assert said != Answered(("a",)) and Answered(("a",)) == Answered(("a",))
    assert {Nothing(): 1}[Nothing()] == 1 and repr(Nothing()) == "Nothing()"


def test_values_do_not_change() -> None:
    said = Said(())
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        said.loud = True  # type: ignore[misc]
    assert attrs.evolve(said, loud=True).loud


def test_fields_are_known_before_there_is_a_value() -> None:
    @frozen
    class Fresh(Said):
        more: int = 0

    assert [field.name for field in attrs.fields(Fresh)] == ["words", "loud", "line", "more"]


def test_classes_of_others_stand_on_them() -> None:
    found = Elsewhere((), to="you", seat=2)
    assert attrs.asdict(found) == {"words": (), "loud": False, "line": 0, "to": "you", "seat": 2}


def test_a_class_keeps_what_it_says_itself() -> None:
    @frozen
    class Odd:
        number: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Odd) and (self.number - other.number) % 2 == 0

        def __repr__(self) -> str:
            return "odd"

    assert Odd(1) == Odd(3) and repr(Odd(1)) == "odd"


def test_a_pattern_names_the_fields() -> None:
    match Answered(("a",), True, to="b"):
        case Said(words, loud):
            assert words == ("a",) and loud
        case _:
            raise AssertionError


def test_a_value_from_another_process_is_equal_to_its_like() -> None:
    told = pickle.dumps([_refused(), _refused()])
    ask = (
        "import pickle, sys; one, other = pickle.loads(sys.stdin.buffer.read());"
        "print(one == other, len({one, other}), one)"
    )
    done = subprocess.run([sys.executable, "-c", ask], input=told, capture_output=True, check=True)
    assert done.stdout.decode().split() == ["True", "1", "Refusal(rule='A-1',", "because='no')"]


def _refused() -> Any:
    from rulekeep.core.rulebook import Refusal

    return Refusal("A-1", "no")
