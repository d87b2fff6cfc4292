"""The course of a turn: relocate, build, roof, ducat day, end check, seal."""

from __future__ import annotations

from typing import assert_never

from rulekeep.core.game import Emit
from rulekeep.core.seats import clockwise, left_of
from rulekeep.games.kilt_castle import reports
from rulekeep.games.kilt_castle.building import can_build, colour_of, roof_is_due
from rulekeep.games.kilt_castle.components import FLOOR_MASK
from rulekeep.games.kilt_castle.ending import someone_built_everything
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate, Skip
from rulekeep.games.kilt_castle.relocation import relocate
from rulekeep.games.kilt_castle.scoring import best_area, final_remuneration, final_roofs
from rulekeep.games.kilt_castle.state import BUILT, NOWHERE, TURN_LIMIT, State
from rulekeep.games.kilt_castle.table import BUILD_1, BUILD_2, OVER, RELOCATE, ROOF


def play(state: State, move: Move, emit: Emit | None) -> None:
    match move:
        case Build():
            play_build(state, move, emit)
        case Relocate():
            play_relocation(state, move, emit)
        case MoveRoof():
            play_roof(state, move, emit)
        case Skip():
            raise AssertionError("skipping is never a legal move")
        case _:
            assert_never(move)


def play_relocation(state: State, move: Relocate, emit: Emit | None) -> None:
    if emit is not None:
        reports.card_relocated(state, move, emit)
    state.ducat_day = relocate(state, move)
    state.moved = move.card
    ask_builder(state, BUILD_1, emit)


def ask_builder(state: State, phase: int, emit: Emit | None) -> None:
    """Ask the builder of this phase; whoever cannot build is passed over."""
    table = state.table
    faces = state.faces(state.moved)
    while phase < BUILD_1 + len(faces):
        colour = faces[phase - BUILD_1]
        state.phase = phase
        state.colour = colour
        state.builder = table.owner[colour]
        if can_build(state):
            state.open = table.ask_build[colour]
            return
        if emit is not None:
            reports.builder_exempt(state, emit)
        phase += 1
    end_turn(state, emit)


def play_build(state: State, move: Build, emit: Emit | None) -> None:
    if emit is not None:
        reports.floor_built(state, move, emit)
    seat = state.builder
    cell = move.cell
    top = state.towers[cell] & FLOOR_MASK
    if top:
        owner = state.table.owner_of_floor[top]
        if owner != seat:
            state.pay(seat, owner, state.heights[cell])
    state.pile(cell, colour_of(state, move), move.crests)
    if state.phase == BUILD_1:
        state.first = cell
        ask_builder(state, BUILD_2, emit)
    elif roof_is_due(state, cell):
        raise_roof(state, cell, emit)
    else:
        end_turn(state, emit)


def raise_roof(state: State, cell: int, emit: Emit | None) -> None:
    if state.unused_roofs:
        if emit is not None:
            reports.roof_placed(state, cell, None, emit)
        state.roofed |= 1 << cell
        end_turn(state, emit)
    else:
        state.phase = ROOF
        state.second = cell
        state.open = state.table.ask_roof[state.builder]


def play_roof(state: State, move: MoveRoof, emit: Emit | None) -> None:
    if emit is not None:
        reports.roof_placed(state, state.second, move.cell, emit)
    state.roofed ^= 1 << move.cell | 1 << state.second
    end_turn(state, emit)


def end_turn(state: State, emit: Emit | None) -> None:
    if state.ducat_day:
        hold_ducat_day(state, emit)
    state.moved = state.colour = state.builder = state.first = state.second = NOWHERE
    state.ducat_day = False
    if someone_built_everything(state):
        finish(state, BUILT, emit)
    elif state.turn >= state.table.max_turns:
        finish(state, TURN_LIMIT, emit)
    else:
        pass_seal(state, emit)


def pass_seal(state: State, emit: Emit | None) -> None:
    state.turn += 1
    state.active = left_of(state.active, state.table.seats)
    state.phase = RELOCATE
    state.open = state.table.ask_relocate[state.active]
    if emit is not None:
        reports.seal_passed(state, emit)


def hold_ducat_day(state: State, emit: Emit | None) -> None:
    table = state.table
    income = state.income
    for seat in clockwise(table.seats, state.active):
        for colour in table.colours_of[seat]:
            area = best_area(state, colour)
            base = 3 * colour
            income[base] += area.towers
            income[base + 1] += area.roofs
            income[base + 2] += area.crests
            amount = state.pay_out(seat, area.value)
            if emit is not None:
                reports.ducats_paid(state, seat, colour, area, amount, emit)
    if emit is not None:
        reports.seal_turned_back(emit)


def finish(state: State, ended: int, emit: Emit | None) -> None:
    """The final remuneration, and nothing after it."""
    table = state.table
    state.ended = ended
    state.phase = OVER
    state.open = ()
    if emit is not None:
        reports.match_ended(state, emit)
    for seat in clockwise(table.seats, state.active):
        for colour in table.colours_of[seat]:
            final = final_remuneration(state, colour)
            amount = state.pay_out(seat, final.amount)
            if emit is not None:
                reports.final_paid(state, seat, colour, final, amount, emit)
        amount = state.pay_out(seat, final_roofs(state))
        if emit is not None and table.final_roofs:
            reports.final_roofs_paid(state, seat, amount, emit)
