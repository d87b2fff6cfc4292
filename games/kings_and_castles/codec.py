"""States as data: everything by name."""

from __future__ import annotations

from typing import Any

from rulekeep.games.kings_and_castles.components import bits
from rulekeep.games.kings_and_castles.filling import named, named_units
from rulekeep.games.kings_and_castles.notation import Notation
from rulekeep.games.kings_and_castles.pools import (
    TYPES,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.table import (
    AREAS,
    FILLINGS,
    PHASES,
)


def to_dict(state: State, notation: Notation) -> dict[str, Any]:
    """The whole state, everything by name."""
    table = state.table
    colour = table.colour
    regions = table.board.regions
    return {
        "seats": table.seats,
        "options": dict(table.options),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "regions": region_words(state),
        "households": {colour(h): named_units(state.household[h]) for h in table.houses},
        "arrays": {colour(h): named(state, state.array[h]) for h in table.houses},
        "bonus": bonus_words(state),
        "bag": state.bag.as_dict(),
        "aside": named(state, state.aside),
        "drawn": TYPES[state.drawn] if state.drawn >= 0 else None,
        "auction": auction_words(state),
        "start": _colour_or_none(state, state.start_house),
        "crowns": crown_words(state),
        "unplaced": {colour(h): state.unplaced[h] for h in table.houses},
        "spent": {colour(h): state.spent[h] for h in table.houses},
        "due": [_colour_or_none(state, due) for due in state.due],
        "section": state.section + 1,
        "finished": _colour_or_none(state, state.finished),
        "opened": state.opened,
        "box": state.box,
        "active": _colour_or_none(state, state.house),
        "further": _country_or_none(state, state.further),
        "attacks": state.attacks,
        "stormed": [regions[r].id for r in bits(state.stormed)],
        "razed": [regions[r].id for r in bits(state.razed)],
        "castle_mark": state.castle_mark,
        "taxed": state.taxed,
        "tax": {colour(h): state.tax[h] for h in table.houses},
        "money": list(state.money),
        "filling": FILLINGS[state.filling],
        "choices": [
            {
                "house": colour(house),
                "area": AREAS[area],
                "places": places,
                "taken": notation.write(taken) if taken is not None else None,
            }
            for (house, area, places), taken in zip(state.tasks, state.taken, strict=True)
        ],
    }


def _colour_or_none(state: State, colour: int) -> str | None:
    return state.table.colour(colour) if colour >= 0 else None


def _country_or_none(state: State, country: int) -> str | None:
    return state.table.board.countries[country].id if country >= 0 else None


def region_words(state: State) -> dict[str, str]:
    """`{"dublin": "black archer, castle 2"}` for every region that is not empty."""
    words: dict[str, str] = {}
    for region, kind, castle in zip(
        state.table.board.regions, state.unit, state.castle, strict=True
    ):
        if kind >= 0:
            unit = state.table.board.kinds[kind].replace("-", " ")
            words[region.id] = f"{unit}, castle {castle}" if castle else unit
    return words


def bonus_words(state: State) -> dict[str, dict[str, int]]:
    if state.bonus_house < 0:
        return {}
    return {state.table.colour(state.bonus_house): named(state, state.bonus)}


def auction_words(state: State) -> dict[str, Any]:
    return {
        "bids": {str(seat): named(state, bid) for seat, bid in enumerate(state.bids) if bid},
        "bidder": state.bidder if state.bidder >= 0 else None,
        "passed": list(bits(state.passed)),
    }


def crown_words(state: State) -> dict[str, str]:
    return {str(b): state.table.colour(c) for b, c in enumerate(state.crown_at) if c >= 0}
