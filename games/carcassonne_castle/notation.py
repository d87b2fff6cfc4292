"""Reading a move: forgiving about case and blanks, strict about everything else."""

from __future__ import annotations

import re

from attrs import evolve

from rulekeep.core.errors import BadNotation
from rulekeep.core.grid import SIDES
from rulekeep.games.carcassonne_castle.components import Components
from rulekeep.games.carcassonne_castle.moves import (
    AGAIN,
    DRAW,
    END,
    FORMS,
    MOST_DOUBLES,
    NO_FOLLOWER,
    Move,
)
from rulekeep.games.carcassonne_castle.tiles import PORTS, TYPES

_CELL = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})\Z", re.ASCII)
_SPACED_COMMA = re.compile(r"\s*,\s*", re.ASCII)
_PLAIN: dict[str, Move] = {"end": END, "again": AGAIN, "draw": DRAW}


def parse(components: Components, text: str) -> Move:
    words = _SPACED_COMMA.sub(",", text).split()
    if len(text) > 200 or not words:
        raise _bad(text)
    verb, rest = words[0].lower(), words[1:]
    if not rest and verb in _PLAIN:
        return _PLAIN[verb]
    if verb == "place":
        return _place(components, text, rest)
    if verb == "follower":
        return _follower(components, text, rest)
    if verb == "score":
        return _score(components, text, rest)
    raise _bad(text)


def _bad(text: str, because: str = "") -> BadNotation:
    said = text if len(text) <= 60 else text[:57] + "…"
    if because:
        return BadNotation(f"{said!r} is not a move: {because}")
    return BadNotation(f"{said!r} is not a move; the forms are: {'; '.join(FORMS)}")


def _place(components: Components, text: str, words: list[str]) -> Move:
    if len(words) not in (2, 3):
        raise _bad(text, f"write {FORMS[0]}, for example place 2,2 r1")
    tile = words[0].upper() if len(words) == 3 else ""
    if tile and tile not in components.kind_of:
        raise _bad(text, f"there is no tile {words[0]}")
    rotation = words[-1].lower()
    if rotation not in ("r0", "r1", "r2", "r3"):
        raise _bad(text, "the rotation is r0, r1, r2 or r3")
    move = components.place_moves[_cell(components, text, words[-2])][int(rotation[1])]
    if not tile:
        return move
    return evolve(move, tile=components.kinds[components.kind_of[tile]])


def _follower(components: Components, text: str, words: list[str]) -> Move:
    if [word.lower() for word in words] == ["none"]:
        return NO_FOLLOWER
    if len(words) != 2:
        raise _bad(text, f"write {FORMS[1]}, for example follower court S1, or {FORMS[2]}")
    port = words[1].upper()
    if port not in PORTS:
        raise _bad(text, f"the port is one of {' '.join(PORTS)}")
    return components.follower_moves[_type(text, words[0])][PORTS.index(port)]


def _score(components: Components, text: str, words: list[str]) -> Move:
    doubles = len(words) - 3
    extra = [word.lower() for word in words[3:]]
    if not 0 <= doubles <= MOST_DOUBLES or extra != ["double"] * doubles:
        raise _bad(text, f"write {FORMS[3]}, for example score tower 2,7 N double")
    side = words[2].upper()
    if len(side) != 1 or side not in SIDES:
        raise _bad(text, f"the side is one of {' '.join(SIDES)}")
    cell = _cell(components, text, words[1])
    return components.score_moves[_type(text, words[0])][cell][SIDES.index(side)][doubles]


def _type(text: str, word: str) -> int:
    if word.lower() not in TYPES:
        raise _bad(text, f"{word} is not one of {', '.join(TYPES)}")
    return TYPES.index(word.lower())


def _cell(components: Components, text: str, word: str) -> int:
    match = _CELL.match(word)
    if match is None:
        raise _bad(text, f"{word} is not a space; write x,y, for example 2,7")
    at = int(match[1]), int(match[2])
    if at not in components.board.grid.index:
        raise _bad(text, f"{at[0]},{at[1]} is not a space inside the castle")
    return components.board.grid.index[at]
