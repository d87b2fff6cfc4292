"""Words for the drawings: a player, the table, a space inside the wall."""

from __future__ import annotations

from rulekeep.core import Look, Seat, fit, listed, plural
from rulekeep.games.carcassonne_castle.box.board import EFFECT_WORDS
from rulekeep.games.carcassonne_castle.box.packing import SPOT, Spot
from rulekeep.games.carcassonne_castle.box.tiles import ROLES, TURNED, TYPES
from rulekeep.games.carcassonne_castle.scoring.completed import tower_reached
from rulekeep.games.carcassonne_castle.scoring.final import largest_empty_region
from rulekeep.games.carcassonne_castle.state import COLOURS, DOUBLE, NUMBERS, OVER, State


def is_asked(state: State, seat: int) -> bool:
    return state.phase != OVER and state.decider == seat


def player(state: State, seat: int, look: Look, longest: int) -> str:
    """Colour and name, with a mark for the player who has to decide."""
    who = fit(look.name(seat), longest)
    return f"{'▶' if is_asked(state, seat) else ' '} {COLOURS[seat]} ({who})"


def supply(state: State, seat: int) -> str:
    if state.supply[seat] > 8:
        return f"{state.supply[seat]} followers"
    return "♟" * state.supply[seat] or "no followers left"


def keep(state: State, seat: int) -> str:
    size, at = state.keeps[seat]
    where = f" at {state.terms.box.cell_names[at // SPOT]}" if at >= 0 else ""
    return f"keep of size {size}{where}" if size else "no keep yet"


def points(state: State, seat: int) -> str:
    """The score of a player, the lap and the next wall tile."""
    parts = plural(state.score[seat], "point"), lap(state, seat), ahead(state, seat)
    return ", ".join(filter(None, parts))


def lap(state: State, seat: int) -> str:
    """Where the marker stands, if it has gone round the wall."""
    laps, space = divmod(state.score[seat], state.terms.box.track)
    return f"space {space} of lap {laps + 1}" if laps else ""


def ahead(state: State, seat: int) -> str:
    """The points that lead to the next wall tile, if there is one within a lap."""
    steps = range(1, state.terms.box.track)
    reached = {step: tower_reached(state, state.score[seat] + step) for step in steps}
    tower = next((tower for tower in reached.values() if tower >= 0), None)
    leading = [f"+{step}" for step in steps if reached[step] == tower]
    return f"next wall tile at {listed(leading, 'or')}" if leading else ""


def wall_tiles(state: State, seat: int) -> str:
    owned = []
    for number in range(1, NUMBERS):
        at = seat * NUMBERS + number
        if state.owned[at]:
            copies = " twice" if state.owned[at] > 1 else ""
            waits = ", from the next turn on" if at in state.fresh and number < 4 else ""
            owned.append(f"{number}{copies} ({EFFECT_WORDS[number - 1]}{waits})")
    return ", ".join(owned)


def stock(state: State) -> list[str]:
    """How far the match is."""
    parts = ["The match is over" if state.phase == OVER else f"Turn {state.turn}"]
    if state.phase == DOUBLE:
        parts[0] += f" of {COLOURS[state.active]}"
    parts.append(f"{plural(state.stock.total, 'tile')} in the stock")
    if state.removed:
        parts.append(f"{len(state.removed)} removed")
    parts.append(f"{plural(state.towers.bit_count(), 'wall tile')} on the wall")
    return parts


def newest(state: State) -> str:
    tile = state.terms.box.kinds[state.board[state.last] // 4]
    return f"newest tile {tile} at {state.terms.box.cell_names[state.last]}"


def board(state: State) -> list[str]:
    """The newest tile, if there is one, and the room that is left."""
    region = f"largest empty region: {plural(largest_empty_region(state), 'space')}"
    return [newest(state), region] if state.last >= 0 else [region]


def standing(state: State, cell: int) -> str:
    """The tile of a space, and who stands where on it."""
    if state.board[cell] < 0:
        return "no tile yet."
    tile = state.tile_on(cell)
    parts = [f"tile {state.terms.box.kinds[state.board[cell] // 4]}"]
    for man in sorted(state.men):
        spot, seat = man >> 1, man & 1
        if spot // SPOT == cell:
            kind = tile.segments[spot % SPOT].type
            parts.append(f"{COLOURS[seat]} {ROLES[kind]} on the {TYPES[kind]}")
    parts += [f"{COLOURS[seat]} keep" for seat in (0, 1) if state.keeps[seat].at // SPOT == cell]
    return f"{', '.join(parts)}."


def turns_at(state: State, cell: int) -> list[int]:
    """The rotations in which the tile drawn fits a space."""
    if state.drawn < 0 or cell not in state.frontier:
        return []
    fits = state.terms.box.fits[state.drawn][state.asks[cell]]
    return [turn for turn in range(4) if fits >> turn & 1]


def spot(state: State, at: Spot) -> str:
    """A segment on the board: `house at 2,7 (north and east sides)`."""
    segment = state.segment_on(at)
    return f"{TYPES[segment.type]} at {state.terms.box.cell_names[at // SPOT]} ({segment.where})"


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences about a space (`2,2`); none for anything else. Everything here is public."""
    box, name = state.terms.box, thing.replace(" ", "")
    if name not in box.cell_names:
        return []
    cell = box.cell_names.index(name)
    if state.board[cell] < 0:
        return [f"Space {name} is empty. {_room(state, cell)}"]
    kind, rotation = divmod(state.board[cell], 4)
    turned = TURNED[rotation] if rotation else ""
    sentences = [f"On space {name} is a tile with {box.tiles[kind].in_words}{turned}."]
    for root, segment in zip(state.roots_on(cell), state.tile_on(cell).segments, strict=True):
        counts = zip(state.followers(root), COLOURS, strict=True)
        whose = [f"{plural(count, 'follower')} of {colour}" for count, colour in counts if count]
        sentences.append(
            f"The {TYPES[segment.type]} on its {segment.where} has size {state.size(root)} "
            f"and {listed(whose) or 'no follower'}."
        )
    return sentences


def _room(state: State, cell: int) -> str:
    """Whether a tile can be placed on an empty space."""
    if cell not in state.frontier:
        return "No tile or start space is next to it yet."
    if state.drawn < 0:
        return "A tile can be placed there if it fits."
    turns = [TURNED[turn].strip(" ,") for turn in turns_at(state, cell)]
    if not turns:
        return "The tile does not fit there."
    any_way = len(turns) == len(TURNED)
    return f"The tile fits there {'in any rotation' if any_way else listed(turns, 'or')}."


def waiting(state: State) -> list[str]:
    """The completed features that are not scored yet."""
    return [state.name_of(root) for root in state.closed]


def rotations(state: State) -> list[tuple[int, int, int]]:
    """Of the tile drawn: each rotation, the one it looks like, on how many spaces that fits."""
    fitting = [turn for cell in state.frontier for turn in turns_at(state, cell)]
    alike = state.terms.box.listed_rotation[state.drawn]
    return [(turn, first, fitting.count(first)) for turn, first in enumerate(alike)]
