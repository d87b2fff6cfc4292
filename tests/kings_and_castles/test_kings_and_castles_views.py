"""What a seat is shown: sealed choices, coins, the drawing; and states read from data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulekeep.bots.greedy import GreedyBot
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import DataError
from rulekeep.games.kings_and_castles import GAME

NAMES = ("Ann", "Bob", "Cid", "Dee")


def given(**data: Any) -> Any:
    return GAME.from_dict(data)


def test_sealed_choices_are_dealt_again() -> None:
    state = given(seats=3, phase="filling")
    chance = SeededChance(1)
    GAME.advance(state, 2, GAME.parse("take 4k 2f"), chance)
    dealt = {
        GAME.to_dict(GAME.determinize(state, 0, chance))["choices"][2]["taken"] for _ in range(9)
    }
    assert len(dealt) > 1
    assert GAME.determinize(state, 2, chance) == state
    assert "take 4k 2f" not in json.dumps(GAME.observation(state, 0))
    assert "take 4k 2f" not in json.dumps(GAME.observation(state, None))
    assert "take 4k 2f" in json.dumps(GAME.observation(state, 2))
    assert "has chosen (hidden)" in GAME.render(state, 0, Look()).text()


def test_coins_of_others_are_not_shown_but_known() -> None:
    state = given(seats=3, box=2, phase="tax", money=[47, 38, 20])
    assert GAME.observation(state, 0)["money"] == [47, 38, 20]
    assert GAME.observation(state, 0)["tax_track"] == [7, 8, 0]
    text = GAME.render(state, 0, Look()).text()
    assert "money 47" in text
    assert "money …8" in text
    assert "38" not in text
    assert [score.total for score in GAME.standing(state, 1)] == [7, 38, 0]
    assert GAME.determinize(state, 0, SeededChance(0)) == state


def test_everything_is_shown_at_the_end() -> None:
    state = given(seats=3, phase="over", money=[47, 38, 20])
    assert [score.total for score in GAME.standing(state, None)] == [47, 38, 20]
    assert "money 38" in GAME.render(state, 0, Look()).text()
    assert [GAME.evaluate(state, seat) for seat in range(3)] == [1, 0, 0]
    shared = given(seats=3, phase="over", money=[47, 47, 20])
    assert [GAME.evaluate(shared, seat) for seat in range(3)] == [0.5, 0.5, 0]


ATTACKING = {
    "seats": 4,
    "box": 10,
    "active": "blue",
    "regions": {
        "dublin": "blue foot",
        "galway": "black archer, castle 2",
        "armagh": "black knight",
    },
    "arrays": {"blue": {"pink-knight": 1, "blue-foot": 1, "merc1": 1}},
    "bonus": {"blue": {"castle3": 1}},
    "aside": {"green-archer": 2},
    "tax": {"green": 1},
}


@pytest.mark.parametrize("width", [80, 120])
def test_the_drawing_shows_the_whole_table(width: int) -> None:
    state = given(**ATTACKING)
    text = GAME.render(state, 0, Look(width=width, names=NAMES)).text()
    for region in GAME.board.regions:
        assert region.name in text
        assert region.code in text
    for country in GAME.board.countries:
        assert country.name.upper() in text
    for box in GAME.board.boxes:
        assert box.title in text
    assert "▶10 John" in text
    assert "IRELAND ♔" in text
    assert "contested, 4 x" in text
    assert "GAL xa⌂2   4+" in text
    assert "DUB Bf" in text
    assert "Targets: Canterbury (needs 2) P  Winchester (needs 2) P  Armagh (needs 4) P" in text
    assert "bonus of 1: 1⌂3" in text
    assert "TAX ■□□" in text
    assert "2 set aside: G 2a" in text
    for name in NAMES:
        assert name in text


@pytest.mark.parametrize("rows", [20, 21, 22, 23])
def test_a_low_window_keeps_what_the_active_player_needs(rows: int) -> None:
    state = given(**ATTACKING)
    drawn = GAME.render(state, 0, Look(width=80, height=rows, names=NAMES))
    text = drawn.text()
    assert drawn.height <= rows
    assert all(region.code in text for region in GAME.board.regions)
    assert "box 10 of 24" in text
    assert "GAL1  xa⌂2 4+" in text
    assert "IRELAND ♔ 4 x" in text
    assert "array of 3: B 1f  P 1k  1m1  bonus of 1: 1⌂3" in text
    assert "Galway (needs 4) P  Limerick (needs 3) BP" in text


def test_the_short_row_of_kings_can_be_pointed_at() -> None:
    drawn = GAME.render(given(**ATTACKING), 0, Look(width=80, height=24, names=NAMES))
    kings = [place for place in drawn.places if place.name.startswith("crown ")]
    assert kings
    assert "Kings: " in drawn.text()
    for place in kings:
        box = place.name.removeprefix("crown ")
        shown = drawn.lines()[place.y][place.x : place.x + place.width]
        assert shown.lstrip("▶").startswith(f"{box} ")
        assert place.what.startswith(GAME.board.boxes[int(box) - 1].title)


def test_panels_go_one_by_one_as_the_window_gets_lower() -> None:
    state = given(**ATTACKING)
    heights = [GAME.render(state, 0, Look(width=80, height=rows)).height for rows in range(14, 90)]
    assert heights == sorted(heights)
    assert all(
        drawn <= rows for drawn, rows in zip(heights, range(14, 90), strict=True) if rows > 17
    )
    assert heights[-1] == GAME.render(state, 0, Look(width=80)).height
    middle = GAME.render(state, 0, Look(width=80, height=58)).text()
    assert "portcullis" not in middle
    assert "Canterbury" in middle


@pytest.mark.parametrize("width", [40, 47, 60, 75, 76, 79, 100, 118])
@pytest.mark.parametrize("rows", [0, 12, 30])
def test_every_step_is_drawn_within_the_width(width: int, rows: int) -> None:
    look = Look(width=width, height=rows, names=("Bartholomew of Wallingford", *NAMES[1:]))
    chance, lot = SeededChance("drawn", width), SeededChance("lot", rows)
    seats = 2 + width % 3
    state = GAME.setup(seats, {"variant": "short"}, chance).state
    number = 0
    while decisions := GAME.decisions(state):
        seat = decisions[0].seat
        if number % 7 == 0:
            for viewer in (None, seat):
                lines = GAME.render(state, viewer, look).lines()
                assert max(map(len, lines)) <= width
                assert all(any(r.code in line for line in lines) for r in GAME.board.regions)
        moves = GAME.legal_moves(state, seat)
        GAME.advance(state, seat, moves[lot.below(len(moves))], chance)
        number += 1


def test_only_the_active_player_sees_what_he_can_attack() -> None:
    state = given(**ATTACKING)
    for viewer in (1, None):
        text = GAME.render(state, viewer, Look(width=120)).text()
        assert "Targets:" not in text
        assert "xa⌂2   4+" not in text


def test_the_drawing_is_plain_ascii_on_demand() -> None:
    state = given(**ATTACKING)
    lines = GAME.render(state, 0, Look(width=80)).lines(ascii=True)
    assert all(line.isascii() and len(line) <= 80 for line in lines)
    assert any("GAL xa^2   4+" in line for line in lines)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"seats": 5}, "more than 4"),
        ({"phase": "tea"}, "not one of"),
        ({"regions": {"dublin": "blue wizard"}}, "not like"),
        ({"regions": {"atlantis": "blue foot"}}, "not one of"),
        ({"regions": {"dublin": "blue foot, castle 4"}}, "not like"),
        ({"arrays": {"blue": {"merc3": 9}}}, "the box has 8"),
        ({"arrays": {"blue": {"merc3": 999}}}, "more than 255"),
        ({"arrays": {"teal": {}}}, "not one of"),
        ({"bonus": {"green": {"merc3": 1}}}, "only the active house"),
        ({"box": 25}, "more than 24"),
        ({"box": 0}, "less than 1"),
        ({"box": 3, "active": None}, "active house"),
        ({"phase": "over", "box": 3}, "over after box 24"),
        ({"phase": "succession", "box": 3}, "no succession after box 3"),
        ({"phase": "succession", "crowns": {"9": "blue"}}, "no crown can lie on box 9"),
        ({"crowns": {"2": "blue"}}, "box 3 needs a crown"),
        ({"spent": {"blue": 2}}, "1 crowns are spent"),
        ({"phase": "filling", "filling": "restock"}, "no filling 'restock' after box 0"),
        ({"seats": 3, "phase": "filling", "filling": "section bonus", "crowns": {"6": "green"}}, "no filling 'section bonus'"),
        ({"further": "england"}, "another than the king's"),
        ({"money": [1, 2]}, "4 seats"),
        ({"households": {"blue": {"knight": 5}}}, "more than 4"),
        ({"phase": "tax", "tax": {"blue": 0}}, "nobody has anything to decide"),
        ({"phase": "overflow"}, "nobody has anything to decide"),
        ({"phase": "auction", "auction": {"passed": [1, 2, 3]}}, "all but one"),
        ({"phase": "auction", "auction": {"bids": {"1": {"blue-knight": 1}}, "bidder": 1}}, "own households"),
        ({"phase": "auction", "turn": 1, "auction": {"bids": {"0": {"blue-knight": 5}}, "bidder": 0}}, "more than its household"),
        ({"phase": "auction", "regions": {"rouen": "blue foot"}}, "entered the map"),
        ({"bag": {"merc3": 1}}, "4 blue-knight are on the table, the box has 6"),
        ({"drawn": "knight"}, "during the set-up only"),
        ({"colour": 1}, "unknown key"),
        ({"phase": "auction", "turn": 2, "auction": {"bids": {"0": {"blue-knight": 4}, "1": {"green-archer": 1}}, "bidder": 1}}, "highest"),
        ({"phase": "auction", "regions": {"dublin": "black archer, castle 2"}}, "before the first turn"),
        ({"phase": "auction", "aside": {"merc1": 1}}, "before the first turn"),
        ({"phase": "filling", "money": [1, 0, 0, 0]}, "before the first turn"),
        ({"phase": "auction", "tax": {"blue": 1}}, "before the first turn"),
        ({"phase": "auction", "start": "green"}, "start house"),
        ({"start": "green"}, "start house"),
        ({"phase": "succession", "crowns": {"3": "blue"}}, "box 1 is taken first"),
        ({"box": 6, "active": "blue", "bonus": {"blue": {"merc1": 2}}}, "bonus of 1"),
        ({"stormed": ["dublin", "rouen"], "further": "france", "attacks": 2}, "third country"),
        ({"stormed": ["london"], "attacks": 0}, "at least 1 attack"),
        ({"razed": ["london"]}, "attacked regions"),
        ({"taxed": True}, "no tax"),
        ({"castle_mark": 5}, "no castle"),
        ({"phase": "castles", "arrays": {"blue": {"castle1": 1}}, "castle_mark": 96}, "more than"),
    ],
)  # fmt: skip
def test_impossible_tables_are_refused(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        GAME.from_dict(data)


def test_greedy_beats_random() -> None:
    """A small sample of what the benchmark measures over 200 matches.

    Landing needs no coast here: random play often loses all coasts, which leaves nothing to win.
    """
    options = {"variant": "short", "enemy_setup": "random", "anchor_origin": "free"}
    won = 0
    for match in range(10):
        chance, lot = SeededChance("greedy", match), SeededChance("random", match)
        state = GAME.setup(2, options, chance).state
        bot = GreedyBot(seed=match)
        while decisions := GAME.decisions(state):
            seat = decisions[0].seat
            moves = GAME.legal_moves(state, seat)
            clever = seat == match % 2
            move = bot.choose(GAME, state, seat).move if clever else moves[lot.below(len(moves))]
            GAME.advance(state, seat, move, chance)
        outcome = GAME.outcome(state)
        assert outcome is not None
        won += outcome.winners == (match % 2,)
    assert won >= 9
