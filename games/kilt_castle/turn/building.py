"""Building: the colours of the card one after the other, and the roof on a cell built on twice."""

from __future__ import annotations

from rulekeep.core.game import Emit
from rulekeep.core.telling import because
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.board import Cell
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, FACES, FLOOR_MASK
from rulekeep.games.kilt_castle.events import BuilderExempt, FloorBuilt, RoofPlaced
from rulekeep.games.kilt_castle.legal import can_build, eligible_colours, has_floor, sites
from rulekeep.games.kilt_castle.moves import Build, MoveRoof
from rulekeep.games.kilt_castle.scoring import someone_built_everything
from rulekeep.games.kilt_castle.state import BUILD_1, BUILD_2, DUCATS, NOWHERE, ROOF, Phase, State
from rulekeep.games.kilt_castle.terms import NOBODY
from rulekeep.games.kilt_castle.turn.ending import end_turn


def ask_builder(state: State, phase: Phase, emit: Emit | None) -> None:
    """Ask the builder of this phase; whoever cannot build is passed over."""
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


def _exempt(state: State) -> BuilderExempt:
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
    return BuilderExempt(rules, state.builder, COLOUR_NAMES[state.colour], reason)


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


def _built(state: State, move: Build) -> FloorBuilt:
    """The report of a build; made before the floor is placed."""
    seat, cell = state.builder, move.cell
    owner, price = state.owner_of_tower(cell), state.price(seat, cell)
    over = _of_overbuilding(state, move) if state.towers[cell] else ("KC-055",)
    floor = COLOUR_NAMES[state.colour_of(move)], move.crests, state.terms.box.name(cell)
    paid_to = owner if owner not in (NOBODY, seat) else None
    rules = _of_choice(state, move) + over
    return FloorBuilt(rules, seat, *floor, price, paid_to, state.heights[cell] + 1)


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
        ("KC-102", second and someone_built_everything(state)),
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
        state.phase = ROOF
        state.second = cell


def move_roof(state: State, move: MoveRoof, emit: Emit | None) -> None:
    if emit is not None:
        emit(_roofed(state, state.second, move.cell))
    state.roofed ^= 1 << move.cell | 1 << state.second  # KC-076
    end_turn(state, emit)


def _roofed(state: State, cell: Cell, taken_from: Cell) -> RoofPlaced:
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
    return RoofPlaced(rules, state.builder, name(cell), source)
