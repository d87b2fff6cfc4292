import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.agenda import Agenda
from rulekeep.core.game import Decision


def ask(seat: int, kind: str = "choose") -> Decision:
    return Decision(seat, kind, f"{kind}?")


def test_groups_wait_their_turn_and_interrupts_come_first() -> None:
    agenda = Agenda()
    agenda.then(ask(0, "build"))
    agenda.then(ask(1, "build"))
    assert agenda.open == (ask(0, "build"),)
    agenda.first(ask(2, "react"))
    assert agenda.open == (ask(2, "react"),)
    agenda.answer(2)
    agenda.answer(0)
    assert agenda.open == (ask(1, "build"),)
    agenda.answer(1)
    assert not agenda and not agenda.open


@given(st.permutations([0, 1, 2, 3]))
def test_sealed_answers_are_revealed_together_in_any_order(order: list[int]) -> None:
    agenda = Agenda()
    agenda.then(*(ask(seat) for seat in range(4)))
    for seat in order[:-1]:
        assert agenda.seal(seat, seat * 10) is None
        assert agenda.decision(seat) is None
    assert agenda.sealed == {seat: seat * 10 for seat in order[:-1]}
    revealed = agenda.seal(order[-1], order[-1] * 10)
    assert revealed == {0: 0, 1: 10, 2: 20, 3: 30}
    assert list(revealed) == [0, 1, 2, 3]
    assert not agenda and not agenda.sealed


def test_nobody_answers_twice_or_unasked() -> None:
    agenda = Agenda([[ask(0), ask(1)]])
    agenda.answer(0)
    with pytest.raises(ValueError, match="not asked"):
        agenda.answer(0)
    with pytest.raises(ValueError, match="one thing at a time"):
        agenda.first(ask(1), ask(1))


def test_sealed_answers_are_not_interrupted() -> None:
    agenda = Agenda([[ask(0), ask(1)]])
    agenda.seal(0, "x")
    with pytest.raises(ValueError, match="interrupt"):
        agenda.first(ask(2))


def test_sealed_and_open_answers_do_not_mix() -> None:
    agenda = Agenda([[ask(0), ask(1)], []])
    agenda.seal(0, "x")
    with pytest.raises(ValueError, match="sealed"):
        agenda.answer(1)
    assert agenda.seal(1, "y") == {0: "x", 1: "y"}
    assert not Agenda([[]])
    with pytest.raises(ValueError, match="one thing at a time"):
        Agenda([[ask(1), ask(1)]])


def test_who_answered_first_does_not_show() -> None:
    one, other = (Agenda([[ask(0), ask(1), ask(2)]]) for _ in range(2))
    one.seal(0, "x")
    one.seal(1, "y")
    other.seal(1, "y")
    other.seal(0, "x")
    assert one == other and list(one.sealed) == [0, 1]


def test_a_copy_is_independent() -> None:
    agenda = Agenda([[ask(0), ask(1)]])
    copied = agenda.copy()
    copied.seal(0, 1)
    assert agenda.open == (ask(0), ask(1)) and agenda.sealed == {}
    assert copied != agenda and copied.groups == ((ask(1),),)
    agenda.restore_sealed([(3, "y")])
    assert agenda.sealed == {3: "y"}
