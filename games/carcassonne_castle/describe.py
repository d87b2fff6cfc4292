"""Moves in words: as an instruction, and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulekeep.core import NameOf, Seat, plural
from rulekeep.games.carcassonne_castle import moves
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PORT_WORDS, ROLES, TURNED, TYPES
from rulekeep.games.carcassonne_castle.scoring.completed import DOUBLING, tower_reached, unit_value
from rulekeep.games.carcassonne_castle.scoring.final import final_gains, markets
from rulekeep.games.carcassonne_castle.state import COLOURS, NOBODY, OVER, Root, State
from rulekeep.games.carcassonne_castle.turn.laying import lay, put_follower


def touches(state: State, seat: Seat, move: moves.Move) -> tuple[str, ...]:
    """Followers stand on the newest tile, which their moves do not name."""
    if isinstance(move, (moves.PlaceFollower, moves.NoFollower)):
        return (state.terms.box.cell_names[state.last],)
    return ()


def explain_end(state: State, name: NameOf) -> str:
    return "no castle tile is left" if state.phase == OVER else ""


# -- as an instruction ------------------------------------------------------------------------


def sentence(state: State, seat: Seat, move: moves.Move) -> str:
    """The move as an instruction; legal or not."""
    box = state.terms.box
    match move:
        case moves.PlaceTile(cell, rotation, tile):
            what = "the tile" if tile < 0 else f"the tile with {box.tiles[tile].in_words}"
            return f"Place {what} on space {box.cell_names[cell]}{TURNED[rotation]}"
        case moves.PlaceFollower(type_, port):
            verb, into = ("Lay", "in") if type_ == COURT else ("Place", "on")
            where = _place_on_tile(state, type_, port)
            return f"{verb} a {ROLES[type_]} {into} the {TYPES[type_]}{where}"
        case moves.NoFollower():
            return "Place no follower"
        case moves.ScoreFeature(type_, cell, side, doubles):
            where = f"at {box.cell_names[cell]} ({PORT_WORDS[side]})"
            return f"Score the {TYPES[type_]} {where}{_doubled(type_, doubles)}"
        case moves.EndTurn():
            return "End your turn"
        case moves.PlayAgain():
            return "Use wall tile 1 to take another turn"
        case moves.DrawTile():
            return "Draw a tile"
        case _:
            assert_never(move)


def _place_on_tile(state: State, type_: int, port: int) -> str:
    """Which segment of the newest tile is meant, where it has several of a type."""
    if state.last < 0 or state.board[state.last] < 0:
        return f" on the {PORT_WORDS[port]}"
    tile = state.tile_on(state.last)
    number = tile.segment_at[port]
    if number < 0 or tile.segments[number].type != type_:
        return f" on the {PORT_WORDS[port]}"
    alone = sum(segment.type == type_ for segment in tile.segments) == 1
    return "" if alone else f" on the {tile.segments[number].where}"


def _doubled(type_: int, doubles: int) -> str:
    if not doubles:
        return ""
    twice = "twice with two wall tiles" if doubles > 1 else "with wall tile"
    return f" and double it {twice} {DOUBLING[type_]}" if type_ in DOUBLING else " and double it"


# -- what it leads to -------------------------------------------------------------------------


def describe(state: State, seat: Seat, move: moves.Move) -> str:
    """What the move leads to; empty where the instruction says it all."""
    match move:
        case moves.PlaceTile():
            return _placement(state, seat, move)
        case moves.PlaceFollower():
            return _follower(state, seat, move)
        case moves.ScoreFeature():
            return _scoring(state, seat, move)
        case moves.NoFollower():
            return f"{plural(state.supply[seat], 'follower')} left for later turns"
        case moves.EndTurn():
            return "you still have wall tile 1"
        case _:
            return ""


def _placement(state: State, seat: Seat, move: moves.PlaceTile) -> str:
    """What the tile would complete, and who gets the points; what it would join or add to."""
    after = state.copy()
    lay(after, move.cell, 4 * state.drawn + move.rotation)
    claims = [after.find(root) for root in state.claimed_roots()]
    roots = dict.fromkeys(after.roots_on(move.cell))
    grown = [root for root in roots if after.size(root) > 1 and root not in after.closed]
    parts = [f"completes {_completion(after, seat, root)}" for root in after.closed]
    parts += _growth(after, seat, grown, claims)
    return "; ".join(parts) or ("adds to an unclaimed court" if grown else "starts new features")


def _completion(state: State, seat: Seat, root: Root) -> str:
    """A complete feature and who gets its points."""
    type_, points = TYPES[state.type_of(root)], _points(state, root)
    if not state.is_claimed(root):
        return f"an unclaimed {type_}: {points}"
    owner = state.winner(root)
    if owner == NOBODY:
        return f"a {type_}: a tie, no points"
    return f"a {type_}: {points} for {_who(owner, seat)}"


def _growth(state: State, seat: Seat, roots: list[Root], claims: list[Root]) -> Iterator[str]:
    """What becomes of features that go on, the claimed ones first."""
    for root in sorted(roots, key=lambda root: root not in claims):
        type_, worth = TYPES[state.type_of(root)], _worth(state, root)
        black, white = state.followers(root)
        count, whose = claims.count(root), _whose(int(white > 0), seat)
        if count > 1 and black and white:
            yield f"joins {count} {type_}s, followers {black} to {white}, {worth}"
        elif count > 1:
            yield f"joins {count} of {whose} {type_}s, {worth}"
        elif count:
            yield f"adds to {'a shared' if black and white else whose} {type_}, {worth}"
        elif state.type_of(root) != COURT:
            yield f"adds to an unclaimed {type_}, {worth}"


def _points(state: State, root: Root, doubles: int = 0) -> str:
    return plural(state.size(root) * unit_value(state, root, doubles), "point")


def _worth(state: State, root: Root) -> str:
    """What a feature has come to: points when complete; of a court its markets."""
    if state.type_of(root) == COURT:
        return f"now with {plural(markets(state, root), 'market')}"
    return f"now worth {_points(state, root)}"


def _who(owner: Seat, seat: Seat) -> str:
    return "you" if owner == seat else COLOURS[owner]


def _whose(owner: Seat, seat: Seat) -> str:
    return "your" if owner == seat else f"{COLOURS[owner]}'s"


def _follower(state: State, seat: Seat, move: moves.PlaceFollower) -> str:
    """What the follower would earn now, or when complete; and what at the end as it is."""
    root = state.root_reaching(state.last, move.port)
    if root in state.closed:
        return f"scores {_points(state, root)} now"
    after = state.copy()
    put_follower(after, seat, after.tile_on(after.last).segment_at[move.port])
    points = sum(
        gain.points for gain in final_gains(after) if (gain.root, gain.seat) == (root, seat)
    )
    if move.type == COURT:
        found = plural(markets(state, root), "market")
        return f"stays until the end; {found} so far, {plural(points, 'point')}"
    return f"{_points(state, root)} when complete, {points} if unfinished"


def _scoring(state: State, seat: Seat, move: moves.ScoreFeature) -> str:
    root = state.root_reaching(move.cell, move.side)
    owner = state.winner(root)
    scored = f"{_points(state, root, move.doubles)} for {_who(owner, seat)}"
    if state.terms.sums_up:
        return scored
    now = state.score[owner] + state.size(root) * unit_value(state, root, move.doubles)
    tower = tower_reached(state, now)
    taken = f" and takes the wall tile of {state.terms.box.wall_towers[tower].name}"
    return f"{scored}; the marker moves to {now}{taken if tower >= 0 else ''}"
