"""The course of a turn.

The active player relocates one card. Its colours build, first the one that faces the board, each
by its owner's choice; a player who cannot build is passed over. If the second player builds on the cell
of the first, a roof goes on it. If the card left an empty row, a ducat day is held. Then the match
ends if a player has built everything, or the seal goes to the left neighbour.
"""

from __future__ import annotations

from typing import assert_never

from rulekeep.core import Chance, Emit, Seat, because, clockwise, left_of
from rulekeep.games.kilt_castle import events, scoring
from rulekeep.games.kilt_castle import state as table
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.board import Cell, Cells, Position
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, FACES, FLOOR_MASK, TURNED, Colour
from rulekeep.games.kilt_castle.legal import can_build, eligible_colours, has_floor, sites
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate, Skip
from rulekeep.games.kilt_castle.state import BUILD_1, BUILD_2, DUCATS, NOWHERE, State


def advance(state: State, seat: Seat, move: Move, chance: Chance, emit: Emit | None = None) -> None:
    """After the deal nothing is left to chance, and the state knows whose decision it is."""
    match move:
        case Build():
            build(state, move, emit)
        case Relocate():
            relocate(state, move, emit)
        case MoveRoof():
            move_roof(state, move, emit)
        case Skip():  # unreached: it is never a legal move
            raise AssertionError("skipping is never a legal move")
        case _:
            assert_never(move)


# -- relocating -----------------------------------------------------------------------------


def relocate(state: State, move: Relocate, emit: Emit | None) -> None:
    terms = state.terms
    origin, to = move.origin, move.to
    front = state.front_without(origin) if terms.lapping else state.front  # KC-031
    ahead = (front + 1) % terms.box.positions
    new_front = ahead if to == ahead else front  # KC-031 KC-032 KC-037
    if emit is not None:
        rules = _of_relocation(state, move, ahead)
        card = pieces.SHOWN[TURNED[state.lying(move.card)]]
        emit(events.CardRelocated(rules, state.active, card, origin, to, new_front))
    state.moved = TURNED[state.lift(move.card)]  # KC-040
    state.lay(state.moved, to)
    state.front = new_front
    if not state.rows[origin]:  # KC-041
        state.seal = DUCATS  # KC-042
        if emit is not None:
            rules = because("KC-041", ("KC-038", _was_within(state, origin)))
            emit(events.RowEmptied(rules, origin))
    ask_builder(state, BUILD_1, emit)


def _of_relocation(state: State, move: Relocate, ahead: Position) -> tuple[str, ...]:
    """The rules that let this card go there; asked before it is lifted."""
    terms = state.terms
    origin, to = move.origin, move.to
    own = terms.colours_of[state.active]
    lying = state.lying(move.card)
    opens = not state.rows[to]
    goes_round = not terms.box.ahead[state.front][origin] >> to & 1
    all_rows = state.occupied.bit_count() == terms.most_rows
    return because(
        "KC-020",
        ("KC-021", not set(own) & set(FACES[lying]) or state.rows[origin][-1] != lying),
        ("KC-022", not opens),
        ("KC-031", to == ahead or goes_round),
        ("KC-032", to == ahead and opens),
        ("KC-034", to != ahead and opens),
        ("KC-036", opens and all_rows and state.is_alone(origin)),
        ("KC-037", to == ahead and not opens),
        ("KC-040", TURNED[lying] != lying),
    )


def _was_within(state: State, origin: Position) -> bool:
    """Whether a row that is empty now leaves a gap: others are left farther behind."""
    board = state.terms.box
    gap = board.behind(state.front, origin)
    return any(row and board.behind(state.front, p) > gap for p, row in enumerate(state.rows))


# -- building -------------------------------------------------------------------------------


def ask_builder(state: State, phase: table.Phase, emit: Emit | None) -> None:
    """Ask the builder of this phase; a player who cannot build is passed over."""
    faces = FACES[state.moved]
    while phase < BUILD_1 + len(faces):  # KC-050
        state.phase = phase
        state.colour = colour = faces[phase - BUILD_1]  # KC-050 KC-068
        state.builder = state.terms.owner[colour]  # KC-051
        if can_build(state, colour):  # KC-056 KC-062 KC-063 KC-078
            return
        if emit is not None:
            emit(_exempt(state))
        phase += 1  # KC-050 KC-064
    end_turn(state, emit)  # KC-043


def _exempt(state: State) -> events.BuilderExempt:
    """A builder without a floor or a site; a relocation is legal even if all are."""
    last = state.phase == BUILD_1 + len(FACES[state.moved]) - 1
    nobody = ("KC-043", last and state.first == NOWHERE)
    if not has_floor(state, state.colour):  # KC-069
        names = [COLOUR_NAMES[colour] for colour in eligible_colours(state, state.colour)]
        reason = f"no {' or '.join(names)} floor is left"
        rules = because("KC-069", nobody)
    else:
        roofed = [state.is_roofed(cell) for cell in state.line()]
        reason = "every tower of the line is roofed or too expensive"
        rules = because("KC-063", ("KC-061", not all(roofed)), ("KC-074", any(roofed)), nobody)
    return events.BuilderExempt(rules, state.builder, COLOUR_NAMES[state.colour], reason)


def build(state: State, move: Build, emit: Emit | None) -> None:
    seat, cell = state.builder, move.cell
    if emit is not None:
        emit(_built(state, move))
    top = state.towers[cell] & FLOOR_MASK
    if top:
        owner = state.terms.owner_of_floor[top]
        if owner != seat:  # KC-059 KC-067
            state.pay(seat, owner, state.heights[cell])  # KC-058 KC-072
    state.pile(cell, state.colour_of(move), move.crests)  # KC-052 KC-066
    if state.phase == BUILD_1:
        state.first = cell
        ask_builder(state, BUILD_2, emit)  # KC-056 KC-068 KC-102
    elif roof_is_due(state, cell):
        raise_roof(state, cell, emit)
    else:
        end_turn(state, emit)


def _built(state: State, move: Build) -> events.FloorBuilt:
    """The report of a build; made before the floor is placed."""
    seat, cell = state.builder, move.cell
    price = state.price(seat, cell)
    over = _of_overbuilding(state, move) if state.towers[cell] else ("KC-055",)
    floor = COLOUR_NAMES[state.colour_of(move)], move.crests, state.terms.box.name(cell)
    paid_to = state.owner_of_tower(cell) if price else None
    rules = _of_choice(state, move) + over
    return events.FloorBuilt(rules, seat, *floor, price, paid_to, state.heights[cell] + 1)


def _of_choice(state: State, move: Build) -> tuple[str, ...]:
    """The rules by which this builder builds, and may choose."""
    open_sites = sites(state)
    second = state.phase == BUILD_2
    last_of_its_kind = state.stock[len(pieces.CRESTS) * state.colour_of(move) + move.crests] == 1
    return because(
        "KC-050",
        ("KC-003", last_of_its_kind),
        ("KC-042", state.seal == DUCATS),
        ("KC-051", state.builder != state.active),
        ("KC-054", len({bool(state.towers[cell]) for cell in open_sites}) == 2),
        ("KC-056", second and state.first != NOWHERE),
        ("KC-062", len(open_sites) == 1),
        ("KC-064", second and state.first == NOWHERE),
        ("KC-066", state.terms.any_own_floor),
        ("KC-068", _same_builder_twice(state)),
        ("KC-102", second and scoring.someone_built_everything(state)),
    )


def _of_overbuilding(state: State, move: Build) -> tuple[str, ...]:
    """The rules that make the price, and say whose the tower is then."""
    seat, cell = state.builder, move.cell
    price = state.price(seat, cell)
    crests = any(pieces.FLOOR_CRESTS[floor] for floor in pieces.floors_of(state.towers[cell]))
    same_cell = cell == state.first
    due = roof_is_due(state, cell)
    other_own_colour = not price and state.top_colour(cell) != state.colour_of(move)
    return "KC-057", *because(
        "KC-059",
        ("KC-058", price > 0),
        ("KC-060", price > 0 and crests),
        ("KC-065", price > 0 and not due),
        ("KC-067", other_own_colour),
        ("KC-072", same_cell and price > 0),
        ("KC-078", due and len(sites(state)) == 1),
        ("KC-079", same_cell and not due),
        ("KC-111", 0 < price == state.bank.purses[seat]),
    )


# -- roofs ----------------------------------------------------------------------------------


def roof_is_due(state: State, cell: Cell) -> bool:
    """The second build on the cell of the first one needs a roof, if two players made them."""
    return cell == state.first and (  # KC-070 KC-071
        state.terms.roof_for_one or not _same_builder_twice(state)  # KC-079
    )


def _same_builder_twice(state: State) -> bool:
    """Both colours of a double card belong to one player."""
    owner, faces = state.terms.owner, FACES[state.moved]
    return len(faces) == 2 and owner[faces[0]] == owner[faces[1]]


def raise_roof(state: State, cell: Cell, emit: Emit | None) -> None:
    if state.unused_roofs:  # KC-073
        if emit is not None:
            emit(_roofed(state, cell, NOWHERE))
        state.roofed |= 1 << cell
        end_turn(state, emit)
    else:
        state.phase = table.ROOF
        state.second = cell


def move_roof(state: State, move: MoveRoof, emit: Emit | None) -> None:
    if emit is not None:
        emit(_roofed(state, state.second, move.cell))
    state.roofed ^= 1 << move.cell | 1 << state.second  # KC-076
    end_turn(state, emit)


def _roofed(state: State, cell: Cell, taken_from: Cell) -> events.RoofPlaced:
    """The report of a roof; made before it is placed."""
    name = state.terms.box.name
    rules = because(
        "KC-070",
        ("KC-071", state.heights[cell] > 2),
        ("KC-073", state.roofed != 0),
        ("KC-076", taken_from != NOWHERE),
        ("KC-077", state.seal == DUCATS),
        ("KC-079", _same_builder_twice(state)),
    )
    source = None if taken_from == NOWHERE else name(taken_from)
    return events.RoofPlaced(rules, state.builder, name(cell), source)


# -- the end of the turn --------------------------------------------------------------------


def end_turn(state: State, emit: Emit | None) -> None:
    if state.seal == DUCATS:  # KC-020 KC-077 KC-080 KC-103
        hold_ducat_day(state, emit)
    state.moved = state.colour = state.builder = state.first = state.second = NOWHERE
    if scoring.someone_built_everything(state):
        finish(state, table.BUILT, emit)  # KC-100
    elif state.turn >= state.terms.max_turns:
        finish(state, table.TURN_LIMIT, emit)  # KC-112
    else:
        pass_seal(state, emit)


def pass_seal(state: State, emit: Emit | None) -> None:
    state.turn += 1
    state.active = left_of(state.active, state.terms.seats)  # KC-015
    state.phase = table.RELOCATE
    if emit is not None:
        emit(events.SealPassed(("KC-015",), state.active, state.turn))


# -- ducat day ------------------------------------------------------------------------------


def hold_ducat_day(state: State, emit: Emit | None) -> None:
    terms = state.terms
    income = state.income
    for seat in clockwise(terms.seats, state.active):  # KC-080 KC-110
        for colour in terms.colours_of[seat]:  # KC-088
            area = scoring.best_area(state, colour)
            base = 3 * colour
            income[base] += area.towers
            income[base + 1] += area.roofs
            income[base + 2] += area.crests
            amount = state.pay_out(seat, area.value)
            if emit is not None:
                _report_ducats(state, seat, colour, area, amount, emit)
    state.seal = table.SEAL  # KC-089
    if emit is not None:
        emit(events.SealTurnedBack(("KC-089",)))


def _report_ducats(
    state: State, seat: Seat, colour: Colour, area: scoring.Area, amount: int, emit: Emit
) -> None:
    """After the payment."""
    terms = state.terms
    rules = because(
        "KC-080",
        ("KC-005", state.bank.reserve == 0),
        ("KC-075", bool(area.cells & state.roofed & ~state.tops[colour])),
        ("KC-081", area.cells.bit_count() > 1),
        ("KC-082", area.roofs > 0 and area.cells.bit_count() > 1),
        ("KC-083", area.crests > 0 or area.roofs > 0),
        ("KC-084", _covers_crests(state, area.cells)),
        ("KC-085", len(scoring.areas(state, colour)) > 1),
        ("KC-086", area.roofs > 0 and not area.towers),
        ("KC-087", not area.cells),
        ("KC-088", len(terms.colours_of[seat]) == 2),
        ("KC-103", scoring.someone_built_everything(state)),
        ("KC-110", terms.bank_limit is None and state.bank.total > pieces.ALL_DUCATS),
    )
    cells = tuple(terms.box.names(area.cells))
    name = COLOUR_NAMES[colour]
    emit(events.DucatsPaid(rules, seat, name, cells, area.towers, area.roofs, area.crests, amount))
    _report_empty_bank(seat, area.value - amount, emit)


def _covers_crests(state: State, cells: Cells) -> bool:
    """Whether crests lie under a floor or a roof of these cells."""
    return any(
        pieces.FLOOR_CRESTS[floor]
        for cell in state.terms.box.cells
        if cells >> cell & 1
        for floor in pieces.floors_of(state.towers[cell])[: None if state.is_roofed(cell) else -1]
    )


def _report_empty_bank(seat: Seat, missing: int, emit: Emit) -> None:
    if missing:
        emit(events.BankRanDry(("KC-110",), seat, missing))


# -- the end of the match -------------------------------------------------------------------


def finish(state: State, ended: table.Ending, emit: Emit | None) -> None:
    """The final remuneration, and nothing after it."""
    terms = state.terms
    state.ended = ended
    state.phase = table.OVER
    if emit is not None:
        emit(match_ended(state))
    for seat in clockwise(terms.seats, state.active):
        for colour in terms.colours_of[seat]:
            final = scoring.final_remuneration(state, colour)
            amount = state.pay_out(seat, final.value)  # KC-104
            if emit is not None:
                _report_final(state, seat, colour, final, amount, emit)
        roofs = scoring.final_roofs(state)
        amount = state.pay_out(seat, roofs)  # KC-105
        if emit is not None and terms.final_roofs:
            emit(events.FinalRoofsPaid(("KC-105",), seat, roofs, amount))
            _report_empty_bank(seat, roofs - amount, emit)


def match_ended(state: State) -> events.MatchEnded:
    """The report of the end: who built the last floor, or nobody at the turn limit."""
    terms = state.terms
    seats = tuple(seat for seat in range(terms.seats) if scoring.has_built_everything(state, seat))
    colours = (colour for seat in seats for colour in terms.colours_of[seat])
    names = tuple(COLOUR_NAMES[colour] for colour in colours if not state.left[colour])
    rules = because("KC-100", ("KC-101", terms.seats == 2)) if seats else ("KC-112",)
    return events.MatchEnded(rules, seats, names, state.turn)


def _report_final(
    state: State, seat: Seat, colour: Colour, final: scoring.Area, amount: int, emit: Emit
) -> None:
    """After the payment."""
    under_roofs = state.tops[colour] & state.roofed
    rules = because(
        "KC-104",
        ("KC-105", bool(under_roofs) and not state.terms.final_roofs),
        ("KC-106", bool(under_roofs & state.crested)),
    )
    emit(events.FinalPaid(rules, seat, COLOUR_NAMES[colour], final.towers, final.crests, amount))
    _report_empty_bank(seat, final.value - amount, emit)
