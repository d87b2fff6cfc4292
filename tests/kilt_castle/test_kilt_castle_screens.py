"""The drawing on screens of many sizes: never too wide, low enough, and nothing that matters lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.kilt_castle.positions import BUILDING, ROOF_TO_CHOOSE

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import DataError
from rulekeep.games.kilt_castle import KiltCastle
from rulekeep.games.kilt_castle.box.pieces import DRAWN, LETTERS
from rulekeep.games.kilt_castle.state import State

Watch = Callable[..., Iterator[Any]]

SIZES = [(width, height) for width in (40, 60, 80, 120) for height in (0, 18, 22, 40)]
LONG_NAMES = tuple(
    f"{name} with a very long name" for name in ("Alice", "Bertha", "Conny", "Doris")
)
SINGLES = ["R", "O", "L", "D"]
DOUBLES = ["R/O", "L/R", "D/R", "L/O", "D/O", "L/D"]


def needs(game: KiltCastle, state: State, lines: list[str]) -> Iterator[str]:
    """Everything essential that the drawing does not show."""
    text = "\n".join(lines)
    for cell in game.board.cells:
        name = game.board.name(cell)
        places = [(y, line.index(name)) for y, line in enumerate(lines) if f"│{name}" in line]
        if len(places) != 1:
            yield f"the cell {name}"
        elif state.towers[cell]:
            y, x = places[0]
            top = LETTERS[state.top_colour(cell)] + "★" * state.top_crests(cell)
            tower = rf"{top} *{state.heights[cell]}\b"
            one, two = lines[y][x:], lines[y + 1][x:]
            sign = "⌂" if state.is_roofed(cell) else "[ ▶]"
            in_one_line = re.match(name + sign + tower, one)
            if not in_one_line and not re.match(r"[ ⌂]?" + tower, two):
                yield f"the tower on {name}"
            if state.is_roofed(cell) and "⌂" not in (one + "│")[: one.index("│")] + two[:1]:
                yield f"the roof on {name}"
    for seat, purse in enumerate(state.bank.purses):
        if not re.search(rf"(?<![\w★]){purse}(?![\w★])", text):
            yield f"the ducats of seat {seat}"
    if not re.search(rf"[▶▼◀▲]{state.front}\b", text):
        yield "the front"
    for card in state.terms.cards:
        if not re.search(rf"(?<![\w/]){DRAWN[state.lying(card)]}(?![\w/★])", text):
            yield f"the card {DRAWN[state.lying(card)]}"
    for decision in game.decisions(state):
        if "▶" + LONG_NAMES[decision.seat][:5] not in text.replace("▶ ", "▶"):
            yield "who must do what"


def assert_drawn(game: KiltCastle, state: State, width: int, height: int) -> None:
    canvas = game.render(state, 0, Look(width=width, height=height, names=LONG_NAMES))
    lines = canvas.lines()
    assert list(needs(game, state, lines)) == [], canvas.text()
    assert canvas.width <= width
    if width >= 80 and height >= 18:
        assert canvas.height <= height, canvas.text()
    plain = canvas.text(ascii=True)
    assert plain.isascii()
    assert "?" not in plain


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_on_every_screen(pinned: KiltCastle, watch: Watch, seats: int) -> None:
    moments = list(watch(pinned, seats, {"bank_limit": 888}, seats))
    for moment in [*moments[:3], *moments[3::11], moments[-1]]:
        state = pinned.from_dict(moment.after)
        for width, height in SIZES:
            assert_drawn(pinned, state, width, height)


def spread(lot: SeededChance, board_positions: int) -> dict[str, list[str]]:
    """The cards anywhere round the board, in long rows rather than short ones."""
    pile = SINGLES + DOUBLES
    rows: dict[str, list[str]] = {}
    while pile:
        position = str(lot.below(board_positions))
        row = rows.setdefault(position, [])
        for _ in range(min(len(pile), 4 - len(row))):
            row.append(pile.pop(lot.below(len(pile))))
    return rows


def high_towers(lot: SeededChance, game: KiltCastle) -> dict[str, str]:
    """All floors of the game but a few, on five cells or so."""
    floors = [f"{c}{n}" for c in SINGLES for n, left in enumerate((10, 3, 2)) for _ in range(left)]
    towers: dict[str, list[str]] = {}
    cells = [game.board.name(cell) for cell in game.board.cells]
    chosen = [cells[lot.below(len(cells))] for _ in range(5)]
    while len(floors) > 4:
        floor = floors.pop(lot.below(len(floors)))
        towers.setdefault(chosen[lot.below(5)], []).append(floor)
    return {name: " ".join(tower) for name, tower in towers.items()}


def extreme(game: KiltCastle, seed: int) -> State:
    """A table hardly ever seen: long rows of cards, towers of ten floors and more, both roofs."""
    lot = SeededChance("extreme", seed)
    while True:
        cards = spread(lot, game.board.positions)
        towers = high_towers(lot, game)
        data = {
            "cards": cards,
            "front": int(next(iter(cards))),
            "towers": towers,
            "roofs": sorted(towers)[:2],
            "ducats": [lot.below(900) for _ in range(4)],
        }
        try:
            return game.from_dict(data)
        except DataError:
            continue


@pytest.mark.parametrize("seed", range(12))
def test_extreme_tables_on_every_screen(pinned: KiltCastle, seed: int) -> None:
    state = extreme(pinned, seed)
    assert max(state.heights) > 9
    for width, height in SIZES:
        assert_drawn(pinned, state, width, height)


@pytest.mark.parametrize(
    "cards",
    [
        {"4": SINGLES, "10": DOUBLES[:4], "7": DOUBLES[4:]},
        {"4": SINGLES, "10": DOUBLES[:4], "16": DOUBLES[4:5], "6": DOUBLES[5:]},
        {"4": SINGLES, "10": DOUBLES[:3], "7": DOUBLES[3:]},
        {"17": SINGLES, "7": DOUBLES[:4], "2": DOUBLES[4:]},
        {"17": SINGLES, "2": DOUBLES[:4], "12": DOUBLES[4:]},
        {"17": DOUBLES[:2], "7": DOUBLES[2:4], "2": SINGLES, "12": DOUBLES[4:]},
    ],
)
def test_every_way_to_need_much_room(pinned: KiltCastle, cards: dict[str, list[str]]) -> None:
    state = pinned.from_dict({"cards": cards, "front": int(min(cards, key=int))})
    for width, height in SIZES:
        assert_drawn(pinned, state, width, height)


def test_every_card_is_seen_where_it_lies(pinned: KiltCastle) -> None:
    """Cards that change places change the picture, and so does a front elsewhere."""
    rows = {
        "18": ["O", "L", "D/R"],
        "0": ["R/O", "L/O", "D"],
        "6": ["L/D", "R"],
        "12": ["D/O", "L/R"],
    }
    order = [(position, place) for position, row in rows.items() for place in range(len(row))]
    tables = [{"cards": rows, "front": front} for front in (0, 6)]
    for (one, i), (other, j) in zip(order, order[1:] + order[:1], strict=True):
        cards = {position: row[:] for position, row in rows.items()}
        cards[one][i], cards[other][j] = cards[other][j], cards[one][i]
        tables.append({"cards": cards, "front": 0})
    states = [pinned.from_dict(table) for table in tables]
    for width, height in SIZES:
        look = Look(width=width, height=height)
        texts = {pinned.render(state, None, look).text() for state in states}
        assert len(texts) == len(states)


def test_a_build_on_a_small_screen(pinned: KiltCastle) -> None:
    state = pinned.from_dict(BUILDING)
    lines = pinned.render(state, 0, Look(height=18)).lines()
    assert lines[0] == "Turn 1 · seal: Player 1 · 1 roof left · ducat day"
    assert lines[1] == "Player 1 builds for red (R at 18): A2 1, B2 0, C2 free, D2 2."
    text = "\n".join(lines)
    assert "    R r/D ▲18│A2▶L  1│B2▶R  1│C2▶·   │D2▶D  2│E2 ·   │6" in text
    assert "│E3⌂D★★4│7" in text
    assert "▶ Player 1 (you)" in text
    assert "R red         9  3★ 2★★ worth  1 = 1♜" in text


def test_a_roof_to_choose_on_a_small_screen(pinned: KiltCastle) -> None:
    state = pinned.from_dict(ROOF_TO_CHOOSE)
    low = pinned.render(state, None, Look(height=18)).text()
    assert "Player 4 chooses the roof to move to E3: E1 or E2." in low
    narrow = pinned.render(state, None, Look(width=40)).text()
    assert "│E1  ▶│" in narrow
    assert "▶: may be taken" in narrow


def test_more_rows_show_more(pinned: KiltCastle) -> None:
    state = pinned.from_dict(
        {"cards": {"4": SINGLES, "10": DOUBLES[:4], "7": DOUBLES[4:]}, "front": 4}
    )
    lowest = pinned.render(state, 0, Look(height=18)).text()
    low = pinned.render(state, 0, Look(height=21)).text()
    high = pinned.render(state, 0, Look()).text()
    assert "3★ 2★★" in lowest
    assert "worth" not in lowest
    assert "worth" in low
    assert "in stock" not in low
    assert "worth on a ducat day" in high
    assert "R/o: the card R/O, red faces the board" in high


def test_other_boards_fit_too(corrected: KiltCastle, ring: KiltCastle, watch: Watch) -> None:
    for game in (corrected, ring):
        for moment in list(watch(game, 4, {}, 3))[::13]:
            state = game.from_dict(moment.after)
            for width, height in SIZES:
                assert_drawn(game, state, width, height)
