"""A review in sentences and rows, for the terminal and for pages."""

from __future__ import annotations

from typing import Any

from rulekeep.core.chance import SeededChance
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame, Item
from rulekeep.core.text import listed
from rulekeep.match import seat_events
from rulekeep.match.match import Match
from rulekeep.review.judgement import BLUNDER, INACCURACY, MISTAKE
from rulekeep.review.match_review import MatchReview, MoveReview, SeatAccount, TurningPoint

THRESHOLDS = (
    f"A move is an inaccuracy from {INACCURACY:.0%} of winning chance given away, "
    f"a mistake from {MISTAKE:.0%} and a blunder from {BLUNDER:.0%}."
)
FAIRNESS = "Each move is judged by what its player could know at that time."
KNOWN_CURVE = "As far as each player could know"
OPEN_CURVE = "With everything visible that was hidden then"
SCORE_DEALS = 3
"""In so many deals a move must score the same for the review to say so."""
ACCOUNT_ROWS = (
    ("start", "Before the deal"),
    ("luck", "Draws"),
    ("own", "Own moves"),
    ("others", "Moves of the others"),
    ("unforeseen", "Not explained"),
    ("result", "Result"),
)
"""The parts of a `SeatAccount`, with their labels."""


@frozen
class SpelledMove:
    """A move in words."""

    sentence: str
    notation: str
    """Empty if it says the same as the sentence."""
    effects: tuple[str, ...]
    """What it does, in the game's words, and what it scores at once, with the rules."""


@frozen
class JudgedMove:
    """A move that could have been better, in words."""

    heading: str
    played: SpelledMove
    better: SpelledMove
    line: str


def percent(chance: float) -> str:
    return f"{round(100 * chance)} %"


def points(change: float) -> str:
    """A change of a chance in points, with its sign: `+12`, `−3`, `0`."""
    rounded = round(100 * change)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded < 0 else "0"


def account_value(account: SeatAccount, part: str) -> str:
    """One part of an account: where it began and ended in percent, the rest as changes."""
    value = getattr(account, part)
    return percent(value) if part in ("start", "result") else points(value)


def turning_point(match: Match, point: TurningPoint) -> list[str]:
    """What happened, and whose chance changed most."""
    seat = max(range(match.seats), key=lambda one: abs(point.after[one] - point.before[one]))
    before, after = percent(point.before[seat]), percent(point.after[seat])
    change = "rose" if point.after[seat] > point.before[seat] else "fell"
    cause = " Luck did more here than the decision." if point.by_luck else ""
    mover = match.name(match.plies[point.number].seat)
    played = spelled(match, point.number, match.plies[point.number].move)
    return [
        f"Move {point.number}, {mover}: {played.sentence}.",
        f"{match.name(seat)}'s chance to win {change} from {before} to {after}.{cause}",
        *seat_events.sentences(match, point.number, match.plies[point.number].seat),
    ]


def judged_move(match: Match, one: MoveReview) -> JudgedMove:
    given = percent(one.lost)
    heading = (
        f"Move {one.number}, {match.name(one.seat)}: {one.verdict}, {given} of winning chance lost"
    )
    return JudgedMove(
        heading,
        spelled(match, one.number, one.move),
        spelled(match, one.number, one.best),
        one.line,
    )


def spelled(match: Match, number: int, text: str) -> SpelledMove:
    """A move of a position of the match, played or not."""
    game, before, seat = match.game, match.plies[number - 1].state, match.plies[number].seat
    move = game.read(before, seat, text)
    sentence = game.sentence(before, seat, move)
    described = game.describe(before, seat, move)
    effects = [described] if described else []
    scored = _scored_at_once(match, number, seat, move)
    if scored:
        effects.append(f"scores at once: {listed(scored)}")
    notation = "" if sentence.casefold() == text.casefold() else text
    return SpelledMove(sentence, notation, tuple(effects))


def _scored_at_once(match: Match, number: int, seat: int, move: Any) -> list[str]:
    """The items of the standing that a move changes for its player, whatever is hidden or drawn."""
    game, before = match.game, match.plies[number - 1].state
    deals = (game.determinize(before, seat, SeededChance("deal", n)) for n in range(SCORE_DEALS))
    scored = [_changes(game, deal, seat, move, n) for n, deal in enumerate(deals)]
    return [change for change in scored[0] if all(change in other for other in scored)]


def _changes(game: AnyGame, before: Any, seat: int, move: Any, number: int) -> list[str]:
    after = before.copy()
    game.advance(after, seat, move, SeededChance("scored", number))
    then = _items(game.standing(before, seat), seat)
    now = _items(game.standing(after, seat), seat)
    changes = []
    for label, item in now.items():
        change = item.total - (then[label].total if label in then else 0)
        if change:
            rule = f" ({item.rule})" if item.rule else ""
            changes.append(f"{label} {change:+d}{rule}")
    return changes


def _items(scores: Any, seat: int) -> dict[str, Item]:
    return {item.label: item for score in scores if score.seat == seat for item in score.items}


def summary(match: Match, review: MatchReview, seat: int) -> str:
    """How a seat played, in one sentence."""
    counts = {word: 0 for word in ("blunder", "mistake", "inaccuracy")}
    for one in review.judged(seat):
        counts[one.verdict] += 1
    many = {"inaccuracy": "inaccuracies"}
    found = [
        f"{n} {word if n == 1 else many.get(word, word + 's')}" for word, n in counts.items() if n
    ]
    decisions = sum(1 for one in review.moves if one.seat == seat and one.before)
    if not found:
        return f"{match.name(seat)}: nothing better was found in {decisions} decisions."
    return f"{match.name(seat)}: {listed(found)} in {decisions} decisions."
