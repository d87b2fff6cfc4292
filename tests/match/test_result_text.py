"""The result in words and the score as a table."""

from typing import Any

import pytest

from rulekeep import Match
from rulekeep.core import Item, Outcome, Score, SeededChance
from rulekeep.match.result_text import result_sentences, score_rows


class Ended:
    """A match that is over, as far as its result is read."""

    def __init__(
        self, places: tuple[int, ...], totals: tuple[int, ...], why: str = "", unit: str = "ducat"
    ) -> None:
        scores = tuple(Score(seat, total) for seat, total in enumerate(totals))
        self.outcome = Outcome(places, scores, "X-9", "over")
        self.game = self
        self.score_unit = unit
        self.state = None
        self.seats = len(places)
        self.why = why

    def name(self, seat: int) -> str:
        return ("Ada", "Bo", "Cleo")[seat]

    def explain_end(self, state: Any, name: Any) -> str:
        return self.why


@pytest.mark.parametrize(
    ("places", "totals", "sentence"),
    [
        ((1, 2), (224, 109), "Ada wins with 224 ducats to 109."),
        ((2, 1), (0, 1), "Bo wins with 1 ducat to 0."),
        ((2, 1, 3), (5, 9, 4), "Bo wins with 9 ducats, ahead of Ada (5) and Cleo (4)."),
        ((1, 1, 3), (9, 9, 4), "Ada and Bo share the win with 9 ducats each."),
        ((1, 2), (7, 7), "Ada wins the tie with Bo: 7 ducats each."),
        ((2, 1, 3), (9, 9, 4), "Bo wins the tie with Ada: 9 ducats each, ahead of Cleo (4)."),
        ((1,), (3,), "Ada wins."),
        ((2,), (3,), "Nobody wins."),
    ],
)
def test_the_result_begins_with_who_won(
    places: tuple[int, ...], totals: tuple[int, ...], sentence: str
) -> None:
    assert result_sentences(Ended(places, totals)) == [sentence]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("places", "sentence"), [((2, 1), "Bo wins."), ((1, 1), "A draw between Ada and Bo.")]
)
def test_a_count_that_decides_nothing_is_left_out(places: tuple[int, ...], sentence: str) -> None:
    ended = Ended(places, (9, 4), unit="")
    assert result_sentences(ended) == [sentence]  # type: ignore[arg-type]


def test_the_result_says_why_the_match_ended() -> None:
    ended = Ended((1, 2), (3, 2), "Bo built the last floor")
    assert result_sentences(ended)[1:] == [  # type: ignore[arg-type]
        "Bo built the last floor, which ended the match (X-9)."
    ]


def test_a_match_that_goes_on_has_no_result() -> None:
    assert result_sentences(Match.new("kilt_castle", 2, seed=1)) == []


def test_scores_stand_side_by_side() -> None:
    scores = (
        Score(0, 9, (Item("towers", 2, 3, "X-1"), Item("start", 3), Item("towers", 1, 1, "X-2"))),
        Score(1, 4, (Item("roofs", 4),)),
    )
    rows = [(row.label, row.totals, row.rules) for row in score_rows(scores, 2)]
    assert rows == [
        ("towers", (7, None), ("X-1", "X-2")),
        ("start", (3, None), ()),
        ("roofs", (None, 4), ()),
    ]


@pytest.mark.parametrize("name", ["castle_keep", "carcassonne_castle", "kilt_castle"])
def test_every_game_has_a_result_in_words(name: str) -> None:
    match = Match.new(name, 2, seed=4)
    chance = SeededChance(name)
    while not match.is_over:
        seat = match.decisions[0].seat
        moves = match.legal_moves(seat)
        match.play(moves[chance.below(len(moves))], seat)
    sentences = result_sentences(match)
    assert sentences and all(sentence.endswith(".") for sentence in sentences)
