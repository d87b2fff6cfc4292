"""The table before the first decision."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Event
from rulekeep.games.castle_keep.castle import BIT, CELLS, CENTRE
from rulekeep.games.castle_keep.components import KINDS, KNIGHT, ROLE, WALL
from rulekeep.games.castle_keep.drawing import deal, form_piles
from rulekeep.games.castle_keep.events import FirstTileLaid, HandDealt, PilesFormed
from rulekeep.games.castle_keep.play import begin_turn
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import Terms


def lay_out(terms: Terms, chance: Chance) -> tuple[State, list[Event]]:
    """Shuffle, deal, form the piles, choose who begins, and let that player draw."""
    state = State(terms)
    events: list[Event] = []
    for seat in range(terms.seats):
        deal(state, seat, chance)
    if terms.siege:
        events.append(_first_tile(state, chance))
    form_piles(state)
    state.order.active = _who_begins(terms, chance)
    rules = ("CK-002", "CK-004", "CK-005", "CK-100" if terms.siege else "CK-006")
    events.insert(0, PilesFormed(rules, terms.seats, (state.pile0, state.pile1)))
    for seat, hand in enumerate(state.hands):
        dealt = tuple(KINDS[kind] for kind in hand)
        events.append(HandDealt(("CK-003",), seat, dealt, seen_by=(seat,)))
    begin_turn(state, chance, events.append)
    return state, events


def _who_begins(terms: Terms, chance: Chance) -> int:
    if isinstance(terms.first_player, int):
        return terms.first_player
    return chance.below(terms.seats, "the player who begins")


def _first_tile(state: State, chance: Chance) -> Event:
    """A siege begins with one tile of the castle, turned up by lot."""
    kind = state.bag.draw(chance, "the first tile of the castle")
    cell = CENTRE if ROLE[kind] == KNIGHT else 1 if ROLE[kind] == WALL else 0
    state.castles[0] = BIT[kind][cell]
    return FirstTileLaid(("CK-100",), KINDS[kind], CELLS[cell])
