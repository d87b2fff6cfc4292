"""Every sentence that people read is plain English: no codes, no slips, one form for each kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.games.carcassonne_castle import GAME, CarcassonneCastle
from rulekeep.games.carcassonne_castle.state import State

Watch = Callable[..., Iterator[Any]]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"wall_use_turn": "any_scoring", "double_stack": "stack", "order_choice": "active"},
    {
        "extra_turn_time": "turn_start",
        "keep_rule": "majority_and_own_tile",
        "path4_well": "doubled",
    },
    {"score_steps": "per_player_sum", "second_lap_pickup": "no", "first_player": 1},
    {
        "start_match": "wall",
        "court7_size": "tiles",
        "court7_second": "void",
        "order_choice": "fixed",
    },
]
FAULTS = {
    "a tile or region code": r"\b[A-E]\d\d\b|\bST\d\b|\bCC-\d+",
    "a rotation code": r"\br[0-3]\b",
    "a port code": r"\b[NESW][12]\b|\b[NESW]\b",
    "an identifier": r"\w_\w",
    "a doubled word": r"\b(\w+) \1\b",
    "a gap to be filled": r"[{}]|\bNone\b",
    "a plural of one": r"\b1 (?!of\b)(\w+ )?(points|tiles|markets|followers|spaces|courts|paths)\b",
    "two blanks": r"  ",
    "a word we avoid": r"\b(lots?|anew|act|shall|whoever|told|by choice)\b",
}


def faults_of(sentence: str) -> list[str]:
    return [name for name, pattern in FAULTS.items() if re.search(pattern, sentence)]


def is_sentence(text: str) -> bool:
    return text[:1].isupper() or text[:1].isdigit()


def test_the_faults_are_found() -> None:
    for text in ("lays C08", "turned r1", "house 2,7 N", "court7_size", "the the", "{seat}"):
        assert faults_of(text), text
    assert faults_of("1 points")
    assert not faults_of("Place the tile on space 2,7, turned half round")


def _refusals(game: CarcassonneCastle, state: State, chance: SeededChance) -> Iterator[str]:
    """Why random moves are not allowed, after their sentences."""
    moves = list(game.universe(state, 0))
    for _ in range(12):
        move = moves[chance.below(len(moves))]
        seat = chance.below(2)
        for answer in game.book.explain(state, seat, move):
            if answer.objection is not None:
                yield f"{game.sentence(state, seat, move)} is not allowed: {answer.objection}"


def _check_moves(game: CarcassonneCastle, state: State, seat: int) -> None:
    moves = game.legal_moves(state, seat)
    sentences = [game.sentence(state, seat, move) for move in moves]
    assert len(set(sentences)) == len(sentences)
    for move, sentence in zip(moves, sentences, strict=True):
        assert faults_of(sentence) == [], sentence
        assert sentence[0].isupper() and not sentence.endswith("."), sentence
        effect = game.describe(state, seat, move)
        assert faults_of(effect) == [], effect
        assert not effect[:1].isupper() and not effect.endswith("."), effect


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_sentences_of_matches(watch: Watch, options: dict[str, Any]) -> None:
    chance = SeededChance("sentences")
    for seed in range(2):
        for moment in watch(options, seed):
            state = GAME.from_dict(moment.before)
            _check_moves(GAME, state, moment.seat)
            for event in moment.events:
                told = event.tell(("Ada", "Bo").__getitem__)
                assert faults_of(told) == [], told
                assert not told or (is_sentence(told) and told.endswith(".")), told
            for refusal in _refusals(GAME, state, chance):
                assert faults_of(refusal) == [], refusal
                assert not refusal.endswith("."), refusal
            for decision in GAME.decisions(state):
                assert faults_of(decision.prompt) == []
                assert decision.prompt[0].isupper()
        end = GAME.explain_end(moment.state, ("Ada", "Bo").__getitem__)
        assert end and faults_of(end) == [] and not end.endswith(".")
        for score in GAME.standing(moment.state, None):
            labels = [(item.label, item.each) for item in score.items]
            assert len(set(labels)) == len(labels)


def test_sentences_of_setup_and_of_tiles_by_halves(odd: CarcassonneCastle) -> None:
    for game in (GAME, odd):
        step = game.setup(2, {}, SeededChance(4))
        for event in step.events:
            told = event.tell(("Ada", "Bo").__getitem__)
            assert faults_of(told) == [] and is_sentence(told) and told.endswith("."), told
        state, chance = step.state, SeededChance(5)
        while decisions := game.decisions(state):
            seat = decisions[0].seat
            _check_moves(game, state, seat)
            moves = game.legal_moves(state, seat)
            game.advance(state, seat, moves[chance.below(len(moves))], chance)


def test_every_tile_has_words() -> None:
    words = {tile.id: tile.in_words for tile in GAME.box.tiles}
    assert words["C08"] == "a path with a well and 2 courts"
    assert words["A03"] == "a house, a court and a court with a market"
    assert words["E01"] == "3 paths that end at a square, a house and 3 courts"
    assert words["B01"] == "a path that ends at a building, a house and 2 courts"


def test_options_and_presets_are_named_and_explained() -> None:
    for option in GAME.options:
        assert option.title and len(option.title.split()) <= 4
        assert is_sentence(option.help) and option.help[-1] in "?."
        texts = [option.help, option.label, *(option.label_of(value) for value in option.values)]
        for text in texts:
            assert faults_of(text) == [], text
        assert set(option.labels) == set(option.values)
    for preset in GAME.book.presets.values():
        assert preset.label and is_sentence(preset.text) and preset.text.endswith(".")
        assert faults_of(preset.text) == []


def test_rules_and_readings_are_sentences() -> None:
    for rule in GAME.book:
        for text in filter(None, (rule.text, rule.reading)):
            assert is_sentence(text.lstrip('"')) and text.endswith("."), rule.id
            found = faults_of(text)
            assert not {"a doubled word", "two blanks", "a word we avoid"} & set(found), rule.id
