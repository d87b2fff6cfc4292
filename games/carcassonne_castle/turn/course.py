"""The turn from top to bottom: draw, place, claim, score, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulekeep.core import Chance, Emit, Seat, because
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle import moves
from rulekeep.games.carcassonne_castle import state as table
from rulekeep.games.carcassonne_castle.box.packing import NOTHING, NOWHERE, SPOT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, HOUSE, PATH, ROLES, TOWER
from rulekeep.games.carcassonne_castle.legal import can_add_turn, can_announce, free_segments
from rulekeep.games.carcassonne_castle.moves import NoFollower, PlaceFollower, PlaceTile
from rulekeep.games.carcassonne_castle.scoring import completed
from rulekeep.games.carcassonne_castle.scoring.final import score_finally
from rulekeep.games.carcassonne_castle.state import FOLLOWER, PLACE, Root, State
from rulekeep.games.carcassonne_castle.turn.laying import lay, put_follower, rules_of_the_edges


def advance(
    state: State, seat: Seat, move: moves.Move, chance: Chance, emit: Emit | None = None
) -> None:
    if isinstance(move, PlaceTile):
        place_tile(state, move, chance, emit)
    elif isinstance(move, NoFollower):
        place_no_follower(state, chance, emit)
    elif isinstance(move, PlaceFollower):
        place_follower(state, move, chance, emit)
    elif isinstance(move, moves.ScoreFeature):
        score_feature(state, seat, move, chance, emit)
    elif isinstance(move, moves.EndTurn):
        next_turn(state, chance, emit)
    elif isinstance(move, moves.PlayAgain):
        announce_extra_turn(state, chance, emit)
    else:
        draw_tile(state, chance, emit)


# -- draw -----------------------------------------------------------------------------------


def begin_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """Make wall tiles taken before usable, then draw a tile."""
    seat = state.active
    if state.fresh:
        state.fresh = tuple(at for at in state.fresh if at // table.NUMBERS != seat)  # CC-100
    if emit is not None:
        emit(e.TurnBegan(("CC-121",) if state.bonus else ("CC-015",), seat, state.turn))
    if can_announce(state):
        state.phase = table.START
    else:
        draw_tile(state, chance, emit)


def draw_tile(state: State, chance: Chance, emit: Emit | None) -> None:
    """Draw until a tile fits somewhere."""
    stock, asks, box = state.stock, state.asks, state.terms.box
    while stock.total:
        kind = stock.draw(chance, "the tile drawn")  # CC-003
        if emit is not None:
            name, shows = stock.kinds[kind], box.shown[kind]
            emit(e.TileDrawn(("CC-011",), state.active, name, shows=shows))  # CC-011
        fits = box.fits[kind]
        for cell in state.frontier:
            if fits[asks[cell]]:
                state.drawn = kind
                state.phase = PLACE  # CC-012
                return
        state.removed = tuple(sorted((*state.removed, kind)))  # CC-013
        if emit is not None:
            emit(e.TileRemoved(("CC-013",), name, shows=shows))
    if emit is not None:
        emit(e.StockRanOut(("CC-014",), state.active))
    finish(state, emit)  # CC-014


# -- place a tile ---------------------------------------------------------------------------


def place_tile(state: State, move: PlaceTile, chance: Chance, emit: Emit | None) -> None:
    tile = 4 * state.drawn + move.rotation
    state.last = move.cell
    state.drawn = NOTHING
    if emit is not None:
        rules = ["CC-020", *rules_of_the_edges(state, move.cell, tile)]
        claimed = len(state.claimed_roots())
    lay(state, move.cell, tile)
    if emit is not None:
        if len(state.claimed_roots()) < claimed:
            rules.append("CC-047")  # features with followers have been joined
        report_placement(state, rules, emit)
        report_completed(state, emit)
    if state.supply[state.active] and free_segments(state, 1):
        state.phase = FOLLOWER  # CC-010
        return
    if emit is not None:
        rule, because = "CC-046", "the supply is empty"
        if state.supply[state.active]:
            rule, because = "CC-042", "every feature of the tile holds one"
        emit(e.NoFollowerPossible((rule,), state.active, because))
    score_completed(state, chance, emit)


def report_placement(state: State, rules: list[str], emit: Emit) -> None:
    box = state.terms.box
    kind, rotation = divmod(state.board[state.last], 4)
    if not any(state.board[n] >= 0 for n in box.board.grid.neighbours[state.last]):
        rules.append("CC-007")  # it hangs on a start space alone, which is always there
    rules += _rules_of_the_tile(state)
    if _apart_at_a_corner(state):
        rules.append("CC-035")
    named, at = tuple(dict.fromkeys(rules)), box.cell_names[state.last]
    emit(e.TilePlaced(named, state.active, box.kinds[kind], at, rotation))


def _rules_of_the_tile(state: State) -> Iterator[str]:
    """Segments that stay apart, paths that run on or end."""
    types = [state.type_of(root) for root in set(state.roots_on(state.last))]
    for type_ in range(4):
        if types.count(type_) > 1:
            yield "CC-039" if type_ == COURT else "CC-034"
    for segment in state.tile_on(state.last).segments:
        if segment.inner_end == "square":
            yield "CC-036"
        elif segment.type == PATH and len(segment.ports) > 2:
            yield "CC-037"
        if segment.well and sum(_leads_on(state, side) for side in segment.sides) > 1:
            yield "CC-038"


def _leads_on(state: State, side: int) -> bool:
    """Whether a tile or a start space lies on this side of the newest tile."""
    beyond = state.terms.box.across[state.last][side]
    if beyond < 0:
        return state.terms.box.start_at[state.last][side] >= 0
    return state.board[beyond] >= 0


def _apart_at_a_corner(state: State) -> bool:
    """A tile at a corner shows the same building, and they are not connected."""
    corners = [cell for cell in state.terms.box.diagonal[state.last] if state.board[cell] >= 0]
    return any(
        root != other and state.type_of(root) == state.type_of(other) in (TOWER, HOUSE)
        for cell in corners
        for root, other in product(state.roots_on(state.last), state.roots_on(cell))
    )


def report_completed(state: State, emit: Emit) -> None:
    for root in state.closed:
        rule = "CC-050" if state.type_of(root) == PATH else "CC-051"
        elsewhere = not state.mask[root] >> state.last & 1
        rules = because(rule, ("CC-053", len(state.closed) > 1), ("CC-052", elsewhere))
        name, size = state.name_of(root), state.size(root)
        emit(e.FeatureCompleted(rules, name, size, *state.followers(root)))


# -- place a follower -----------------------------------------------------------------------


def place_follower(state: State, move: PlaceFollower, chance: Chance, emit: Emit | None) -> None:
    tile = state.terms.box.oriented[state.board[state.last]]
    segment = tile.segment_at[move.port]  # CC-041
    if emit is not None:
        report_follower(state, segment, emit)
    put_follower(state, state.active, segment)  # CC-040 CC-045
    score_completed(state, chance, emit)


def place_no_follower(state: State, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        emit(e.FollowerDeclined(("CC-040",), state.active))
    score_completed(state, chance, emit)


def report_follower(state: State, segment: int, emit: Emit) -> None:
    box = state.terms.box
    segments = state.tile_on(state.last).segments
    shown = segments[segment]
    rules = because(
        "CC-040",
        ("CC-041", sum(other.type == shown.type for other in segments) > 1),
        # A follower is on a tile next to it, in another feature.
        ("CC-043", any(man // (2 * SPOT) in box.across[state.last] for man in state.men)),
        ("CC-044", state.find(state.base[state.last] + segment) in state.closed),
        ("CC-048", shown.type == COURT),
    )
    role, at = ROLES[shown.type], box.cell_names[state.last]
    emit(e.FollowerPlaced(rules, state.active, role, at, shown.name))


# -- score ----------------------------------------------------------------------------------


def score_completed(state: State, chance: Chance, emit: Emit | None) -> None:
    """All features completed by this tile are scored, then the turn ends."""
    if state.closed:
        completed.settle_unclaimed(state, emit)
        if state.closed:  # CC-044 CC-067
            continue_scoring(state, chance, emit)
            return
    end_turn(state, chance, emit)


def continue_scoring(state: State, chance: Chance, emit: Emit | None) -> None:
    """Score what needs no choice; stop where a player has one."""
    while state.closed:
        group = completed.next_group(state)  # CC-069
        if completed.order_is_asked(state, group):  # CC-070
            state.phase = table.SCORE
            return
        root = group[0] if len(group) == 1 else completed.in_fixed_order(state, group)[0]
        if completed.most_doubles(state, root):
            ask_about_doubling(state, root)
            return
        completed.score(state, root, 0, chance, emit)
    end_turn(state, chance, emit)


def ask_about_doubling(state: State, root: Root) -> None:
    """The owner decides whether to spend a wall tile on their feature."""
    if state.winner(root) == state.active:  # CC-103
        state.phase = table.SCORE
    else:  # CC-101
        state.phase = table.DOUBLE
        state.chosen = state.spot_of(root)


def score_feature(
    state: State, seat: Seat, move: moves.ScoreFeature, chance: Chance, emit: Emit | None
) -> None:
    """Score the feature chosen; a doubling of the other player's is that player's decision first."""
    root = state.root_reaching(move.cell, move.side)
    if state.winner(root) != seat and completed.most_doubles(state, root):
        ask_about_doubling(state, root)
        return
    state.chosen = NOWHERE
    completed.score(state, root, move.doubles, chance, emit)
    continue_scoring(state, chance, emit)


# -- end of the turn ------------------------------------------------------------------------


def end_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    if not state.stock.total:  # CC-130
        if emit is not None and state.extra:
            emit(e.ExtraTurnLost(("CC-122",), state.active))
        finish(state, emit)
    elif can_add_turn(state):
        state.phase = table.END_OF_TURN
    else:
        next_turn(state, chance, emit)


def next_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """The next turn: the other player's, or an extra one."""
    if state.extra:  # CC-121
        if emit is not None:
            emit(e.ExtraTurnBegan(because("CC-121", ("CC-123", state.bonus)), state.active))
        state.extra = False
        state.bonus = True
    else:
        state.active = 1 - state.active  # CC-015
        state.bonus = False
    state.turn += 1
    begin_turn(state, chance, emit)


def announce_extra_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """Wall tile 1 is used: at the end of the turn, or before drawing."""
    state.use_up(state.active, 1, 1)  # CC-121 CC-123
    state.extra = True
    if emit is not None:
        emit(e.WallTileUsed(("CC-121",), state.active, 1, "another turn follows this one"))
    if state.phase == table.START:
        draw_tile(state, chance, emit)
    else:
        next_turn(state, chance, emit)


def finish(state: State, emit: Emit | None) -> None:
    state.extra = False
    state.phase = table.OVER  # CC-130
    if emit is not None:
        emit(e.MatchEnded(("CC-130",)))
    score_finally(state, emit)
