"""Sentences of Carcassonne: each move has its own, and every tile has words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.sentences.collect import Table, match_texts
from tests.sentences.faults import faults

from rulekeep.games.carcassonne_castle import GAME, CarcassonneCastle

Watch = Callable[..., Iterator[Any]]


def test_no_two_moves_have_the_same_sentence(watch: Watch) -> None:
    for options in ({}, {"wall_use_turn": "any_scoring", "double_stack": "stack"}):
        for moment in watch(options, 1):
            state = GAME.from_dict(moment.before)
            moves = GAME.legal_moves(state, moment.seat)
            assert len({GAME.sentence(state, moment.seat, move) for move in moves}) == len(moves)


def test_sentences_about_tiles_whose_half_edges_differ(odd: CarcassonneCastle) -> None:
    wrong = [text for text in match_texts(odd, Table(2, {}), 4) if text.words and [*faults(text)]]
    assert not wrong


def test_every_item_of_a_score_has_its_own_label(watch: Watch) -> None:
    *_, moment = watch({}, 1)
    for score in GAME.standing(moment.state, None):
        labels = [(item.label, item.each) for item in score.items]
        assert len(set(labels)) == len(labels)


def test_every_tile_has_words() -> None:
    words = {tile.id: tile.in_words for tile in GAME.box.tiles}
    assert words["C08"] == "a path with a well and 2 courts"
    assert words["A03"] == "a house, a court and a court with a market"
    assert words["E01"] == "3 paths that end at a square, a house and 3 courts"
    assert words["B01"] == "a path that ends at a building, a house and 2 courts"
