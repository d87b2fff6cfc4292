"""Turn order: who comes next, clockwise, past those who are out."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core.primitives.players import Seat


def clockwise(count: int, start: int = 0) -> Iterator[int]:
    """Every seat once, clockwise from `start`."""
    for step in range(count):
        yield (start + step) % count


def left_of(seat: int, count: int) -> int:
    """The left neighbour, who comes next clockwise."""
    return (seat + 1) % count


def following(seat: Seat, count: int, out: int = 0) -> Seat:
    """The next seat clockwise that is not in `out` (one bit per seat); the seat itself is last."""
    for _ in range(count):
        seat = (seat + 1) % count
        if not out >> seat & 1:
            return seat
    raise ValueError("everybody is out")


def playing(count: int, out: int) -> tuple[Seat, ...]:
    """The seats that are not in `out`."""
    return tuple(seat for seat in range(count) if not out >> seat & 1)
