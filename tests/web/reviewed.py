"""Reviews that are there at once: no search, the better moves are other legal ones."""

from __future__ import annotations

from pathlib import Path

from rulekeep.match.match import Match
from rulekeep.review.match_review import MatchReview, MoveReview, SeatAccount
from rulekeep.review.review_page import review_page
from rulekeep.web.pages.review_maker import ReviewMaker

FEWEST_MOVES = 4


def judged(match: Match, number: int) -> MoveReview | None:
    """A move called a blunder, with two others that would have been better."""
    ply, before = match.plies[number], match.plies[number - 1].state
    others = [
        match.game.notation(move)
        for move in match.game.legal_moves(before, ply.seat)
        if match.game.notation(move) != ply.move
    ]
    if len(others) + 1 < FEWEST_MOVES:
        return None
    won = tuple(0.75 if seat == ply.seat else 0.25 for seat in range(match.seats))
    lost = tuple(0.5 for _ in range(match.seats))
    good = (others[0], others[1])
    return MoveReview(
        number, ply.seat, ply.move, good[0], 0.25, won, lost, won, (), good, "and so on"
    )


def review_of(match: Match, each: int = 2) -> MatchReview:
    """A review with so many blunders of each seat."""
    found: list[MoveReview] = []
    for number in range(1, len(match.plies)):
        seat = match.plies[number].seat
        if sum(one.seat == seat for one in found) < each:
            found += filter(None, [judged(match, number)])
    half = (0.5,) * match.seats
    accounts = tuple(SeatAccount(seat, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5) for seat in range(match.seats))
    return MatchReview(tuple(found), accounts, (), (half, half))


def write_review(reviews: ReviewMaker, file: Path) -> tuple[Match, list[MoveReview]]:
    """Put a review where the server looks for it; the match, and what can be tried again."""
    match = Match.load(file, undone=False)
    review = review_of(match)
    page = reviews.page(file, file.read_bytes())
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(review_page(match, review), "utf-8")
    return match, review.judged()
