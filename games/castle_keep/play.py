"""The effects of the moves: the turn from the draw to the next player's draw."""

from __future__ import annotations

from collections.abc import Callable

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.games.castle_keep.atwork import (
    rules_of_attack,
    rules_of_fitting,
    rules_of_placement,
)
from rulekeep.games.castle_keep.book import resolve
from rulekeep.games.castle_keep.castle import (
    BIT,
    CELLS,
    CENTRE,
    CENTRE_MASK,
    FULL,
    KEEP,
    cells_in,
    group_of,
    kind_at,
    occupied,
)
from rulekeep.games.castle_keep.components import HAND, KINDS
from rulekeep.games.castle_keep.drawing import LARGER, draw, draw_discard, draw_two
from rulekeep.games.castle_keep.events import (
    AttackEnded,
    AttacksUnlocked,
    BuildEnded,
    CastleEmptied,
    MatchEnded,
    Passed,
    PlayerEliminated,
    TakenTilesDiscarded,
    TakenTilesJoined,
    TileDiscarded,
    TilePlaced,
    TilesDestroyed,
    TilesSwapped,
    TileTransferred,
    TurnBegan,
    TurnEnded,
)
from rulekeep.games.castle_keep.fitting import can_transfer, swapped
from rulekeep.games.castle_keep.moves import (
    CASTLE_LETTERS,
    Attack,
    Choose,
    Discard,
    Done,
    Draw,
    Lettered,
    Move,
    Place,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.siege import assault, strike
from rulekeep.games.castle_keep.state import (
    ACTION,
    ATTACK,
    BUILD,
    DISCARD,
    DRAW,
    NOBODY,
    TAKEN,
    Entry,
    State,
)

# -- building -----------------------------------------------------------------------------------


def _place(state: State, seat: int, move: Place, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    at = terms.castle_at(seat, move.castle)
    castle = state.castles[at]
    state.castles[at] = built = castle | BIT[move.kind][move.cell]
    if move.reserve:
        _take_from_reserve(state, seat, move.kind)
    else:
        state.spend(seat, move.kind)
    state.placed += 1
    state.now.append((move, 0))
    if emit is not None:
        emit(
            TilePlaced(
                rules_of_placement(state, move, castle),
                seat,
                NOBODY if terms.common else seat,
                _letter(move.castle),
                KINDS[move.kind],
                CELLS[move.cell],
                move.reserve,
            )
        )
    if not state.unlocked and terms.latch:
        _unlock_if_ready(state, emit)
    if occupied(built) == FULL and _all_built(state, seat):
        _win_by_building(state, seat, emit)
        return
    state.phase = BUILD if state.phase <= BUILD else TAKEN
    _end_build_if_over(state, seat, chance, emit)


def _all_built(state: State, seat: int) -> bool:
    if not state.terms.empire:
        return True
    return all(occupied(castle) == FULL for castle in state.castles_of(seat))


def _win_by_building(state: State, seat: int, emit: Emit | None) -> None:
    terms = state.terms
    state.end("built", seat)
    if emit is not None:
        goal = (
            "CK-081"
            if terms.empire
            else "CK-097"
            if terms.king
            else "CK-107"
            if terms.siege
            else "CK-047"
        )
        emit(MatchEnded((goal, "CK-007", "CK-049", "CK-050"), seat, "built"))


def _take_from_reserve(state: State, seat: int, kind: int) -> None:
    reserve = state.reserves[seat]
    at = reserve.index(kind)
    state.reserves[seat] = reserve[:at] + reserve[at + 1 :]


def _unlock_if_ready(state: State, emit: Emit | None) -> None:
    """Attacks become possible for good once there are two tiles everywhere."""
    if not state.terms.siege and state.two_tiles_everywhere():
        state.unlocked = True
        if emit is not None:
            terms = state.terms
            rule = "CK-084" if terms.empire else "CK-096" if terms.king else "CK-028"
            emit(AttacksUnlocked((rule,)))


def _end_build_if_over(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    """The building ends by itself where everybody can see that nothing can follow."""
    terms = state.terms
    if state.placed >= terms.cap:
        why, rules = "no more tiles may be placed in one turn", ["CK-027", "CK-017"]
    elif state.reserves[seat] or (state.phase == BUILD and state.hands[seat]):
        return
    else:
        why, rules = "no tile is left to place", ["CK-027"]
    if terms.empire and state.phase == BUILD and can_transfer(state, seat):
        return
    if emit is not None:
        emit(BuildEnded(tuple(rules), seat, state.placed, why))
    _finish_action(state, seat, chance, emit)


# -- transfers ----------------------------------------------------------------------------------


def _transfer(state: State, seat: int, move: Transfer, chance: Chance, emit: Emit | None) -> None:
    source = 2 * seat + move.castle
    target = 2 * seat + 1 - move.castle
    kind = kind_at(state.castles[source], move.cell)
    before = state.castles[target]
    state.castles[source] &= KEEP[1 << move.cell]
    state.castles[target] = before | BIT[kind][move.to_cell]
    state.marks |= 1 << (move.to_cell + 9 * (1 - move.castle))
    state.now.append((move, kind))
    if emit is not None:
        fitting = rules_of_fitting(before, kind, move.to_cell, state.terms)
        emit(
            TileTransferred(
                ("CK-087", "CK-088", "CK-089", *fitting),
                seat,
                CASTLE_LETTERS[move.castle],
                CELLS[move.cell],
                KINDS[kind],
                CASTLE_LETTERS[1 - move.castle],
                CELLS[move.to_cell],
            )
        )
    _after_transfer(state, seat, chance, emit)


def _swap(state: State, seat: int, move: Swap, chance: Chance, emit: Emit | None) -> None:
    a, b = state.castles[2 * seat], state.castles[2 * seat + 1]
    kind_a, kind_b = kind_at(a, move.cell_a), kind_at(b, move.cell_b)
    state.castles[2 * seat : 2 * seat + 2] = swapped(a, b, move.cell_a, move.cell_b)
    state.marks |= 1 << move.cell_a | 1 << (move.cell_b + 9)
    state.now.append((move, kind_a * len(KINDS) + kind_b))
    if emit is not None:
        emit(
            TilesSwapped(
                ("CK-090", "CK-087", "CK-089"),
                seat,
                KINDS[kind_a],
                CELLS[move.cell_a],
                KINDS[kind_b],
                CELLS[move.cell_b],
            )
        )
    _after_transfer(state, seat, chance, emit)


def _after_transfer(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    if not state.unlocked and state.terms.latch:
        _unlock_if_ready(state, emit)
    if state.phase == BUILD:
        _end_build_if_over(state, seat, chance, emit)


# -- attacking ----------------------------------------------------------------------------------


def _attack(state: State, seat: int, move: Attack, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    owner = NOBODY if terms.king else move.seat
    at = 0 if terms.king else terms.castle_at(owner, move.castle)
    castle = state.castles[at]
    cell = move.cell
    removed = group_of(castle, cell)
    spent = 2 if cell == CENTRE and occupied(castle) != CENTRE_MASK else 1
    fallen = [kind_at(castle, other) for other in cells_in(removed & ~(1 << cell))]
    fallen.append(kind_at(castle, cell))
    if emit is not None:
        emit(
            TilesDestroyed(
                rules_of_attack(state, move, castle, removed, spent),
                seat,
                owner,
                _letter(move.castle),
                CELLS[cell],
                (KINDS[move.kind],) * spent,
                tuple(KINDS[kind] for kind in fallen),
                move.take,
            )
        )
    left = castle & KEEP[removed]
    state.castles[at] = left
    if move.take:
        state.reserves[seat] = tuple(sorted((*state.reserves[seat], *fallen)))
    else:
        state.discard += fallen
    for _ in range(spent):
        state.spend(seat, move.kind)
        state.discard.append(move.kind)
    state.phase = ATTACK
    state.victim = owner
    state.attacks += 1
    state.now.append((move, castle ^ left))
    if not left:
        _castle_emptied(state, seat, owner, move.castle, emit)
        if state.reason:
            return
    _end_attack_if_over(state, seat, chance, emit)


def _castle_emptied(state: State, seat: int, owner: int, letter: int, emit: Emit | None) -> None:
    """What it means that an attack took the last tile of a castle."""
    terms = state.terms
    rule = "CK-048"
    if terms.king:
        rule = "CK-098"
        if terms.king_wins:
            state.end("destroyed", seat)
    elif terms.two_any:
        rule = "CK-082"
        state.razed[seat] += 1
        if state.razed[seat] == 2:
            state.end("two_castles", seat)
    elif terms.all_opponents:
        rule = "CK-083"
        state.razed[seat] += 1
        state.closed |= 1 << terms.castle_at(owner, letter)
    else:
        state.end("destroyed", seat)
    if emit is not None:
        emit(CastleEmptied((rule,), seat, owner, _letter(letter), terms.all_opponents))
    if terms.all_opponents and state.is_closed(owner, 0) and state.is_closed(owner, 1):
        _eliminate(state, seat, owner, emit)
        rule = "CK-082"
    if state.reason and emit is not None:
        emit(MatchEnded((rule, "CK-007", "CK-049", "CK-050"), seat, state.reason))


def _eliminate(state: State, seat: int, owner: int, emit: Emit | None) -> None:
    """Both castles closed: the player is out, the hand is discarded, the last one left wins."""
    hand = state.hands[owner]
    state.order.skip(owner)
    state.discard += hand
    state.hands[owner] = ()
    state.known[owner] = ()
    if emit is not None:
        emit(PlayerEliminated(("CK-083",), owner, tuple(KINDS[kind] for kind in hand)))
    if len(state.order.playing) == 1:
        state.end("last_standing", seat)


def _end_attack_if_over(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    """The attacks end by themselves where everybody can see that nothing can follow."""
    terms = state.terms
    if terms.immediate and state.reserves[seat] and state.placed < terms.cap:
        return
    if state.attacks >= terms.max_attacks:
        why, rules = "no more attacks are allowed", ("CK-031",)
    elif not state.hands[seat]:
        why, rules = "the hand is empty", ("CK-031",)
    elif not any(state.castles_of(state.victim)):
        why, rules = "nothing is left to attack", ("CK-030",)
    else:
        return
    if emit is not None:
        emit(AttackEnded(rules, seat, state.attacks, why))
    _finish_action(state, seat, chance, emit)


# -- the rest of the turn -----------------------------------------------------------------------


def _done(state: State, seat: int, move: Done, chance: Chance, emit: Emit | None) -> None:
    if state.phase == ACTION:
        state.now.append((move, 0))
    if emit is not None:
        if state.phase == ACTION:
            emit(Passed(("CK-014", "CK-043", "CK-013"), seat))
        elif state.phase == ATTACK:
            emit(AttackEnded(("CK-031", "CK-013"), seat, state.attacks, "no more by choice"))
        else:
            emit(BuildEnded(("CK-027", "CK-013"), seat, state.placed, "no more by choice"))
    _finish_action(state, seat, chance, emit)


def _finish_action(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    """Taken tiles find their place, then the hand is reduced or the turn ends."""
    terms = state.terms
    if terms.takeover and state.reserves[seat] and (terms.to_hand or terms.immediate):
        _settle_taken(state, seat, emit)
    if len(state.hands[seat]) > HAND:
        state.phase = DISCARD
        state.floor = -1
        return
    if emit is not None:
        rules = ("CK-045", "CK-007")
        emit(TurnEnded(rules, seat, len(state.hands[seat])))
    _end_turn(state, seat, chance, emit)


def _settle_taken(state: State, seat: int, emit: Emit | None) -> None:
    taken = state.reserves[seat]
    names = tuple(KINDS[kind] for kind in taken)
    state.reserves[seat] = ()
    if state.terms.to_hand:
        state.receive(seat, *taken)
        state.show(seat, *taken)
        if emit is not None:
            emit(TakenTilesJoined(("CK-073",), seat, names))
    else:
        state.discard += taken
        if emit is not None:
            emit(TakenTilesDiscarded(("CK-072",), seat, names))


def _discard(state: State, seat: int, move: Discard, chance: Chance, emit: Emit | None) -> None:
    state.spend(seat, move.kind)
    state.discard.append(move.kind)
    state.floor = move.kind
    state.now.append((move, 0))
    left = len(state.hands[seat])
    if emit is not None:
        emit(TileDiscarded(("CK-044", "CK-046"), seat, KINDS[move.kind], left))
    if left == HAND:
        if emit is not None:
            emit(TurnEnded(("CK-007", "CK-044"), seat, left))
        _end_turn(state, seat, chance, emit)


def _end_turn(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    if state.terms.siege:
        if assault(state, chance, emit):
            _next_turn(state, chance, emit)
    else:
        _next_turn(state, chance, emit)


def _choose(state: State, seat: int, move: Choose, chance: Chance, emit: Emit | None) -> None:
    if strike(state, move.cell, emit):
        _next_turn(state, chance, emit)


def _next_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """The turn passes clockwise, past those who are out."""
    terms, order = state.terms, state.order
    if order.turn >= terms.turn_limit and not terms.siege:
        state.end("turn_limit")
        if emit is not None:
            emit(MatchEnded(("CK-052",), NOBODY, "turn_limit"))
        return
    past: tuple[int, tuple[Entry, ...]] = (order.active, tuple(state.now))
    state.past = (*state.past[1 - terms.seats :], past) if terms.seats > 1 else (past,)
    state.now = []
    state.placed = 0
    state.attacks = 0
    state.victim = NOBODY
    state.marks = 0
    state.floor = -1
    order.pass_on()
    begin_turn(state, chance, emit)


def begin_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """Draw, or ask where to draw from."""
    terms = state.terms
    seat = state.order.active
    state.phase = ACTION
    if emit is not None:
        emit(TurnBegan(("CK-007", "CK-006"), seat, state.turn))
    if terms.siege:
        _draw_under_siege(state, chance, emit)
    elif terms.a2 and state.discard:
        state.phase = DRAW
    else:
        draw_two(state, seat, chance, emit)


def _draw_under_siege(state: State, chance: Chance, emit: Emit | None) -> None:
    drawn = draw(state, 0, (LARGER,), chance, emit, "CK-101")
    if not drawn or (state.terms.strict_end and not state.bag.total):
        state.end("siege_lost")
        if emit is not None:
            emit(MatchEnded(("CK-109", "CK-106"), NOBODY, "siege_lost"))


def _draw(state: State, seat: int, move: Draw, chance: Chance, emit: Emit | None) -> None:
    state.phase = ACTION
    if move.discard:
        kind = draw_discard(state, seat, chance, emit)
        state.now.append((move, kind))
    else:
        draw_two(state, seat, chance, emit)


def _lettered(state: State, seat: int, move: Lettered, chance: Chance, emit: Emit | None) -> None:
    """The move that names its tile by the letter in the hand."""
    named = resolve(state, seat, move)
    if named is not None:
        EFFECTS[type(named)](state, seat, named, chance, emit)


EFFECTS: dict[type[Move], Callable[..., None]] = {
    Draw: _draw,
    Place: _place,
    Attack: _attack,
    Transfer: _transfer,
    Swap: _swap,
    Discard: _discard,
    Choose: _choose,
    Done: _done,
    Lettered: _lettered,
}
"""What each move does; called with the state, the seat, the move, chance and emit."""


def _letter(castle: int) -> str:
    return CASTLE_LETTERS[castle] if castle >= 0 else ""
