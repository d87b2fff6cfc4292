"""A review on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.text import fit
from rulekeep.match.match import Match
from rulekeep.match.result_text import result_sentences
from rulekeep.review import review_text
from rulekeep.review.match_review import MatchReview, MoveReview
from rulekeep.review.review_text import ACCOUNT_ROWS, SpelledMove

BLOCKS, ASCII_BLOCKS = "▁▂▃▄▅▆▇█", "_.-~=+*#"


def print_review(screen: Screen, match: Match, review: MatchReview, viewer: int | None) -> None:
    """The result, the curve, the turning points, the account and the moves to improve.

    Of a match that is not over a viewer sees only its own decisions, and what it could know.
    """
    screen.heading(f"Review of {match.game.title}: {', '.join(match.names)}")
    for sentence in result_sentences(match):
        screen.say(sentence)
    if match.is_over:
        _curves(screen, match, review)
        _turning_points(screen, match, review)
        _accounts(screen, match, review)
    elif viewer is not None and any(one.seat == viewer and one.before for one in review.moves):
        _heading(screen, "Your chance, as far as you could know")
        # The last point would be the estimate of the true position.
        _curve(screen, match, {viewer: review.known_curve(viewer)[:-1]})
    seats = range(match.seats) if viewer is None else (viewer,)
    _heading(screen, "Moves that could have been better")
    for seat in seats:
        screen.say(review_text.summary(match, review, seat))
    for one in review.judged(viewer):
        _judged(screen, match, one)
    screen.say()
    screen.say(f"{review_text.FAIRNESS} {review_text.THRESHOLDS}", "dim")


def _heading(screen: Screen, text: str) -> None:
    screen.say()
    screen.heading(text)


def _curves(screen: Screen, match: Match, review: MatchReview) -> None:
    """What each seat could know and, where that was not all, what everything hidden would have said."""
    seats = range(match.seats)
    opened = {seat: [shares[seat] for shares in review.curve] for seat in seats}
    _heading(screen, "Chance to win")
    if review.hid_something:
        screen.say(f"{review_text.KNOWN_CURVE}:", indent=2)
        _curve(screen, match, {seat: review.known_curve(seat) for seat in seats})
        screen.say(f"{review_text.OPEN_CURVE}:", indent=2)
    _curve(screen, match, opened)


def _curve(screen: Screen, match: Match, curves: Mapping[int, Sequence[float]]) -> None:
    """One line for each seat: its chance from the first move to the end."""
    label = min(16, max(len(name) for name in match.names))
    for seat, chances in curves.items():
        width = max(10, min(len(chances), screen.width - label - 18))
        drawn = spark(_sampled(chances, width), screen.ascii)
        first, last = review_text.percent(chances[0]), review_text.percent(chances[-1])
        screen.say(f"{fit(match.name(seat), label):<{label}}  {first:>5} {drawn} {last}", indent=2)


def spark(chances: Sequence[float], ascii: bool) -> str:
    """Chances from 0 to 1 as columns of different height."""
    blocks = ASCII_BLOCKS if ascii else BLOCKS
    top = len(blocks) - 1
    return "".join(blocks[min(top, max(0, round(chance * top)))] for chance in chances)


def _sampled(values: Sequence[float], count: int) -> list[float]:
    """So many values, evenly from the first to the last."""
    if len(values) == 1:
        return list(values)
    return [values[round(at * (len(values) - 1) / (count - 1))] for at in range(count)]


def _turning_points(screen: Screen, match: Match, review: MatchReview) -> None:
    if not review.turning_points:
        return
    _heading(screen, "What decided the match")
    for point in review.turning_points:
        first, *others = review_text.turning_point(match, point)
        screen.say(first, "bold", indent=2)
        for sentence in others:
            screen.say(sentence, indent=4)


def _accounts(screen: Screen, match: Match, review: MatchReview) -> None:
    _heading(screen, "Where the result came from")
    wide = max(len(label) for _, label in ACCOUNT_ROWS)
    names = [fit(match.name(account.seat), 14) for account in review.accounts]
    columns = [max(len(name), 6) for name in names]
    head = "".join(f"  {name:>{width}}" for name, width in zip(names, columns, strict=True))
    screen.say(f"{'':<{wide}}{head}", "bold", indent=2)
    for part, label in ACCOUNT_ROWS:
        cells = "".join(
            f"  {review_text.account_value(account, part):>{width}}"
            for account, width in zip(review.accounts, columns, strict=True)
        )
        screen.say(f"{label:<{wide}}{cells}", "bold" if part == "result" else "", indent=2)
    screen.say("Changes are in points of winning chance.", "dim", indent=2)


def _judged(screen: Screen, match: Match, one: MoveReview) -> None:
    judged = review_text.judged_move(match, one)
    screen.say()
    screen.say(f"{judged.heading}.", "bold")
    _move(screen, "Played", judged.played)
    _move(screen, "Better", judged.better)
    if judged.line:
        screen.say(f"Expected then: {judged.line}", "dim", indent=2)


def _move(screen: Screen, label: str, spelled: SpelledMove) -> None:
    notation = f" ({spelled.notation})" if spelled.notation else ""
    screen.say([(f"{label}: {spelled.sentence}.", ""), (notation, "dim")], indent=2)
    for effect in spelled.effects:
        screen.say(effect, indent=4)
