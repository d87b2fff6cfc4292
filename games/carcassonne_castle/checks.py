"""What is refused, in the order in which it is checked."""

from __future__ import annotations

from rulekeep.core import Seat, forbids
from rulekeep.games.carcassonne_castle import state as table
from rulekeep.games.carcassonne_castle.box import tiles
from rulekeep.games.carcassonne_castle.box.board import Cell
from rulekeep.games.carcassonne_castle.box.packing import MUST_BE_PATH, OPEN_BITS
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, PORT_WORDS, SIDE_WORDS, TYPES
from rulekeep.games.carcassonne_castle.events import in_words
from rulekeep.games.carcassonne_castle.moves import (
    THE_ONE_DRAWN,
    DrawTile,
    EndTurn,
    Move,
    NoFollower,
    PlaceFollower,
    PlaceTile,
    PlayAgain,
    ScoreFeature,
)
from rulekeep.games.carcassonne_castle.scoring.completed import DOUBLING, in_fixed_order, next_group
from rulekeep.games.carcassonne_castle.state import Root, State

_EDGE_NAMES = (*TYPES, "split edge")
_DUE_NOW = (
    "a tile must be drawn now",
    "the tile must be placed now",
    "now is the time to place a follower or none",
    "completed features must be scored now",
    "the owner of the feature decides now whether to double it",
    "now is the time to end the turn or to use wall tile 1",
)
"""What is to be done, by phase."""
_DUE: dict[type[Move], tuple[table.Phase, ...]] = {
    DrawTile: (table.START,),
    PlaceTile: (table.PLACE,),
    PlaceFollower: (table.FOLLOWER,),
    NoFollower: (table.FOLLOWER,),
    ScoreFeature: table.SCORING,
    EndTurn: (table.END_OF_TURN,),
    PlayAgain: (table.END_OF_TURN,),
}
"""The steps of a turn in which a move may be made."""


# -- whose decision, and which --------------------------------------------------------------


@forbids("CC-122", PlayAgain, gate=True)
def no_tile_is_left(state: State, seat: Seat, move: PlayAgain) -> str | None:
    if state.phase == table.OVER or not state.stock.total:
        return "no castle tile is left for another turn"
    if state.phase == table.START and state.stock.total < 2:
        return "the last castle tile is drawn in this turn, so no other can follow"
    return None


@forbids("CC-130", gate=True)
def the_match_is_over(state: State, seat: Seat, move: Move) -> str | None:
    return "the match is over" if state.phase == table.OVER else None


@forbids("CC-101", ScoreFeature, PlayAgain, gate=True)
def it_is_not_the_turn_of_the_owner(
    state: State, seat: Seat, move: ScoreFeature | PlayAgain
) -> str | None:
    if isinstance(move, PlayAgain):
        forbidden = seat != state.decider
    else:
        forbidden = move.doubles > 0 and seat != state.active and not state.terms.doubles_any_time
    return "you can use wall tiles in your own turn only" if forbidden else None


@forbids("CC-015", gate=True)
def it_is_not_your_decision(state: State, seat: Seat, move: Move) -> str | None:
    asked = state.decider
    return f"it is {table.COLOURS[asked]}'s decision now" if seat != asked else None


@forbids("CC-012", NoFollower, EndTurn, gate=True)
def the_tile_must_be_placed(state: State, seat: Seat, move: Move) -> str | None:
    drawn = state.phase == table.PLACE
    return "the tile fits somewhere and must be placed" if drawn else None


@forbids("CC-067", NoFollower, EndTurn, gate=True)
def scoring_is_mandatory(state: State, seat: Seat, move: Move) -> str | None:
    return "completed features must be scored first" if state.phase in table.SCORING else None


@forbids("CC-010", gate=True)
def another_step_is_due(state: State, seat: Seat, move: Move) -> str | None:
    due = _DUE[type(move)]
    if isinstance(move, PlayAgain) and state.terms.announces_early:
        due = (table.START,)
    return None if state.phase in due else _DUE_NOW[state.phase]


# -- placement ------------------------------------------------------------------------------


@forbids("CC-011", PlaceTile, gate=True)
def another_tile_was_drawn(state: State, seat: Seat, move: PlaceTile) -> str | None:
    if move.tile not in (THE_ONE_DRAWN, state.drawn):
        return f"the tile drawn shows {state.terms.box.tiles[state.drawn].in_words}"
    return None


@forbids("CC-020", PlaceTile, gate=True)
def a_tile_lies_there(state: State, seat: Seat, move: PlaceTile) -> str | None:
    where = state.terms.box.cell_names[move.cell]
    return f"there is already a tile on {where}" if state.board[move.cell] >= 0 else None


def _touches(state: State, cell: Cell) -> bool:
    """Whether a tile or a start space shares a side with a cell."""
    box = state.terms.box
    neighbours = box.board.grid.neighbours[cell]
    return cell in box.start_cells or any(state.board[n] >= 0 for n in neighbours)


def _contact(state: State, cell: Cell) -> str:
    """The contact that is not enough: at a corner, with plain wall, or none."""
    if any(state.board[other] >= 0 for other in state.terms.box.diagonal[cell]):
        return "a corner"
    return "plain wall" if -1 in state.terms.box.across[cell] else ""


@forbids("CC-021", PlaceTile)
def the_first_tile_touches_no_start_space(state: State, seat: Seat, move: PlaceTile) -> str | None:
    apart = max(state.board) < 0 and not _touches(state, move.cell)
    return "the first tile must be next to a start space" if apart else None


@forbids("CC-022", PlaceTile)
def the_tile_touches_nothing(state: State, seat: Seat, move: PlaceTile) -> str | None:
    alone = not _touches(state, move.cell) and not _contact(state, move.cell)
    return "a tile must be next to another tile or a start space" if alone else None


@forbids("CC-023", PlaceTile)
def the_contact_is_not_enough(state: State, seat: Seat, move: PlaceTile) -> str | None:
    contact = "" if _touches(state, move.cell) else _contact(state, move.cell)
    return (
        f"the tile would touch {contact} only, and must share a side with a tile or a start space"
        if contact
        else None
    )


@forbids("CC-024", PlaceTile)
def a_path_is_not_continued(state: State, seat: Seat, move: PlaceTile) -> str | None:
    """A path edge faces something else, or something else faces a path edge."""
    sides = state.terms.box.sides
    for side, edge in enumerate(sides[4 * state.drawn + move.rotation]):
        beyond = state.terms.box.across[move.cell][side]
        if beyond >= 0 and state.board[beyond] >= 0:
            other = sides[state.board[beyond]][(side + 2) % 4].type
            if (edge.type == PATH) != (other == PATH):
                met = f"a {_EDGE_NAMES[edge.type]} would meet a {_EDGE_NAMES[other]}"
                return f"on the {SIDE_WORDS[side]} side {met}, and a path must continue as a path"
    return None


@forbids("CC-027", PlaceTile)
def the_start_space_does_not_match(state: State, seat: Seat, move: PlaceTile) -> str | None:
    box = state.terms.box
    first = state.terms.first_asks[move.cell]
    for side, edge in enumerate(box.sides[4 * state.drawn + move.rotation]):
        asked = first >> 2 * side & 3
        if asked and (asked == MUST_BE_PATH) != (edge.type == PATH):
            start = box.starts[box.start_at[move.cell][side]]
            met = f"a {_EDGE_NAMES[edge.type]} would meet the {TYPES[start.type]} start space"
            return f"on the {SIDE_WORDS[side]} side {met}, and only a path may meet a path"
    return None


# -- followers ------------------------------------------------------------------------------


def _root_at(state: State, cell: Cell, type_: tiles.Type, port: tiles.Port) -> Root:
    """The root of the feature of this type that reaches this port of a cell, or -1."""
    if state.board[cell] < 0:  # CC-053
        return -1
    tile = state.tile_on(cell)
    segment = tile.segment_at[port]
    if segment < 0 or tile.segments[segment].type != type_:  # CC-041 CC-053
        return -1
    return state.find(state.base[cell] + segment)


@forbids("CC-041", PlaceFollower, gate=True)
def the_tile_has_no_such_segment(state: State, seat: Seat, move: PlaceFollower) -> str | None:
    there = _root_at(state, state.last, move.type, move.port) >= 0
    return (
        None if there else f"the new tile has no {TYPES[move.type]} on the {PORT_WORDS[move.port]}"
    )


@forbids("CC-042", PlaceFollower)
def the_feature_holds_a_follower(state: State, seat: Seat, move: PlaceFollower) -> str | None:
    root = _root_at(state, state.last, move.type, move.port)
    if state.is_claimed(root):  # CC-042 CC-043
        return f"this {TYPES[move.type]} already has a follower"
    return None


@forbids("CC-046", PlaceFollower)
def the_supply_is_empty(state: State, seat: Seat, move: PlaceFollower) -> str | None:
    return None if state.supply[seat] else "you have no follower left in your supply"


# -- scoring --------------------------------------------------------------------------------


def _named(state: State, move: ScoreFeature) -> Root:
    return _root_at(state, move.cell, move.type, move.side)


@forbids("CC-055", ScoreFeature, gate=True)
def courts_are_not_scored_now(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    return "courts are scored at the end of the match only" if move.type == COURT else None


@forbids("CC-053", ScoreFeature, gate=True)
def there_is_no_such_feature(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    if _named(state, move) < 0:
        where = f"{PORT_WORDS[move.side]} of {state.terms.box.cell_names[move.cell]}"
        return f"there is no {TYPES[move.type]} on the {where}"
    return None


@forbids("CC-050", ScoreFeature, gate=True)
def the_path_is_not_complete(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    is_open = move.type == PATH and state.info[_named(state, move)] & OPEN_BITS
    return "an end of this path is still open" if is_open else None


@forbids("CC-054", ScoreFeature, gate=True)
def an_empty_space_touches_it(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    is_open = state.info[_named(state, move)] & OPEN_BITS
    return f"an empty space still touches this {TYPES[move.type]}" if is_open else None


@forbids("CC-056", ScoreFeature, gate=True)
def it_has_been_scored(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    waits = _named(state, move) in state.closed
    return None if waits else f"this {TYPES[move.type]} is already settled and cannot grow again"


@forbids("CC-069", ScoreFeature, gate=True)
def the_active_player_scores_first(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    later = _named(state, move) not in next_group(state)
    return "the features of the player whose turn it is are scored first" if later else None


@forbids("CC-070", ScoreFeature)
def the_order_is_fixed(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    if state.phase == table.DOUBLE:
        wanted = state.root_at(state.chosen)
    elif not state.terms.order_is_chosen:
        wanted = in_fixed_order(state, next_group(state))[0]
    else:
        return None
    due = f"the {in_words(state.name_of(wanted))} is scored first"
    return None if _named(state, move) == wanted else due


# -- wall tiles -----------------------------------------------------------------------------


@forbids("CC-127", ScoreFeature, gate=True)
def no_wall_tile_doubles_a_path(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    return "no wall tile doubles a path" if move.doubles and move.type == PATH else None


@forbids("CC-104", ScoreFeature, gate=True)
def the_feature_is_not_yours(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    foreign = move.doubles and state.winner(_named(state, move)) != seat
    return (
        f"you do not have more followers than the other player in this {TYPES[move.type]}"
        if foreign
        else None
    )


@forbids("CC-126", ScoreFeature, gate=True)
def it_is_doubled_already(state: State, seat: Seat, move: ScoreFeature) -> str | None:
    return "a feature can be doubled only once" if move.doubles > state.terms.most_doubles else None


def _wall_tile(move: ScoreFeature | PlayAgain) -> tuple[int, int]:
    """The number of the wall tile a move uses, and how many."""
    if isinstance(move, PlayAgain):
        return 1, 1
    return DOUBLING.get(move.type, 0), move.doubles


@forbids("CC-100", ScoreFeature, PlayAgain)
def the_wall_tile_must_wait(state: State, seat: Seat, move: ScoreFeature | PlayAgain) -> str | None:
    number, count = _wall_tile(move)
    waits = state.usable(seat, number) < count <= state.owns(seat, number)
    return (
        f"you took wall tile {number} this turn and can use it from your next turn on"
        if waits
        else None
    )


@forbids("CC-102", ScoreFeature, PlayAgain)
def there_is_no_such_wall_tile(
    state: State, seat: Seat, move: ScoreFeature | PlayAgain
) -> str | None:
    number, count = _wall_tile(move)
    lacks = f"you do not have {'two' if count > 1 else 'a'} wall tile {number}"
    return lacks if state.owns(seat, number) < count else None
