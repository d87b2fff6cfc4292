"""Is this table possible? The only judge."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core import Fault
from rulekeep.games.kilt_castle import legal, scoring
from rulekeep.games.kilt_castle import state as table
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.board import Cell
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.turn import roof_is_due


def audit(state: State) -> Iterator[Fault]:
    # Every chapter relies on what the ones before it have found in order.
    for chapter in (_cards, _towers, _roofs, _kept_values, _money, _turn, _builds, _end):
        faults = list(chapter(state))
        if faults:
            yield from faults
            return


def _cards(state: State) -> Iterator[Fault]:
    terms = state.terms
    seen: set[int] = set()
    for position, row in enumerate(state.rows):
        key = f"cards.{position}"
        for lying in row:
            if lying >> 1 not in terms.cards:
                yield Fault(key, f"{pieces.SHOWN[lying]} shows a colour that is not played")
            elif lying >> 1 in seen:
                yield Fault(key, f"the card {pieces.SHOWN[lying]} lies elsewhere already")
            seen.add(lying >> 1)
        if len(row) > terms.row_size:
            yield Fault(key, f"a row has at most {terms.row_size} cards")
    absent = [pieces.card_name(card) for card in terms.cards if card not in seen]
    if absent:
        yield Fault("cards", f"these cards are missing: {', '.join(absent)}")
    if sum(map(bool, state.rows)) > terms.most_rows:
        yield Fault("cards", f"there are at most {terms.most_rows} rows")
    if state.front == table.NOWHERE:
        yield Fault("front", "the key 'front' is missing: the position of the foremost row")
    elif not state.rows[state.front]:
        yield Fault("front", f"no card lies at the front position {state.front}")


def _towers(state: State) -> Iterator[Fault]:
    board = state.terms.box
    stock = list(state.terms.floors)
    for cell, tower in enumerate(state.towers):
        key = f"towers.{board.cell_names[cell]}"
        if tower and cell not in board.cells:
            yield Fault(key, f"there is no cell {board.cell_names[cell]} on the board")
        for floor in pieces.floors_of(tower):
            if not stock[floor - 1]:
                yield Fault(key, f"there are not so many floors {pieces.FLOOR_TEXT[floor]}")
                return
            stock[floor - 1] -= 1
    for colour in pieces.COLOURS:
        left = stock[3 * colour : 3 * colour + len(pieces.CRESTS)]
        if state.stock_of(colour) != left:
            letter = pieces.LETTERS[colour]
            yield Fault(f"stock.{letter}", f"with these towers the stock of {letter} is {left}")


def _roofs(state: State) -> Iterator[Fault]:
    terms = state.terms
    for cell, name in enumerate(terms.box.cell_names):
        if not state.is_roofed(cell):
            continue
        floors = pieces.floors_of(state.towers[cell])[-2:]
        owners = [terms.owner_of_floor[floor] for floor in floors]
        if len(owners) < 2:
            yield Fault("roofs", f"only a tower of two floors or more can carry a roof, not {name}")
        elif owners[0] == owners[1] and not terms.roof_for_one:
            who = "a roof lies only on a tower whose top floors two players built"
            yield Fault("roofs", f"{who}, not on {name}")
    if state.unused_roofs < 0:
        yield Fault("roofs", f"there are only {pieces.ROOFS} roofs")


def _kept_values(state: State) -> Iterator[Fault]:
    """Values stored for speed agree with the rest, counted again."""
    for name, value in state.derivation().items():
        if getattr(state, name) != value:
            yield Fault("", f"{name} is kept as {getattr(state, name)}, counted {value}")


def _money(state: State) -> Iterator[Fault]:
    bank, limit = state.bank, state.terms.bank_limit
    if min(bank.purses) < 0:
        yield Fault("ducats", "a player has less than nothing")
    if limit is None:
        if bank.reserve is not None:
            yield Fault("bank", "an unlimited bank keeps no count")
        if any(state.unpaid):
            yield Fault("accounts", "the bank never runs out, and so nothing is left unpaid")
    elif bank.reserve is None or bank.reserve < 0 or bank.total != limit:
        yield Fault("ducats", f"there are only {limit} ducats, and none are lost")
    if sum(state.received) != sum(state.paid):
        yield Fault("accounts", "the ducats paid and received for overbuilding are not the same")
    if min(state.start) < 0:
        less = f"by these accounts a player began with less than nothing: {list(state.start)}"
        yield Fault("accounts", less)
    for seat in range(state.terms.seats):
        if scoring.brought(state, seat) != state.start[seat]:
            yield Fault("accounts", f"the accounts of seat {seat} do not add up")


def _turn(state: State) -> Iterator[Fault]:
    """The parts of a turn in progress fit its phase."""
    building = state.phase in (table.BUILD_1, table.BUILD_2, table.ROOF)
    for key, value, allowed in (
        ("moved", state.moved, building),
        ("first", state.first, state.phase in (table.BUILD_2, table.ROOF)),
        ("second", state.second, state.phase == table.ROOF),
    ):
        if value != table.NOWHERE and not allowed:
            yield Fault(key, f"{key!r} says nothing in the phase {table.PHASES[state.phase]}")
    if state.seal == table.DUCATS and not building:
        yield Fault("seal", "the seal shows its ducat side only during the builds")
    if not building:
        return
    if state.moved == table.NOWHERE:
        yield Fault("moved", "the key 'moved' is missing: the card relocated in this turn")
    elif not any(state.moved in row for row in state.rows):
        yield Fault("moved", f"no card lies as {pieces.SHOWN[state.moved]}")
    elif state.phase != table.BUILD_1 and len(pieces.FACES[state.moved]) == 1:
        yield Fault("moved", "a single card has no second builder")


def _builds(state: State) -> Iterator[Fault]:
    """The decision is possible, and so is what has been built in this turn."""
    if state.phase == table.RELOCATE and not legal.legal_relocations(state):
        yield Fault("cards", "the active player cannot relocate any card")
    if state.phase in (table.BUILD_2, table.ROOF):
        faces = pieces.FACES[state.moved]
        if state.first == table.NOWHERE:
            if state.phase == table.BUILD_2 and legal.can_build(state, faces[0]):
                yield Fault("first", "the key 'first' is missing: the first builder could build")
        elif not _just_built(state, state.first):
            yield Fault("first", "the first builder cannot have built there")
    if state.phase in (table.BUILD_1, table.BUILD_2) and not legal.can_build(state, state.colour):
        yield Fault("phase", "the builder of this phase has no floor or no site")
    if state.phase == table.ROOF:
        if state.second == table.NOWHERE or not roof_is_due(state, state.second):
            yield Fault("second", "no roof is due there")
        if state.unused_roofs:
            yield Fault("second", "a roof is chosen only while all roofs are on the board")


def _just_built(state: State, cell: Cell) -> bool:
    """Whether the top floors may be what the colours of the card have built, in this order."""
    terms = state.terms
    if cell not in state.line() or state.is_roofed(cell):
        return False
    colours = pieces.FACES[state.moved][: 1 if state.phase == table.BUILD_2 else 2]
    floors = pieces.floors_of(state.towers[cell])[-len(colours) :]
    if terms.any_own_floor:
        owners = [terms.owner[colour] for colour in colours]
        return [terms.owner_of_floor[floor] for floor in floors] == owners
    return [pieces.FLOOR_COLOUR[floor] for floor in floors] == list(colours)


def _end(state: State) -> Iterator[Fault]:
    if state.phase != table.OVER:
        if state.ended != table.NOT_ENDED:
            yield Fault("ended", "'ended' belongs to the phase over")
        finished = {s for s in range(state.terms.seats) if scoring.has_built_everything(state, s)}
        if not finished <= _builders_so_far(state):
            yield Fault("phase", "a player has built everything: the match is over")
        return
    ending = table.BUILT if scoring.someone_built_everything(state) else table.TURN_LIMIT
    if state.ended != ending:
        yield Fault("ended", f"the floors say that it ended as {table.ENDINGS[ending]!r}")
    elif ending == table.TURN_LIMIT and state.turn < state.terms.max_turns:
        last = state.terms.max_turns
        yield Fault("turn", f"nobody has built everything before turn {last}")


def _builders_so_far(state: State) -> set[int]:
    """The players who have built in this turn."""
    if state.first == table.NOWHERE:
        return set()
    faces = pieces.FACES[state.moved][: 1 if state.phase == table.BUILD_2 else 2]
    return {state.terms.owner[colour] for colour in faces}
