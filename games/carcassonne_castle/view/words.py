"""What is said about a player, the table, a space inside the wall."""

from __future__ import annotations

from rulekeep.core import Look, Seat, fit, listed, plural
from rulekeep.games.carcassonne_castle.box.packing import SPOT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PORTS, ROLES, TYPES
from rulekeep.games.carcassonne_castle.scoring.completed import tower_reached
from rulekeep.games.carcassonne_castle.scoring.final import largest_empty_region
from rulekeep.games.carcassonne_castle.state import COLOURS, DOUBLE, NUMBERS, OVER, State


def is_asked(state: State, seat: int) -> bool:
    return state.phase != OVER and state.decider == seat


def player(state: State, seat: int, look: Look, longest: int) -> str:
    """Whoever is asked is marked, whosever turn it is."""
    who = fit(look.name(seat), longest)
    return f"{'▶' if is_asked(state, seat) else ' '} {COLOURS[seat]} ({who})"


def supply(state: State, seat: int) -> str:
    if state.supply[seat] > 8:
        return str(state.supply[seat])
    return "♟" * state.supply[seat] or "none"


def keep(state: State, seat: int, short: bool = False) -> str:
    size, spot = state.keeps[seat]
    if not size:
        return "no keep yet" if short else "keep in the supply"
    if spot < 0:
        return f"keep size {size}"
    where = state.terms.box.cell_names[spot // SPOT] if short else state.spot_name(spot)
    return f"keep size {size} at {where}"


def towers_ahead(state: State, seat: int) -> dict[int, list[int]]:
    """The corner towers with a wall tile in reach of a lap, and the points that lead there."""
    ahead: dict[int, list[int]] = {}
    for step in range(1, state.terms.box.track):
        tower = tower_reached(state, state.score[seat] + step)
        if tower >= 0:
            ahead.setdefault(tower, []).append(step)
    return ahead


def track(state: State, seat: int) -> str:
    """The marker's space and the next corner towers that still have a wall tile."""
    box = state.terms.box
    lap, space = divmod(state.score[seat], box.track)
    text = f"marker on space {space}" + (f" of lap {lap + 1}" if lap else "")
    nearest = [
        f"{box.wall_towers[tower].name} (+{' or +'.join(map(str, steps))})"
        for tower, steps in list(towers_ahead(state, seat).items())[:2]
    ]
    return text + (f"; wall tiles ahead: {', '.join(nearest)}" if nearest else "")


_EFFECTS: tuple[str, ...] = ("", "extra turn", "tower ×2", "house ×2")
_EFFECTS += tuple(f"unfinished {type_}" for type_ in TYPES[:COURT])
_EFFECTS += ("4 per market", "keep +2", "+5")


def wall_tiles(state: State, seat: int) -> str:
    said = []
    for number in range(1, NUMBERS):
        at = seat * NUMBERS + number
        if state.owned[at]:
            copies = " twice" if state.owned[at] > 1 else ""
            waits = ", from the next turn on" if at in state.fresh and number < 4 else ""
            said.append(f"{number}{copies} ({_EFFECTS[number]}{waits})")
    return ", ".join(said)


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
    region = f"largest empty region {largest_empty_region(state)}"
    return [newest(state), region] if state.last >= 0 else [region]


def standing(state: State, cell: int) -> str:
    """The tile of a space, and who stands where on it."""
    if state.board[cell] < 0:
        return "no tile yet."
    tile = state.tile_on(cell)
    said = [f"tile {state.terms.box.kinds[state.board[cell] // 4]}"]
    for man in sorted(state.men):
        spot, seat = man >> 1, man & 1
        if spot // SPOT == cell:
            kind = tile.segments[spot % SPOT].type
            said.append(f"{COLOURS[seat]} {ROLES[kind]} on the {TYPES[kind]}")
    said += [f"{COLOURS[seat]} keep" for seat in (0, 1) if state.keeps[seat].at // SPOT == cell]
    return f"{', '.join(said)}."


def turns_at(state: State, cell: int) -> list[int]:
    """The rotations in which the tile drawn fits a space."""
    if state.drawn < 0 or cell not in state.frontier:
        return []
    fits = state.terms.box.fits[state.drawn][state.asks[cell]]
    return [turn for turn in range(4) if fits >> turn & 1]


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on a space (`2,2`); none for anything else. All that is said lies open."""
    box, name = state.terms.box, thing.replace(" ", "")
    if name not in box.cell_names:
        return []
    cell = box.cell_names.index(name)
    laid = state.board[cell]
    if laid < 0:
        if cell not in state.frontier:
            return [f"{name} is empty, and no tile or start space lies next to it yet."]
        if state.drawn < 0:
            return [f"{name} is empty; a tile may be laid there if it fits."]
        turns = [f"r{turn}" for turn in turns_at(state, cell)]
        there = f"fits there as {listed(turns, 'or')}" if turns else "does not fit there"
        return [f"{name} is empty; the drawn tile {box.kinds[state.drawn]} {there}."]
    said = [f"On {name} lies the tile {box.kinds[laid // 4]}, turned r{laid % 4}."]
    for root, segment in zip(state.roots_on(cell), state.tile_on(cell).segments, strict=True):
        counts = zip(state.followers(root), COLOURS, strict=True)
        whose = [f"{plural(count, 'follower')} of {colour}" for count, colour in counts if count]
        sides = " ".join(PORTS[port] for port in segment.ports)
        said.append(
            f"Its {TYPES[segment.type]} ({sides}) is part of one of size {state.size(root)}, "
            f"with {listed(whose) or 'no follower'}."
        )
    return said


def waiting(state: State) -> list[str]:
    """The completed features that are not scored yet."""
    return [state.name_of(root) for root in state.closed]


def rotations(state: State) -> list[tuple[int, int, int]]:
    """Of the tile drawn: each rotation, the one it looks like, on how many spaces that fits."""
    fitting = [turn for cell in state.frontier for turn in turns_at(state, cell)]
    alike = state.terms.box.listed_rotation[state.drawn]
    return [(turn, first, fitting.count(first)) for turn, first in enumerate(alike)]
