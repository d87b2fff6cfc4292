import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.primitives.bank import Bank

deeds = st.lists(
    st.tuples(
        st.sampled_from(["pay", "pay_out", "collect"]),
        st.integers(0, 2),
        st.integers(0, 2),
        st.integers(-3, 40),
    ),
    max_size=30,
)


@given(st.lists(st.integers(0, 30), min_size=3, max_size=3), st.integers(0, 100), deeds)
def test_money_is_neither_lost_nor_invented(
    purses: list[int], reserve: int, what: list[tuple[str, int, int, int]]
) -> None:
    bank = Bank(purses, reserve)
    total = bank.total
    for deed, seat, other, amount in what:
        before = (list(bank.purses), bank.reserve)
        try:
            if deed == "pay":
                bank.pay(seat, other, amount)
            elif deed == "pay_out":
                assert bank.pay_out(seat, amount) <= amount
            else:
                bank.collect(seat, amount)
        except ValueError:
            assert (bank.purses, bank.reserve) == before
        assert bank.total == total
        assert min(bank.purses) >= 0
        assert bank.reserve is not None and bank.reserve >= 0


def test_a_payment_goes_from_purse_to_purse() -> None:
    bank = Bank([10, 10, 10])
    bank.pay(0, 2, 3)
    assert bank.purses == [7, 10, 13]
    bank.pay(1, 1, 5)
    assert bank.purses == [7, 10, 13]
    assert bank.can_pay(0, 7) and not bank.can_pay(0, 8)


def test_a_limited_bank_pays_what_it_has() -> None:
    bank = Bank([0, 0], 5)
    assert bank.pay_out(0, 3) == 3
    assert bank.pay_out(1, 3) == 2
    assert (bank.purses, bank.reserve) == ([3, 2], 0)


def test_an_unlimited_bank_never_runs_out() -> None:
    bank = Bank([0])
    assert bank.pay_out(0, 10**6) == 10**6
    bank.collect(0, 1)
    assert (bank.purses, bank.reserve) == ([10**6 - 1], None)


def test_a_copy_is_independent_and_debt_is_refused() -> None:
    bank = Bank([1, 2], 3)
    copied = bank.copy()
    assert copied == bank
    copied.pay(1, 0, 2)
    assert bank.purses == [1, 2] and copied != bank
    with pytest.raises(ValueError, match="debt"):
        Bank([-1])


def test_nothing_changes_when_something_is_wrong() -> None:
    bank = Bank([10, 10], 5)
    for wrong in (
        lambda: bank.pay(0, 9, 3),
        lambda: bank.pay(0, -1, 3),
        lambda: bank.pay_out(9, 3),
        lambda: bank.collect(-1, 3),
        lambda: bank.pay(0, 1, float("nan")),  # type: ignore[arg-type]
        lambda: bank.pay_out(0, 1.5),  # type: ignore[arg-type]
    ):
        with pytest.raises((ValueError, TypeError)):  # a compiled bank knows the type of money
            wrong()
        assert (bank.purses, bank.reserve) == ([10, 10], 5)
