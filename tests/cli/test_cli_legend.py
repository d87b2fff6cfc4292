"""The legend of every game: each sign is explained once, and signs are the same at every size."""

from __future__ import annotations

import re

import pytest

import rulekeep
from rulekeep.cli.table.fullscreen.layout import frame
from rulekeep.core.drawing.canvas import Look
from rulekeep.games.carcassonne_castle.view.block import picture
from rulekeep.match.match import Match

SHIPPED = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_legend_says_everything_once(name: str) -> None:
    game = rulekeep.games()[name]
    match = Match.new(name, game.seats[-1], "legend")
    for number in range(40):
        seat = match.decisions[0].seat
        items = [
            item.replace(" ", "")
            for line in game.legend(match.state, seat)
            for item in re.split(r" · |  +", line)
        ]
        assert len(items) == len(set(items)) > 4
        meanings = [item.partition(":")[2] for item in items if ":" in item]
        assert len(meanings) == len(set(meanings))
        if match.is_over:
            return
        legal = match.legal_moves(seat)
        match.play(legal[number * 7 % len(legal)], seat)


def signs(text: str) -> set[str]:
    """The signs of a drawing: what is neither a word nor a number nor a frame."""
    text = re.sub(r"(?<=\S) · ", "  ", text)  # a dot between two texts
    return {
        c for c in text if (c in "$#" or not c.isascii()) and not "\u2500" <= c <= "\u257f"
    } - set("…×")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_legend_explains_what_is_drawn_in_every_window(name: str) -> None:
    game = rulekeep.games()[name]
    match = Match.new(name, game.seats[-1], "signs")
    frames = [frame(*size) for size in ((40, 12), (80, 24), (100, 30), (160, 50))]
    drawn: set[str] = set()
    explained: set[str] = set()
    for number in range(10_000):
        seat = 0 if match.is_over else match.decisions[0].seat
        if number % 9 == 0 or match.is_over:
            found = signs("\n".join(game.legend(match.state, seat)))
            for size in frames:
                look = Look(width=size.draw_width, height=size.board)
                shown = signs(game.render(match.state, seat, look).text())
                assert not shown - found, (size, number)
                drawn |= shown
            explained |= found
        if match.is_over:
            break
        legal = match.legal_moves(seat)
        match.play(legal[number * 7919 % len(legal)], seat)
    assert drawn == explained


def test_carcassonne_draws_the_tile_in_hand_as_it_will_be_on_the_board() -> None:
    match = Match.new("carcassonne_castle", 2, "7")
    state = match.state
    text = match.game.render(state, 0, Look(width=80, height=17)).text()
    for rotation in range(4):
        tile = state.terms.box.oriented[4 * state.drawn + rotation]
        (row,) = picture(tile.segments, 5, 1).rows
        assert "".join(chars for chars, _ in row) in text
