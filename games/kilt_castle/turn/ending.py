"""The end of a turn: the ducat day, the end of the match or the seal passed on."""

from __future__ import annotations

from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat, clockwise, left_of
from rulekeep.core.telling import because
from rulekeep.games.kilt_castle import events, scoring
from rulekeep.games.kilt_castle import state as table
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.board import Cells
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, Colour, floors_of
from rulekeep.games.kilt_castle.state import DUCATS, NOWHERE, SEAL, State
from rulekeep.games.kilt_castle.terms import NOBODY


def end_turn(state: State, emit: Emit | None) -> None:
    if state.seal == DUCATS:  # KC-020 KC-077 KC-080 KC-103
        hold_ducat_day(state, emit)
    state.moved = state.colour = state.first = state.second = NOWHERE
    state.builder = NOBODY
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
    state.seal = SEAL  # KC-089
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
        ("KC-110", terms.bank_limit is None and state.bank.total > pieces.PIECES.all_ducats),
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
        for floor in floors_of(state.towers[cell])[: None if state.is_roofed(cell) else -1]
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
        emit(_match_ended(state))
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


def _match_ended(state: State) -> events.MatchEnded:
    if state.ended == table.TURN_LIMIT:
        return events.MatchEnded(("KC-112",), (), (), state.turn)
    terms = state.terms
    seats = tuple(seat for seat in range(terms.seats) if scoring.has_built_everything(state, seat))
    colours = (colour for seat in seats for colour in terms.colours_of[seat])
    names = tuple(COLOUR_NAMES[colour] for colour in colours if not state.left[colour])
    rules = because("KC-100", ("KC-101", terms.seats == 2))
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
