"""The full screen in small, usual and wide windows: what it shows, and how it answers."""

from __future__ import annotations

import io
import re
import signal
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from tests.cli.conftest import Open
from tests.cli.pseudo_terminal import Terminal
from tests.cli.test_cli_fullscreen import CASTLE, DOWN, ESCAPE, PLAY, click

from rulekeep.cli.table.fullscreen.app import TableApp
from rulekeep.cli.terminal.screen import Screen
from rulekeep.match import match_file

SIZES = ((40, 12), (80, 24), (100, 30), (160, 50))
at_every_size = pytest.mark.parametrize(
    ("columns", "rows"), SIZES, ids=["x".join(map(str, size)) for size in SIZES]
)


def drag(window: Terminal, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press the button of the mouse, move it, and release it; columns and rows from 1."""
    (x, y), (to_x, to_y) = start, end
    window.keys(f"\x1b[<0;{x};{y}M")
    window.settles("")
    window.keys(f"\x1b[<32;{to_x};{to_y}M\x1b[<0;{to_x};{to_y}m")


@at_every_size
def test_your_move_is_drawn_while_the_bot_thinks(terminal: Open, columns: int, rows: int) -> None:
    seats = ("--seats", "Ada=human,Deep=mcts", "--think", "600")
    window = terminal("play", "lanterns", "--seed", "3", *seats, columns=columns, rows=rows)
    window.wait("Ada>", "answered: []")
    window.prompt("Ada")
    window.line("show 4")
    window.wait("Deep is thinking", "answered: [0]")
    window.keys("\x03")
    window.wait("(w)ait, (m)ove now, or (q)uit")
    window.keys("q")
    window.wait("The match is saved in")
    assert window.end() == 0


@at_every_size
def test_one_key_answers_yes_or_no(terminal: Open, columns: int, rows: int) -> None:
    window = terminal(*PLAY, columns=columns, rows=rows)
    window.wait("Ada>", "Choose a lantern to show.")
    window.prompt("Ada")
    window.keys("\x03")
    window.wait("Leave the table?", "The match is saved and can be resumed. [y/N]")
    window.keys("x")
    window.wait("Please press y or n.")
    window.keys("n")
    window.prompt("Ada")
    window.keys("\x03")
    window.wait("Leave the table?")
    window.keys("Y")
    window.wait("The match is saved in")
    assert window.end() == 0


@at_every_size
def test_escape_needs_no_second_key(terminal: Open, columns: int, rows: int) -> None:
    window = terminal(*PLAY, columns=columns, rows=rows)
    window.wait("Ada>", "Choose a lantern to show.")
    window.prompt("Ada")
    window.keys("abc")
    window.wait_last("Ada> abc")
    window.keys(ESCAPE)
    window.prompt("Ada")
    window.keys("s")
    window.wait_last("Ada> s")


def test_escape_is_answered_within_50_milliseconds() -> None:
    with create_pipe_input() as keys, create_app_session(keys, DummyOutput()):
        app = TableApp(Screen(stream=io.StringIO(), live=True)).application
    # The wait for the rest of a code, and the wait for a further key.
    assert app.ttimeoutlen + (app.timeoutlen or 0) < 0.05


@at_every_size
def test_long_refusals_can_be_read_to_their_end(terminal: Open, columns: int, rows: int) -> None:
    window = terminal(*CASTLE, columns=columns, rows=rows)
    window.wait("Build, attack or pass")
    window.prompt("Ada")
    window.line("place KY C")
    window.wait("a castle must start")
    for _ in range(8):
        if "(? lists all 17 moves)." in " ".join(window.text.split()):
            break
        assert "Alt+↑↓ more" in window.text
        window.keys("\x1b[1;3B")
        window.settles("")
    window.wait("(? lists all 17 moves).")
    assert "Castle Keep · turn 1" in window.text


@at_every_size
def test_the_chosen_move_is_shown_in_full(terminal: Open, columns: int, rows: int) -> None:
    window = terminal(*CASTLE, columns=columns, rows=rows)
    window.wait("Build, attack or pass")
    window.prompt("Ada")
    for number in range(1, 4):
        window.keys(DOWN)
        window.wait(f"▶ {number} Place the")
        side = " ".join(row.rpartition("│")[2] for row in window.text.splitlines())
        assert "corner: the first tile of the castle" in " ".join(side.partition("▶")[2].split())


def test_a_wide_window_gives_the_moves_what_the_board_leaves(terminal: Open) -> None:
    window = terminal(*CASTLE, columns=160, rows=50)
    window.wait("Build, attack or pass")
    moves = [row.partition("│")[2] for row in window.wait("16 Place", "17 Pass").splitlines()]
    assert not any(row.rstrip().endswith("…") for row in moves)
    edge = window.text.splitlines()[0].index("│")
    assert edge < 119, "the board takes more columns than its drawing"


def test_the_mouse_drags_the_edge_beside_the_board(terminal: Open) -> None:
    window = terminal(*CASTLE, columns=160, rows=50)
    window.wait("17 Pass")
    window.prompt("Ada")
    edge = window.text.splitlines()[1].index("│")
    drag(window, (edge + 1, 2), (edge + 21, 2))
    window.until(lambda text: text.splitlines()[1].find("│") == edge + 20, "the edge moved")
    title = next(n for n, row in enumerate(window.text.splitlines()) if "│Moves" in row)
    drag(window, (edge + 25, title + 1), (edge + 25, title - 4))
    window.until(lambda text: "│Moves" in text.splitlines()[title - 5], "the title moved")
    # The edges stay within the window.
    drag(window, (edge + 21, 2), (160, 2))
    window.until(lambda text: text.splitlines()[1].find("│") == 139, "the edge at its end")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30)], ids=["80x24", "100x30"])
def test_the_mouse_drags_the_events_below_the_board(
    terminal: Open, columns: int, rows: int
) -> None:
    window = terminal(*CASTLE, columns=columns, rows=rows)
    window.wait("17 moves")
    window.prompt("Ada")
    first = max(n for n, row in enumerate(window.text.splitlines(), 1) if "♞" in row)
    drag(window, (10, first + 1), (10, first - 5))
    window.wait("› The tiles are shuffled and dealt.", "Hand", "NW")


@at_every_size
def test_the_wheel_scrolls_what_is_under_the_mouse(terminal: Open, columns: int, rows: int) -> None:
    window = terminal(*CASTLE, columns=columns, rows=rows)
    window.wait("1 Place the red")
    window.prompt("Ada")

    def turn(button: int) -> None:
        """The wheel over the list of moves, wherever it is now."""
        lines = window.text.splitlines()
        y = max(n for n, line in enumerate(lines) if re.search(r"\d Place the", line))
        window.keys(f"\x1b[<{button};{lines[y].index('Place') + 1};{y + 1}M")

    turn(65)
    window.wait("▶ 1 Place")
    turn(65)
    window.wait("▶ 2 Place")
    turn(64)
    window.wait("▶ 1 Place")
    window.keys("\x04")
    assert window.end() == 0


@at_every_size
def test_a_click_plays_a_move(terminal: Open, columns: int, rows: int) -> None:
    window = terminal(*PLAY, columns=columns, rows=rows)
    window.wait("Ada>", "1 Show 1")
    window.prompt("Ada")
    click(window, "1 Show 1")
    window.wait("round: 2")


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reviews")


@pytest.fixture
def shared_reviews(reviews: Path, tmp_path: Path) -> None:
    """What was reviewed in another window is not reviewed again, which takes seconds."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "reviews").symlink_to(reviews)


@at_every_size
@pytest.mark.usefixtures("shared_reviews")
def test_one_key_each_replays_reviews_and_starts_another_match(
    terminal: Open, tmp_path: Path, columns: int, rows: int
) -> None:
    window = terminal(*PLAY, "--option", "ties=next", columns=columns, rows=rows)
    window.play_first_moves("Ada", "v: review")
    keys = "r: rematch, p: replay, v: review, Enter: leave, space: back to the table"
    window.wait(keys)
    window.keys(" ")
    window.wait("hand: ", keys)
    window.keys("p")
    window.wait("0/", "→ next")
    window.keys("q")
    window.wait(keys)
    window.keys("v")
    window.wait("Press any key to go back to the result.")
    assert "Review of Lanterns: Ada, Greedy" in " ".join(window.said.split())
    window.keys("x")
    window.wait(keys)
    window.keys("r")
    window.until(lambda text: "v: review" not in text and text.endswith("Ada>"), "a new match")
    window.keys("\x04")
    assert window.end() == 0
    first, second = sorted(
        (match_file.read_header(path) for path in (tmp_path / "home" / "matches").glob("*.rkm")),
        key=lambda header: header.seed != "3",
    )
    assert second.seed != "3"
    assert (second.players, second.names, second.options) == (
        first.players,
        first.names,
        first.options,
    )
    # The result is printed once, however often it was looked at.
    assert window.everything.count("Length: ") <= 1


@pytest.mark.parametrize(("how", "term"), [("--lines", "xterm"), ("--plain", "dumb")])
@pytest.mark.usefixtures("shared_reviews")
def test_a_key_or_a_word_does_the_same_in_lines(terminal: Open, how: str, term: str) -> None:
    window = terminal(*PLAY, how, TERM=term)
    enter = "\r" if term == "dumb" else ""
    window.play_first_moves("Ada", "v: review")
    question = "r: rematch, p: replay, v: review, Enter: leave >"
    window.wait_last(question)
    window.keys("replay\r" if enter else "p")
    window.wait("q: quit" if enter else "→ next")
    window.keys(f"q{enter}")
    window.wait_last(question)
    window.keys(f"v{enter}")
    window.wait("to go back to the result.")
    window.keys("\r")
    window.wait_last(question)
    window.keys("\r")
    assert window.end() == 0
    assert "Review of Lanterns: Ada, Greedy" in window.said


def test_ctrl_c_during_a_review_leads_back_to_the_result(terminal: Open) -> None:
    window = terminal("play", "castle_keep", "--seed", "5", "--seats", "Ada=human,random")
    window.play_first_moves("Ada", "v: review")
    window.keys("v")
    window.until(lambda text: bool(re.search(r"left .* move \d", text)), "the progress of a review")
    window.child.kill(signal.SIGINT)
    window.wait("v: review", "Length: ")
    assert "the same command continues where it stopped" in " ".join(window.said.split())
    window.keys("q")
    assert window.end() == 0


@at_every_size
def test_kings_and_castles_shows_every_opponent(terminal: Open, columns: int, rows: int) -> None:
    seats = "Ada=human,Bo=random,Cy=random,Di=random"
    words = ("play", "kings_and_castles", "--seed", "7", "--seats", seats, "--pace", "0")
    window = terminal(*words, columns=columns, rows=rows)
    window.wait("Ada>", "Put the enemy archer you drew")
    window.prompt("Ada")
    if rows == 24:
        for row in ("money TAX regions army", "G Bo …0 ■■■ 0 12", "U Di …0 ■■■ 0 12"):
            window.wait(row)
    if rows < 50:
        window.wait("Page ")
    # Page Down reaches the houses, the line of kings and the legend in any window.
    seen = window.text
    for _ in range(20):
        if all(word in seen for word in ("Bo", "Cy", "Di", "TAX", "money", "household")):
            break
        window.keys("\x1b[6~")
        window.settles("")
        seen += window.text
    assert all(word in seen for word in ("Bo", "Cy", "Di", "TAX", "money", "household"))


@at_every_size
def test_the_chosen_tile_is_on_the_board_before_it_is_played(
    terminal: Open, columns: int, rows: int
) -> None:
    words = ("play", "castle_keep", "--seed", "7", "--seats", "Ada=human,greedy", "--pace", "0")
    window = terminal(*words, columns=columns, rows=rows)
    window.wait("Build, attack or pass")
    window.prompt("Ada")
    before = window.text
    window.keys(DOWN)
    window.wait("▶ 1 Place the red curvy tower")
    window.until(lambda text: text.count("TRC") > before.count("TRC"), "the tile on the board")
    window.keys(ESCAPE)
    window.until(lambda text: text.count("TRC") == before.count("TRC"), "the tile in the hand")


@at_every_size
def test_a_hint_names_the_move_its_reason_and_who_moves(
    terminal: Open, columns: int, rows: int
) -> None:
    words = ("play", "kilt_castle", "--seed", "5", "--seats", "Ada=human,Bo=random", "--pace", "0")
    window = terminal(*words, "--think", "0.3", columns=columns, rows=rows)
    window.wait("Ada>")
    window.prompt("Ada")
    window.line("hint")
    window.wait("Best move:")
    seen = ""
    for _ in range(12):
        seen += " " + " ".join(row.rpartition("│")[2] for row in window.text.splitlines())
        if "Press Enter to play it." in " ".join(seen.split()):
            break
        window.keys("\x1b[1;3B")
        window.settles("")
    text = " ".join(seen.split())
    assert "to win" in text and "playouts" in text
    assert "best line" not in text
