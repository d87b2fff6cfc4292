"""A board, a number of players and their options: all that never changes during a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekeep.core.game import Decision
from rulekeep.games.kilt_castle.components import (
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    CRESTS,
    FLOOR_COLOUR,
    LETTERS,
    PIECES,
    Board,
)
from rulekeep.games.kilt_castle.events import a
from rulekeep.games.kilt_castle.moves import ANY_COLOUR, Build, MoveTable

RELOCATE, BUILD_1, BUILD_2, ROOF, OVER = range(5)
PHASES = ("relocate", "build_1", "build_2", "roof", "over")

CHUNK = 8
CHUNK_MASK = (1 << CHUNK) - 1
"""Masks of edge positions are unfolded so many bits at a time."""


class Table:
    """Tables built once per board, seats and options, shared by all states of a match."""

    def __init__(
        self, board: Board, moves: MoveTable, seats: int, options: Mapping[str, Any]
    ) -> None:
        self.board = board
        self.moves = moves
        self.seats = seats
        self.options = dict(options)
        self._read_options()
        self._deal_colours()
        self.row_size = PIECES.row_size[seats]
        self.most_rows = PIECES.rows[seats]
        self._measure_the_loop()
        self._list_builds()
        self._word_decisions()

    def _read_options(self) -> None:
        options = self.options
        two = self.seats == 2
        self.skips_cards: bool = options["deal_violation"] == "skip"
        self.lapping: bool = options["lapping"] == "allowed"
        self.neighbour_always: bool = options["rule1_scope"] == "any_new_row"
        self.any_own_floor: bool = two and options["floor_color_2p"] == "any_own"
        self.roof_for_one: bool = two and options["roof_same_owner_2p"] == "yes"
        self.roof_connects: bool = options["roof_connects"]
        self.ends_by_colour: bool = not two or options["end_2p"] == "one_color"
        self.final_roofs: bool = options["final_roofs"] == "each_player"
        self.bank_limit: int | None = options["bank_limit"]
        self.max_turns: int = options["max_turns"]

    def _deal_colours(self) -> None:
        """Who plays which colours, and which cards are left in the game."""
        order = [LETTERS.index(letter) for letter in self.options["colours"]]
        each = 2 if self.seats == 2 else 1
        self.colours_of: tuple[tuple[int, ...], ...] = tuple(
            tuple(sorted(order[seat * each : (seat + 1) * each])) for seat in range(self.seats)
        )
        self.owner: tuple[int, ...] = tuple(
            next((seat for seat, own in enumerate(self.colours_of) if colour in own), -1)
            for colour in COLOURS
        )
        """By colour; -1: the colour is not in play."""
        self.owner_of_floor: tuple[int, ...] = tuple(
            -1 if colour < 0 else self.owner[colour] for colour in FLOOR_COLOUR
        )
        self.in_play: tuple[int, ...] = tuple(c for c in COLOURS if self.owner[c] >= 0)
        self.cards: tuple[int, ...] = tuple(
            card.number for card in CARDS if all(self.owner[c] >= 0 for c in card.colours)
        )
        self.singles = tuple(card for card in self.cards if not CARDS[card].is_double)
        self.doubles = tuple(card for card in self.cards if CARDS[card].is_double)

    def _measure_the_loop(self) -> None:
        n = self.board.positions
        self.ahead: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._ahead(front, origin, n) for origin in range(n)) for front in range(n)
        )
        """By front and origin: the positions ahead, up to the one before the front."""
        self.chunks: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(
                tuple(start + bit for bit in range(CHUNK) if mask >> bit & 1)
                for mask in range(1 << min(CHUNK, n - start))
            )
            for start in range(0, n, CHUNK)
        )
        """Per stretch of the loop: from a mask of positions to their numbers."""

    @staticmethod
    def _ahead(front: int, origin: int, n: int) -> int:
        mask = 1 << (front + 1) % n
        for step in range((front - origin) % n):
            mask |= 1 << (origin + 1 + step) % n
        return mask & ~(1 << origin)

    def _list_builds(self) -> None:
        """Builds by what is left in stock: a bit per kind of floor, crests of a colour."""
        kinds = 1 << len(CRESTS)
        self.builds: tuple[tuple[tuple[Build, ...], ...], ...] = tuple(
            tuple(self._builds(cell, (ANY_COLOUR,), left) for cell in range(self.board.size))
            for left in range(kinds)
        )
        """By stock left of the card's colour, then cell."""
        self.builds_any_own: tuple[tuple[tuple[tuple[Build, ...], ...], ...], ...] = ()
        """By seat, stock left of both colours, then cell."""
        if self.any_own_floor:
            self.builds_any_own = tuple(
                tuple(
                    tuple(self._builds(cell, own, left) for cell in range(self.board.size))
                    for left in range(kinds * kinds)
                )
                for own in self.colours_of
            )

    def _builds(self, cell: int, colours: tuple[int, ...], left: int) -> tuple[Build, ...]:
        build = self.moves.build
        wanted = [(colour, crests) for colour in colours for crests in CRESTS]
        return tuple(
            build[cell, colour, crests]
            for bit, (colour, crests) in enumerate(wanted)
            if left >> bit & 1 and cell in self.board.cells
        )

    def _word_decisions(self) -> None:
        """Every question that can come up, by phase and seat or colour."""
        self.ask_relocate = tuple(
            (Decision(seat, "relocate", "relocate a card"),) for seat in range(self.seats)
        )
        self.ask_build = tuple(
            (Decision(self.owner[c], "build", f"build {a(COLOUR_NAMES[c])} floor"),)
            if self.owner[c] >= 0
            else ()
            for c in COLOURS
        )
        if self.any_own_floor:
            self.ask_build = tuple(
                (Decision(self.owner[c], "build", f"build a floor for {COLOUR_NAMES[c]}"),)
                for c in COLOURS
            )
        self.ask_roof = tuple(
            (Decision(seat, "roof", "choose the roof to move"),) for seat in range(self.seats)
        )

    def same_as(self, other: Table) -> bool:
        return self is other or (
            self.seats == other.seats
            and self.options == other.options
            and self.board.lines == other.board.lines
        )
