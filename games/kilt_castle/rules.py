"""The checks: what a rule forbids, in the order of the book."""

from __future__ import annotations

from rulekeep.core.rulebook import Rulebook
from rulekeep.games.kilt_castle.building import (
    free_cell,
    line_of_build,
    price_of,
)
from rulekeep.games.kilt_castle.components import CARDS, COLOUR_NAMES, CRESTS, LETTERS, PACKAGE
from rulekeep.games.kilt_castle.events import ducats, with_crests
from rulekeep.games.kilt_castle.moves import (
    ANY_COLOUR,
    Build,
    Move,
    MoveRoof,
    Relocate,
    Skip,
)
from rulekeep.games.kilt_castle.relocation import (
    behind,
    front_after_lifting,
    is_alone,
    rear_row,
)
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.table import BUILD_1, BUILD_2, RELOCATE, ROOF

BOOK = Rulebook.load(PACKAGE)


# -- whose decision it is -------------------------------------------------------------------


@BOOK.forbids("KC-100", gate=True)
def the_match_is_over(state: State, seat: int, move: Move) -> str | None:
    return "the match is over" if state.over else None


@BOOK.forbids("KC-020", gate=True)
def it_is_not_their_turn(state: State, seat: int, move: Move) -> str | None:
    if state.phase == RELOCATE and seat != state.active:
        return f"it is the turn of {_player(state, state.active)}"
    return None


@BOOK.forbids("KC-051", gate=True)
def another_player_builds(state: State, seat: int, move: Move) -> str | None:
    if state.phase in (BUILD_1, BUILD_2, ROOF) and seat != state.builder:
        return f"{COLOUR_NAMES[state.colour]} builds, and its owner decides"
    return None


def _player(state: State, seat: int) -> str:
    return " and ".join(COLOUR_NAMES[colour] for colour in state.table.colours_of[seat])


@BOOK.forbids("KC-073", Relocate, Build, Skip, gate=True)
def a_roof_must_be_chosen(state: State, seat: int, move: Move) -> str | None:
    if state.phase == ROOF:
        return "both roofs are on the board: first choose the one to move, e.g. roof C3"
    return None


@BOOK.forbids("KC-020", Build, Skip, gate=True)
def no_card_was_relocated(state: State, seat: int, move: Build | Skip) -> str | None:
    if state.phase == RELOCATE:
        return "a turn begins with relocating a card"
    return None


@BOOK.forbids("KC-020", Relocate, gate=True)
def a_card_was_relocated(state: State, seat: int, move: Relocate) -> str | None:
    if state.phase != RELOCATE:
        return "a card has been relocated already; now its colours build"
    return None


@BOOK.forbids("KC-070", MoveRoof, gate=True)
def no_roof_is_due(state: State, seat: int, move: MoveRoof) -> str | None:
    if state.phase != ROOF:
        return "a roof is placed only when two players build on one cell in the same turn"
    return None


# -- relocating -----------------------------------------------------------------------------


@BOOK.forbids("KC-006", Relocate, gate=True)
def the_card_left_the_game(state: State, seat: int, move: Relocate) -> str | None:
    if not 0 <= move.card < len(CARDS):
        return "there is no such card"
    if move.card not in state.table.cards:
        return f"{CARDS[move.card].name} shows a colour that is not played"
    return None


@BOOK.forbids("KC-021", Relocate, gate=True)
def the_card_lies_elsewhere(state: State, seat: int, move: Relocate) -> str | None:
    at = state.at[move.card]
    if move.origin != at:
        return f"{CARDS[move.card].name} lies at {at}, not at {move.origin}"
    return None


@BOOK.forbids("KC-030", Relocate, gate=True)
def the_card_moves_backwards(state: State, seat: int, move: Relocate) -> str | None:
    positions = state.table.board.positions
    if not 0 <= move.to < positions:
        return f"there is no edge position {move.to}"
    if move.to == move.origin:
        return "a card moves at least one position"
    if state.table.lapping or move.to == (state.front + 1) % positions:
        return None
    rear = rear_row(state.occupied, state.front, positions)
    away = behind(state.front, move.to, positions)
    caravan = behind(state.front, rear, positions)
    turns_back = (move.origin - move.to) % positions < (move.to - move.origin) % positions
    if turns_back and behind(state.front, move.origin, positions) < away <= caravan:
        return "cards move clockwise only"
    return None


@BOOK.forbids("KC-031", Relocate)
def the_card_goes_beyond_the_front(state: State, seat: int, move: Relocate) -> str | None:
    positions = state.table.board.positions
    if not state.table.lapping:
        beyond = not state.table.ahead[state.front][move.origin] >> move.to & 1
        front = state.front
    else:
        front = front_after_lifting(state, move.origin)
        others = _occupied_after_lifting(state, move.origin)
        rear = rear_row(others, front, positions)
        beyond = (front + 1) % positions != move.to and (
            behind(front, move.to, positions) > behind(front, rear, positions)
        )
    if beyond:
        return f"the foremost row lies at {front}; {(front + 1) % positions} is as far as cards go"
    return None


def _occupied_after_lifting(state: State, origin: int) -> int:
    return state.occupied & ~(1 << origin) if is_alone(state, origin) else state.occupied


def _opens_a_row(state: State, move: Relocate) -> bool:
    return not state.rows[move.to]


@BOOK.forbids("KC-033", Relocate)
def it_leaves_a_gap_behind_the_front(state: State, seat: int, move: Relocate) -> str | None:
    positions = state.table.board.positions
    lone_front_card = move.origin == state.front and is_alone(state, move.origin)
    steps_ahead = move.to == (state.front + 1) % positions and _opens_a_row(state, move)
    if lone_front_card and steps_ahead and not state.table.lapping:
        return "it would lie alone at the front with no card on the position behind it"
    return None


@BOOK.forbids("KC-034", Relocate)
def it_lies_alone_without_a_neighbour(state: State, seat: int, move: Relocate) -> str | None:
    if not state.table.neighbour_always or not _opens_a_row(state, move):
        return None
    neighbour = (move.to - 1) % state.table.board.positions
    if not _occupied_after_lifting(state, move.origin) >> neighbour & 1:
        return f"a new row needs a card directly behind it, at {neighbour}"
    return None


@BOOK.forbids("KC-035", Relocate)
def the_row_is_full(state: State, seat: int, move: Relocate) -> str | None:
    most = state.table.row_size
    if len(state.rows[move.to]) >= most:
        return f"{most} cards lie at {move.to} already"
    return None


@BOOK.forbids("KC-036", Relocate)
def there_would_be_too_many_rows(state: State, seat: int, move: Relocate) -> str | None:
    most = state.table.most_rows
    rows = _occupied_after_lifting(state, move.origin).bit_count()
    if _opens_a_row(state, move) and rows >= most:
        return f"there would be more than {most} rows"
    return None


# -- building -------------------------------------------------------------------------------


@BOOK.forbids("KC-053", Build, gate=True)
def the_cell_is_not_in_the_line(state: State, seat: int, move: Build) -> str | None:
    line = line_of_build(state)
    if move.cell not in line:
        names = " ".join(state.table.board.name(cell) for cell in line)
        position = state.at[state.moved]
        return f"the card at {position} faces {names or 'no cell'}"
    return None


@BOOK.forbids("KC-055", Build)
def a_nearer_cell_is_empty(state: State, seat: int, move: Build) -> str | None:
    nearest = free_cell(state)
    if state.towers[move.cell] or nearest is None or nearest == move.cell:
        return None
    return f"{state.table.board.name(nearest)} is the nearest empty cell"


@BOOK.forbids("KC-061", Build)
def it_is_too_expensive(state: State, seat: int, move: Build) -> str | None:
    price = price_of(state, seat, move.cell)
    purse = state.bank.purses[seat]
    if price > purse and not state.is_roofed(move.cell):
        return f"it costs {ducats(price)}; the builder has {ducats(purse)}"
    return None


@BOOK.forbids("KC-062", Skip)
def there_is_a_duty_to_build(state: State, seat: int, move: Skip) -> str | None:
    return "who can build must build; whoever cannot is passed over without asking"


@BOOK.forbids("KC-066", Build, gate=True)
def the_floor_has_the_wrong_colour(state: State, seat: int, move: Build) -> str | None:
    table = state.table
    example = f"build {table.board.name(move.cell)}"
    if not table.any_own_floor:
        if move.colour == ANY_COLOUR:
            return None
        name = COLOUR_NAMES[state.colour]
        return f"the card makes {name} build: write {example} crest{move.crests}"
    own = table.colours_of[seat]
    if move.colour == ANY_COLOUR:
        letters = " or ".join(LETTERS[colour] for colour in own)
        return f"say the colour of the floor, {letters}: {example} {LETTERS[own[0]]} crest0"
    if not 0 <= move.colour < len(LETTERS):
        return "there is no such colour"
    if move.colour not in own:
        return f"{COLOUR_NAMES[move.colour]} floors belong to somebody else"
    return None


@BOOK.forbids("KC-052", Build)
def no_such_floor_is_in_stock(state: State, seat: int, move: Build) -> str | None:
    colour = state.colour if move.colour == ANY_COLOUR else move.colour
    if move.crests not in CRESTS:
        return f"no floor has {move.crests} crests"
    if not state.stock[len(CRESTS) * colour + move.crests]:
        floor = f"{COLOUR_NAMES[colour]} floor{with_crests(move.crests)}"
        return f"no {'plain ' if not move.crests else ''}{floor} is left"
    return None


# -- roofs ----------------------------------------------------------------------------------


@BOOK.forbids("KC-074", Build)
def the_tower_is_roofed(state: State, seat: int, move: Build) -> str | None:
    if state.is_roofed(move.cell):
        return "a roofed tower may not be overbuilt"
    return None


@BOOK.forbids("KC-073", MoveRoof)
def no_roof_lies_there(state: State, seat: int, move: MoveRoof) -> str | None:
    board = state.table.board
    if not 0 <= move.cell < board.size or not state.is_roofed(move.cell):
        names = " and ".join(board.names(state.roofed))
        return f"the roofs lie on {names}"
    return None
