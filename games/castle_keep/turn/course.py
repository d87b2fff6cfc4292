"""The course of a turn: it begins with a draw, the action ends, the hand is reduced, the next.

In a siege the next turn is preceded by an assault: two tiles turned over, and what they destroy.
"""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat, because, following
from rulekeep.games.castle_keep import events
from rulekeep.games.castle_keep.box.castle import (
    CELLS,
    CENTRE_MASK,
    KEEP,
    Cell,
    Cells,
    falling,
    knights_needed,
)
from rulekeep.games.castle_keep.box.symmetry import separate_targets
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS, Kind, codes
from rulekeep.games.castle_keep.moves import Choose, Discard, Done, Draw
from rulekeep.games.castle_keep.state import NO_TILE, NOBODY, State
from rulekeep.games.castle_keep.terms import ACTION, ASSAULT, ATTACK, DISCARD, OVER

# -- drawing: from two piles, from the top of the discard pile, after a reshuffle -------------------

Pile = int
LARGER = -1  # instead of a pile: the larger one, the first if they are equal


def begin_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """Draw, or ask where to draw from."""
    state.phase = ACTION  # CK-007
    if emit is not None:
        first = state.turn == 1 and not any(state.castles) and not state.discard
        emit(events.TurnBegan(because("CK-006", ("CK-005", first)), state.active, state.turn))
    state.terms.variant.draw(state, chance, emit)  # CK-007


def draw(state: State, seat: Seat, move: Draw, chance: Chance, emit: Emit | None) -> None:
    """A2: the ordinary draw, or the top of the discard pile, seen by all, and one unseen tile."""
    state.phase = ACTION
    if not move.discard:
        draw_two(state, seat, chance, emit)  # CK-058
        return
    kind = state.discard.pop()  # CK-057
    state.receive(seat, kind)  # CK-060
    if emit is not None:
        emit(events.DiscardTaken(("CK-057",), seat, KINDS[kind]))
    draw_from(state, seat, (LARGER,), chance, emit, "CK-058")  # CK-058


def draw_two(state: State, seat: Seat, chance: Chance, emit: Emit | None) -> None:
    """The ordinary draw: one tile from each pile, or both from any."""
    if state.terms.one_each:
        draw_from(state, seat, (0, 1), chance, emit, "CK-008")  # CK-008
    else:
        draw_from(state, seat, (LARGER, LARGER), chance, emit, "CK-009")  # CK-009


def draw_from(
    state: State, seat: Seat, wanted: tuple[Pile, ...], chance: Chance, emit: Emit | None, rule: str
) -> None:
    """Draw a tile from each of these piles in turn, as long as there are any."""
    bag = state.bag
    drawn: list[Kind] = []
    sources: list[Pile] = []
    rules = [rule]
    for pile in wanted:
        if not bag.total:
            if not state.terms.variant.can_reshuffle(state):  # CK-012
                break
            _reshuffle(state, emit)
            rules.append("CK-011")
            pile = LARGER  # CK-011
        piles = state.piles
        if pile == LARGER:
            pile = 1 if piles[1] > piles[0] else 0
        elif not piles[pile]:  # CK-010
            pile = 1 - pile
            rules.append("CK-010")
        piles[pile] -= 1
        sources.append(pile)
        drawn.append(bag.draw(chance, "the tile drawn"))
    if drawn:
        hand = [*state.hands[seat], *drawn]
        hand.sort()
        state.hands[seat] = tuple(hand)
        if emit is not None:
            cited, tiles = tuple(dict.fromkeys(rules)), tuple(codes(drawn))
            emit(events.TilesDrawn(cited, seat, tiles, tuple(sources), seen_by=(seat,)))
    at_once = state.terms.reshuffle_at_once and not bag.total  # CK-011
    if at_once and state.terms.variant.can_reshuffle(state):  # CK-011
        _reshuffle(state, emit)
    if emit is not None and len(drawn) < len(wanted):  # CK-012
        emit(events.DrawSkipped(("CK-012",), seat))


# CK-011
def _reshuffle(state: State, emit: Emit | None) -> None:
    """The whole discard pile becomes two new piles."""
    state.bag.extend(state.discard)
    state.discard = []
    state.buried = [()] * state.seats
    form_piles(state)
    if emit is not None:
        emit(events.DiscardsReshuffled(("CK-011",), tuple(state.piles)))


# CK-004 CK-011
def form_piles(state: State) -> None:
    """Divide what is in the bag into two piles, an odd tile going to the first."""
    total = state.bag.total
    state.piles = [total - total // 2, total // 2]


# -- the action ends, the hand is reduced ----------------------------------------------------------


def done(state: State, seat: Seat, move: Done, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        if state.phase == ACTION:
            emit(events.Passed(("CK-043", "CK-014"), seat))
        elif state.phase == ATTACK:
            emit(events.AttackEnded(("CK-031",), seat, state.attacks, "no more by choice"))
        else:
            emit(events.BuildEnded(("CK-027",), seat, state.placed, "no more by choice"))
    finish_action(state, seat, chance, emit)  # CK-014 CK-043


def finish_action(state: State, seat: Seat, chance: Chance, emit: Emit | None) -> None:
    """Taken tiles find their place, then the hand is reduced or the turn ends."""
    if state.reserves[seat]:  # CK-072 CK-073
        _keep_taken(state, seat, emit)
    hand = state.hands[seat]  # CK-044 CK-045
    if len(hand) > HAND:  # CK-044
        state.phase = DISCARD  # CK-007 CK-044
        state.last_discard = NO_TILE
        return
    if emit is not None:
        reserve_counts_not = len(hand) + len(state.reserves[seat]) > HAND
        emit(events.TurnEnded(because("CK-045", ("CK-073", reserve_counts_not)), seat, len(hand)))
    _end_turn(state, chance, emit)  # CK-007 CK-045


def _keep_taken(state: State, seat: Seat, emit: Emit | None) -> None:
    """Tiles in the reserve when the action ends stay for later turns, join the hand, or are lost if
    they were not built at once."""
    terms = state.terms
    taken = state.reserves[seat]
    names = tuple(codes(taken))
    if terms.to_hand:  # CK-073
        state.reserves[seat] = ()
        state.receive(seat, *taken)
        if emit is not None:
            emit(events.TakenTilesJoined(("CK-073",), seat, names))
    elif terms.immediate:  # CK-072
        state.reserves[seat] = ()
        state.discard += taken
        if emit is not None:
            emit(events.TakenTilesDiscarded(("CK-072",), seat, names))


def discard(state: State, seat: Seat, move: Discard, chance: Chance, emit: Emit | None) -> None:
    hidden = state.terms.face_down and move.kind not in state.known[seat]  # CK-005
    if hidden:
        state.buried[seat] = tuple(sorted((*state.buried[seat], move.kind)))  # CK-005
    state.spend(seat, move.kind)
    state.discard.append(move.kind)  # CK-046
    left = len(state.hands[seat])
    if emit is not None:
        rules = because("CK-044", ("CK-046", state.last_discard != NO_TILE), ("CK-005", hidden))
        seen_by = (seat,) if hidden else None
        emit(events.TileDiscarded(rules, seat, KINDS[move.kind], left, seen_by=seen_by))
    state.last_discard = move.kind
    if left == HAND:  # CK-044
        if emit is not None:
            emit(events.TurnEnded(("CK-044",), seat, left))
        _end_turn(state, chance, emit)


def _end_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    if state.terms.variant.end_turn(state, chance, emit):
        _next_turn(state, chance, emit)


def _next_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    """The turn passes clockwise, past those who are out."""
    terms = state.terms
    if state.turn >= terms.turn_limit:  # CK-052
        end(state, "turn_limit", NOBODY, emit)
        return
    state.placed = 0
    state.attacks = 0
    state.victim = NOBODY
    state.marks = 0
    state.last_discard = NO_TILE
    state.turn += 1
    state.active = following(state.active, terms.seats, state.out)  # CK-006
    begin_turn(state, chance, emit)


# -- the siege's assault ---------------------------------------------------------------------------

NO_CELL = -1


def assault(state: State, chance: Chance, emit: Emit | None) -> bool:
    """Turn over two tiles and let them act; whether the next turn can begin."""
    if state.bag.total < 2:  # CK-109
        end(state, "siege_lost", NOBODY, emit)
        return False
    flips = _flip(state, chance)
    hits = [bool(state.terms.hit_by(kind, state.castles[0])) for kind in flips]
    strikes = any(hits) if state.terms.flip_alone else all(hits)  # CK-104
    if emit is not None:
        names = (KINDS[flips[0]], KINDS[flips[1]])
        rules = because("CK-102", ("CK-104", any(hits)), ("CK-106", not strikes))
        emit(events.TilesFlipped(rules, names, strikes))
    if not strikes:
        state.discard += flips  # CK-106
        return True
    state.flips = flips
    return _resolve(state, emit)


# CK-102
def _flip(state: State, chance: Chance) -> tuple[Kind, Kind]:
    """One tile from each pile; if one pile is empty both from the other."""
    for pile in (0, 1):
        state.piles[pile if state.piles[pile] else 1 - pile] -= 1
    first = state.bag.draw(chance, "the first tile turned over")
    return first, state.bag.draw(chance, "the second tile turned over")


# CK-105
def _resolve(state: State, emit: Emit | None) -> bool:
    """Let the flipped tiles act until the player must choose; whether all is done."""
    while state.flips:
        castle = state.castles[0]
        targets = separate_targets(castle, _hit_cells(state))  # CK-103
        if len(targets) > 1:
            state.phase = ASSAULT
            return False
        _hit(state, targets[0] if targets else NO_CELL, emit)
    if not state.castles[0]:
        end(state, "siege_lost", NOBODY, emit)  # CK-108
    return not state.reason


# CK-103
def _hit_cells(state: State) -> Cells:
    """The cells that the first flipped tile may destroy: those of tiles that match it. A knight
    may need another one against a knight that is not alone."""
    castle, kind = state.castles[0], state.flips[0]
    cells = state.terms.hit_by(kind, castle)
    if cells == CENTRE_MASK and state.terms.two_knights:
        return cells if state.flips.count(kind) >= knights_needed(castle) else 0
    return cells


def choose(state: State, seat: Seat, move: Choose, chance: Chance, emit: Emit | None) -> None:
    """The player has chosen the tile to lose."""
    _hit(state, move.cell, emit)
    if _resolve(state, emit):
        _next_turn(state, chance, emit)


def _hit(state: State, cell: Cell, emit: Emit | None) -> None:
    """The first flipped tile destroys a tile and its group, or nothing."""
    kind, *rest = state.flips
    state.flips = tuple(rest)
    castle = state.castles[0]
    fallen: list[Kind] = []
    if cell != NO_CELL:
        removed, fallen = falling(castle, cell)  # CK-034
        state.castles[0] = castle & KEEP[removed]
    state.discard += [*fallen, kind]  # CK-106
    if emit is not None:
        matches = state.terms.hit_by(kind, castle)
        rules = because("CK-105", ("CK-103", matches), ("CK-034", len(fallen) > 1))
        where = CELLS[cell] if fallen else ""
        emit(events.AssaultHit(rules, KINDS[kind], where, tuple(codes(fallen))))


# -- the end ---------------------------------------------------------------------------------------


def end(state: State, reason: str, winner: Seat, emit: Emit | None) -> None:
    """The match ends at this very moment: nothing more is placed, destroyed or discarded."""
    state.phase = OVER  # CK-049 CK-050
    state.reason = reason
    state.winner = winner
    if emit is not None:
        emit(events.MatchEnded(_why_it_ends(state), winner, reason))


def _why_it_ends(state: State) -> tuple[str, ...]:
    terms, hand = state.terms, state.hands[state.winner] if state.winner != NOBODY else ()
    could_act = hand and state.placed < terms.cap and state.attacks < terms.max_attacks
    none_comes_back = state.reason == "siege_lost" and not state.bag.total and state.discard
    return because(
        terms.variant.rule_of_end(state),
        ("CK-007", len(hand) > HAND),  # the rest of the turn falls away
        ("CK-050", could_act),
        ("CK-106", none_comes_back),
    )
