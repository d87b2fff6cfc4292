"""Declared tables: slots, copies, equality, and positions written, read, completed and judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from rulekeep.core import DeclaredState, Repeats, derived, kept, remembered
from rulekeep.core.data_files import Node
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.primitives.bag import Bag
from rulekeep.core.rule_options import Terms
from rulekeep.core.state.fields import (
    Counts,
    Flag,
    Keyed,
    Listed,
    Mask,
    OrNone,
    Packed,
    PerSeat,
    Record,
    SeatMask,
    SeatNumber,
    Text,
    Whole,
    Word,
)
from rulekeep.core.state.position_data import (
    Fault,
    GivenKeys,
    keys_of,
    read_position,
    write_position,
)
from rulekeep.session.position_format import described

KINDS = ("oak", "elm")
CELLS = ("A1", "A2", "B1")
PHASES = ("draw", "play", "over")


@dataclass(slots=True, eq=False, init=False)
class Wood(DeclaredState[Terms[None]]):
    REPEATS = (Repeats("trees", lambda state: state.bag.total, "how many are left"),)
    RETIRED = ("history",)

    phase: int = kept(0, Word(PHASES), "what is to be done")
    active: int = kept(0, SeatNumber())
    out: int = kept(0, SeatMask())
    victim: int = kept(-1, OrNone(SeatNumber()), key="attack.victim")
    strength: int = kept(0, Whole(0, 9), key="attack.strength")
    hands: list[list[int]] = kept(
        lambda terms: [[] for _ in range(terms.seats)],
        PerSeat(Listed(Word(KINDS)), keyed=True, default=list),
    )
    points: list[int] = kept(lambda terms: [0] * terms.seats, PerSeat(Whole(0, 99)))
    heights: list[int] = kept(
        lambda terms: [0] * len(CELLS), Keyed(CELLS, Whole(0, 5), default=0, sparse=True)
    )
    burnt: int = kept(0, Mask(CELLS, "cells"))
    bag: Bag = kept(lambda terms: Bag(KINDS, (3, 2)), Counts(KINDS, 3))
    windy: bool = kept(False, Flag())
    mood: str = kept("calm", Text("calm", "wild"))
    tall: int = derived(0)
    known: list[int] | None = remembered()

    def measure(self) -> int:
        return sum(1 << cell for cell, height in enumerate(self.heights) if height)


def agree(seats: int, options: Any) -> Terms[None]:
    if options:
        raise SetupError("a wood has no options")
    return Terms(None, seats, {})


def complete(state: Wood, said: GivenKeys) -> None:
    state.tall = state.measure()
    if "points" not in said and "heights" in said:
        state.points[0] = sum(state.heights)


def audit(state: Wood) -> Iterator[Fault]:
    if state.tall != state.measure():
        yield Fault("heights", "kept wrongly")
    if state.burnt & state.tall:
        yield Fault("burnt", "a burnt cell has no trees")
    if state.strength and state.victim < 0:
        yield Fault("attack.victim", "nobody is attacked with strength")


def read(data: Any) -> Wood:
    return read_position(Wood, data, agree, range(2, 5), complete=complete, audit=audit)


def fresh(seats: int = 2) -> Wood:
    return Wood(agree(seats, {}))


def test_a_table_has_slots_and_its_defaults() -> None:
    wood = fresh(3)
    assert not hasattr(wood, "__dict__")
    assert (wood.phase, wood.hands, wood.points) == (0, [[], [], []], [0, 0, 0])
    with pytest.raises(AttributeError):
        wood.leaves = 3  # type: ignore[attr-defined]


def test_a_copy_shares_nothing_that_changes() -> None:
    wood = fresh()
    wood.known = [1]
    twin = wood.copy()
    assert twin == wood and twin is not wood
    twin.hands[0].append(1)
    twin.points[1] = 7
    twin.bag.remove(0)
    assert (wood.hands, wood.points, wood.bag.total) == ([[], []], [0, 0], 5)
    assert twin != wood


def test_what_is_remembered_does_not_tell_tables_apart() -> None:
    wood, twin = fresh(), fresh()
    twin.known = [1, 2]
    assert wood == twin
    twin.tall = 1
    assert wood != twin
    assert wood != fresh(3)
    assert wood != object()


def test_a_table_without_its_decorator_says_so() -> None:
    class Bare(DeclaredState[Terms[None]]):
        pass

    with pytest.raises(TypeError, match="Bare needs @dataclass"):
        Bare(agree(2, {}))


POSITION = {
    "seats": 3,
    "options": {},
    "phase": "play",
    "active": 2,
    "out": [1],
    "attack": {"victim": 0, "strength": 4},
    "hands": {"0": ["oak", "elm"], "1": [], "2": ["elm"]},
    "points": [1, 2, 3],
    "heights": {"A2": 3},
    "burnt": ["B1"],
    "bag": {"oak": 1},
    "windy": True,
    "mood": "wild",
    "trees": 1,
}


def test_positions_are_written_and_read_back() -> None:
    wood = read(POSITION)
    assert (wood.phase, wood.victim, wood.heights, wood.tall) == (1, 0, [0, 3, 0], 2)
    assert write_position(wood) == POSITION
    assert list(write_position(wood)) == list(POSITION)
    assert read(write_position(wood)) == wood
    assert keys_of(Wood)[:6] == ("seats", "options", "phase", "active", "out", "attack.victim")


def test_what_is_left_out_has_its_default_or_follows() -> None:
    assert read({}) == fresh()
    assert read({"heights": {"A1": 2, "B1": 1}}).points == [3, 0]
    assert read({"hands": {"1": ["oak"]}}).hands == [[], [0]]
    assert read({"hands": [["oak"], []]}).hands == [[0], []]


def test_null_is_left_out_unless_nothing_is_a_value() -> None:
    assert read({"points": None, "seats": None, "phase": None}) == fresh()
    assert read({"attack": {"victim": None}}).victim == -1
    assert read({"attack": None}) == fresh()


def test_a_value_may_be_kept_in_another_shape_than_it_is_written() -> None:
    pairs = Packed(
        PerSeat(Whole(0, 9)),
        lambda said, state: 10 * said[0] + said[1] + state.active,
        lambda kept: divmod(kept, 10),
    )
    wood = fresh()
    assert pairs.write(47, wood) == [4, 7]
    assert pairs.read(Node.of([4, 7], "pair"), wood) == 47
    assert pairs.schema(wood) == PerSeat(Whole(0, 9)).schema(wood)
    with pytest.raises(DataError, match=r"pair\[1\]"):
        pairs.read(Node.of([4, 12], "pair"), wood)
    assert pairs.says == "per seat a whole number, 0 to 9"
    assert Packed(PerSeat(Whole()), lambda said, _: said, list, "two numbers").says == "two numbers"


def test_a_tuple_may_be_written_with_a_key_for_each_part() -> None:
    order = Record({"kind": Word(KINDS), "number": Whole(1, 9), "buyer": OrNone(SeatNumber())})
    wood = fresh()
    assert order.write((1, 3, -1), wood) == {"kind": "elm", "number": 3, "buyer": None}
    for said in ({"kind": "elm", "number": 3, "buyer": None}, {"number": 3, "kind": "elm"}):
        assert order.read(Node.of(said, "order"), wood) == (1, 3, -1)
    assert order.schema(wood)["required"] == ["kind", "number", "buyer"]
    faults: dict[str, Any] = {
        "the key 'number' is missing": {"kind": "elm"},
        "unknown key 'price'": {"kind": "elm", "number": 3, "price": 1},
        "'ash' is not one of": {"kind": "ash", "number": 3},
    }
    for what, wrong in faults.items():
        with pytest.raises(DataError, match=what):
            order.read(Node.of(wrong, "order"), wood)


def test_old_keys_are_passed_over() -> None:
    assert read({"history": ["long ago"]}) == fresh()


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        ({"phase": "dance"}, "state.phase", "'dance' is not one of 'draw', 'play', 'over'"),
        ({"phase": 1}, "state.phase", "1 is not one of"),
        ({"active": 2}, "state.active", "2 is more than 1"),
        ({"out": [0, 5]}, "state.out[1]", "5 is more than 1"),
        ({"attack": {"strength": 10, "victim": 0}}, "state.attack.strength", "10 is more than 9"),
        ({"attack": {"speed": 1}}, "state.attack.speed", "unknown key 'speed'"),
        ({"leaves": 1}, "state.leaves", "unknown key 'leaves'"),
        ({"hands": {"0": ["ash"]}}, "state.hands.0[0]", "'ash' is not one of"),
        ({"hands": {"7": []}}, "state.hands.7", "unknown key '7'"),
        ({"points": [1]}, "state.points", "there are 2 seats, and 1 entries"),
        ({"points": {"0": 1}}, "state.points", "'1' is missing"),
        ({"heights": {"C9": 1}}, "state.heights.C9", "'C9' is not one of"),
        ({"burnt": ["A1", "A1"]}, "state.burnt[1]", "'A1' is here twice"),
        ({"bag": {"oak": 4}}, "state.bag.oak", "4 is more than 3"),
        ({"windy": 1}, "state.windy", "expected true or false"),
        ({"mood": "sad"}, "state.mood", "'sad' is not one of"),
        ({"seats": 9}, "state.seats", "9 is more than 4"),
        ({"options": {"x": 1}}, "state.options", "a wood has no options"),
        ({"trees": 9}, "state.trees", "by the rest of the position this is 5"),
        ({"heights": {"A1": 1}, "burnt": ["A1"]}, "state.burnt", "a burnt cell has no trees"),
        ({"attack": {"strength": 1}}, "state.attack", "nobody is attacked"),
        ([], "state", "expected keys and values"),
    ],
)
def test_a_complaint_names_the_key(data: Any, where: str, what: str) -> None:
    with pytest.raises(DataError) as caught:
        read(data)
    assert caught.value.where == where
    assert what in caught.value.what


@pytest.mark.parametrize(
    ("key", "where"),
    [("hands.1", "state.hands[1]"), ("hands.7", "state.hands"), ("bag.oak", "state")],
)
def test_a_complaint_about_one_seat_finds_it_in_a_list_too(key: str, where: str) -> None:
    said = GivenKeys(Node.of({"hands": [[], ["oak"]]}, "state"))
    assert said.fail(key, "no").where == where


def test_the_format_can_be_read_without_the_source() -> None:
    told = {key: (form, help) for key, form, help in described(Wood)}
    assert told["phase"] == ("one of draw, play, over", "what is to be done")
    assert told["attack.victim"] == ("a seat, counted from 0, or null", "")
    assert told["trees"] == ("follows from the rest", "how many are left")
