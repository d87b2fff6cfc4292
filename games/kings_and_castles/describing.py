"""A few plain words on what a move would do."""

from __future__ import annotations

from rulekeep.games.kings_and_castles import opening
from rulekeep.games.kings_and_castles.attacks import (
    CONTESTED,
    ENEMY,
    LIBERATED,
    attack_strength,
    status,
)
from rulekeep.games.kings_and_castles.filling import asked_task
from rulekeep.games.kings_and_castles.moves import (
    FILL,
    Attack,
    Bid,
    Castle,
    Crown,
    Discard,
    Move,
    Place,
    Take,
    Tax,
)
from rulekeep.games.kings_and_castles.pools import BLACK
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.turn import worth
from rulekeep.games.kings_and_castles.wording import marker, plural


def describe(state: State, seat: int, move: Move) -> str:
    match move:
        case Place(region):
            return _region(state, region)
        case Bid():
            value = opening.pool_value(state, opening.bid_pool(state, seat, move))
            return f"worth {value}"
        case Crown(box):
            king = state.table.board.boxes[box - 1]
            return f"{king.title}: {state.table.country(king.country)}, bonus {king.bonus}"
        case Take(units, draw):
            places = state.tasks[asked_task(state, seat)][2]
            drawn = places - sum(units) if draw == FILL else draw
            return f"then draw {drawn}"
        case Attack():
            return _attack(state, move)
        case Castle(size, region):
            return f"{_holder(state, region)}, defence {state.defence[region]} + {size}"
        case Tax():
            return _tax(state)
        case Discard(kind):
            return f"strength {state.table.board.strengths[kind]}"
        case _:
            return ""


def _region(state: State, region: int) -> str:
    there = state.table.board.regions[region]
    return f"{there.name}, {state.table.country(there.country)}, value {there.value}"


def _holder(state: State, region: int) -> str:
    unit = marker(state.table.board.kinds[state.unit[region]])
    return f"{state.table.region(region)} ({unit})"


def _attack(state: State, move: Attack) -> str:
    board = state.table.board
    strength = attack_strength(state.table, move)
    defence = state.defence[move.target]
    country = board.country_of[move.target]
    words = [f"{_holder(state, move.target)}: {strength} against {defence}"]
    words.append(f"value {board.values[move.target]}")
    if state.castle[move.target]:
        words.append("destroys a castle")
    before = status(state, country)
    black = state.held[BLACK] & board.country_masks[country]
    name = state.table.country(country)
    if before == ENEMY:
        words.append(f"{name} becomes contested")
    elif before == CONTESTED and move.colour != BLACK and black == 1 << move.target:
        words.append(f"{name} is liberated")
    elif before == LIBERATED and move.colour == BLACK:
        words.append(f"{name} becomes contested")
    if country != state.king and state.further < 0:
        words.append(f"{name} is the further country")
    return ", ".join(words)


def _tax(state: State) -> str:
    table = state.table
    house = state.house
    shares: list[str] = []
    for seat in range(table.seats):
        value = worth(state, seat)
        if seat == table.owner[house]:
            value += value if table.double_both else table.board.worth(state.held[house])
        shares.append(f"{'+'.join(table.colour(h) for h in table.houses_of[seat])} {value}")
    left = plural(state.tax[house] - 1, "TAX marker")
    return f"{', '.join(shares)}; {left} left"
