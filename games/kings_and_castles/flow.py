"""What follows what: the course of a match, forced steps played on the way."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.games.kings_and_castles import events, opening
from rulekeep.games.kings_and_castles.asking import listed_discards
from rulekeep.games.kings_and_castles.attacks import can_attack
from rulekeep.games.kings_and_castles.citations import crown_rules
from rulekeep.games.kings_and_castles.components import bits
from rulekeep.games.kings_and_castles.filling import (
    answer_forced,
    asked_task,
    bonus_task,
    first_tasks,
    free_places,
    is_sealed,
    named,
    open_filling,
    refill_if_empty,
    restock_tasks,
    reveal,
    seal,
    take_questions,
)
from rulekeep.games.kings_and_castles.moves import (
    Attack,
    Bid,
    Castle,
    Crown,
    Discard,
    EndAttacks,
    EndCastles,
    Move,
    NoTax,
    Pass,
    Place,
    Rouen,
    Take,
    Tax,
)
from rulekeep.games.kings_and_castles.pools import (
    BLACK,
    CASTLE_SHIFT,
    NOBODY,
    ONE,
    TYPES,
    size,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.succession import (
    colours_to_place,
    crown_colour,
    free_boxes,
    listed_crowns,
)
from rulekeep.games.kings_and_castles.table import (
    ATTACK,
    BID,
    CASTLES,
    CROWN,
    FIRST_ARRAYS,
    FIRST_BONUS,
    OVER,
    OVERFLOW,
    RESTOCK,
    ROUEN,
    SECTION_ARRAY,
    SECTION_BONUS,
    TAX_STEP,
    Task,
)
from rulekeep.games.kings_and_castles.turn import (
    build_castle,
    can_build,
    conquer,
    pay_final_tax,
    raise_tax,
    take_crown,
)

# -- enemy set-up -------------------------------------------------------------------------------


def begin(state: State, chance: Chance, emit: Emit | None) -> None:
    """From the box to the first question."""
    opening.lay_table(state, emit)
    if state.table.random_setup:
        for region in bits(opening.empty_regions(state)):
            opening.draw_enemy(state, chance)
            opening.place_enemy(state, NOBODY, region, emit)
        _open_auction(state, chance, emit)
    else:
        _next_enemy(state, chance, emit)


def _next_enemy(state: State, chance: Chance, emit: Emit | None) -> None:
    opening.draw_enemy(state, chance)
    if emit is not None:
        rules = ["KG-012", "KG-009"]
        if not state.held[BLACK]:
            rules.append("KG-011")
        emit(events.EnemyDrawn(tuple(rules), state.turn, TYPES[state.drawn]))
    empty = opening.empty_regions(state)
    if not empty & empty - 1:
        opening.place_enemy(state, state.turn, empty.bit_length() - 1, emit, ("KG-224",))
        _open_auction(state, chance, emit)
    else:
        state.open = state.table.ask["place", state.turn, state.drawn]


def _place(state: State, seat: int, move: Place, chance: Chance, emit: Emit | None) -> None:
    opening.place_enemy(state, seat, move.region, emit)
    state.turn = (seat + 1) % state.table.seats
    _next_enemy(state, chance, emit)


# -- auction ------------------------------------------------------------------------------------


def _open_auction(state: State, chance: Chance, emit: Emit | None) -> None:
    opening.fill_bag(state, emit)
    state.phase = BID
    state.turn = 0
    if emit is not None:
        emit(events.AuctionOpened(("KG-020", "KG-021"), 0))
    _next_bidder(state, chance, emit)


def _next_bidder(state: State, chance: Chance, emit: Emit | None) -> None:
    seats = state.table.seats
    while True:
        left = [seat for seat in range(seats) if not state.passed >> seat & 1]
        if len(left) == 1:
            _auction_won(state, left[0], chance, emit)
            return
        seat = state.turn
        if state.passed >> seat & 1:
            state.turn = (seat + 1) % seats
            continue
        most = opening.pool_value(state, opening.household_pool(state, seat))
        if most > opening.standing_bid(state):
            state.open = state.table.ask["bid", seat]
            return
        _leave_auction(state, seat, emit, forced=True)


def _leave_auction(state: State, seat: int, emit: Emit | None, forced: bool = False) -> None:
    state.passed |= 1 << seat
    state.turn = (seat + 1) % state.table.seats
    if emit is not None:
        rules = ("KG-029", "KG-224", "KG-024") if forced else ("KG-024", "KG-023")
        emit(events.BidderPassed(rules, seat, forced))


def _pass(state: State, seat: int, move: Pass, chance: Chance, emit: Emit | None) -> None:
    _leave_auction(state, seat, emit)
    _next_bidder(state, chance, emit)


def _bid(state: State, seat: int, move: Bid, chance: Chance, emit: Emit | None) -> None:
    opening.make_bid(state, seat, move, emit)
    state.turn = (seat + 1) % state.table.seats
    _next_bidder(state, chance, emit)


def _auction_won(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    opening.pay_bid(state, seat, emit)
    state.passed = 0
    _open_succession(state, 0, seat, NOBODY, chance, emit)


# -- succession ---------------------------------------------------------------------------------


def _open_succession(
    state: State, section: int, seat: int, finished: int, chance: Chance, emit: Emit | None
) -> None:
    table = state.table
    state.phase = CROWN
    state.section = section
    state.turn = seat
    state.finished = finished
    state.opened = False
    if emit is not None:
        first, last = table.sections[section]
        rules = ["KG-203" if table.short else "KG-040"]
        if section:
            rules += ["KG-180", "KG-045"]
        emit(events.SuccessionOpened(tuple(rules), first, last, seat))
    _next_crown(state, chance, emit)


def _next_crown(state: State, chance: Chance, emit: Emit | None) -> None:
    table = state.table
    while free_boxes(state):
        seat = state.turn
        colours = colours_to_place(state, seat)
        if not colours:
            state.turn = (seat + 1) % table.seats
            if emit is not None:
                rules = ("KG-054", "KG-204") if table.short else ("KG-054",)
                emit(events.PlayerSkipped(rules, seat))
            continue
        moves = listed_crowns(state, seat)
        if len(moves) > 1:
            state.open = table.ask["crown", seat, state.section, colours]
            return
        _lay_crown(state, seat, moves[0], emit)
    _succession_done(state, chance, emit)


def _lay_crown(state: State, seat: int, move: Crown, emit: Emit | None) -> None:
    table = state.table
    colour = crown_colour(state, seat, move)
    if emit is not None:
        king = table.board.boxes[move.box - 1].title
        rules = crown_rules(state, seat, colour, move.box)
        emit(events.CrownPlaced(rules, seat, table.colour(colour), move.box, king))
    if state.section == 0 and not state.opened:
        state.start_house = colour
    state.crown_at[move.box] = colour
    state.unplaced[colour] -= 1
    houses = table.houses_of[seat]
    if len(houses) > 1:
        state.due[seat] = houses[1] if colour == houses[0] else houses[0]
    state.opened = True
    state.turn = (seat + 1) % table.seats


def _crown(state: State, seat: int, move: Crown, chance: Chance, emit: Emit | None) -> None:
    _lay_crown(state, seat, move, emit)
    _next_crown(state, chance, emit)


def _succession_done(state: State, chance: Chance, emit: Emit | None) -> None:
    table = state.table
    state.finished = NOBODY
    state.opened = False
    if state.section == 0:
        _fill(state, FIRST_ARRAYS, first_tasks(state), chance, emit)
    elif table.succession_first:
        _fill(state, RESTOCK, restock_tasks(state, with_bonus=True), chance, emit)
    else:
        _fill(state, SECTION_BONUS, (bonus_task(state, state.box + 1),), chance, emit)


# -- filling ------------------------------------------------------------------------------------


def _fill(
    state: State, filling: int, tasks: tuple[Task, ...], chance: Chance, emit: Emit | None
) -> None:
    open_filling(state, filling, tasks)
    _next_take(state, chance, emit)


def _next_take(state: State, chance: Chance, emit: Emit | None) -> None:
    answer_forced(state, emit)
    state.open = take_questions(state)
    if not state.open:
        reveal(state, chance, emit)
        _filled(state, chance, emit)


def _take(state: State, seat: int, move: Take, chance: Chance, emit: Emit | None) -> None:
    index = asked_task(state, seat)
    seal(state, index, move)
    if emit is not None and is_sealed(state):
        colour = state.table.colour(state.tasks[index][0])
        emit(events.ChoiceSealed(("KG-225",), seat, colour))
    _next_take(state, chance, emit)


def _filled(state: State, chance: Chance, emit: Emit | None) -> None:
    filling = state.filling
    state.filling = FIRST_ARRAYS
    if filling == FIRST_ARRAYS:
        _fill(state, FIRST_BONUS, (bonus_task(state, 1),), chance, emit)
    elif filling == FIRST_BONUS:
        _enter_start_region(state, chance, emit)
    elif filling == SECTION_ARRAY:
        seat = state.active_seat
        _open_succession(state, state.section + 1, seat, state.house, chance, emit)
    else:
        _begin_turn(state, state.box + 1, chance, emit)


# -- the start region ---------------------------------------------------------------------------


def _enter_start_region(state: State, chance: Chance, emit: Emit | None) -> None:
    state.phase = ROUEN
    units = opening.start_units(state)
    if len(units) > 1:
        seat = state.table.owner[state.start_house]
        state.open = state.table.ask["rouen", seat, state.start_house]
        return
    if units:
        opening.enter_start_region(state, units[0], emit, ("KG-224",))
    else:
        opening.enter_from_elsewhere(state, chance, emit)
    _begin_turn(state, 1, chance, emit)


def _rouen(state: State, seat: int, move: Rouen, chance: Chance, emit: Emit | None) -> None:
    opening.enter_start_region(state, move.unit, emit)
    _begin_turn(state, 1, chance, emit)


# -- the turn -----------------------------------------------------------------------------------


def _king(state: State) -> str:
    """The name of the king, for a sentence."""
    return state.table.board.boxes[state.box - 1].king


def _begin_turn(state: State, box: int, chance: Chance, emit: Emit | None) -> None:
    take_crown(state, box, emit)
    _attack_step(state, chance, emit)


def _attack_step(state: State, chance: Chance, emit: Emit | None) -> None:
    if can_attack(state):
        state.phase = ATTACK
        state.open = state.table.ask["attack", state.active_seat, state.box]
        return
    if emit is not None:
        rules, further = ("KG-224", "KG-082"), state.attacks > 0
        emit(events.StepSkipped(rules, "attack", "none is possible", _king(state), further))
    _castle_step(state, chance, emit)


def _attack(state: State, seat: int, move: Attack, chance: Chance, emit: Emit | None) -> None:
    conquer(state, seat, move, emit)
    _attack_step(state, chance, emit)


def _end_attacks(
    state: State, seat: int, move: EndAttacks, chance: Chance, emit: Emit | None
) -> None:
    if emit is not None:
        emit(events.StepEnded(("KG-082", "KG-081"), "attacks", _king(state), state.attacks > 0))
    _castle_step(state, chance, emit)


def _castle_step(state: State, chance: Chance, emit: Emit | None) -> None:
    state.ways = None
    if can_build(state):
        state.phase = CASTLES
        state.open = state.table.ask["castle", state.active_seat, state.box]
        return
    if emit is not None:
        further = state.castle_mark >= 0
        why = "none is left" if further else "there is none in the action area"
        if state.area() >> CASTLE_SHIFT:
            why = "every region has one"
        emit(events.StepSkipped(("KG-224", "KG-140"), "castle", why, _king(state), further))
    _tax_step(state, chance, emit)


def _castle(state: State, seat: int, move: Castle, chance: Chance, emit: Emit | None) -> None:
    build_castle(state, seat, move, emit)
    _castle_step(state, chance, emit)


def _end_castles(
    state: State, seat: int, move: EndCastles, chance: Chance, emit: Emit | None
) -> None:
    if emit is not None:
        emit(
            events.StepEnded(("KG-082", "KG-081"), "castles", _king(state), state.castle_mark >= 0)
        )
    _tax_step(state, chance, emit)


def _tax_step(state: State, chance: Chance, emit: Emit | None) -> None:
    if state.tax[state.house]:
        state.phase = TAX_STEP
        state.open = state.table.ask["tax", state.active_seat, state.box]
        return
    if emit is not None:
        why = f"{state.table.colour(state.house)} has no TAX marker left"
        emit(events.StepSkipped(("KG-154", "KG-224"), "tax", why, _king(state)))
    _end_turn(state, chance, emit)


def _tax(state: State, seat: int, move: Tax, chance: Chance, emit: Emit | None) -> None:
    raise_tax(state, emit)
    _end_turn(state, chance, emit)


def _no_tax(state: State, seat: int, move: NoTax, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        emit(events.StepEnded(("KG-082", "KG-150"), "tax", _king(state), False))
    _end_turn(state, chance, emit)


# -- restock and end ----------------------------------------------------------------------------


def _end_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    if state.box == state.table.last_box:
        _end_match(state, emit)
        return
    _keep_bonus(state, emit)
    if size(state.array[state.house]) > state.table.board.array_size and state.table.surplus_aside:
        _ask_for_surplus(state, chance, emit)
    else:
        _restock(state, chance, emit)


def _keep_bonus(state: State, emit: Emit | None) -> None:
    bonus = state.bonus
    state.array[state.house] += bonus
    state.bonus = 0
    state.bonus_house = NOBODY
    if emit is None:
        return
    colour = state.table.colour(state.house)
    if bonus:
        emit(events.BonusKept(("KG-160",), colour, named(state, bonus)))
    kept = size(state.array[state.house])
    if kept:
        rules = ["KG-161"]
        if kept > state.table.board.array_size:
            rules.append("KG-167")
        emit(events.ArrayKept(tuple(rules), colour, kept, free_places(state, state.house)))


def _ask_for_surplus(state: State, chance: Chance, emit: Emit | None) -> None:
    state.phase = OVERFLOW
    kinds = listed_discards(state)
    if len(kinds) > 1:
        state.open = state.table.ask["discard", state.active_seat]
    else:
        _discard(state, state.active_seat, kinds[0], chance, emit)


def _discard(state: State, seat: int, move: Discard, chance: Chance, emit: Emit | None) -> None:
    state.array[state.house] -= ONE[move.kind]
    state.aside += ONE[move.kind]
    if emit is not None:
        table = state.table
        marker = table.board.kinds[move.kind]
        emit(events.MarkerDiscarded(("KG-167",), table.colour(state.house), marker))
    refill_if_empty(state, emit)
    if size(state.array[state.house]) > state.table.board.array_size:
        _ask_for_surplus(state, chance, emit)
    else:
        _restock(state, chance, emit)


def _restock(state: State, chance: Chance, emit: Emit | None) -> None:
    table = state.table
    if state.box != table.sections[state.section][1]:
        _fill(state, RESTOCK, restock_tasks(state, with_bonus=True), chance, emit)
    elif table.succession_first:
        seat = state.active_seat
        _open_succession(state, state.section + 1, seat, state.house, chance, emit)
    else:
        _fill(state, SECTION_ARRAY, restock_tasks(state, with_bonus=False), chance, emit)


def _end_match(state: State, emit: Emit | None) -> None:
    state.phase = OVER
    state.open = ()
    if emit is not None:
        rules = ["KG-190", "KG-171"]
        if state.table.short:
            rules.append("KG-200")
        emit(events.MatchEnded(tuple(rules), state.box))
    pay_final_tax(state, emit)


# -- the doors of this module -------------------------------------------------------------------

_EFFECTS = {
    Place: _place,
    Pass: _pass,
    Bid: _bid,
    Crown: _crown,
    Take: _take,
    Rouen: _rouen,
    Attack: _attack,
    EndAttacks: _end_attacks,
    Castle: _castle,
    EndCastles: _end_castles,
    Tax: _tax,
    NoTax: _no_tax,
    Discard: _discard,
}


def advance(state: State, seat: int, move: Move, chance: Chance, emit: Emit | None) -> None:
    """The effects of a legal move, and all forced steps after it."""
    _EFFECTS[type(move)](state, seat, move, chance, emit)  # type: ignore[operator]
