"""A review as one page without other files: the curve, the account, the moves with pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape, unescape

from rulekeep.core.drawing.canvas import Look
from rulekeep.core.drawing.picture import INK_PAPER, INK_TEXT, Ink, Picture
from rulekeep.match.match import Match
from rulekeep.match.result_text import result_sentences
from rulekeep.review import review_text
from rulekeep.review.decision_search import Shares
from rulekeep.review.match_review import MatchReview, MoveReview
from rulekeep.review.review_store import read_review, written_review
from rulekeep.review.review_text import ACCOUNT_ROWS, SpelledMove

SEAT_INKS = (
    Ink("#1f5fa8", "#7fb2ea"),
    Ink("#b3431e", "#f0946f"),
    Ink("#2d7a3c", "#7fcf90"),
    Ink("#7a3f99", "#c79be0"),
)
LARGE_INK = Ink("#c9c5b8", "#4a4d55")
MAX_PICTURES = 24
"""Of more judged moves only the worst have a picture: the page should stay small."""

STYLE = """
:root { color-scheme: light dark; --ground: #fbfaf6; --ink: #1f2328; --faint: #5d636b; --edge: #d5d2c8 }
@media (prefers-color-scheme: dark) { :root { --ground: #1d1e22; --ink: #eceae4; --faint: #a3a9b1; --edge: #3d4048 } }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
svg { max-width: 100%; height: auto; display: block }
table { border-collapse: collapse }
td, th { padding: .25rem .8rem; border-top: 1px solid var(--edge); text-align: right }
td:first-child, th:first-child { text-align: left; font-weight: normal }
tr:last-child td { font-weight: 600 }
article { border-top: 1px solid var(--edge); margin-top: 1.2rem }
small, .faint { color: var(--faint) }
dt { font-weight: 600; margin-top: .4rem }
dd { margin: 0 0 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem } h3 { font-size: 1rem; margin-bottom: .3rem }
""".strip()


def review_page(match: Match, review: MatchReview) -> str:
    """The whole page."""
    title = f"Review of {match.game.title}: {', '.join(match.names)}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(sentence)}</p>" for sentence in result_sentences(match)),
        "<h2>Chance to win</h2>",
        *_curves(match, review),
        *_turning_points(match, review),
        "<h2>Where the result came from</h2>",
        _account_table(match, review),
        "<p class='faint'>Changes are in points of winning chance.</p>",
        *_judged(match, review),
    ]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
    )
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


_ARTICLE = re.compile(r'<article id="move-([0-9]{1,9})" data-review="([^"]*)"><h3>[^<]*</h3>')


def judged_moves(page: str) -> list[MoveReview]:
    """The judged moves that a page holds, in the order of the match."""
    found = (read_review(unescape(article[2])) for article in _ARTICLE.finditer(page))
    return [one for one in found if one is not None]


def with_ways(page: str, table: str, retry: str) -> str:
    """A page for a browser at a table: a link to it, and one to each decision, to try it again.

    The addresses of the decisions begin with `retry`.
    """
    again = rf'\g<0><p><a href="{escape(retry)}\g<1>">Try this decision again</a></p>'
    page = _ARTICLE.sub(again, page)
    back = f'<nav><a href="{escape(table)}">Back to the table</a></nav>'
    return page.replace("<body>\n", f"<body>\n{back}\n", 1)


def _curves(match: Match, review: MatchReview) -> Iterable[str]:
    """What each seat could know and, where that was not all, what everything hidden would have said."""
    if review.hid_something:
        known = [review.known_curve(seat) for seat in range(match.seats)]
        points = [*zip(*known, strict=True)]
        yield f"<h3>{review_text.KNOWN_CURVE}</h3>"
        yield curve_picture(match, points, ()).svg()
        yield f"<h3>{review_text.OPEN_CURVE}</h3>"
    turning = [point.number for point in review.turning_points]
    yield curve_picture(match, review.curve, turning).svg()


def curve_picture(match: Match, curve: Sequence[Shares], turning: Iterable[int]) -> Picture:
    """The chances of all seats from the first move to the end, and the moves that changed them."""
    width, height, left, top = 900.0, 300.0, 60.0, 20.0
    inner, tall = width - left - 160, height - 70
    last = max(1, len(curve) - 1)
    words = ". ".join(
        f"{match.name(seat)}: {review_text.percent(curve[0][seat])} at the start, "
        f"{review_text.percent(curve[-1][seat])} at the end"
        for seat in range(match.seats)
    )
    picture = Picture(width, height, "Chance to win, move by move", words)
    picture.rect(0, 0, width, height, fill=INK_PAPER)
    for part in (0, 0.25, 0.5, 0.75, 1):
        y = top + tall * (1 - part)
        picture.line((left, y), (left + inner, y), stroke=LARGE_INK)
        picture.text(left - 8, y + 5, review_text.percent(part), anchor="end")
    picture.text(left, height - 20, "Move 1")
    picture.text(left + inner, height - 20, f"Move {last}", anchor="end")
    ends = _spread_labels([top + tall * (1 - share) for share in curve[-1]])
    for seat in range(match.seats):
        ink = SEAT_INKS[seat % len(SEAT_INKS)]
        points = [
            (left + inner * number / last, top + tall * (1 - shares[seat]))
            for number, shares in enumerate(curve)
        ]
        picture.polyline(points, stroke=ink, stroke_width=2.5, stroke_linejoin="round")
        picture.text(left + inner + 10, ends[seat] + 5, match.name(seat)[:18], fill=ink)
    for number in turning:
        x = left + inner * number / last
        picture.line((x, top), (x, top + tall), stroke=INK_TEXT, stroke_dasharray="3 4")
    return picture


def _spread_labels(heights: Sequence[float], apart: float = 18.0) -> list[float]:
    """Heights moved down as far as needed for labels not to overlap."""
    placed: dict[int, float] = {}
    floor = float("-inf")
    for seat in sorted(range(len(heights)), key=lambda one: heights[one]):
        floor = placed[seat] = max(heights[seat], floor + apart)
    return [placed[seat] for seat in range(len(heights))]


def _turning_points(match: Match, review: MatchReview) -> Iterable[str]:
    if not review.turning_points:
        return
    yield "<h2>What decided the match</h2>"
    for point in review.turning_points:
        first, second, *events = review_text.turning_point(match, point)
        told = "".join(f"<li>{escape(sentence)}</li>" for sentence in events)
        yield (
            f"<article><h3>{escape(first)}</h3><p>{escape(second)}</p><ul>{told}</ul>"
            f"{_picture(match, point.number)}</article>"
        )


def _account_table(match: Match, review: MatchReview) -> str:
    names = "".join(f"<th>{escape(match.name(seat))}</th>" for seat in range(match.seats))
    rows = [f"<tr><th></th>{names}</tr>"]
    for part, label in ACCOUNT_ROWS:
        cells = "".join(
            f"<td>{review_text.account_value(account, part)}</td>" for account in review.accounts
        )
        rows.append(f"<tr><td>{label}</td>{cells}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _judged(match: Match, review: MatchReview) -> Iterable[str]:
    yield "<h2>Moves that could have been better</h2>"
    for seat in range(match.seats):
        yield f"<p>{escape(review_text.summary(match, review, seat))}</p>"
    yield f'<p class="faint">{escape(review_text.FAIRNESS)} {escape(review_text.THRESHOLDS)}</p>'
    judged = review.judged()
    worst = sorted(judged, key=lambda one: -one.lost)[:MAX_PICTURES]
    for one in judged:
        yield _article(match, one, one in worst)


def _article(match: Match, one: MoveReview, with_picture: bool) -> str:
    judged = review_text.judged_move(match, one)
    line = (
        f"<dt>Expected then</dt><dd><small>{escape(judged.line)}</small></dd>"
        if judged.line
        else ""
    )
    picture = _picture(match, one.number) if with_picture else ""
    held = escape(written_review(one))
    return (
        f'<article id="move-{one.number}" data-review="{held}"><h3>{escape(judged.heading)}</h3>'
        f"<dl><dt>Played</dt>{_move(judged.played)}<dt>Better</dt>{_move(judged.better)}{line}</dl>"
        f"{picture}</article>"
    )


def _move(spelled: SpelledMove) -> str:
    notation = f" <small>{escape(spelled.notation)}</small>" if spelled.notation else ""
    effects = "".join(f"<br>{escape(effect)}" for effect in spelled.effects)
    return f"<dd>{escape(spelled.sentence)}.{notation}{effects}</dd>"


def _picture(match: Match, number: int) -> str:
    """The table before a move, as its player saw it."""
    state, seat = match.plies[number - 1].state, match.plies[number].seat
    look = Look(names=match.names, lately=match.lately(seat, state))
    svg = match.game.picture(state, seat, look).svg()
    return f"<details><summary>The table before this move</summary>{svg}</details>"
