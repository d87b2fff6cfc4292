"""Every sentence that people read is plain English; `build/sentences.txt` has them all."""

from __future__ import annotations

import pytest
from tests.sentences.collect import COMMAND_LINE, SHIPPED, Text, collect, covering_tables, write
from tests.sentences.faults import faults

from rulekeep.core import registry


@pytest.fixture(scope="module")
def texts() -> list[Text]:
    return collect(times=2)


def test_every_sentence_is_plain_english(texts: list[Text]) -> None:
    write(texts)
    wrong = [(text, found) for text in texts if (found := list(faults(text)))]
    assert not wrong, "\n".join(f"{text}: {', '.join(found)}" for text, found in wrong[:40])


def test_every_game_and_every_kind_of_text_is_collected(texts: list[Text]) -> None:
    found = {(text.where, text.kind) for text in texts}
    for game in SHIPPED:
        for kind in ("move", "event", "refusal", "prompt", "result", "label", "help", "rule"):
            assert (game, kind) in found
    assert (COMMAND_LINE, "help") in found


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_value_of_every_option_is_played(game_id: str) -> None:
    game = registry.load(game_id)
    tables = covering_tables(game)
    assert {table.seats for table in tables} == {*game.seats}
    for option in game.options:
        if 0 < len(option.values) <= 6:
            played = {table.options[option.name] for table in tables if table.options}
            assert played == {*option.values}, option.name


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("event", "Ada scores 1 points."),
        ("event", "Ada scores 2 point."),
        ("event", "Ada takes the the tile."),
        ("event", "Ada takes {tile}."),
        ("event", "Ada takes a tile"),
        ("event", "ada takes a tile."),
        ("event", "Seat 0 begins."),
        ("event", "It is as court7_size says."),
        ("event", "Ada takes TRC."),
        ("event", "Ada stops (CK-044)."),
        ("rule", "With build_cap=none there is no limit."),
        ("move", "Place the tile."),
        ("move", "Place a orange floor"),
        ("refusal", "somebody must draw"),
    ],
)
def test_a_fault_is_found(kind: str, words: str) -> None:
    assert list(faults(Text("castle_keep", kind, words)))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("event", "Ada scores 1 point for the tower at 9,7 (west side): 1 tile × 1."),
        ("move", "Place the red straight tower at the south-east corner"),
        ("effect", "completes a tower: 4 points for you"),
        ("rule", "A replacement is drawn (CC-013)."),
        ("lesson", "Type 'place TRC NW'."),
        ("result", "Bo completed the castle, which ended the match (CK-047)."),
    ],
)
def test_a_good_text_has_no_fault(kind: str, words: str) -> None:
    assert not list(faults(Text("castle_keep", kind, words)))
