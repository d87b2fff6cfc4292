"""A turn from the draw to the last wall tile, and the end of the match."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit, Event
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle.chronicle import (
    tell_completed,
    tell_follower,
    tell_placement,
)
from rulekeep.games.carcassonne_castle.features import can_be_claimed, lay, put_follower
from rulekeep.games.carcassonne_castle.final import Gain, final_gains
from rulekeep.games.carcassonne_castle.moves import PlaceFollower, PlaceTile, ScoreFeature
from rulekeep.games.carcassonne_castle.scoring import (
    in_fixed_order,
    most_doubles,
    next_group,
    score,
    settle_unclaimed,
)
from rulekeep.games.carcassonne_castle.state import (
    DOUBLE,
    END_OF_TURN,
    FOLLOWER,
    NUMBERS,
    OVER,
    PLACE,
    SCORE,
    START,
    State,
)

# -- draw -----------------------------------------------------------------------------------


def begin_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """What was taken before may be used from now on (CC-100); then a tile is drawn."""
    seat = state.active
    if state.fresh:
        state.fresh = tuple(at for at in state.fresh if at // NUMBERS != seat)
    if emit is not None:
        emit(e.TurnBegan(("CC-121",) if state.bonus else ("CC-015",), seat, state.turn))
    if can_announce(state):
        state.phase = START
    else:
        draw_tile(state, chance, emit)


def can_announce(state: State) -> bool:
    """Whether another turn can be announced before the draw: a tile must be left for it."""
    if state.agreed.extra_turn_time != "turn_start":
        return False
    return state.usable(state.active, 1) > 0 and state.stock.total > 1 and not state.extra


def draw_tile(state: State, chance: Chance, emit: Emit | None) -> None:
    """Draw until a tile fits somewhere (CC-011 … CC-014)."""
    stock, asks = state.stock, state.asks
    while stock.total:
        kind = stock.draw(chance, "the tile drawn")
        if emit is not None:
            emit(e.TileDrawn(("CC-011",), state.active, stock.kinds[kind]))
        fits = state.components.fits[kind]
        for cell in state.frontier:
            if fits[asks[cell]]:
                state.drawn = kind
                state.phase = PLACE
                return
        state.removed = (*state.removed, kind)
        if emit is not None:
            emit(e.TileRemoved(("CC-013",), stock.kinds[kind]))
    if emit is not None:
        emit(e.StockRanOut(("CC-014",), state.active))
    finish(state, emit)


# -- place a tile, place a follower ---------------------------------------------------------


def place_tile(state: State, move: PlaceTile, chance: Chance, emit: Emit | None) -> None:
    before = state.copy() if emit is not None else None
    lay(state, move.cell, 4 * state.drawn + move.rotation)
    state.last = move.cell
    state.drawn = -1
    if emit is not None and before is not None:
        tell_placement(before, state, emit)
        tell_completed(state, emit)
    if state.supply[state.active] and can_be_claimed(state):
        state.phase = FOLLOWER
        return
    if emit is not None:
        if state.supply[state.active]:
            rules, because = ("CC-042",), "every feature of the tile holds one"
        else:
            rules, because = ("CC-046",), "the supply is empty"
        emit(e.NoFollowerPossible(rules, state.active, because))
    score_completed(state, chance, emit)


def place_follower(state: State, move: PlaceFollower, chance: Chance, emit: Emit | None) -> None:
    tile = state.components.oriented[state.board[state.last]]
    segment = tile.segment_at[move.port]
    if emit is not None:
        tell_follower(state, segment, emit)
    put_follower(state, state.active, state.last, segment)
    score_completed(state, chance, emit)


def place_no_follower(state: State, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        emit(e.FollowerDeclined(("CC-040",), state.active))
    score_completed(state, chance, emit)


# -- score ----------------------------------------------------------------------------------


def score_completed(state: State, chance: Chance, emit: Emit | None) -> None:
    """All features completed by this tile are scored (CC-067), then the turn ends."""
    if state.closed:
        settle_unclaimed(state, emit)
        if state.closed:
            go_on_scoring(state, chance, emit)
            return
    end_turn(state, chance, emit)


def go_on_scoring(state: State, chance: Chance, emit: Emit | None) -> None:
    """Score what needs no choice; stop where somebody has one (CC-069, CC-070)."""
    while state.closed:
        group = next_group(state)
        if len(group) > 1 and state.agreed.order_is_chosen:
            state.phase = SCORE
            return
        root = group[0] if len(group) == 1 else in_fixed_order(state, group)[0]
        if most_doubles(state, root):
            ask_about_doubling(state, root)
            return
        score(state, root, 0, chance, emit)
    end_turn(state, chance, emit)


def ask_about_doubling(state: State, root: int) -> None:
    """The owner decides whether to spend a wall tile on his feature (CC-101)."""
    if state.winner(root) == state.active:
        state.phase = SCORE
    else:
        state.phase = DOUBLE
        state.chosen = root


def score_feature(
    state: State, seat: int, move: ScoreFeature, chance: Chance, emit: Emit | None
) -> None:
    """Score the feature chosen; a doubling of the other player's is first left to him."""
    tile = state.components.oriented[state.board[move.cell]]
    root = state.find(state.base[move.cell] + tile.segment_at[move.side])
    if state.winner(root) != seat and most_doubles(state, root):
        ask_about_doubling(state, root)
        return
    state.chosen = -1
    score(state, root, move.doubles, chance, emit)
    go_on_scoring(state, chance, emit)


# -- end of the turn ------------------------------------------------------------------------


def end_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    if not state.stock.total:
        if emit is not None and state.extra:
            emit(e.ExtraTurnLost(("CC-122",), state.active))
        finish(state, emit)
    elif can_add_turn(state):
        state.phase = END_OF_TURN
    else:
        pass_on(state, chance, emit)


def can_add_turn(state: State) -> bool:
    """Whether wall tile 1 can be used at the end of this turn (CC-121, CC-122)."""
    if state.agreed.extra_turn_time != "turn_end":
        return False
    return state.usable(state.active, 1) > 0 and state.stock.total > 0


def pass_on(state: State, chance: Chance, emit: Emit | None) -> None:
    """The next turn: the other player's, or an extra one (CC-015, CC-121)."""
    if state.extra:
        if emit is not None:
            rules = ("CC-121", "CC-123") if state.bonus else ("CC-121",)
            emit(e.ExtraTurnBegan(rules, state.active))
        state.extra = False
        state.bonus = True
    else:
        state.active = 1 - state.active
        state.bonus = False
    state.turn += 1
    begin_turn(state, chance, emit)


def announce_extra_turn(state: State, emit: Emit | None) -> None:
    """Wall tile 1 is used (CC-121)."""
    state.owned[state.active * NUMBERS + 1] -= 1
    state.extra = True
    if emit is not None:
        rules = ("CC-121", "CC-102", "CC-103")
        emit(e.WallTileUsed(rules, state.active, 1, "another turn follows this one"))


def finish(state: State, emit: Emit | None) -> None:
    """Discard the wall tiles left, then the final scoring (CC-130 … CC-145)."""
    state.extra = False
    if emit is not None:
        emit(e.MatchEnded(("CC-130",)))
        emit(e.WallTilesDiscarded(("CC-131", "CC-097"), state.towers.bit_count()))
    state.towers = 0
    state.phase = OVER
    for gain in final_gains(state):
        if gain.seat >= 0:
            state.score[gain.seat] += gain.points
        if emit is not None:
            emit(_told(state, gain))
    if emit is not None:
        emit(e.FinalScore(("CC-145", "CC-132"), tuple(state.score)))


def _told(state: State, gain: Gain) -> Event:
    what = gain.named(state)
    if gain.seat < 0:
        return e.NothingScored(gain.rules, what, gain.because)
    return e.FinalPoints(gain.rules, gain.seat, what, gain.points, (gain.item,))
