"""Drawings of the table: every window gets one it can hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Canvas, Look, to_ascii
from rulekeep.core.text import plural
from rulekeep.games.carcassonne_castle import GAME, CarcassonneCastle
from rulekeep.games.carcassonne_castle.box.tiles import COURT
from rulekeep.games.carcassonne_castle.moves import PlaceTile
from rulekeep.games.carcassonne_castle.state import COLOURS, DOUBLE, PLACE, State
from rulekeep.games.carcassonne_castle.view.block import picture
from rulekeep.games.carcassonne_castle.view.text import SEAT_STYLES

Watch = Callable[..., Iterator[Any]]


def test_every_tile_shows_what_it_is_made_of() -> None:
    signs = {0: "═║╔╗╚╝╠╣╦╩╬○⌂*", 1: "▓", 2: "░", 3: "·$"}
    for oriented in GAME.box.oriented:
        for size in ((11, 5), (7, 3)):
            shown = picture(oriented.segments, *size)
            rows = ["".join(text for text, _ in row) for row in shown.rows]
            assert [len(row) for row in rows] == [size[0]] * size[1]
            text = "".join(rows)
            for segment in oriented.segments:
                assert set(signs[segment.type]) & set(text)
            assert text.count("$") == sum(s.markets for s in oriented.segments)
            assert text.count("○") == sum(s.well for s in oriented.segments)
            assert ("*" in text) == any(s.inner_end == "square" for s in oriented.segments)
            assert len(set(shown.spots)) == len(shown.spots)


@pytest.mark.parametrize("ascii", [False, True])
def test_followers_keeps_and_towers_are_drawn(ascii: bool) -> None:
    state = GAME.from_dict(
        {
            "board": {"2,8": "A03 r0", "2,7": "A05 r2", "2,1": "C08 r0"},
            "followers": [["2,1 path N", "2,7 court E"], ["2,7 tower N"]],
            "keeps": [{"size": 3, "at": "2,8 house N"}, None],
            "wall_tiles": [[], [2]],
            "scores": [31, 102],
            "drawn": "A11",
        }
    )
    text = GAME.render(state, 0, Look(80, ascii=ascii, names=("Ann", "Bob"))).text(ascii)
    there, gone = ("15#", "12o") if ascii else ("15■", "12□")
    for sign in (there, gone, "[8,0]", "31 points", "Ann", "Bob"):
        assert sign in text
    assert "space 2 of lap 2" in text
    assert "2 (doubles a tower" in text
    assert not ascii or text.isascii()


@pytest.mark.parametrize("height", [0, 40, 24, 16])
def test_signs_are_the_same_at_every_size(height: int) -> None:
    """Board, panel and legend agree, whatever the size of the tiles."""
    state = GAME.from_dict(
        {
            "board": {"2,8": "A03 r0", "2,7": "A05 r2", "2,1": "C08 r0", "9,7": "E01 r0"},
            "followers": [["2,1 path N", "2,7 court E"], ["2,7 tower N"]],
            "keeps": [{"size": 3, "at": "2,8 house N"}, None],
            "drawn": "E01",
        }
    )
    canvas = GAME.render(state, 0, Look(80, height=height))
    drawn = [text for spans in canvas.spans() for text, style in spans if style in SEAT_STYLES]
    assert sorted("".join(drawn)) == sorted("HMkB")
    legend = " ".join(GAME.legend(state, 0))
    for sign in ("H K S M", "h k s m", "B W", "* square", "○ well", "$ market"):
        assert sign in legend
    assert "*" in canvas.text()
    assert "[+]" not in canvas.text()


@pytest.mark.parametrize("height", [0, 16, 22, 40])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_drawings_fit_their_width(watch: Watch, width: int, height: int) -> None:
    names = ("A name of forty characters, the longest", "B")
    for number, moment in enumerate(watch({}, 5)):
        if number % 11 == 0:
            for ascii in (False, True):
                look = Look(width, ascii, names, height)
                canvas = GAME.render(moment.state, None, look)
                assert max(map(len, canvas.lines())) <= width
                assert "?" not in to_ascii(canvas.text())


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("height", [16, 20, 22, 29, 40])
def test_drawings_fit_low_windows(watch: Watch, width: int, height: int) -> None:
    """Whatever the step; with all that a move is chosen by."""
    for options in ({}, {"wall_use_turn": "any_scoring"}):
        for number, moment in enumerate(watch(options, 11)):
            if number % 9 and moment.after["phase"] in ("place", "follower"):
                continue
            state = moment.state
            canvas = GAME.render(state, None, Look(width, height=height, names=("Ann", "Bob")))
            text = canvas.text()
            assert canvas.height <= height
            for points in state.score:
                assert plural(points, "point") in text
            followers = _signs_on(canvas)
            assert followers == Counter(man & 1 for man in state.men)
            if state.phase == PLACE:
                assert GAME.box.kinds[state.drawn] in text
                for move in GAME.legal_moves(state, state.active):
                    assert isinstance(move, PlaceTile)
                    assert f"[{GAME.box.cell_names[move.cell]}]" in text


def _signs_on(canvas: Canvas) -> Counter[int]:
    """The followers drawn, by seat: a letter each, capital for Black."""
    found: Counter[int] = Counter()
    for spans in canvas.spans():
        for text, style in spans:
            if style in SEAT_STYLES:
                letters = ("HKSM", "hksm")[SEAT_STYLES.index(style)]
                found[SEAT_STYLES.index(style)] += sum(char in letters for char in text)
    return +found


def test_the_worst_of_panels_fits_sixteen_rows() -> None:
    """Many wall tiles, keeps and long names, while a follower may stand almost everywhere."""
    state = GAME.from_dict(
        {
            "phase": "follower",
            "board": {"2,1": "E03 r1", "2,8": "A03 r0", "2,7": "A05 r2"},
            "last": "2,1",
            "wall_tiles": [[1, 1, 2, 2, 3, 3, 4, 4, 5], [5, 6, 7, 8]],
            "towers": [],
            "scores": [199, 188],
            "keeps": [{"size": 13}, {"size": 3, "at": "2,8 house N"}],
        }
    )
    names = ("A name of forty characters, the longest", "B")
    for ascii in (False, True):
        canvas = GAME.render(state, 0, Look(80, ascii, names, 16))
        assert canvas.height <= 16
        assert "wall tiles 1 1 2 2 3 3" in canvas.text()
        assert "path N" in canvas.text()


def test_low_tiles_show_what_they_are_made_of() -> None:
    signs = {0: "═║╔╗╚╝╠╣╦╩╬○⌂*", 1: "▓", 2: "░", 3: "·$"}
    for oriented in GAME.box.oriented:
        for width, height in product((5, 7, 11), (1, 2)):
            for ascii in (False, True):
                shown = picture(oriented.segments, width, height, ascii)
                rows = ["".join(text for text, _ in row) for row in shown.rows]
                assert [len(row) for row in rows] == [width] * height
                text = "".join(rows)
                for segment in oriented.segments:
                    assert segment.type == COURT or set(signs[segment.type]) & set(text)
                assert text.count("$") == sum(s.markets for s in oriented.segments)
                assert text.count("○") == sum(s.well for s in oriented.segments)
                assert ("*" in text) == any(s.inner_end == "square" for s in oriented.segments)
                assert all(0 <= x < width and 0 <= y < height for x, y in shown.spots)


@pytest.mark.parametrize(
    ("tile", "ascii", "row"),
    [
        ("E04 r0", False, "═░╦══"),
        ("E04 r0", True, "═░╦║═"),
        ("C02 r1", False, "═░○░═"),
        ("A03 r0", False, "$░░░·"),
        ("D05 r1", False, "══╝▓░"),
        ("D05 r1", True, "═║╝▓░"),
    ],
)
def test_a_tile_in_a_row_is_read_west_north_middle_south_east(
    tile: str, ascii: bool, row: str
) -> None:
    kind, rotation = GAME.box.kind_of[tile[:3]], int(tile[-1])
    segments = GAME.box.oriented[4 * kind + rotation].segments
    (shown,) = picture(segments, 5, 1, ascii).rows
    assert "".join(text for text, _ in shown) == row


@pytest.fixture(scope="module")
def doublings(watch: Watch) -> list[State]:
    """Where a player is asked about a doubling, in the first match with such a question."""
    for seed in range(300):
        moments = watch({"wall_use_turn": "any_scoring"}, seed)
        if found := [one.state.copy() for one in moments if one.state.phase == DOUBLE]:
            return found
    raise AssertionError("nobody was asked about a doubling")


@pytest.mark.parametrize("height", [0, 40, 22, 16])
def test_the_mark_shows_who_must_decide(doublings: list[State], height: int) -> None:
    """Also where the other player is asked about a doubling."""
    for state in doublings:
        (decision,) = GAME.decisions(state)
        assert decision.seat != state.active
        text = GAME.render(state, None, Look(80, height=height)).text()
        assert f"▶ {COLOURS[decision.seat]}" in text
        assert text.count("▶") == 1
        assert f"Turn {state.turn} of {COLOURS[state.active]}" in text


def test_every_wall_tile_is_named_at_any_width() -> None:
    state = GAME.from_dict({"wall_tiles": [[1, 1, 2, 4, 5, 6, 7, 8, 9], []], "drawn": "A11"})
    for width in (80, 120):
        text = " ".join(GAME.render(state, 0, Look(width)).text().split())
        assert "1 twice (another turn)" in text
        assert "7 (4 points per market in one court), 8 (keep larger by 2), 9 (5 points)" in text


def test_drawings_make_do_with_the_rows_there_are() -> None:
    state = GAME.from_dict({"drawn": "A11"})
    rows = {height: GAME.render(state, 0, Look(120, height=height)) for height in (0, 70, 52, 30)}
    assert "░ house" in rows[0].text()
    assert rows[70].height <= 70
    assert rows[52].height <= 52
    assert rows[30].height <= 30
    assert "░ house" in rows[30].text()


def test_a_small_castle_is_drawn_too(small: CarcassonneCastle) -> None:
    state = small.setup(2, {}, SeededChance(1)).state
    text = small.render(state, None, Look(80)).text()
    assert "[1,0]" in text
    assert "2■" in text
