"""The picture of the table: all that can be named is there, what is new is marked, what is hidden is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rulekeep.core.canvas import Look
from rulekeep.core.chance import SeededChance
from rulekeep.core.match import Match
from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.box.castle import CELLS
from rulekeep.games.castle_keep.box.tiles import KINDS
from rulekeep.games.castle_keep.moves import Discard
from rulekeep.games.castle_keep.universe import universe
from rulekeep.games.castle_keep.view.picture.tiles import outline

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ann", "Bob", "Cy", "Di")
Things = set[tuple[str, ...]]

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"A1": True, "A2": True, "A3": True, "cross_type_attack": True}),
    (4, {"build_cap": None}),
    (2, {"variant": "empire", "empire_transfer": "move_and_swap"}),
    (3, {"variant": "empire", "empire_goal": "all_opponents"}),
    (2, {"variant": "takeover", "takeover_timing": "immediate"}),
    (2, {"variant": "takeover", "takeover_store": "hand", "A1": True}),
    (2, {"variant": "takeover_empire", "A2": True}),
    (2, {"variant": "king", "A1": True}),
    (1, {"variant": "siege", "siege_trigger": "either"}),
]


def drawn(state: Any, viewer: int | None, look: Look | None = None) -> ET.Element:
    return ET.fromstring(GAME.picture(state, viewer, look or Look(names=NAMES)).svg())


def play(seats: int, options: dict[str, Any], seed: int, acts: int) -> Iterator[Match]:
    """A match by lot, attacks preferred, after every act."""
    match = Match.new(GAME, seats=seats, options=options, seed=seed, names=NAMES[:seats])
    lot = SeededChance(seed)
    for _ in range(acts):
        yield match
        if match.outcome:
            return
        moves = [str(move) for move in match.legal_moves()]
        attacks = [move for move in moves if move.startswith(("attack", "transfer", "swap"))]
        some = attacks if attacks and lot.below(2) else moves
        match.play(some[lot.below(len(some))])


# -- what can be named ----------------------------------------------------------------------


def pointed_at(state: Any, seat: int, text: str) -> Things:
    """The things that a move names, as the picture calls them."""
    verb, *words = text.split()
    own = "" if state.terms.common else str(seat + 1)
    match verb:
        case "draw":
            return {("source", words[0])}
        case "discard":
            return {("hand", words[0])}
        case "choose":
            return {("cell", "", "", words[0])}
        case "place":
            letter = words[2] if len(words) > 2 and words[2] in "AB" else ""
            tile = "reserve" if words[-1] == "reserve" else "hand"
            return {(tile, words[0]), ("cell", own, letter, words[1])}
        case "attack":
            tile, *where = words
            said = {("word", "take")} if where[-1] == "take" else set()
            where = where[: -1 if said else None]
            victim = where.pop(0) if where[0].isdigit() else ""
            letter = where[1] if len(where) > 1 else ""
            return said | {("hand", tile), ("cell", victim, letter, where[0])}
        case "transfer" | "swap":
            a, cell_a, b, cell_b = words
            return {("cell", own, a, cell_a), ("cell", own, b, cell_b)}
    return {("word", verb)}


def marked(root: ET.Element) -> Things:
    """The things that the picture says can be named now."""
    found: Things = set()
    for element in root.iter():
        if element.get("data-legal") != "yes":
            continue
        said = {name[5:]: value for name, value in element.attrib.items() if name[:5] == "data-"}
        if "cell" in said:
            found.add(("cell", said.get("player", ""), said.get("castle", ""), said["cell"]))
        elif "word" in said:
            found.add(("word", said["word"]))
        elif "tile" in said:
            found.add(("reserve" if said.get("source") else "hand", said["tile"]))
        else:
            found.add(("source", said["source"]))
    return found


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_may_be_named_says_so_to_who_is_asked_alone(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    """All moves that the rules allow, not only those of equal ones that are listed."""
    for number, match in enumerate(play(seats, options, seed, 60)):
        state = match.state
        if match.outcome or number % 6:
            continue
        seat = state.active
        allowed = [move for move in universe(state, seat) if GAME.check(state, seat, move) is None]
        expected: Things = set()
        for move in allowed:
            expected |= pointed_at(state, seat, GAME.notation(move))
        assert marked(drawn(state, seat)) == expected
        for viewer in {None, *range(seats)} - {seat}:
            assert marked(drawn(state, viewer)) == set()
