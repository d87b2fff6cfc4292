"""How complete features will be scored: in the best order, with the wall tiles that pay."""

from __future__ import annotations

from attrs import frozen

from rulekeep.games.carcassonne_castle.box.tiles import HOUSE, TOWER, Type
from rulekeep.games.carcassonne_castle.terms import Terms

Complete = tuple[Type, int]
"""A complete feature: its type and its points."""
Usable = tuple[int, int]
"""How many wall tiles 2 and 3 may be used."""
MOST_ORDERED = 4
"""More features than these are scored as they are listed: all orders of them would take too long."""


@frozen
class Prices:
    """What is gained or lost by scoring, in weights."""

    point: int
    taken: int
    """A wall tile from a corner tower."""
    doubles_tower: int
    """Wall tile 2."""
    doubles_house: int
    """Wall tile 3."""


@frozen
class Scored:
    """What scoring brings, and the wall tiles spent on it."""

    points: int
    taken: int
    """Wall tiles from corner towers."""
    towers: int
    """The corner towers that keep their wall tiles, as bits."""
    towers_doubled: int
    houses_doubled: int


NOTHING_SCORED = Scored(0, 0, 0, 0, 0)


def only_scoring(terms: Terms, towers: int, score: int, points: int) -> Scored:
    """The scoring of a single feature that cannot be doubled."""
    tower = _tower(terms, towers, score + points)
    return Scored(points, 1 if tower else 0, towers & ~tower, 0, 0)


def best_scoring(
    terms: Terms,
    towers: int,
    score: int,
    complete: list[Complete],
    usable: Usable,
    prices: Prices,
    own: bool,
) -> Scored:
    """The scoring that the player whose turn it is likes best, of own features or the other's."""
    ordered = terms.order_is_chosen and len(complete) <= MOST_ORDERED
    return _best(terms, towers, score, complete, usable, prices, 1 if own else -1, ordered)[1]


def _best(
    terms: Terms,
    towers: int,
    score: int,
    complete: list[Complete],
    usable: Usable,
    prices: Prices,
    sign: int,
    ordered: bool,
) -> tuple[int, Scored]:
    """What the best scoring is worth, and the scoring."""
    if not complete:
        return 0, Scored(0, 0, towers, 0, 0)
    best, found = 0, None
    for at in range(len(complete) if ordered else 1):
        type_, points = complete[at]
        rest = complete[:at] + complete[at + 1 :]
        for doubled in (0, 1):
            tower, house = doubled * (type_ == TOWER), doubled * (type_ == HOUSE)
            if doubled and not (tower * usable[0] + house * usable[1]):
                break
            gained = points << doubled
            stop = _tower(terms, towers, score + gained)
            taken = 1 if stop else 0
            worth, then = _best(
                terms,
                towers & ~stop,
                score + gained,
                rest,
                (usable[0] - tower, usable[1] - house),
                prices,
                sign,
                ordered,
            )
            worth += sign * (gained * prices.point + taken * prices.taken)
            worth -= tower * prices.doubles_tower + house * prices.doubles_house
            if found is None or worth > best:
                best = worth
                found = Scored(
                    gained + then.points,
                    taken + then.taken,
                    then.towers,
                    tower + then.towers_doubled,
                    house + then.houses_doubled,
                )
    assert found is not None
    return best, found


def _tower(terms: Terms, towers: int, score: int) -> int:
    """The tower with a wall tile where the marker stops, as a bit; 0 if there is none."""
    tower = terms.box.tower_at[score % terms.box.track]
    return towers & 1 << tower if tower >= 0 else 0
