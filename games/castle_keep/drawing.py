"""Drawing tiles: from two piles, from the top of the discard pile, after a reshuffle."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.games.castle_keep.components import HAND, KINDS
from rulekeep.games.castle_keep.events import (
    DiscardsReshuffled,
    DiscardTaken,
    DrawSkipped,
    TilesDrawn,
)
from rulekeep.games.castle_keep.state import State

LARGER = -1
"""Instead of a pile: the larger one, the first if they are equal."""


def form_piles(state: State) -> None:
    """Divide what is in the bag into two piles, an odd tile going to the first."""
    total = state.bag.total
    state.pile0 = total - total // 2
    state.pile1 = total // 2


def deal(state: State, seat: int, chance: Chance) -> None:
    """The first tiles of a hand."""
    bag = state.bag
    state.hands[seat] = tuple(sorted([bag.draw(chance, "a tile dealt") for _ in range(HAND)]))


def reshuffle(state: State, emit: Emit | None) -> None:
    """The whole discard pile becomes two new piles."""
    state.bag.extend(state.discard)
    state.discard = []
    form_piles(state)
    if emit is not None:
        emit(DiscardsReshuffled(("CK-011",), (state.pile0, state.pile1)))


def draw_two(state: State, seat: int, chance: Chance, emit: Emit | None) -> None:
    """The ordinary draw: one tile from each pile, or both from any."""
    if state.terms.one_each:
        draw(state, seat, (0, 1), chance, emit, "CK-008")
    else:
        draw(state, seat, (LARGER, LARGER), chance, emit, "CK-009")


def draw_discard(state: State, seat: int, chance: Chance, emit: Emit | None) -> int:
    """A2: the top of the discard pile, seen by all, and one tile from the larger pile."""
    kind = state.discard.pop()
    state.receive(seat, kind)
    state.show(seat, kind)
    if emit is not None:
        emit(DiscardTaken(("CK-057", "CK-060"), seat, KINDS[kind]))
    draw(state, seat, (LARGER,), chance, emit, "CK-058")
    return kind


def draw(
    state: State,
    seat: int,
    piles: tuple[int, ...],
    chance: Chance,
    emit: Emit | None,
    rule: str,
) -> int:
    """Draw a tile from each of these piles in turn; how many there were."""
    bag = state.bag
    drawn: list[int] = []
    sources: list[int] = []
    rules = [rule]
    for pile in piles:
        if not bag.total:
            if state.terms.siege or not state.discard:
                break
            reshuffle(state, emit)
            rules.append("CK-011")
            pile = LARGER
        if pile == LARGER:
            pile = 1 if state.pile1 > state.pile0 else 0
        elif not (state.pile1 if pile else state.pile0):
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
        _tell_draw(state, seat, drawn, sources, len(piles), rules, emit)
    return len(drawn)


def _tell_draw(
    state: State,
    seat: int,
    drawn: list[int],
    sources: list[int],
    wanted: int,
    rules: list[str],
    emit: Emit,
) -> None:
    if drawn:
        names = tuple(KINDS[kind] for kind in drawn)
        at_work = tuple(dict.fromkeys(rules))
        emit(TilesDrawn(at_work, seat, names, tuple(sources), seen_by=(seat,)))
    if len(drawn) < wanted and not state.terms.siege:
        emit(DrawSkipped(("CK-012",), seat))
