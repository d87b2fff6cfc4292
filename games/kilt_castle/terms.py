"""The options of one match, settled into what the rules ask, and tables made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekeep import core
from rulekeep.core import Decision, Seat, with_article
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.board import Board, Cell
from rulekeep.games.kilt_castle.box.pieces import COLOURS, CRESTS, FACES, Card, Colour, Lying
from rulekeep.games.kilt_castle.moves import ANY_COLOUR, Build, MoveTable

NOBODY = -1


class Terms(core.Terms[Board]):
    """Shared by all tables of a match, and never changed."""

    def __init__(
        self, board: Board, moves: MoveTable, seats: int, options: Mapping[str, Any]
    ) -> None:
        super().__init__(board, seats, options)
        self.moves = moves
        self._settle()
        self._deal_colours()
        self._choose_pieces()
        self._word_decisions()
        self.builds: tuple[list[dict[Cell, tuple[Build, ...]]], ...] = tuple(
            self._builds(own if self.any_own_floor else (ANY_COLOUR,)) for own in self.colours_of
        )
        """By seat, the kinds of floor left, and cell.

        Kinds left are a bit for each number of crests: of the card's colour, or of both own ones
        (the second's in the higher bits) where any own floor will do.
        """

    def _settle(self) -> None:
        options = self.options
        two = self.seats == 2
        self.row_size = pieces.ROW_SIZE[self.seats]  # KC-035
        self.most_rows = pieces.MOST_ROWS[self.seats]  # KC-036
        self.skips_cards: bool = options["deal_violation"] == "skip"  # KC-013
        self.lapping: bool = options["lapping"] == "allowed"  # KC-031
        self.neighbour_always: bool = options["rule1_scope"] == "any_new_row"  # KC-034
        self.any_own_floor: bool = two and options["floor_color_2p"] == "any_own"  # KC-066
        self.roof_for_one: bool = two and options["roof_same_owner_2p"] == "yes"  # KC-079
        self.roof_connects: bool = options["roof_connects"]  # KC-082
        self.ends_by_colour: bool = not two or options["end_2p"] == "one_color"  # KC-101
        self.final_roofs: bool = options["final_roofs"] == "each_player"  # KC-105
        self.bank_limit: int | None = options["bank_limit"]  # KC-110
        self.max_turns: int = options["max_turns"]  # KC-112

    def _deal_colours(self) -> None:
        """Who plays which colours."""
        order = [pieces.LETTERS.index(letter) for letter in self.options["colours"]]  # KC-008
        each = 2 if self.seats == 2 else 1  # KC-002
        self.colours_of: tuple[tuple[Colour, ...], ...] = tuple(  # KC-002 KC-008
            tuple(sorted(order[seat * each : (seat + 1) * each])) for seat in range(self.seats)
        )
        self.owner: tuple[Seat, ...] = tuple(
            next((seat for seat, own in enumerate(self.colours_of) if colour in own), NOBODY)
            for colour in COLOURS
        )
        """By colour; NOBODY: the colour is not in play."""
        owners = (self.owner[colour] for colour in pieces.FLOOR_COLOUR[1:])
        self.owner_of_floor: tuple[Seat, ...] = (NOBODY, *owners)
        self.in_play: tuple[Colour, ...] = tuple(c for c in COLOURS if self.owner[c] != NOBODY)
        self.left_out = len(COLOURS) - len(self.in_play)
        """How many colours nobody plays."""

    def _choose_pieces(self) -> None:
        """The cards and floors of the colours that are played."""
        self.cards: tuple[Card, ...] = tuple(  # KC-006
            card for card in pieces.CARDS if set(FACES[2 * card]) <= {*self.in_play}
        )
        straight = [2 * card for card in self.cards]
        self.singles: tuple[Lying, ...] = tuple(c for c in straight if len(FACES[c]) == 1)
        self.doubles: tuple[Lying, ...] = tuple(c for c in straight if len(FACES[c]) == 2)
        self.floors: tuple[int, ...] = tuple(  # KC-003
            n if colour in self.in_play else 0 for colour in COLOURS for n in pieces.FLOORS
        )
        """By colour and crests."""

    def _builds(self, colours: tuple[Colour, ...]) -> list[dict[Cell, tuple[Build, ...]]]:
        build = self.moves.build
        kinds = [(colour, crests) for colour in colours for crests in CRESTS]
        found = []
        for left in range(1 << len(kinds)):
            any_left = [kind for bit, kind in enumerate(kinds) if left >> bit & 1]
            found.append({c: tuple(build[c, *kind] for kind in any_left) for c in self.box.cells})
        return found

    def _word_decisions(self) -> None:
        """Every question that can come up, by seat or colour."""
        seats = range(self.seats)
        self.ask_relocate = tuple((Decision(s, "relocate", "Move a card"),) for s in seats)
        self.ask_build = tuple(
            (Decision(self.owner[colour], "build", f"Build {self._floor(colour)}"),)
            for colour in COLOURS
        )
        self.ask_roof = tuple((Decision(s, "roof", "Choose the roof to move"),) for s in seats)

    def _floor(self, colour: Colour) -> str:
        name = pieces.COLOUR_NAMES[colour]
        return f"a floor for {name}" if self.any_own_floor else f"{with_article(name)} floor"
