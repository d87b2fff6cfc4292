"""Payments, standing, and how a match ends."""

from __future__ import annotations

from rulekeep.core import Emit, Item, Outcome, Score, Seat, because, places
from rulekeep.games.kings_and_castles.box.pieces import BLACK
from rulekeep.games.kings_and_castles.events import FinalTaxPaid, TaxPaid, TaxRaised
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import OVER


def worth(state: State, seat: Seat) -> int:
    """The value of all regions a player holds."""
    held = 0
    for house in state.terms.houses_of[seat]:  # KG-153 KG-155
        held |= state.held[house]
    return state.terms.board.worth.of(held)  # KG-144


def doubled(state: State, seat: Seat, own: int) -> int:
    """The part of a player's worth that a tax pays twice: that of the active player."""
    terms = state.terms
    if seat != terms.owner[state.house]:  # KG-151
        return 0
    return own if terms.double_both else terms.board.worth.of(state.held[state.house])  # KG-155


def pay_tax(state: State, emit: Emit | None) -> None:
    """Everybody is paid, the active player twice and last."""
    terms, house = state.terms, state.house
    active = terms.owner[house]
    if emit is not None:
        rules = because("KG-150", ("KG-153", state.held[BLACK] & terms.king_masks[state.box]))
        emit(TaxRaised(rules, active, terms.colour(house), state.tax[house]))
    for seat in (*terms.clockwise_from[active][1:], active):  # KG-152
        own = worth(state, seat)
        twice = doubled(state, seat, own)
        state.bank.pay_out(seat, own + twice)  # KG-151 KG-156
        if emit is not None:
            emit(TaxPaid(_because(state, seat, active), seat, own, twice, own + twice))


def _because(state: State, seat: Seat, active: Seat) -> tuple[str, ...]:
    """The rules at work in one player's share of a tax."""
    terms = state.terms
    held = [state.held[house] for house in terms.houses_of[seat]]
    return because(
        "KG-151",
        ("KG-152", seat == terms.clockwise_from[active][1]),
        ("KG-144", any(regions & state.castled for regions in held)),
        ("KG-155", all(held) and len(held) > 1),
        ("KG-156", sum(state.money) > terms.mix.coins),
    )


def pay_final_tax(state: State, emit: Emit | None) -> None:
    """Everybody is paid once more, without a marker."""
    terms = state.terms
    rate = terms.final_rate
    (rule,) = terms.cites("KG-191")
    for seat in range(terms.seats):  # KG-192
        own = worth(state, seat)
        amount = state.bank.pay_out(seat, rate * own)  # KG-191 KG-205
        if emit is not None:
            left = any(state.tax[house] for house in terms.houses_of[seat])
            rules = because(rule, ("KG-192", state.taxed), ("KG-193", left))  # KG-191
            emit(FinalTaxPaid(rules, seat, own, rate, amount))


# -- results ------------------------------------------------------------------------------------


REASONS = ("most money", "equal money, more valuable regions")
"""How a match can end; the second one where the map decides between equal purses."""


def outcome(state: State) -> Outcome | None:
    """Most money wins."""
    if state.phase != OVER:
        return None
    terms = state.terms
    values = [worth(state, seat) for seat in range(terms.seats)]
    ranked = [
        (purse, value if terms.tie_by_map else 0)
        for purse, value in zip(state.money, values, strict=True)
    ]  # KG-193 KG-194
    scores = tuple(_final_score(state, seat, value) for seat, value in enumerate(values))
    found = places(ranked)
    richest = state.money.count(max(state.money))
    reason = REASONS[richest > found.count(1)]  # KG-194
    return Outcome(found, scores, "KG-190", reason, ("KG-194",) if richest > 1 else ())


def _final_score(state: State, seat: Seat, value: int) -> Score:
    rate = state.terms.final_rate
    money = state.money[seat]
    (rule,) = state.terms.cites("KG-191")
    taxes = Item("taxes", money - rate * value, rule="KG-151")
    final = Item("final tax", value, rate, rule=rule)
    if state.terms.tie_by_map and state.money.count(money) > 1:
        return Score(
            seat, money, (taxes, final, Item("value of regions, for the tie", value, 0, "KG-194"))
        )
    return Score(seat, money, (taxes, final))


def money_shown(state: State, viewer: Seat | None, seat: Seat) -> tuple[int, bool]:
    """A player's money as people are shown it: all, or the last digit where coins are hidden.

    It is no secret, as everybody can count it: the option only decides what is drawn.
    """
    hidden = state.terms.hidden_money and viewer != seat and state.phase != OVER  # KG-157
    return state.money[seat] % 10 if hidden else state.money[seat], hidden  # KG-157


def standing(state: State, viewer: Seat | None) -> tuple[Score, ...]:
    """The money that the viewer is shown: of others the last digit on the tax track."""
    ended = outcome(state)
    scores: list[Score] = []
    for seat in range(state.terms.seats):
        money, hidden = money_shown(state, viewer, seat)
        if ended is not None and not hidden:
            scores.append(ended.scores[seat])
            continue
        rule = "KG-157" if hidden or not state.terms.hidden_money else "KG-151"
        label = "hidden; last digit" if hidden else "money"
        scores.append(Score(seat, money, (Item(label, money, rule=rule),)))
    return tuple(scores)
