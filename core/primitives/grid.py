"""Square grids with missing cells: indices, neighbours, directions."""

from __future__ import annotations

from collections.abc import Iterable

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = "NESW"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The step to the neighbour on each side; y grows to the south."""


def opposite(side: int) -> int:
    """The opposite side: south for north, west for east."""
    return (side + 2) % 4


class Grid:
    """Cells (x, y) in a fixed order, each with an index; built once per board."""

    __slots__ = ("across", "cells", "index", "neighbours")

    def __init__(self, cells: Iterable[tuple[int, int]]) -> None:
        self.cells = tuple(cells)
        self.index = {cell: i for i, cell in enumerate(self.cells)}
        if len(self.index) != len(self.cells):
            raise ValueError("a cell is in the grid twice")
        self.across: tuple[tuple[int, int, int, int], ...] = tuple(
            tuple(self.index.get((x + dx, y + dy), -1) for dx, dy in STEPS)  # type: ignore[misc]
            for x, y in self.cells
        )
        """Per cell the neighbour's index on each side N, E, S, W; -1 where there is none."""
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(n for n in sides if n >= 0) for sides in self.across
        )
        """Per cell the indices of the cells sharing a side with it."""

    def __len__(self) -> int:
        return len(self.cells)
