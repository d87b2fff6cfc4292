"""Whose turn it is: clockwise, past those who are out, with extra turns."""

from __future__ import annotations

from typing import Any

from rulekeep.core.data import Node


class TurnOrder:
    """The active seat, the seats that are skipped for good, and extra turns granted."""

    __slots__ = ("active", "extra", "out", "seats", "turn")

    def __init__(self, seats: int, first: int = 0) -> None:
        if not 0 <= first < seats:
            raise ValueError("the first player must sit at the table")
        self.seats = seats
        self.active = first
        self.turn = 1
        self.out = 0  # a bit per seat
        self.extra = 0

    def copy(self) -> TurnOrder:
        new = TurnOrder.__new__(TurnOrder)
        new.seats = self.seats
        new.active = self.active
        new.turn = self.turn
        new.out = self.out
        new.extra = self.extra
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TurnOrder):
            return NotImplemented
        return self.seats == other.seats and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def skip(self, seat: int) -> None:
        """This seat takes no further turns."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"nobody sits at seat {seat}")
        self.out |= 1 << seat

    def is_out(self, seat: int) -> bool:
        return bool(self.out >> seat & 1)

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if not self.out >> seat & 1)

    def again(self) -> None:
        """The active seat takes one more turn after this one."""
        self.extra += 1

    def following(self) -> int:
        """The seat whose turn comes next."""
        if self.extra and not self.out >> self.active & 1:
            return self.active
        seat = self.active
        for _ in range(self.seats):
            seat = (seat + 1) % self.seats
            if not self.out >> seat & 1:
                return seat
        raise ValueError("nobody is left to take a turn")

    def pass_on(self) -> int:
        """End the turn; the seat that is active now."""
        following = self.following()
        if self.extra and following == self.active:
            self.extra -= 1
        else:
            self.extra = 0
        self.active = following
        self.turn += 1
        return following

    def to_dict(self) -> dict[str, Any]:
        out = [seat for seat in range(self.seats) if self.is_out(seat)]
        return {"active": self.active, "turn": self.turn, "out": out, "extra": self.extra}

    @classmethod
    def from_node(cls, node: Node, seats: int) -> TurnOrder:
        node.only("active", "turn", "out", "extra")
        active = node.get("active")
        order = cls(seats, active.int(0, seats - 1) if active else 0)
        if turn := node.get("turn"):
            order.turn = turn.int(1)
        if extra := node.get("extra"):
            order.extra = extra.int(0)
        for seat in node.get("out") or ():
            order.skip(seat.int(0, seats - 1))
        if order.out == (1 << seats) - 1:
            raise node.fail("nobody is left to take a turn")
        return order
