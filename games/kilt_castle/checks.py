"""Which moves are refused: whose decision it is, moving cards, building, roofs, in this order."""

from __future__ import annotations

from rulekeep.core import Seat, forbids, listed
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, CRESTS
from rulekeep.games.kilt_castle.events import ducats, with_crests
from rulekeep.games.kilt_castle.moves import ANY_COLOUR, Build, Move, MoveRoof, Relocate, Skip
from rulekeep.games.kilt_castle.state import BUILD_1, BUILD_2, RELOCATE, ROOF, State

# -- whose decision it is -------------------------------------------------------------------


@forbids("KC-100", gate=True)
def the_match_is_over(state: State, seat: Seat, move: Move) -> str | None:
    return "the match is over" if state.over else None


@forbids("KC-020", gate=True)
def it_is_not_their_turn(state: State, seat: Seat, move: Move) -> str | None:
    if state.phase == RELOCATE and seat != state.active:
        own = state.terms.colours_of[state.active]
        colours = listed(COLOUR_NAMES[colour] for colour in own)
        return f"it is the turn of the player with {colours}"
    return None


@forbids("KC-051", gate=True)
def another_player_builds(state: State, seat: Seat, move: Move) -> str | None:
    if state.phase in (BUILD_1, BUILD_2, ROOF) and seat != state.builder:
        return f"{COLOUR_NAMES[state.colour]} builds now, and its owner decides"
    return None


@forbids("KC-073", Relocate, Build, Skip, gate=True)
def a_roof_must_be_chosen(state: State, seat: Seat, move: Move) -> str | None:
    if state.phase == ROOF:
        return "both roofs are on the board, so first choose the one to move"
    return None


@forbids("KC-020", Build, Skip, gate=True)
def no_card_was_relocated(state: State, seat: Seat, move: Build | Skip) -> str | None:
    return "a turn begins with moving a card" if state.phase == RELOCATE else None


@forbids("KC-020", Relocate, gate=True)
def a_card_was_relocated(state: State, seat: Seat, move: Relocate) -> str | None:
    if state.phase != RELOCATE:
        return "a card was moved already in this turn, and now its colours build"
    return None


@forbids("KC-070", MoveRoof, gate=True)
def no_roof_is_due(state: State, seat: Seat, move: MoveRoof) -> str | None:
    if state.phase != ROOF:
        return "a roof is placed only when two players build on one cell in the same turn"
    return None


# -- relocating -----------------------------------------------------------------------------


@forbids("KC-006", Relocate, gate=True)
def the_card_left_the_game(state: State, seat: Seat, move: Relocate) -> str | None:
    if move.card not in state.terms.cards:
        return "the card shows a colour that is not played"
    return None


@forbids("KC-021", Relocate, gate=True)
def the_card_lies_elsewhere(state: State, seat: Seat, move: Relocate) -> str | None:
    at = state.at[move.card]
    if move.origin != at:
        return f"the card is at position {at}, not at {move.origin}"
    return None


@forbids("KC-030", Relocate, gate=True)
def the_card_moves_backwards(state: State, seat: Seat, move: Relocate) -> str | None:
    board = state.terms.box
    if move.to == move.origin:
        return "a card moves forward at least one position"
    if state.terms.lapping or board.ahead[state.front][move.origin] >> move.to & 1:
        return None
    # Where nothing leads, the shorter way is the one that was meant; past the front is refused next.
    turns_back = board.behind(move.origin, move.to) < board.behind(move.to, move.origin)
    return "cards move only clockwise" if turns_back else None


@forbids("KC-031", Relocate)
def the_card_goes_beyond_the_front(state: State, seat: Seat, move: Relocate) -> str | None:
    board = state.terms.box
    if not state.terms.lapping:
        front = state.front
        beyond = not board.ahead[front][move.origin] >> move.to & 1
    else:
        front = state.front_without(move.origin)
        rear = board.rear_row(state.occupied_without(move.origin), front)
        beyond = board.next_to(front) != move.to and (
            board.behind(front, move.to) > board.behind(front, rear)
        )
    if beyond:
        farthest = board.next_to(front)
        return f"the foremost row is at position {front}, so {farthest} is as far as a card can go"
    return None


def _opens_a_row(state: State, move: Relocate) -> bool:
    return not state.rows[move.to]


@forbids("KC-033", Relocate)
def it_leaves_a_gap_behind_the_front(state: State, seat: Seat, move: Relocate) -> str | None:
    lone_front_card = move.origin == state.front and state.is_alone(move.origin)
    steps_ahead = move.to == state.terms.box.next_to(state.front) and _opens_a_row(state, move)
    if lone_front_card and steps_ahead:
        return "it would be alone at the front, with no card on the position behind it"
    return None


@forbids("KC-034", Relocate)
def it_lies_alone_without_a_neighbour(state: State, seat: Seat, move: Relocate) -> str | None:
    if not state.terms.neighbour_always or not _opens_a_row(state, move):
        return None
    neighbour = (move.to - 1) % state.terms.box.positions
    if not state.occupied_without(move.origin) >> neighbour & 1:
        return f"a new row needs a card directly behind it, at position {neighbour}"
    return None


@forbids("KC-035", Relocate)
def the_row_is_full(state: State, seat: Seat, move: Relocate) -> str | None:
    most = state.terms.row_size
    if len(state.rows[move.to]) >= most:
        return f"position {move.to} already has {most} cards, the most for one row"
    return None


@forbids("KC-036", Relocate)
def there_would_be_too_many_rows(state: State, seat: Seat, move: Relocate) -> str | None:
    most = state.terms.most_rows
    rows = state.occupied_without(move.origin).bit_count()
    if _opens_a_row(state, move) and rows >= most:
        return f"there would be more than {most} rows of cards"
    return None


# -- building -------------------------------------------------------------------------------


@forbids("KC-053", Build, gate=True)
def the_cell_is_not_in_the_line(state: State, seat: Seat, move: Build) -> str | None:
    line = state.line()
    if move.cell not in line:
        names = listed(state.terms.box.name(cell) for cell in line)
        position = state.at[state.moved >> 1]
        return f"the card at position {position} faces {names or 'no cell'}"
    return None


@forbids("KC-055", Build)
def a_nearer_cell_is_empty(state: State, seat: Seat, move: Build) -> str | None:
    empty = [cell for cell in state.line() if not state.towers[cell]]
    if move.cell in empty[1:]:  # KC-054 KC-055 KC-057
        nearest = state.terms.box.name(empty[0])
        return f"{nearest} is the nearest empty cell, and no other empty cell may be used"
    return None


@forbids("KC-061", Build)
def it_is_too_expensive(state: State, seat: Seat, move: Build) -> str | None:
    price = state.price(seat, move.cell)
    purse = state.bank.purses[seat]
    if price > purse and not state.is_roofed(move.cell):
        return f"it costs {ducats(price)}, and the builder has {ducats(purse)}"
    return None


@forbids("KC-062", Skip)
def there_is_a_duty_to_build(state: State, seat: Seat, move: Skip) -> str | None:
    return "a builder who can build must build"


@forbids("KC-066", Build, gate=True)
def the_floor_has_the_wrong_colour(state: State, seat: Seat, move: Build) -> str | None:
    terms = state.terms
    if not terms.any_own_floor:
        if move.colour == ANY_COLOUR:
            return None
        name = COLOUR_NAMES[state.colour]
        return f"the card decides that {name} builds, so the move must not name a colour"
    own = terms.colours_of[seat]
    if move.colour == ANY_COLOUR:
        names = listed((COLOUR_NAMES[colour] for colour in own), "or")
        return f"the move must name the colour of the floor, {names}"
    if move.colour not in own:
        return f"{COLOUR_NAMES[move.colour]} floors belong to another player"
    return None


@forbids("KC-052", Build)
def no_such_floor_is_in_stock(state: State, seat: Seat, move: Build) -> str | None:
    colour = state.colour_of(move)
    if not state.stock[len(CRESTS) * colour + move.crests]:
        floor = f"{COLOUR_NAMES[colour]} floor{with_crests(move.crests)}"
        return f"no {'plain ' if not move.crests else ''}{floor} is left"
    return None


# -- roofs ----------------------------------------------------------------------------------


@forbids("KC-074", Build)
def the_tower_is_roofed(state: State, seat: Seat, move: Build) -> str | None:
    if state.is_roofed(move.cell):  # KC-057 KC-074
        return "nobody may build on a roofed tower"
    return None


@forbids("KC-073", MoveRoof)
def no_roof_lies_there(state: State, seat: Seat, move: MoveRoof) -> str | None:
    if not state.is_roofed(move.cell):
        return f"the roofs are on {listed(state.terms.box.names(state.roofed))}"
    return None
