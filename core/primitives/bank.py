"""The bank: money of every seat, moved so that none is lost or invented."""

from __future__ import annotations

from collections.abc import Sequence


class Bank:
    """Money by seat, and the bank's reserve (None: unlimited)."""

    __slots__ = ("purses", "reserve")

    def __init__(self, purses: Sequence[int], reserve: int | None = None) -> None:
        self.purses = list(purses)
        self.reserve = reserve
        if min(self.purses, default=0) < 0 or (reserve is not None and reserve < 0):
            raise ValueError("nobody begins in debt")

    def copy(self) -> Bank:
        new = Bank.__new__(Bank)
        new.purses = self.purses[:]
        new.reserve = self.reserve
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bank):
            return NotImplemented
        return self.purses == other.purses and self.reserve == other.reserve

    @property
    def total(self) -> int:
        """All money in the game, without an unlimited reserve."""
        return sum(self.purses) + (self.reserve or 0)

    def can_pay(self, seat: int, amount: int) -> bool:
        return self.purses[seat] >= amount

    def pay(self, payer: int, to: int, amount: int) -> None:
        """Pay from one seat to another."""
        self._need_amount(amount)
        self._need_seat(payer)
        self._need_seat(to)
        if self.purses[payer] < amount:
            raise ValueError(f"seat {payer} cannot pay {amount} of {self.purses[payer]}")
        self.purses[payer] -= amount
        self.purses[to] += amount

    def pay_out(self, seat: int, amount: int) -> int:
        """Pay from the bank to a seat, as far as the reserve goes; returns the amount paid."""
        self._need_amount(amount)
        self._need_seat(seat)
        if self.reserve is not None:
            amount = min(amount, self.reserve)
            self.reserve -= amount
        self.purses[seat] += amount
        return amount

    def collect(self, seat: int, amount: int) -> None:
        """Pay from a seat to the bank."""
        self._need_amount(amount)
        self._need_seat(seat)
        if self.purses[seat] < amount:
            raise ValueError(f"seat {seat} cannot pay {amount} of {self.purses[seat]}")
        self.purses[seat] -= amount
        if self.reserve is not None:
            self.reserve += amount

    def _need_amount(self, amount: int) -> None:
        """Refuse a wrong amount before anything changes."""
        if type(amount) is not int or amount < 0:
            raise ValueError(f"{amount} is not an amount of money")

    def _need_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.purses):
            raise ValueError(f"nobody sits at seat {seat}")
