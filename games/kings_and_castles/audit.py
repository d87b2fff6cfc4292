"""Complaints about a state: kept values recomputed slowly, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.games.kings_and_castles.asking import questions
from rulekeep.games.kings_and_castles.attacks import ways
from rulekeep.games.kings_and_castles.components import bits
from rulekeep.games.kings_and_castles.pools import BLACK, CASTLE, HOUSES, MERCENARY, counts, size
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.table import ATTACK, OVER, PLACE


def audit(state: State) -> Iterator[str]:
    yield from _board(state)
    yield from _markers(state)
    yield from _crowns(state)
    yield from _rest(state)


def _board(state: State) -> Iterator[str]:
    """KI-02, KI-03 and the masks kept beside the regions."""
    board = state.table.board
    held = [0] * (HOUSES + 1)
    castled = 0
    for region, (kind, castle) in enumerate(zip(state.unit, state.castle, strict=True)):
        name = board.regions[region].name
        if kind >= MERCENARY:
            yield f"{name} holds something that is not a unit"
        if kind >= 0:
            held[kind // 3] |= 1 << region
            defence = board.strengths[kind]
            if castle:
                castled |= 1 << region
                defence += board.strengths[CASTLE + 3 - castle]
            if state.defence[region] != defence:
                yield f"the defence of {name} is {defence}, not {state.defence[region]}"
        elif castle:
            yield f"a castle stands on the empty region {name}"
        elif state.box:
            yield f"{name} is empty"
    if held != state.held:
        yield "the masks of held regions are out of date"
    if castled != state.castled:
        yield "the mask of castles is out of date"


def _markers(state: State) -> Iterator[str]:
    """KI-01, KI-04."""
    table = state.table
    total = state.totals()
    if state.phase == PLACE:
        enemies = slice(BLACK * 3, BLACK * 3 + 3)
        if tuple(total[enemies]) != table.mix.enemy_units:
            yield f"the enemies are {total[enemies]}"
    elif total != list(counts(table.markers)):
        yield f"the markers are {total}, there should be {list(counts(table.markers))}"
    if state.bag.total != sum(state.bag.counts) or min(state.bag.counts) < 0:
        yield "the bag does not add up"
    if state.bonus and state.bonus_house < 0:
        yield "markers lie in nobody's bonus area"
    most = max(box.bonus for box in table.board.boxes)
    if size(state.bonus) > most:
        yield "the bonus area is overfull"
    for house in range(HOUSES):
        if house not in table.houses and (state.array[house] or state.household[house]):
            yield f"the removed colour {table.colour(house)} is in play"


def _crowns(state: State) -> Iterator[str]:
    """KI-05."""
    table = state.table
    for house in table.houses:
        placed = state.crown_at.count(house)
        if placed + state.unplaced[house] + state.spent[house] != table.crowns:
            yield f"the crowns of {table.colour(house)} do not add up to {table.crowns}"
    if sum(state.spent) != state.box:
        yield f"{state.box} boxes are begun, {sum(state.spent)} crowns are spent"
    first, last = table.sections[state.section]
    for box, colour in enumerate(state.crown_at):
        if colour >= 0 and not max(first, state.box + 1) <= box <= last:
            yield f"a crown lies on box {box}"


def _rest(state: State) -> Iterator[str]:
    table = state.table
    if min(state.tax) < 0 or min(state.money) < 0:
        yield "a debt"
    if state.further >= 0 and state.further == state.king:
        yield "the further country is the king's"
    abroad = {table.board.country_of[region] for region in bits(state.stormed)} - {state.king}
    if abroad - {state.further}:
        yield "a third country was attacked"
    if state.ways is not None and (
        state.phase != ATTACK or state.ways != ways(state, state.area())
    ):
        yield "the ways of attack are out of date"
    if state.open != questions(state):
        yield "the open questions do not follow from the state"
    if (state.phase == OVER) == bool(state.open):
        yield "questions are open exactly while the match goes on"
