"""Players and seats. Seats are numbered clockwise from 0."""

from __future__ import annotations

from attrs import field

from rulekeep.core.data_files import kind_of
from rulekeep.core.errors import SetupError
from rulekeep.core.frozen_values import frozen

Seat = int
"""A place at the table, counted clockwise from 0."""


def need_seats(seats: int, allowed: range, title: str, rule: str = "", hint: str = "") -> None:
    """Raise SetupError if the game cannot be played with this number of seats."""
    if type(seats) is not int or seats not in allowed:
        low, high = allowed[0], allowed[-1]
        number = f"{low}" if low == high else f"{low} to {high}"
        raise SetupError(f"{title} has seats for {number}, not for {kind_of(seats)}{hint}", rule)


@frozen
class Players:
    """The names of the players by seat, all different."""

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
