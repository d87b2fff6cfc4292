"""What people see and bots think: the drawing, descriptions, sentences, evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kilt_castle.positions import BUILDING, ROOF_TO_CHOOSE, SECOND_BUILD

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.events import Event
from rulekeep.games.kilt_castle import KiltCastle
from rulekeep.games.kilt_castle.events import (
    CardRelocated,
    CardsLaid,
    DucatsPaid,
    FinalPaid,
    FloorBuilt,
    MatchEnded,
    SealTaken,
)

Watch = Callable[..., Iterator[Any]]


def test_the_legend_explains_the_signs_of_the_castle_once(pinned: KiltCastle) -> None:
    state = pinned.setup(2, {}, SeededChance(1)).state
    lines = pinned.legend(state, 0)
    told = [words for line in lines for words in line.split(" · ")]
    assert len(set(told)) == len(told)
    assert {words.split(":")[0] for words in told} >= {"R★★ 4", "⌂", "♜", "worth"}


def test_the_castle_during_a_build(pinned: KiltCastle) -> None:
    lines = pinned.render(pinned.from_dict(BUILDING), 0, Look()).lines()
    text = "\n".join(lines)
    assert "Player 1 builds for red: card R at 18 faces A2 B2 C2 D2 E2." in lines
    assert "a ducat day follows" in text
    assert "│A2   ▶1│B2   ▶0│C2▶free│D2   ▶2│E2     │6" in text
    assert "│ L    1│ R    1│ ·     │ D    2│ ·     │" in text
    assert "⌂D★★  4" in text
    assert "O★★  2" in text
    assert "  R r/D ▲18│" in text
    assert "r/L l/D  17│" in text
    assert "≈≈≈≈≈≈≈ 8" in text
    assert "▶ Player 1 (you)" in text
    assert "R red" in text
    assert " 9  3★ 2★★" in text


def test_the_roofs_that_may_be_taken_are_marked(pinned: KiltCastle) -> None:
    text = pinned.render(pinned.from_dict(ROOF_TO_CHOOSE), None, Look()).text()
    assert "Player 4 chooses the roof to move to E3." in text
    assert "E1▶roof" in text
    assert "E2▶roof" in text


def test_plain_characters_say_the_same(pinned: KiltCastle) -> None:
    text = pinned.render(pinned.from_dict(BUILDING), 0, Look(ascii=True)).text(ascii=True)
    assert text.isascii()
    assert "?" not in text
    assert "|A2   >1|B2   >0|C2>free|D2   >2|E2     |6" in text
    assert "^D**  4" in text


@settings(max_examples=12)
@given(st.integers(2, 4), st.integers(0, 10**6), st.sampled_from([80, 100, 120]))
def test_every_drawing_fits(
    pinned: KiltCastle, watch: Watch, seats: int, seed: int, width: int
) -> None:
    names = tuple(f"{'Somebody with a very long name':<38}{seat}" for seat in range(seats))
    for moment in list(watch(pinned, seats, {}, seed))[::9]:
        state = pinned.from_dict(moment.after)
        canvas = pinned.render(state, 0, Look(width=width, names=names))
        assert canvas.width <= width
        text = canvas.text()
        for cell in pinned.board.cells:
            assert pinned.board.name(cell) in text


def test_a_wide_board_fits_too(tmp_path: Any, pinned: KiltCastle) -> None:
    columns = "ABCDEFGH"
    lines = [f"  - [{', '.join(f'{c}{r}' for r in (1, 2))}]" for c in columns]
    lines += [f"  - [{', '.join(f'{c}{r}' for c in reversed(columns))}]" for r in (1, 2)]
    head = "grid: {columns: 8, rows: 2}\nmissing: []\n"
    head += "start_positions: {4: 0, 3: 1, 2: 2, 1: 3}\nedge:\n"
    (tmp_path / "board.yaml").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    game = pinned.with_data(tmp_path)
    state = game.setup(4, {}, SeededChance(2)).state
    for _ in range(40):
        (decision,) = game.decisions(state)
        move = game.legal_moves(state, decision.seat)[0]
        game.advance(state, decision.seat, move, SeededChance(1))
    assert game.render(state, 0, Look()).width <= 80
    for width in (40, 50, 60):
        for height in (0, 18):
            canvas = game.render(state, 0, Look(width=width, height=height))
            assert canvas.width <= width
            for cell in game.board.cells:
                assert game.board.name(cell) in canvas.text()


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("build A2 crest0", "costs 1 ducat, paid to light gray; best red area grows from 1 to 2"),
        ("build B2 crest1", "free, your own tower; best red area grows from 1 to 2"),
        ("build C2 crest2", "free; best red area grows from 1 to 4"),
        ("build D2 crest0", "costs 2 ducats, paid to dark gray; best red area stays 1"),
    ],
)
def test_builds_are_described(pinned: KiltCastle, move: str, words: str) -> None:
    state = pinned.from_dict(BUILDING)
    assert pinned.describe(state, 0, pinned.parse(move)) == words


def test_a_second_build_says_that_a_roof_follows(pinned: KiltCastle) -> None:
    move = pinned.parse("build E3 crest2")
    state = pinned.from_dict(SECOND_BUILD)
    words = "costs 2 ducats, paid to red, then gets a roof; best dark gray area grows from 2 to 5"
    assert pinned.describe(state, 3, move) == words
    state = pinned.from_dict({**SECOND_BUILD, "roofs": ["E1", "E2"]})
    assert (
        pinned.describe(state, 3, move) == "costs 2 ducats, paid to red, then you move a roof here"
    )


def test_roofs_are_described(pinned: KiltCastle) -> None:
    towers = {**SECOND_BUILD["towers"], "E3": "L0 R0 D0"}
    data = {**SECOND_BUILD, "phase": "roof", "second": "E3", "towers": towers}
    state = pinned.from_dict({**data, "roofs": ["E1", "E2"]})
    said = {pinned.notation(m): pinned.describe(state, 3, m) for m in pinned.legal_moves(state, 3)}
    assert said == {
        "roof E1": "E1 is orange again with 2 crests; best dark gray area falls from 5 to 4",
        "roof E2": "E2 is dark gray again; best dark gray area stays 5",
    }


def test_relocations_are_described(pinned: KiltCastle) -> None:
    state = pinned.from_dict({"towers": {"A1": "R2", "B1": "D0"}})
    said = {
        pinned.notation(move): pinned.describe(state, 3, move)
        for move in pinned.legal_moves(state, 3)
    }
    assert said["move R 0 4"] == "red builds on E1 to E3"
    assert said["move R/O 1 4"] == "orange, then red build on E1 to E3"
    assert said["move R/D 2 4"] == "dark gray (you), then red build on E1 to E3"
    cards = {**BUILDING["cards"], "18": ["R"], "19": ["D/R"]}
    state = pinned.from_dict({"front": 19, "cards": cards, "towers": {"A1": "R2", "B1": "D0"}})
    words = pinned.describe(state, 0, pinned.parse("move R 18 19"))
    assert (
        words == "red (you) builds on A1 to E1; a ducat day follows, worth 3 ducats to you so far"
    )


def test_events_tell_what_happened(pinned: KiltCastle, watch: Watch) -> None:
    told: dict[str, str] = {}
    names = ("Ada", "Ben", "Cy", "Di")
    for seed in range(6):
        for moment in watch(pinned, 4, {"final_roofs": "each_player"}, seed):
            for event in moment.events:
                told[event.name] = event.tell(names.__getitem__)
    assert told["DucatsPaid"].startswith("Ducat day: ")
    assert "towers" in told["FinalPaid"]
    assert {"RoofPlaced", "RowEmptied", "MatchEnded", "FinalRoofsPaid"} <= told.keys()
    for text in told.values():
        assert text.endswith(".")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            SealTaken(("KC-014",), 0, "D/R", "red"),
            "Ada takes the seal and begins, because red faces away from the board on the front card.",
        ),
        (
            CardsLaid(("KC-010",), 3, ("D/R",)),
            "The red and dark gray card (dark gray faces the board) starts at position 3.",
        ),
        (
            CardsLaid(("KC-010",), 2, ("D/O", "R")),
            (
                "The orange and dark gray card (dark gray faces the board) and the red card start "
                "at position 2."
            ),
        ),
        (
            CardRelocated(("KC-030",), 1, "O/D", 2, 4, 4),
            (
                "Ben moves the orange and dark gray card from position 2 to 4, the front, and turns it: "
                "orange faces the board."
            ),
        ),
        (
            FloorBuilt(("KC-050",), 0, "orange", 1, "E2", 2, 2, 3),
            "Ada builds an orange floor with 1 crest on the tower at E2 and pays 2 ducats to Cy.",
        ),
        (
            FloorBuilt(("KC-050",), 0, "red", 0, "E2", 0, None, 2),
            "Ada builds a red floor on their own tower at E2 for free.",
        ),
        (
            DucatsPaid(("KC-080",), 0, "red", ("A1", "A2"), 1, 1, 2, 4),
            "Ducat day: Ada gets 4 ducats for the best red area, 1 tower, 1 roof and 2 crests at A1 and A2.",
        ),
        (
            DucatsPaid(("KC-080",), 0, "red", ("A1",), 1, 0, 2, 1),
            "Ducat day: Ada gets 1 of 3 ducats for the best red area, 1 tower and 2 crests at A1.",
        ),
        (
            DucatsPaid(("KC-080",), 0, "red", (), 0, 0, 0, 0),
            "Ducat day: Ada gets nothing for red, which has no tower, and there is no roof.",
        ),
        (
            FinalPaid(("KC-104",), 3, "red", 2, 1, 3),
            "At the end Di gets 3 ducats for red: 2 towers and 1 crest.",
        ),
        (
            MatchEnded(("KC-100",), (0, 2), ("red", "orange"), 30),
            "Ada and Cy built the last red and orange floors in turn 30, so the match ends.",
        ),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert event.tell(("Ada", "Ben", "Cy", "Di").__getitem__) == sentence


def test_the_evaluation_ends_with_the_truth(pinned: KiltCastle, watch: Watch) -> None:
    for seats in (2, 3, 4):
        for moment in watch(pinned, seats, {}, seats):
            state = pinned.from_dict(moment.after)
            values = [pinned.evaluate(state, seat) for seat in range(seats)]
            assert sum(values) == pytest.approx(1.0)
        outcome = pinned.outcome(state)
        assert outcome is not None
        share = 1 / len(outcome.winners)
        assert values == [share if seat in outcome.winners else 0.0 for seat in range(seats)]


def test_looking_one_move_ahead_beats_chance(pinned: KiltCastle) -> None:
    won = 0.0
    matches = 30
    for number in range(matches):
        lot = SeededChance("greedy", number)
        state = pinned.setup(2, {}, lot).state
        me = number % 2
        while decisions := pinned.decisions(state):
            seat = decisions[0].seat
            moves = list(pinned.legal_moves(state, seat))
            if seat == me:
                values = []
                for move in moves:
                    after = state.copy()
                    pinned.advance(after, seat, move, lot)
                    values.append(pinned.evaluate(after, seat))
                move = moves[values.index(max(values))]
            else:
                move = moves[lot.below(len(moves))]
            pinned.advance(state, seat, move, lot)
        won += pinned.evaluate(state, me)
    assert won >= 0.8 * matches
