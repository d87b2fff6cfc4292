"""The board file: what it says, and what the loader says of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import parse_documents, read_yaml
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import DataError
from rulekeep.games.kilt_castle import GAME, KiltCastle
from rulekeep.games.kilt_castle.box.board import Board
from rulekeep.games.kilt_castle.box.pieces import ALL_DUCATS, CARDS, FLOORS, card_name

HERE = Path(__file__).parent
PINNED = (HERE / "board_pinned" / "board.yaml").read_text(encoding="utf-8")


def board_of(text: str) -> Board:
    (root,) = parse_documents(text, "board.yaml")
    return Board(root)


def line_of(text: str, needle: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if needle in line)


def test_the_pinned_board_has_22_cells_and_20_positions(pinned: KiltCastle) -> None:
    board = pinned.board
    assert len(board.cells) == 22
    assert board.positions == 20
    assert board.names(sum(1 << cell for cell in board.missing)) == []
    assert [board.name(cell) for cell in board.missing] == ["E4", "D5", "E5"]
    assert board.start == {4: 0, 3: 1, 2: 2, 1: 3}
    assert board.warnings == []


def test_every_cell_is_on_two_lines_seen_from_both_ends(pinned: KiltCastle) -> None:
    for cell in pinned.board.cells:
        crossing = [line for line in pinned.board.lines if cell in line]
        assert len(crossing) == 4
        assert sorted(crossing) == sorted(line[::-1] for line in crossing)


def test_the_scenarios_use_the_same_pinned_board() -> None:
    games = Path(__file__).parents[2] / "games" / "kilt_castle"
    scenarios = games / "scenarios" / "pinned" / "board.yaml"
    assert read_yaml(scenarios).plain() == parse_documents(PINNED, "pinned")[0].plain()


def test_the_shipped_board_is_sound_and_has_provenance() -> None:
    assert GAME.board.warnings == []
    data = {datum for datum, _ in GAME.provenance()}
    assert {"grid", "missing", "edge", "start_positions", "floors", "coins"} <= data


def test_the_box() -> None:
    assert FLOORS == (11, 3, 2)
    assert ALL_DUCATS == 888
    (limit,) = (option for option in GAME.options if option.name == "bank_limit")
    assert limit.values == (None, ALL_DUCATS)
    assert [card_name(card) for card in CARDS] == [
        *("R", "O", "L", "D"),
        *("R/O", "R/L", "R/D", "O/L", "O/D", "L/D"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("[A1, A2, A3, A4, A5]", "[A1, A2, A3, A4, F5]", "A4, F5", "no cell of the 5×5 grid"),
        ("[A1, A2, A3, A4, A5]", "[A1, A2, A3, A4, E5]", "A4, E5", "is missing from the"),
        ("[A1, A2, A3, A4, A5]", "[A1, A2, A3, A4, A2]", "A4, A2", "in this line twice"),
        ("[A1, A2, A3, A4, A5]", "nothing", "nothing", "expected a list"),
        ("1: 3}", "1: 20}", "1: 20", "20 is no edge position; they run from 0 to 19"),
        ("1: 3}", "1: 2}", "1: 2}", "two start rows lie at the position 2"),
        ("2: 2, 1: 3}", "2: 2}", "start_positions", "the key '1' is missing"),
        ("[E4, D5, E5]", "[E4, D5, E4]", "[E4, D5", "listed as missing twice"),
        ("[E4, D5, E5]", "[E4, D5, E9]", "[E4, D5", "no cell of the 5×5 grid"),
        ("columns: 5", "columns: 90", "columns: 90", "90 is more than 8"),
        ("cells: 22", "seats: 22", "seats: 22", "unknown key 'seats'"),
        ("game: kilt_castle", "game: castle_keep", "game: castle", "a board of castle_keep"),
    ],
)
def test_wrong_boards_are_refused_with_their_line(
    old: str, new: str, where: str, what: str
) -> None:
    assert old in PINNED
    text = PINNED.replace(old, new, 1)
    with pytest.raises(DataError) as error:
        board_of(text)
    assert error.value.where == f"board.yaml:{line_of(text, where)}"
    assert what in error.value.what


def test_a_cell_that_no_line_reaches_is_refused() -> None:
    text = "missing: []\ngrid: {columns: 2, rows: 2}\nstart_positions: {4: 0, 3: 1, 2: 2, 1: 3}\n"
    text += "edge:\n" + "  - [A1, B1]\n" * 2 + "  - [A1, A2]\n" * 2
    with pytest.raises(DataError, match="no line leads over the cell B2"):
        board_of(text)


def test_a_loop_without_end_is_refused() -> None:
    text = PINNED.replace("provenance:", "  - [A1, B1]\n" * 100 + "provenance:", 1)
    with pytest.raises(DataError, match="120 edge positions; 100 is the most"):
        board_of(text)


def test_what_an_owner_may_correct_is_only_a_warning(corrected: KiltCastle) -> None:
    board = corrected.board
    assert board.positions == 16
    assert len(board.cells) == 22
    assert any("two lines seen from both ends" in warning for warning in board.warnings)
    assert any(datum == "warning" for datum, _ in corrected.provenance())
    assert any("21 cells are announced" in w for w in board_of(PINNED.replace("22", "21")).warnings)
    moved = board_of(PINNED.replace("1: 3}", "1: 9}"))
    assert any("do not follow each other" in warning for warning in moved.warnings)


def test_short_lines_say_their_side() -> None:
    text = PINNED.replace("[A1, A2, A3, A4, A5]", "{side: north, cells: [A1]}")
    spot = board_of(text).spots[0]
    assert spot is not None
    assert (spot.side, spot.lane) == (0, 0)
    unknown = board_of(PINNED.replace("[A1, A2, A3, A4, A5]", "[A1]"))
    assert unknown.spots[0] is None
    with pytest.raises(DataError, match="'up' is not one of"):
        board_of(PINNED.replace("[A1, A2, A3, A4, A5]", "{side: up, cells: [A1]}"))


def test_cards_without_a_place_beside_the_grid_are_listed(tmp_path: Path) -> None:
    text = PINNED.replace("[A1, A2, A3, A4, A5]", "[A1]")
    (tmp_path / "board.yaml").write_text(text, encoding="utf-8")
    game = GAME.with_data(tmp_path)
    state = game.setup(4, {}, SeededChance(1)).state
    assert "0: R O L D" in game.render(state, None, Look()).text()


def test_another_directory_is_another_game(ring: KiltCastle, pinned: KiltCastle) -> None:
    assert ring.data_digest != pinned.data_digest
    assert ring.board.positions == 5
    assert pinned.data_digest == GAME.with_data(HERE / "board_pinned").data_digest


def test_a_directory_without_a_board_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"has none of board\.yaml"):
        GAME.with_data(tmp_path)
