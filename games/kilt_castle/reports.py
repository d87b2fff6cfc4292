"""What is told of a match, with every rule that was at work.

Called only when somebody listens, and before the state changes unless said otherwise.
"""

from __future__ import annotations

from rulekeep.core.game import Emit
from rulekeep.games.kilt_castle.building import (
    colour_of,
    eligible_colours,
    has_eligible_floor,
    line_of_build,
    price_of,
    roof_is_due,
    same_builder_twice,
    sites,
)
from rulekeep.games.kilt_castle.components import (
    CARDS,
    COLOUR_NAMES,
    FLOOR_COLOUR,
    FLOOR_CRESTS,
    SHOWN,
    floors_of,
)
from rulekeep.games.kilt_castle.ending import has_built_everything, someone_built_everything
from rulekeep.games.kilt_castle.events import (
    BankRanDry,
    BuilderExempt,
    CardRelocated,
    DucatsPaid,
    FinalPaid,
    FinalRoofsPaid,
    FloorBuilt,
    MatchEnded,
    RoofPlaced,
    RowEmptied,
    SealPassed,
    SealTurnedBack,
)
from rulekeep.games.kilt_castle.moves import Build, Relocate
from rulekeep.games.kilt_castle.relocation import behind, front_after_lifting, is_alone
from rulekeep.games.kilt_castle.scoring import Area, Final, areas
from rulekeep.games.kilt_castle.state import NOWHERE, TURN_LIMIT, State
from rulekeep.games.kilt_castle.table import BUILD_1, BUILD_2


def _at_work(*rules: tuple[str, bool]) -> tuple[str, ...]:
    """The rules whose condition holds, in order."""
    return tuple(rule for rule, holds in rules if holds)


# -- relocation -----------------------------------------------------------------------------


def card_relocated(state: State, move: Relocate, emit: Emit) -> None:
    table = state.table
    positions = table.board.positions
    card, origin, to = move.card, move.origin, move.to
    row = state.rows[origin]
    front = front_after_lifting(state, origin) if table.lapping else state.front
    ahead = (front + 1) % positions
    opens = not state.rows[to]
    foreign = not any(c in table.colours_of[state.active] for c in CARDS[card].colours)
    backward = behind(state.front, to, positions) >= behind(state.front, origin, positions)
    emptied = is_alone(state, origin)
    rules = _at_work(
        ("KC-020", True),
        ("KC-030", True),
        ("KC-021", foreign or row[-1] != card),
        ("KC-022", not opens),
        ("KC-031", to == ahead or backward),
        ("KC-032", to == ahead and opens),
        ("KC-034", to != ahead and opens),
        ("KC-036", opens and emptied and state.occupied.bit_count() == table.most_rows),
        ("KC-037", to == ahead and not opens),
        ("KC-040", CARDS[card].is_double),
    )
    shown = SHOWN[card][1 - (state.turned >> card & 1)]
    emit(CardRelocated(rules, state.active, shown, origin, to, ahead if to == ahead else front))
    if emptied:
        inner = any(
            state.rows[p]
            and behind(state.front, p, positions) > behind(state.front, origin, positions)
            for p in range(positions)
        )
        emit(RowEmptied(_at_work(("KC-041", True), ("KC-042", True), ("KC-038", inner)), origin))


# -- building -------------------------------------------------------------------------------


def floor_built(state: State, move: Build, emit: Emit) -> None:
    table = state.table
    seat, cell = state.builder, move.cell
    tower = state.towers[cell]
    owner = state.owner_of_tower(cell)
    price = price_of(state, seat, cell)
    open_sites = sites(state)
    colour = colour_of(state, move)
    second = state.phase == BUILD_2
    same_cell = second and cell == state.first
    twice = CARDS[state.moved].is_double and same_builder_twice(state)
    other_colour = bool(tower) and owner == seat and state.top_colour(cell) != colour
    rules = _at_work(
        ("KC-050", True),
        ("KC-051", seat != state.active),
        ("KC-052", True),
        ("KC-054", len({site.free_build for site in open_sites}) == 2),
        ("KC-055", not tower),
        ("KC-056", second),
        ("KC-057", bool(tower)),
        ("KC-058", price > 0),
        ("KC-059", bool(tower)),
        ("KC-060", price > 0 and any(FLOOR_CRESTS[floor] for floor in floors_of(tower))),
        ("KC-062", len(open_sites) == 1),
        ("KC-064", second and state.first == NOWHERE),
        ("KC-065", bool(tower) and not roof_is_due(state, cell)),
        ("KC-066", table.any_own_floor),
        ("KC-067", other_colour),
        ("KC-068", twice),
        ("KC-072", same_cell and owner != seat),
        ("KC-078", roof_is_due(state, cell) and len(open_sites) == 1),
        ("KC-079", same_cell and twice and not table.roof_for_one),
        ("KC-102", second and someone_built_everything(state)),
        ("KC-111", price > 0),
    )
    emit(
        FloorBuilt(
            rules,
            seat,
            COLOUR_NAMES[colour],
            move.crests,
            table.board.name(cell),
            price,
            owner if tower and owner != seat else None,
            state.heights[cell] + 1,
        )
    )


def builder_exempt(state: State, emit: Emit) -> None:
    last = state.phase == BUILD_1 + len(state.faces(state.moved)) - 1
    nobody = last and state.first == NOWHERE
    if not has_eligible_floor(state):
        names = [COLOUR_NAMES[colour] for colour in eligible_colours(state)]
        reason = f"no {' or '.join(names)} floor is left"
        rules = _at_work(("KC-069", True), ("KC-043", nobody))
    else:
        line = line_of_build(state)
        dear = any(not state.is_roofed(cell) for cell in line)
        roofs = any(state.is_roofed(cell) for cell in line)
        reason = "every tower of the line is roofed or too expensive"
        rules = _at_work(("KC-063", True), ("KC-061", dear), ("KC-074", roofs), ("KC-043", nobody))
    emit(BuilderExempt(rules, state.builder, COLOUR_NAMES[state.colour], reason))


def roof_placed(state: State, cell: int, taken_from: int | None, emit: Emit) -> None:
    name = state.table.board.name
    rules = _at_work(
        ("KC-070", True),
        ("KC-071", True),
        ("KC-073", True),
        ("KC-075", True),
        ("KC-076", taken_from is not None),
        ("KC-077", state.ducat_day),
        ("KC-079", same_builder_twice(state)),
    )
    source = None if taken_from is None else name(taken_from)
    emit(RoofPlaced(rules, state.builder, name(cell), source))


def seal_passed(state: State, emit: Emit) -> None:
    """After the seal has been passed."""
    emit(SealPassed(("KC-015", "KC-020"), state.active, state.turn))


# -- money ----------------------------------------------------------------------------------


def _covered_crests(state: State, colour: int) -> bool:
    """Whether crests of this colour lie under a floor or a roof."""
    for cell in state.table.board.cells:
        floors = floors_of(state.towers[cell])
        hidden = floors if state.is_roofed(cell) else floors[:-1]
        if any(FLOOR_CRESTS[floor] and FLOOR_COLOUR[floor] == colour for floor in hidden):
            return True
    return False


def ducats_paid(state: State, seat: int, colour: int, area: Area, amount: int, emit: Emit) -> None:
    """After the payment."""
    rules = _at_work(
        ("KC-080", True),
        ("KC-081", bool(area.cells)),
        ("KC-082", area.roofs > 0 and area.cells.bit_count() > 1),
        ("KC-083", bool(area.cells)),
        ("KC-084", _covered_crests(state, colour)),
        ("KC-085", len(areas(state, colour)) > 1),
        ("KC-086", area.roofs > 0 and not area.towers),
        ("KC-087", not area.cells),
        ("KC-088", state.table.seats == 2),
        ("KC-103", someone_built_everything(state)),
        ("KC-111", amount > 0),
    )
    cells = tuple(state.table.board.names(area.cells))
    name = COLOUR_NAMES[colour]
    emit(DucatsPaid(rules, seat, name, cells, area.towers, area.roofs, area.crests, amount))
    _bank_ran_dry(seat, area.value - amount, emit)


def _bank_ran_dry(seat: int, missing: int, emit: Emit) -> None:
    if missing:
        emit(BankRanDry(("KC-110",), seat, missing))


def seal_turned_back(emit: Emit) -> None:
    emit(SealTurnedBack(("KC-089",)))


def match_ended(state: State, emit: Emit) -> None:
    if state.ended == TURN_LIMIT:
        emit(MatchEnded(("KC-112",), (), (), state.turn))
        return
    table = state.table
    seats = tuple(seat for seat in range(table.seats) if has_built_everything(state, seat))
    colours = (colour for seat in seats for colour in table.colours_of[seat])
    names = tuple(COLOUR_NAMES[colour] for colour in colours if not state.left[colour])
    rules = _at_work(("KC-100", True), ("KC-101", table.seats == 2))
    emit(MatchEnded(rules, seats, names, state.turn))


def final_paid(state: State, seat: int, colour: int, final: Final, amount: int, emit: Emit) -> None:
    """After the payment."""
    under_roofs = state.tops[colour] & state.roofed
    rules = _at_work(
        ("KC-104", True),
        ("KC-105", bool(state.roofed) and not state.table.final_roofs),
        ("KC-106", bool(under_roofs & state.crested)),
        ("KC-111", amount > 0),
    )
    emit(FinalPaid(rules, seat, COLOUR_NAMES[colour], final.towers, final.crests, amount))
    _bank_ran_dry(seat, final.amount - amount, emit)


def final_roofs_paid(state: State, seat: int, amount: int, emit: Emit) -> None:
    """After the payment."""
    roofs = state.roofed.bit_count()
    emit(FinalRoofsPaid(("KC-105",), seat, roofs, amount))
    _bank_ran_dry(seat, roofs - amount, emit)
