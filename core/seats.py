"""Seats round a table, numbered clockwise from 0."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field

from rulekeep.core.data import kind_of
from rulekeep.core.errors import SetupError
from rulekeep.core.values import frozen

Seat = int
"""A place at the table, counted clockwise from 0."""


def clockwise(count: int, start: int = 0) -> Iterator[int]:
    """Every seat once, beginning with `start`."""
    for step in range(count):
        yield (start + step) % count


def left_of(seat: int, count: int) -> int:
    """The left neighbour, who comes next clockwise."""
    return (seat + 1) % count


def following(seat: Seat, count: int, out: int = 0) -> Seat:
    """The next seat clockwise that is not out (a bit per seat: retired, or passed); itself last."""
    for _ in range(count):
        seat = (seat + 1) % count
        if not out >> seat & 1:
            return seat
    raise ValueError("everybody is out")


def playing(count: int, out: int) -> tuple[Seat, ...]:
    """The seats that are not out."""
    return tuple(seat for seat in range(count) if not out >> seat & 1)


def need_seats(seats: int, allowed: range, title: str, rule: str = "", hint: str = "") -> None:
    """Refuse a number of seats the game does not have."""
    if type(seats) is not int or seats not in allowed:
        low, high = allowed[0], allowed[-1]
        number = f"{low}" if low == high else f"{low} to {high}"
        raise SetupError(f"{title} has seats for {number}, not for {kind_of(seats)}{hint}", rule)


@frozen
class Players:
    """Who sits where: names by seat, all different."""

    names: tuple[str, ...] = field()

    @names.validator
    def _named(self, _attribute: object, names: tuple[str, ...]) -> None:
        for name in names:
            if not name.strip() or len(name) > 40 or not name.isprintable():
                raise SetupError(f"{name!r} is not a name: 1 to 40 printable characters")
        if len(set(names)) != len(names):
            raise SetupError("two players have the same name")

    @classmethod
    def numbered(cls, seats: int) -> Players:
        return cls(tuple(f"Player {seat + 1}" for seat in range(seats)))

    def __getitem__(self, seat: int) -> str:
        return self.names[seat]

    def __len__(self) -> int:
        return len(self.names)
