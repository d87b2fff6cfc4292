"""What a move would do, in a few plain words."""

from __future__ import annotations

from rulekeep.games.carcassonne_castle import moves
from rulekeep.games.carcassonne_castle.box.tiles import COURT, ROLES, TYPES
from rulekeep.games.carcassonne_castle.scoring.completed import unit_value
from rulekeep.games.carcassonne_castle.scoring.payment import tower_reached
from rulekeep.games.carcassonne_castle.state import COLOURS, State
from rulekeep.games.carcassonne_castle.turn.laying import lay


def describe(state: State, seat: int, move: moves.Move) -> str:
    if isinstance(move, moves.PlaceTile):
        return _placement(state, move)
    if isinstance(move, moves.PlaceFollower):
        return _follower(state, move)
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


def _worth(state: State, root: int, doubles: int = 0) -> str:
    size, each = state.size(root), unit_value(state, root, doubles)
    return f"{size}×{each} = {size * each}"


def _placement(state: State, move: moves.PlaceTile) -> str:
    """What the tile would complete, for whom; else what it would continue."""
    after = state.copy()
    lay(after, move.cell, 4 * state.drawn + move.rotation)
    said = []
    for root in after.closed:
        owner = after.winner(root)
        whom = COLOURS[owner] if owner >= 0 else "a tie" if after.is_claimed(root) else "nobody's"
        type_ = TYPES[after.type_of(root)]
        said.append(f"completes {type_} {_worth(after, root)} ({whom})")
    tile = after.terms.box.oriented[after.board[move.cell]]
    for number, segment in enumerate(tile.segments):
        root = after.find(after.base[move.cell] + number)
        if root not in after.closed and after.size(root) > 1 and after.is_claimed(root):
            black, white = after.followers(root)
            said.append(f"continues {TYPES[segment.type]} of {_sides(black, white)}")
    return ", ".join(dict.fromkeys(said))


def _sides(black: int, white: int) -> str:
    if black and white:
        return f"both ({black}:{white})"
    return COLOURS[0] if black else COLOURS[1]


def _follower(state: State, move: moves.PlaceFollower) -> str:
    tile = state.terms.box.oriented[state.board[state.last]]
    root = state.find(state.base[state.last] + tile.segment_at[move.port])
    role = ROLES[move.type]
    if move.type == COURT:
        return f"{role}, stays until the end"
    if root in state.closed:
        return f"{role}, scores {_worth(state, root)} at once"
    return f"{role}, size {state.size(root)} so far"


def _scoring(state: State, move: moves.ScoreFeature) -> str:
    tile = state.terms.box.oriented[state.board[move.cell]]
    root = state.find(state.base[move.cell] + tile.segment_at[move.side])
    owner = state.winner(root)
    said = f"{COLOURS[owner]} {_worth(state, root, move.doubles)}"
    if state.terms.sums_up:
        return said
    now = state.score[owner] + state.size(root) * unit_value(state, root, move.doubles)
    tower = tower_reached(state, now)
    taken = f", takes the wall tile of {state.terms.box.wall_towers[tower].name}"
    return f"{said}, to {now}{taken if tower >= 0 else ''}"
