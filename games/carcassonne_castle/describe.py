"""What a move would do, in a few plain words."""

from __future__ import annotations

from rulekeep.core import listed, plural
from rulekeep.games.carcassonne_castle import moves
from rulekeep.games.carcassonne_castle.box.tiles import COURT, ROLES, TYPES
from rulekeep.games.carcassonne_castle.scoring.completed import tower_reached, unit_value
from rulekeep.games.carcassonne_castle.scoring.final import final_gains, markets
from rulekeep.games.carcassonne_castle.state import COLOURS, Root, State
from rulekeep.games.carcassonne_castle.turn.laying import lay, put_follower


def describe(state: State, seat: int, move: moves.Move) -> str:
    if isinstance(move, moves.PlaceTile):
        return _placement(state, move)
    if isinstance(move, moves.PlaceFollower):
        return _follower(state, seat, move)
    if isinstance(move, moves.ScoreFeature):
        return _scoring(state, move)
    if isinstance(move, moves.PlayAgain):
        return "use wall tile 1: another turn of yours follows"
    if isinstance(move, moves.NoFollower):
        return f"keep all {state.supply[seat]} in the supply"
    if isinstance(move, moves.EndTurn):
        return "keep wall tile 1 for later"
    assert isinstance(move, moves.DrawTile)
    return "take a tile from the stock"


def touches(state: State, seat: int, move: moves.Move) -> tuple[str, ...]:
    """Followers stand on the newest tile, which their moves do not name."""
    if isinstance(move, (moves.PlaceFollower, moves.NoFollower)):
        return (state.terms.box.cell_names[state.last],)
    return ()


def _worth(state: State, root: Root, doubles: int = 0) -> str:
    """What a feature brings when it is complete; of a court its markets."""
    if state.type_of(root) == COURT:
        return plural(markets(state, root), "market")
    size, each = state.size(root), unit_value(state, root, doubles)
    return f"{size}×{each} = {size * each}"


# -- tiles ----------------------------------------------------------------------------------


def _placement(state: State, move: moves.PlaceTile) -> str:
    """What the tile would complete, and who is paid; what it would join or continue, and whose."""
    after = state.copy()
    lay(after, move.cell, 4 * state.drawn + move.rotation)
    done: dict[str, list[str]] = {}
    for root in after.closed:
        name = f"{TYPES[after.type_of(root)]} {_worth(after, root)}"
        done.setdefault(_paid(after, root), []).append(name)
    completed = listed(f"{listed(names)} ({whom})" for whom, names in done.items())
    said = [f"completes {completed}"] if done else []
    before = [after.find(root) for root in state.claimed_roots()]
    roots = dict.fromkeys(after.roots_on(move.cell))
    grown = [root for root in roots if after.size(root) > 1]
    found: dict[str, list[str]] = {"joins": [], "continues": [], "continues free": []}
    for root in (root for root in grown if root not in after.closed):
        type_, claims = after.type_of(root), before.count(root)
        if claims:
            name = f"{TYPES[type_]}{'s' * (claims > 1)} of {_whose(after, root)}"
            found["joins" if claims > 1 else "continues"].append(f"{name} to {_worth(after, root)}")
        elif type_ != COURT:
            found["continues free"].append(f"{TYPES[type_]} to {_worth(after, root)}")
    said += [f"{verb} {listed(names)}" for verb, names in found.items() if names]
    return ", ".join(said) or f"continues {'a free court' if grown else 'nothing'}"


def _paid(state: State, root: Root) -> str:
    """Who gets the points of a complete feature."""
    if not state.is_claimed(root):
        return "nobody's"
    owner, (black, white) = state.winner(root), state.followers(root)
    counts = f" {black}:{white}" if black and white else ""
    return (COLOURS[owner] if owner >= 0 else "a tie") + counts


def _whose(state: State, root: Root) -> str:
    black, white = state.followers(root)
    return f"both ({black}:{white})" if black and white else COLOURS[0 if black else 1]


# -- followers and scoring ------------------------------------------------------------------


def _follower(state: State, seat: int, move: moves.PlaceFollower) -> str:
    """What the follower would earn at once, or on completion; and what as things stand."""
    root, role = state.root_reaching(state.last, move.port), ROLES[move.type]
    worth = _worth(state, root)
    if root in state.closed:
        return f"{role}, scores {worth} at once"
    after = state.copy()
    put_follower(after, seat, after.tile_on(after.last).segment_at[move.port])
    points = sum(
        gain.points for gain in final_gains(after) if (gain.root, gain.seat) == (root, seat)
    )
    as_it_stands = plural(points, "point") if points else "nothing"
    if move.type == COURT:
        return f"{role}, stays until the end: {worth}, {as_it_stands} so far"
    return f"{role}, {worth} if it were complete, {as_it_stands} at the end as it stands"


def _scoring(state: State, move: moves.ScoreFeature) -> str:
    root = state.root_reaching(move.cell, move.side)
    owner = state.winner(root)
    said = f"{COLOURS[owner]} {_worth(state, root, move.doubles)}"
    if state.terms.sums_up:
        return said
    now = state.score[owner] + state.size(root) * unit_value(state, root, move.doubles)
    tower = tower_reached(state, now)
    taken = f", takes the wall tile of {state.terms.box.wall_towers[tower].name}"
    return f"{said}, to {now}{taken if tower >= 0 else ''}"
