"""The result in words and the score as a table, for every place that shows them."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import Outcome, Score
from rulekeep.core.text import listed, plural, upper_first
from rulekeep.match.match import Match


@frozen
class ScoreRow:
    """One row of a score table: an item, and what each seat has of it."""

    label: str
    totals: tuple[int | None, ...]
    """By seat; None where a seat has no such item."""
    rules: tuple[str, ...] = ()


def score_rows(scores: Iterable[Score], seats: int) -> list[ScoreRow]:
    """The items of all seats side by side, in the order in which they first appear."""
    totals: dict[str, list[int | None]] = {}
    rules: dict[str, dict[str, None]] = {}
    for score in scores:
        for item in score.items:
            row = totals.setdefault(item.label, [None] * seats)
            row[score.seat] = (row[score.seat] or 0) + item.total
            if item.rule:
                rules.setdefault(item.label, {})[item.rule] = None
    return [
        ScoreRow(label, tuple(row), tuple(rules.get(label, ()))) for label, row in totals.items()
    ]


def result_sentences(match: Match) -> list[str]:
    """Who won, with how much, and why the match ended; empty while it goes on."""
    outcome = match.outcome
    if outcome is None:
        return []
    sentences = [_who_won(match, outcome)]
    why = match.game.explain_end(match.state, match.name)
    if why:
        sentences.append(f"{upper_first(why)}, which ended the match ({outcome.rule}).")
    return sentences


def _who_won(match: Match, outcome: Outcome) -> str:
    winners = outcome.winners
    names = listed(match.name(seat) for seat in winners)
    if not winners:
        return "Nobody wins."
    totals = {score.seat: score.total for score in outcome.scores}
    if not totals or not match.game.score_unit or match.seats == 1:
        return f"{names} wins." if len(winners) == 1 else f"A draw between {names}."
    amount = plural(totals.get(winners[0], 0), match.game.score_unit)
    if len(winners) > 1:
        return f"{names} share the win with {amount} each."
    return f"{names} {_against_others(match, outcome, amount)}."


def _against_others(match: Match, outcome: Outcome, amount: str) -> str:
    """How a single winner with so much stands against all others."""
    (winner,) = outcome.winners
    totals = {score.seat: score.total for score in outcome.scores}
    best = totals.pop(winner, 0)
    others = sorted(totals, key=lambda seat: (outcome.places[seat], seat))
    tied = [match.name(seat) for seat in others if totals[seat] == best]
    behind = [f"{match.name(seat)} ({totals[seat]})" for seat in others if totals[seat] != best]
    if not tied and len(others) == 1:
        return f"wins with {amount} to {totals[others[0]]}"
    wins = f"wins the tie with {listed(tied)}: {amount} each" if tied else f"wins with {amount}"
    return f"{wins}, ahead of {listed(behind)}" if behind else wins
