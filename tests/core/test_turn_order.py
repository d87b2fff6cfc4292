from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.data import Node
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.seats import Players, clockwise, left_of, need_seats
from rulekeep.core.turn_order import TurnOrder


@given(st.integers(1, 6), st.data())
def test_clockwise_and_skipping(seats: int, data: st.DataObject) -> None:
    order = TurnOrder(seats, data.draw(st.integers(0, seats - 1)))
    for seat in data.draw(st.sets(st.integers(0, seats - 1), max_size=seats - 1)):
        order.skip(seat)
    turns = [order.pass_on() for _ in range(2 * len(order.playing))]
    assert set(turns) == set(order.playing)
    half = len(order.playing)
    assert turns[:half] == turns[half:]
    assert sorted(turns[:half]) == sorted(order.playing)


def test_extra_turns_are_taken_before_passing_on() -> None:
    order = TurnOrder(3, 1)
    order.again()
    order.again()
    assert [order.pass_on() for _ in range(4)] == [1, 1, 2, 0]
    assert order.turn == 5


def test_an_extra_turn_lapses_when_its_owner_is_out() -> None:
    order = TurnOrder(3)
    order.again()
    order.skip(0)
    assert order.following() == 1
    assert order.pass_on() == 1
    assert order.extra == 0


def test_round_trip_and_copy() -> None:
    order = TurnOrder(4, 2)
    order.skip(0)
    order.again()
    order.turn = 7
    assert TurnOrder.from_node(Node.of(order.to_dict(), "t"), 4) == order
    copied = order.copy()
    copied.pass_on()
    assert order.turn == 7 and copied.turn == 8 and copied != order


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="sit at the table"):
        TurnOrder(2, 2)
    with pytest.raises(DataError, match=r"t\.active"):
        TurnOrder.from_node(Node.of({"active": 5}, "t"), 2)
    with pytest.raises(DataError, match="nobody is left"):
        TurnOrder.from_node(Node.of({"out": [0, 1]}, "t"), 2)
    assert TurnOrder(2) != TurnOrder(3)
    with pytest.raises(ValueError, match="nobody sits at seat 7"):
        TurnOrder(3).skip(7)
    order = TurnOrder(1)
    order.skip(0)
    with pytest.raises(ValueError, match="nobody"):
        order.following()


@given(st.integers(1, 9), st.data())
def test_clockwise_visits_every_seat_once_by_the_left(count: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, count - 1))
    seats = list(clockwise(count, start))
    assert seats[0] == start and sorted(seats) == list(range(count))
    assert all(left_of(a, count) == b for a, b in pairwise(seats))


@given(st.lists(st.text(max_size=45), min_size=1, max_size=4))
def test_players_are_accepted_by_their_names_alone(names: list[str]) -> None:
    good = all(n.strip() and len(n) <= 40 and n.isprintable() for n in names)
    try:
        players = Players(tuple(names))
    except SetupError:
        assert not good or len(set(names)) < len(names)
    else:
        assert good and [players[seat] for seat in range(len(players))] == names


def test_seats() -> None:
    assert list(clockwise(4, 2)) == [2, 3, 0, 1]
    assert left_of(3, 4) == 0
    with pytest.raises(SetupError, match=r"2 to 4, not for 5.*\[X-1\]"):
        need_seats(5, range(2, 5), "Chess", "X-1")
    with pytest.raises(SetupError, match="seats for 2, not"):
        need_seats(1, range(2, 3), "Chess")


def test_players_have_different_printable_names() -> None:
    assert Players.numbered(2).names == ("Player 1", "Player 2")
    for names in (("", "B"), ("A", "A"), ("A\n", "B"), ("x" * 41,)):
        with pytest.raises(SetupError):
            Players(names)
