"""A state as plain data, and back again with every claim checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekeep.core.bank import Bank
from rulekeep.core.data import Node
from rulekeep.core.errors import SetupError
from rulekeep.games.kilt_castle.building import can_build, line_of_build, roof_is_due
from rulekeep.games.kilt_castle.components import (
    CRESTS,
    FLOOR_COLOUR,
    FLOOR_CRESTS,
    FLOOR_TEXT,
    LETTERS,
    LYING,
    PIECES,
    floors_of,
)
from rulekeep.games.kilt_castle.deal import (
    begin,
    lay_row,
    row_of_singles,
    start_rows,
    third_of_a_colour,
)
from rulekeep.games.kilt_castle.ending import has_built_everything, someone_built_everything
from rulekeep.games.kilt_castle.scoring import final_remuneration, final_roofs
from rulekeep.games.kilt_castle.state import (
    BUILT,
    ENDINGS,
    NOWHERE,
    TURN_LIMIT,
    State,
)
from rulekeep.games.kilt_castle.table import BUILD_1, BUILD_2, OVER, PHASES, RELOCATE, ROOF, Table

SEAL_SIDES = ("seal", "ducats")
_KEYS = (
    "seats",
    "options",
    "phase",
    "turn",
    "active",
    "front",
    "cards",
    "moved",
    "first",
    "second",
    "seal",
    "towers",
    "roofs",
    "stock",
    "ducats",
    "bank",
    "accounts",
    "ended",
)
_MOST_DUCATS = 1_000_000

TableFor = Callable[[int, Mapping[str, Any]], Table]


def to_dict(state: State) -> dict[str, Any]:
    table = state.table
    board = table.board

    def cell_name(cell: int) -> str | None:
        return None if cell == NOWHERE else board.name(cell)

    return {
        "seats": table.seats,
        "options": dict(table.options),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "active": state.active,
        "front": state.front,
        "cards": {
            str(position): [state.shown(card) for card in row]
            for position, row in enumerate(state.rows)
            if row
        },
        "moved": None if state.moved == NOWHERE else state.shown(state.moved),
        "first": cell_name(state.first),
        "second": cell_name(state.second),
        "seal": SEAL_SIDES[state.ducat_day],
        "towers": {
            board.name(cell): " ".join(FLOOR_TEXT[floor] for floor in floors_of(state.towers[cell]))
            for cell in board.cells
            if state.towers[cell]
        },
        "roofs": board.names(state.roofed),
        "stock": {LETTERS[colour]: stock_of(state, colour) for colour in table.in_play},
        "ducats": list(state.bank.purses),
        "bank": state.bank.reserve,
        "accounts": {
            "start": list(state.start),
            "income": {LETTERS[c]: state.income[3 * c : 3 * c + 3] for c in table.in_play},
            "received": list(state.received),
            "paid": list(state.paid),
            "unpaid": list(state.unpaid),
        },
        "ended": ENDINGS[state.ended],
    }


def stock_of(state: State, colour: int) -> list[int]:
    """What is left of a colour, by number of crests."""
    return state.stock[colour * len(CRESTS) : (colour + 1) * len(CRESTS)]


def from_dict(root: Node, table_for: TableFor) -> State:
    root.only(*_KEYS)
    seats = _given(root, "seats")
    options = _given(root, "options")
    chosen = options.mapping() if options is not None else {}
    try:
        plain = {name: value.plain() for name, value in chosen.items()}
        table = table_for(seats.int(2, 4) if seats is not None else 4, plain)
    except SetupError as error:
        raise (options or root).fail(error.because) from None
    state = State(table)
    _read_cards(state, root)
    _read_board(state, root)
    _read_purses(state, root)
    _read_turn(state, root)
    _read_accounts(state, root)
    return state


def _given(root: Node, key: str) -> Node | None:
    """A key that is there and says something."""
    node = root.get(key)
    return None if node is None or node.value is None else node


# -- cards ----------------------------------------------------------------------------------


def _read_cards(state: State, root: Node) -> None:
    cards = _given(root, "cards")
    front = _given(root, "front")
    positions = state.table.board.positions
    if cards is None:
        _lay_a_fresh_table(state)
    else:
        known = [str(position) for position in range(positions)]
        for text, row in cards.mapping().items():
            if text not in known:
                raise row.fail(f"{text[:20]!r} is no edge position (0 to {positions - 1})")
            for node in row:
                _lay_card(state, node, int(text))
            if len(state.rows[int(text)]) > state.table.row_size:
                raise row.fail(f"a row has at most {state.table.row_size} cards")
        absent = [card for card in state.table.cards if state.at[card] == NOWHERE]
        if absent:
            names = ", ".join(state.shown(card) for card in absent)
            raise cards.fail(f"these cards are missing: {names}")
        if state.occupied.bit_count() > state.table.most_rows:
            raise cards.fail(f"there are at most {state.table.most_rows} rows")
        if front is None:
            raise root.fail("the key 'front' is missing: the position of the foremost row")
        state.active = 0
    if front is not None:
        state.front = front.int(0, positions - 1)
        if not state.rows[state.front]:
            raise front.fail(f"no card lies at the front position {state.front}")


def _lay_card(state: State, node: Node, position: int) -> None:
    text = node.str()
    if text not in LYING:
        raise node.fail(f"there is no card {text!r}; they are written like R or R/O")
    card, turned = LYING[text]
    if card not in state.table.cards:
        raise node.fail(f"{text} shows a colour that is not played")
    if state.at[card] != NOWHERE:
        raise node.fail(f"the card {text} lies at {state.at[card]} already")
    lay_row(state, position, [(card, turned)])


def _lay_a_fresh_table(state: State) -> None:
    """The start rows, the double cards in their order as far as the deal allows it."""
    table = state.table
    lay_row(state, row_of_singles(table), [(card, 0) for card in table.singles])
    pile = list(table.doubles)
    for position, count in start_rows(table):
        row: list[tuple[int, int]] = []
        while len(row) < count:
            card = next(card for card in pile if third_of_a_colour(row, card) is None)
            pile.remove(card)
            row.append((card, 0))
        lay_row(state, position, row)
    begin(state)


# -- the board ------------------------------------------------------------------------------


def _read_board(state: State, root: Node) -> None:
    for name, node in _mapping(root, "towers"):
        cell = _cell(state, node, name)
        for floor in _floors(node):
            colour, crests = FLOOR_COLOUR[floor], FLOOR_CRESTS[floor]
            if not state.stock[colour * len(CRESTS) + crests]:
                raise node.fail(f"there are not so many floors {FLOOR_TEXT[floor]}")
            state.pile(cell, colour, crests)
    roofs = _given(root, "roofs")
    for node in roofs if roofs is not None else ():
        cell = _cell(state, node, node.str())
        if state.is_roofed(cell):
            raise node.fail(f"a roof lies on {node.str()} already")
        if state.heights[cell] < 2:
            raise node.fail("only a tower of two floors or more can carry a roof")
        if not _may_be_roofed(state, cell):
            raise node.fail("a roof lies only on a tower whose top floors two players built")
        if not state.unused_roofs:
            raise node.fail(f"there are only {PIECES.roofs} roofs")
        state.roofed |= 1 << cell
    for letter, node in _mapping(root, "stock"):
        if letter not in LETTERS or state.table.owner[LETTERS.index(letter)] < 0:
            raise node.fail(f"no colour {letter!r} is played")
        left = stock_of(state, LETTERS.index(letter))
        if node.plain() != left:
            raise node.fail(f"with these towers the stock of {letter} is {left}")


def _may_be_roofed(state: State, cell: int) -> bool:
    owner_of_floor = state.table.owner_of_floor
    below, top = floors_of(state.towers[cell])[-2:]
    return state.table.roof_for_one or owner_of_floor[below] != owner_of_floor[top]


def _mapping(root: Node, key: str) -> list[tuple[str, Node]]:
    node = _given(root, key)
    return list(node.mapping().items()) if node is not None else []


def _cell(state: State, node: Node, name: str) -> int:
    cell = state.table.board.cell_of.get(name)
    if cell is None:
        raise node.fail(f"there is no cell {name!r} on the board")
    return cell


def _floors(node: Node) -> list[int]:
    words = [floor.str() for floor in node] if isinstance(node.value, list) else node.str().split()
    if not words:
        raise node.fail("a tower has at least one floor; leave out empty cells")
    for word in words:
        if not word or word not in FLOOR_TEXT:
            raise node.fail(f"{word!r} is no floor; floors are written like R0 or O2")
    return [FLOOR_TEXT.index(word) for word in words]


# -- the turn -------------------------------------------------------------------------------


def _read_turn(state: State, root: Node) -> None:
    table = state.table
    if (turn := _given(root, "turn")) is not None:
        state.turn = turn.int(1, table.max_turns)
    if (active := _given(root, "active")) is not None:
        state.active = active.int(0, table.seats - 1)
    phase = _given(root, "phase")
    state.phase = PHASES.index(phase.one_of(PHASES)) if phase is not None else RELOCATE
    _read_relocated_card(state, root)
    _read_ending(state, root)
    if state.phase == OVER:
        state.open = ()
    elif state.phase == RELOCATE:
        state.open = table.ask_relocate[state.active]
    elif state.phase in (BUILD_1, BUILD_2):
        if not can_build(state):
            raise root.fail("the builder of this phase has no floor or no site")
        state.open = table.ask_build[state.colour]
    else:
        _read_waiting_roof(state, root)
        state.open = table.ask_roof[state.builder]


def _read_relocated_card(state: State, root: Node) -> None:
    building = state.phase in (BUILD_1, BUILD_2, ROOF)
    for key, allowed in (
        ("moved", building),
        ("first", state.phase in (BUILD_2, ROOF)),
        ("second", state.phase == ROOF),
    ):
        node = _given(root, key)
        if node is not None and not allowed:
            raise node.fail(f"{key!r} says nothing in the phase {PHASES[state.phase]}")
    seal = _given(root, "seal")
    state.ducat_day = seal is not None and seal.one_of(SEAL_SIDES) == "ducats"
    if state.ducat_day and not building:
        raise root["seal"].fail("the seal shows its ducat side only during the builds")
    if not building:
        return
    moved = root["moved"]
    lying = LYING.get(moved.str())
    if lying is None or state.at[lying[0]] == NOWHERE or state.shown(lying[0]) != moved.str():
        raise moved.fail(f"no card lies as {moved.str()}")
    state.moved = lying[0]
    faces = state.faces(state.moved)
    stage = 0 if state.phase == BUILD_1 else 1
    if stage >= len(faces):
        raise moved.fail("a single card has no second builder")
    if stage:
        _read_first_build(state, root, faces)
    state.colour = faces[stage]
    state.builder = state.table.owner[state.colour]


def _read_first_build(state: State, root: Node, faces: tuple[int, ...]) -> None:
    """Where the first builder has built; nowhere only if that builder was passed over."""
    first = _given(root, "first")
    if first is None:
        state.colour = faces[0]
        state.builder = state.table.owner[faces[0]]
        if state.phase == BUILD_2 and can_build(state):
            raise root.fail("the key 'first' is missing: the first builder could build")
        return
    state.first = _cell(state, first, first.str())
    on_top = faces[:1] if state.phase == BUILD_2 else faces
    if (
        state.first not in line_of_build(state)
        or state.is_roofed(state.first)
        or not _just_built(state, state.first, on_top)
    ):
        raise first.fail("the first builder cannot have built there")


def _just_built(state: State, cell: int, colours: tuple[int, ...]) -> bool:
    """Whether the top floors may be what these colours of the card have built, in this order."""
    floors = floors_of(state.towers[cell])[-len(colours) :]
    if state.table.any_own_floor:
        owners = [state.table.owner[colour] for colour in colours]
        return [state.table.owner_of_floor[floor] for floor in floors] == owners
    return [FLOOR_COLOUR[floor] for floor in floors] == list(colours)


def _read_waiting_roof(state: State, root: Node) -> None:
    second = root["second"]
    state.second = _cell(state, second, second.str())
    if not roof_is_due(state, state.second):
        raise second.fail("no roof is due there")
    if state.unused_roofs:
        raise second.fail("a roof is chosen only while all roofs are on the board")


def _read_ending(state: State, root: Node) -> None:
    ended = _given(root, "ended")
    complete = someone_built_everything(state)
    if state.phase != OVER:
        if ended is not None:
            raise ended.fail("'ended' belongs to the phase over")
        finished = {s for s in range(state.table.seats) if has_built_everything(state, s)}
        if not finished <= _built(state):
            raise root.fail("a player has built everything: the match is over")
        return
    state.ended = BUILT if complete else TURN_LIMIT
    if ended is not None and ended.one_of(ENDINGS[1:]) != ENDINGS[state.ended]:
        raise ended.fail(f"the floors say that it ended as {ENDINGS[state.ended]!r}")
    if state.ended == TURN_LIMIT and state.turn < state.table.max_turns:
        raise root.fail(f"nobody has built everything before turn {state.table.max_turns}")


def _built(state: State) -> set[int]:
    """The players who have built in this turn."""
    if state.first == NOWHERE:
        return set()
    faces = state.faces(state.moved)
    return {state.table.owner[colour] for colour in faces[: 1 if state.phase == BUILD_2 else 2]}


# -- money ----------------------------------------------------------------------------------


def _per_seat(root: Node, key: str, seats: int, default: list[int]) -> list[int]:
    node = _given(root, key)
    if node is None:
        return default
    if len(node.list()) != seats:
        raise node.fail(f"expected {seats} numbers, one per seat")
    return [amount.int(0, _MOST_DUCATS) for amount in node]


def _read_purses(state: State, root: Node) -> None:
    table = state.table
    purses = _per_seat(root, "ducats", table.seats, state.bank.purses)
    reserve = None
    if table.bank_limit is not None:
        reserve = table.bank_limit - sum(purses)
        if reserve < 0:
            raise root["ducats"].fail(f"there are only {table.bank_limit} ducats")
    state.bank = Bank(purses, reserve)
    bank = _given(root, "bank")
    if bank is not None and bank.int() != reserve:
        raise bank.fail("the bank holds what the players do not have, if it is limited at all")


def _read_accounts(state: State, root: Node) -> None:
    table = state.table
    seats = table.seats
    accounts = _given(root, "accounts")
    if accounts is None:
        accounts = Node({}, root.where)
    accounts.only("start", "income", "received", "paid", "unpaid")
    nothing = [0] * seats
    state.received = _per_seat(accounts, "received", seats, nothing[:])
    state.paid = _per_seat(accounts, "paid", seats, nothing[:])
    state.unpaid = _per_seat(accounts, "unpaid", seats, nothing[:])
    for letter, node in _mapping(accounts, "income"):
        if letter not in LETTERS or table.owner[LETTERS.index(letter)] < 0:
            raise node.fail(f"no colour {letter!r} is played")
        amounts = [amount.int(0, _MOST_DUCATS) for amount in node]
        if len(amounts) != 3:
            raise node.fail("expected three amounts: towers, roofs, crests")
        colour = LETTERS.index(letter)
        state.income[3 * colour : 3 * colour + 3] = amounts
    start = [brought(state, seat) for seat in range(seats)]
    if min(start) < 0:
        raise accounts.fail(f"by these accounts a player began with less than nothing: {start}")
    if sum(state.paid) != sum(state.received):
        raise accounts.fail("the ducats paid and received for overbuilding are not the same")
    if any(state.unpaid) and table.bank_limit is None:
        raise accounts.fail("the bank never runs out, and so nothing is left unpaid")
    if _per_seat(accounts, "start", seats, start) != start:
        raise accounts["start"].fail(f"by these accounts the players began with {start}")
    state.start = tuple(start)


def brought(state: State, seat: int) -> int:
    """What a player must have begun with, going by the accounts."""
    own = state.table.colours_of[seat]
    gained = sum(sum(state.income[3 * colour : 3 * colour + 3]) for colour in own)
    if state.over:
        gained += sum(final_remuneration(state, colour).amount for colour in own)
        gained += final_roofs(state)
    gained += state.received[seat] - state.paid[seat] - state.unpaid[seat]
    return state.bank.purses[seat] - gained
