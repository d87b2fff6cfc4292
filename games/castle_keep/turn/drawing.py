"""Drawing tiles: from two piles, from the top of the discard pile, after a reshuffle."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep import events
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS, Kind, codes
from rulekeep.games.castle_keep.state import State

Pile = int
LARGER = -1  # instead of a pile: the larger one, the first if they are equal


# CK-004 CK-011
def form_piles(state: State) -> None:
    """Divide what is in the bag into two piles, an odd tile going to the first."""
    total = state.bag.total
    state.pile0 = total - total // 2
    state.pile1 = total // 2


# CK-003
def deal(state: State, seat: Seat, chance: Chance) -> None:
    """The first tiles of a hand."""
    bag = state.bag
    state.hands[seat] = tuple(sorted([bag.draw(chance, "a tile dealt") for _ in range(HAND)]))


# CK-011
def reshuffle(state: State, emit: Emit | None) -> None:
    """The whole discard pile becomes two new piles."""
    state.bag.extend(state.discard)
    state.discard = []
    state.buried = [()] * state.seats
    form_piles(state)
    if emit is not None:
        emit(events.DiscardsReshuffled(("CK-011",), (state.pile0, state.pile1)))


def draw_two(state: State, seat: Seat, chance: Chance, emit: Emit | None) -> None:
    """The ordinary draw: one tile from each pile, or both from any."""
    if state.terms.one_each:
        drawn = draw(state, seat, (0, 1), chance, emit, "CK-008")  # CK-008
    else:
        drawn = draw(state, seat, (LARGER, LARGER), chance, emit, "CK-009")  # CK-009
    if drawn < 2:
        _skip(seat, emit)  # CK-012


def draw_discard(state: State, seat: Seat, chance: Chance, emit: Emit | None) -> None:
    """A2: the top of the discard pile, seen by all, and one tile from the larger pile."""
    kind = state.discard.pop()  # CK-057
    state.receive(seat, kind)
    state.show(seat, kind)  # CK-060
    if emit is not None:
        emit(events.DiscardTaken(("CK-057",), seat, KINDS[kind]))
    drawn = draw(state, seat, (LARGER,), chance, emit, "CK-058")  # CK-058
    if not drawn:
        _skip(seat, emit)  # CK-012


def _skip(seat: Seat, emit: Emit | None) -> None:
    if emit is not None:
        emit(events.DrawSkipped(("CK-012",), seat))


def draw(
    state: State, seat: Seat, piles: tuple[Pile, ...], chance: Chance, emit: Emit | None, rule: str
) -> int:
    """Draw a tile from each of these piles in turn; how many there were."""
    bag = state.bag
    drawn: list[Kind] = []
    sources: list[Pile] = []
    rules = [rule]
    for pile in piles:
        if not bag.total:
            if not state.terms.variant.can_reshuffle(state):  # CK-012 CK-106
                break
            reshuffle(state, emit)
            rules.append("CK-011")
            pile = LARGER  # CK-011
        if pile == LARGER:
            pile = 1 if state.pile1 > state.pile0 else 0
        elif not (state.pile1 if pile else state.pile0):  # CK-010
            pile = 1 - pile
            rules.append("CK-010")
        if pile:
            state.pile1 -= 1
        else:
            state.pile0 -= 1
        sources.append(pile)
        drawn.append(bag.draw(chance, "the tile drawn"))
    if drawn:
        state.hands[seat] = tuple(sorted((*state.hands[seat], *drawn)))
        if emit is not None:
            cited, tiles = tuple(dict.fromkeys(rules)), tuple(codes(drawn))
            emit(events.TilesDrawn(cited, seat, tiles, tuple(sources), seen_by=(seat,)))
    at_once = state.terms.reshuffle_at_once and not bag.total  # CK-011
    if at_once and state.terms.variant.can_reshuffle(state):  # CK-011
        reshuffle(state, emit)
    return len(drawn)
