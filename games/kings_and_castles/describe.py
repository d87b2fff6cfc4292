"""A few plain words on what a move would do."""

from __future__ import annotations

from rulekeep.core import Seat, plural
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box.board import Spot
from rulekeep.games.kings_and_castles.box.pieces import BLACK, marker
from rulekeep.games.kings_and_castles.scoring import doubled, worth
from rulekeep.games.kings_and_castles.state import CONTESTED, ENEMY, LIBERATED, State


def describe(state: State, seat: Seat, move: moves.Move) -> str:
    match move:
        case moves.Place(region):
            return _region(state, region)
        case moves.Bid():
            return f"worth {state.terms.board.strength(state.bid_pool(seat, move))}"
        case moves.Crown(box):
            king = state.terms.board.boxes[box - 1]
            return f"{king.title}: {state.terms.country(king.country)}, bonus {king.bonus}"
        case moves.Take(units, draw):
            places = state.choices.questions[state.asked_task(seat)][2]
            drawn = places - sum(units) if draw == moves.FILL else draw
            return f"then draw {drawn}"
        case moves.Attack():
            return _attack(state, move)
        case moves.Castle(size, region):
            return f"{_holder(state, region)}, defence {state.defence[region]} + {size}"
        case moves.Tax():
            return _tax(state)
        case moves.Discard(kind):
            return f"strength {state.terms.board.strengths[kind]}"
        case _:
            return ""


def _region(state: State, region: Spot) -> str:
    there = state.terms.board.regions[region]
    return f"{there.name}, {state.terms.country(there.country)}, value {there.value}"


def _holder(state: State, region: Spot) -> str:
    unit = marker(state.terms.board.kinds[state.unit[region]])
    return f"{state.terms.region(region)} ({unit})"


def _attack(state: State, move: moves.Attack) -> str:
    board = state.terms.board
    strength = board.strength(move.force.markers)
    defence = state.defence[move.target]
    country = board.country_of[move.target]
    attack = f"{_holder(state, move.target)}: {strength} against {defence}"
    words = [attack, f"value {board.values[move.target]}"]
    if state.castle[move.target]:
        words.append("destroys a castle")
    before = state.status(country)
    black = state.held[BLACK] & board.country_masks[country]
    name = state.terms.country(country)
    if before == ENEMY or (before == LIBERATED and move.colour == BLACK):
        words.append(f"{name} becomes contested")
    elif before == CONTESTED and move.colour != BLACK and black == 1 << move.target:
        words.append(f"{name} is liberated")
    if country != state.king and state.further < 0:
        words.append(f"{name} is the further country")
    return ", ".join(words)


def _tax(state: State) -> str:
    terms = state.terms
    shares: list[str] = []
    for seat in range(terms.seats):
        houses = "+".join(terms.colour(house) for house in terms.houses_of[seat])
        own = worth(state, seat)
        shares.append(f"{houses} {own + doubled(state, seat, own)}")
    left = plural(state.tax[state.house] - 1, "TAX marker")
    return f"{', '.join(shares)}; {left} left"
