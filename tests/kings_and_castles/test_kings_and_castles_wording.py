"""Sentences and screens that a newcomer understands, and the order of the long list of bids."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.events import Event
from rulekeep.core.text import with_article
from rulekeep.games.kings_and_castles import GAME
from rulekeep.games.kings_and_castles.box.pieces import marker, tally
from rulekeep.games.kings_and_castles.moves import Bid
from rulekeep.games.kings_and_castles.state import State

NAMES = ("Ada", "Bo", "Cy", "Di")


def name(seat: int) -> str:
    return NAMES[seat]


def sentences(state: State, seat: int, move: str) -> list[str]:
    events: list[Event] = []
    GAME.advance(state, seat, GAME.parse(move), SeededChance(1), events.append)
    return [event.tell(name) for event in events]


def table(**data: Any) -> State:
    return GAME.from_dict({"seats": 4, "box": 10, "active": "blue", **data})


@pytest.mark.parametrize(
    ("kind", "single", "many"),
    [
        ("knight", "a knight", "2 knights"),
        ("archer", "an archer", "2 archers"),
        ("blue-foot", "a blue foot soldier", "2 blue foot soldiers"),
        ("merc2", "a mercenary of strength 2", "2 mercenaries of strength 2"),
        ("castle3", "a castle of strength 3", "2 castles of strength 3"),
    ],
)
def test_markers_have_names_and_plurals(kind: str, single: str, many: str) -> None:
    assert with_article(marker(kind)) == single
    assert tally({kind: 1}) == single
    assert tally({kind: 2}) == many


def test_two_players_learn_why_they_run_two_houses() -> None:
    opening = GAME.setup(2, {}, SeededChance(1)).events[0].tell(name)
    assert opening == (
        "Ada runs blue and pink and Bo runs green and purple. With two players, each player runs two "
        "houses. Each house starts with 4 knights, 4 foot soldiers and 4 archers in its household, "
        "6 crowns and 3 TAX markers. The match has 24 boxes."
    )
    assert "two" not in GAME.setup(3, {}, SeededChance(1)).events[0].tell(name)


def test_an_attack_says_who_beats_whom() -> None:
    state = table(
        regions={"rouen": "pink foot", "dublin": "black foot", "galway": "black archer, castle 2"},
        arrays={"blue": {"blue-knight": 2, "merc2": 2}},
    )
    first, *_ = sentences(state, 0, "attack DUB blue 1k")
    assert (
        first == "Ada attacks Dublin: a blue knight (3) beats the black foot soldier (2) and stays."
    )
    second, *_ = sentences(state, 0, "attack GAL blue 1k 2m2")
    assert second == (
        "Ada attacks Galway: a blue knight and 2 mercenaries of strength 2 (7) beat the black archer "
        "behind a castle of strength 2 (3); a blue knight stays."
    )


def test_the_king_who_leaves_a_step_is_named() -> None:
    state = table(
        regions={"rouen": "pink foot", "dublin": "black foot"},
        arrays={"blue": {"blue-knight": 2, "castle1": 1}},
        tax={"blue": 1},
    )
    assert sentences(state.copy(), 0, "end attacks") == ["John makes no attack."]
    sentences(state, 0, "attack DUB blue 1k")
    assert sentences(state, 0, "end attacks") == ["John ends the attacks."]
    assert sentences(state.copy(), 0, "end castles") == ["John places no castle."]
    assert sentences(state, 0, "castle 1 DUB")[1:] == ["John places no more castles: none is left."]
    assert sentences(state, 0, "no tax")[0] == "John raises no tax."
    bare = table(
        regions={"rouen": "pink foot", "dublin": "black foot"}, arrays={"blue": {"blue-knight": 1}}
    )
    assert sentences(bare, 0, "attack DUB blue 1k")[-2:] == [
        "John cannot attack any more.",
        "John places no castle: there is none in the action area.",
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cheapest_bids_are_listed_first(seats: int) -> None:
    state = GAME.from_dict({"seats": seats, "phase": "auction"})
    moves = GAME.legal_moves(state, 0)
    bids = [move for move in moves if isinstance(move, Bid)]
    values = [GAME.board.strength(state.bid_pool(0, bid)) for bid in bids]
    assert values == sorted(values)
    assert len(bids) == len(set(bids)) == 124 * len(state.terms.houses_of[0])
    first = [GAME.notation(move) for move in moves[:4]]
    if seats == 2:
        assert first == ["pass", "bid blue 1a", "bid pink 1a", "bid blue 1f"]
    else:
        assert first == ["pass", "bid 1a", "bid 1f", "bid 2a"]


def test_the_drawing_leaves_the_question_to_the_prompt() -> None:
    state = GAME.setup(2, {}, SeededChance(1)).state
    (question,) = GAME.decisions(state)
    assert question.prompt.startswith("Put the enemy ")
    text = GAME.render(state, 0, Look(width=120, names=NAMES)).text()
    assert question.prompt not in text
    assert "empty region" not in text
    assert "set-up: place an enemy " in text


def test_hidden_coins_are_explained_to_those_who_do_not_see_them() -> None:
    state = GAME.from_dict({"seats": 3, "box": 2, "phase": "tax", "money": [47, 38, 20]})
    assert "…7 hidden coins, last digit 7" in GAME.render(state, 0, Look()).text()
    over = GAME.from_dict({"seats": 3, "phase": "over", "money": [47, 38, 20]})
    assert "hidden coins" not in GAME.render(over, 0, Look()).text()


def test_taxes_come_from_a_bank_that_never_runs_out() -> None:
    state = table(phase="tax", regions={"dublin": "blue foot"}, money=[5, 0, 0, 0])
    assert state.bank.reserve is None
    before = state.copy()
    sentences(state, 0, "tax")
    assert state.money[0] == 5 + 2 * 2
    assert before.money == [5, 0, 0, 0]
    assert before != state


def test_a_rule_of_the_book_names_its_sentence() -> None:
    for rule in GAME.book:
        assert ("German rules" in rule.source) == bool(rule.begins), rule.id
