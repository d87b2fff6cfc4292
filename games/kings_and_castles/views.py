"""Who may know what: observations, tables dealt anew, results and standings."""

from __future__ import annotations

from typing import Any

from rulekeep.core.chance import Chance
from rulekeep.core.game import Item, Outcome, Score
from rulekeep.games.kings_and_castles.attacks import STATUSES, status
from rulekeep.games.kings_and_castles.codec import to_dict
from rulekeep.games.kings_and_castles.filling import listed_takes
from rulekeep.games.kings_and_castles.notation import Notation
from rulekeep.games.kings_and_castles.pools import BLACK
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.table import OVER
from rulekeep.games.kings_and_castles.turn import worth


def sees_money(state: State, viewer: int | None, seat: int) -> bool:
    """Whether a viewer is shown another player's coins, or only the ones digit on the track."""
    return not state.table.hidden_money or viewer == seat or state.phase == OVER


def observation(state: State, notation: Notation, seat: int | None) -> dict[str, Any]:
    """The table without coins of others and without choices that are still sealed."""
    table = state.table
    seen = to_dict(state, notation)
    seen["money"] = [
        purse if sees_money(state, seat, other) else None for other, purse in enumerate(state.money)
    ]
    seen["tax_track"] = [purse % 10 for purse in state.money]
    seen["status"] = {
        country.id: STATUSES[status(state, index)] if state.box else STATUSES[0]
        for index, country in enumerate(table.board.countries)
    }
    for choice, (house, _, _), taken in zip(seen["choices"], state.tasks, state.taken, strict=True):
        if taken is not None and table.owner[house] != seat:
            choice["taken"] = "sealed"
    return seen


def determinize(state: State, seat: int, chance: Chance) -> State:
    """A copy with the sealed choices of others drawn by lot.

    The money of others is kept: their coins are not shown, but every payment was public, so an
    attentive player knows them. The order of the bag is not in the state at all.
    """
    new = state.copy()
    for index, (house, _, _) in enumerate(state.tasks):
        taken = new.taken[index]
        if taken is not None and state.table.owner[house] != seat:
            choices = listed_takes(new, index)
            other = choices[chance.below(len(choices), "a sealed choice")]
            new.taken = (*new.taken[:index], other, *new.taken[index + 1 :])
    return new


def outcome(state: State) -> Outcome | None:
    """Most money wins."""
    if state.phase != OVER:
        return None
    table = state.table
    values = [worth(state, seat) for seat in range(table.seats)]
    ranks = [
        (purse, value if table.tie_by_map else 0)
        for purse, value in zip(state.money, values, strict=True)
    ]
    order = sorted(ranks, reverse=True)
    places = tuple(order.index(rank) + 1 for rank in ranks)
    scores = tuple(_final_score(state, seat, values[seat]) for seat in range(table.seats))
    rules = ("KG-205",) if table.short else ()
    return Outcome(places, scores, "KG-190", "most money", ("KG-194", "KG-191", *rules))


def _final_score(state: State, seat: int, value: int) -> Score:
    rate = state.table.final_rate
    final = rate * value
    return Score(
        seat,
        state.money[seat],
        (
            Item("taxes", state.money[seat] - final, rule="KG-151"),
            Item("final tax", value, rate, rule="KG-205" if rate == 1 else "KG-191"),
        ),
    )


def standing(state: State, viewer: int | None) -> tuple[Score, ...]:
    """The money that the viewer is shown: of others the ones digit on the tax track."""
    if state.phase == OVER:
        found = outcome(state)
        assert found is not None
        return found.scores
    scores: list[Score] = []
    for seat, purse in enumerate(state.money):
        if sees_money(state, viewer, seat):
            scores.append(Score(seat, purse, (Item("money", purse, rule="KG-151"),)))
        else:
            digit = Item("ones digit, coins hidden", purse % 10, rule="KG-157")
            scores.append(Score(seat, purse % 10, (digit,)))
    return tuple(scores)


def held_worth(state: State) -> int:
    """The value of all regions in players' hands."""
    board = state.table.board
    return board.worth(board.everywhere & ~state.held[BLACK])
