"""What a panel says about a player and the table."""

from __future__ import annotations

from rulekeep.core.canvas import Look
from rulekeep.core.prose import fit, plural
from rulekeep.games.carcassonne_castle.box.packing import SPOT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PORTS, ROLES, TYPES
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.scoring.payment import tower_reached
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


def has_wall_tiles(state: State, seat: int) -> bool:
    return any(state.owned[seat * NUMBERS : (seat + 1) * NUMBERS])


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


def standing(state: State, cell: int) -> str:
    """The tile of a space, and who stands where on it."""
    if state.board[cell] < 0:
        return "no tile yet."
    tile = state.terms.box.oriented[state.board[cell]]
    said = [f"tile {state.terms.box.kinds[state.board[cell] // 4]}"]
    for man in sorted(state.men):
        spot, seat = man >> 1, man & 1
        if spot // SPOT == cell:
            kind = tile.segments[spot % SPOT].type
            said.append(f"{COLOURS[seat]} {ROLES[kind]} on the {TYPES[kind]}")
    said += [f"{COLOURS[seat]} keep" for seat in (0, 1) if state.keeps[seat].at // SPOT == cell]
    return f"{', '.join(said)}."


def waiting(state: State) -> list[str]:
    """The completed features that are not scored yet."""
    return [state.name_of(root) for root in state.closed]


def free(state: State) -> list[str]:
    """The free segments of the newest tile, as a move names them."""
    segments = state.terms.box.oriented[state.board[state.last]].segments
    found = (segments[number] for number in free_segments(state))
    return [f"{TYPES[segment.type]} {PORTS[segment.ports[0]]}" for segment in found]


def rotations(state: State) -> list[tuple[int, int, int]]:
    """Of the tile drawn: each rotation, the one it looks like, on how many spaces that fits."""
    box, kind = state.terms.box, state.drawn
    fits = box.fits[kind]
    found = []
    for rotation in range(4):
        listed = box.listed_rotation[kind][rotation]
        spaces = sum(fits[state.asks[cell]] >> listed & 1 for cell in state.frontier)
        found.append((rotation, listed, spaces))
    return found
