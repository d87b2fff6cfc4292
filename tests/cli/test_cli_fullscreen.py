"""The table that stays on the screen, in a real terminal: keys, clicks, sizes, secrets."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Install, Open
from tests.cli.pseudo_terminal import Terminal
from tests.cli.test_cli_crash_report import FAULTY

from rulekeep.match import match_file
from rulekeep.match.match import Match

PLAY = ("play", "lanterns", "--seed", "3", "--seats", "Ada=human,greedy", "--pace", "0")
CASTLE = ("play", "castle_keep", "--seed", "7", "--seats", "Ada=human,greedy", "--pace", "0")
ASKED = "Ada: Choose a lantern to show."
UP, DOWN, ESCAPE = "\x1b[A", "\x1b[B", "\x1b"
# With seed 3 Ada holds the lanterns 1, 4 and 4, and the prizes are 2 and 3.


def the_match(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "home" / "matches").glob("*.rkm")
    return found


def moves_of(path: Path) -> list[str]:
    return [entry.what for entry in match_file.read(path).entries if entry.who == "0"]


def click(window: Terminal, text: str) -> None:
    """Press and release the button of the mouse on a text of the window."""
    rows = window.text.splitlines()
    y = next(n for n, row in enumerate(rows, 1) if text in row)
    x = rows[y - 1].index(text) + 1
    window.keys(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")


def styled(window: Terminal, attribute: str) -> set[str]:
    """The words in the window that are drawn with an attribute, `reverse` or `underscore`."""
    found: set[str] = set()
    screen = window.screen
    for y in range(screen.lines):
        row = screen.buffer[y]
        text = "".join(
            row[x].data if getattr(row[x], attribute) else " " for x in range(screen.columns)
        )
        found |= set(text.split())
    return found


def test_a_move_is_chosen_with_the_arrows_and_shown_on_the_board(
    terminal: Open, tmp_path: Path
) -> None:
    window = terminal(*CASTLE)
    window.wait("17 moves, ↑↓ choose", "1 Place the red curvy tower")
    window.prompt("Ada")
    window.keys(DOWN * 9)
    window.wait("▶ 9 Place the red curvy wall")
    assert {"WRC", "N"} <= styled(window, "reverse")
    assert "TRC" not in styled(window, "reverse")
    window.keys(UP * 4)
    window.wait("▶ 5 Place the blue curvy tower")
    window.line()
    window.wait(
        "Ada places a blue curvy tower at the north-west corner.", "build more, or end the turn"
    )
    window.keys("\x04")
    assert window.end() == 0
    assert moves_of(the_match(tmp_path))[-1] == "place TBC NW"


def test_the_list_follows_what_is_typed(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*CASTLE)
    window.wait("17 moves")
    window.prompt("Ada")
    window.keys("WRZ")
    window.wait("4 of 17 moves", "13 Place the red zigzag wall")
    window.keys("zz")
    window.wait("0 of 17 moves", "No move has these words.")
    window.keys(ESCAPE)
    window.wait("17 moves, ↑↓ choose")
    # Words that only one move has play it.
    window.line("WRZ N")
    window.wait("Ada places a red zigzag wall on the north side.")
    window.keys("\x04")
    assert window.end() == 0
    assert moves_of(the_match(tmp_path))[-1] == "place WRZ N"


def test_a_click_on_the_board_lists_moves_and_a_click_on_one_plays_it(
    terminal: Open, tmp_path: Path
) -> None:
    window = terminal(*CASTLE)
    window.wait("17 moves")
    window.prompt("Ada")
    click(window, "NW")
    window.wait("2 of 17 moves at NW", "5 Place the blue curvy tower")
    assert "NW" in styled(window, "reverse")
    click(window, "5 Place the blue curvy tower")
    window.wait("Ada places a blue curvy tower at the north-west corner.")
    window.keys("\x04")
    assert window.end() == 0
    assert moves_of(the_match(tmp_path))[-1] == "place TBC NW"


def test_what_changed_since_the_last_act_is_underlined(terminal: Open) -> None:
    window = terminal(
        "play", "kilt_castle", "--seed", "5", "--seats", "Ada=human,Bo=random", "--pace", "0"
    )
    window.wait("Ada>")
    window.prompt("Ada")
    window.line("1")
    for _ in range(3):
        window.wait("Ada>")
        window.prompt("Ada")
        if any(mark[:1].isalpha() for mark in styled(window, "underscore")):
            break
        window.line("1")
    marked = styled(window, "underscore")
    told = window.text
    cells = [
        mark for mark in marked if len(mark) == 2 and mark[0] in "ABCDEFG" and mark[1].isdigit()
    ]
    assert cells and any(cell in told for cell in cells), marked


def test_hint_is_played_with_one_key(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY, "--think", "0.1")
    window.wait(ASKED)
    window.prompt("Ada")
    window.line("hint")
    window.wait("Best move: Show", "to win", "Press Enter to play it.", "▶")
    window.line()
    window.wait("Lanterns shown: Ada")
    window.keys("\x04")
    assert window.end() == 0
    assert moves_of(the_match(tmp_path))[0].startswith("show ")


def test_words_are_read_over_the_moves_or_on_a_sheet(terminal: Open) -> None:
    window = terminal(*PLAY)
    window.wait(ASKED)
    window.prompt("Ada")
    window.line("score")
    shown = window.wait("Prizes")
    assert shown.splitlines()[0] == "hand: [1, 0, 0, 2]", "the board has left"
    window.line("take 2")
    window.wait("You cannot play 'take 2'", "(LA-009)", "You can play: show 1, show 4.")
    window.line("dance")
    window.wait("'dance' is not a move. Moves look like this")
    window.line("help")
    window.wait("play the chosen move, or run what you typed", "any other key returns")
    window.keys("\x1b[6~")
    window.wait("Moves are written:")
    window.keys("x")
    window.wait(ASKED, "Ada>")
    window.line("why take 1")
    window.wait("Not allowed now: take 1", "Now is the time to show.")
    window.keys(ESCAPE)
    window.wait("Show 1: you hold")
    window.line("legend")
    window.wait("This game has no legend.")
    window.line("17")
    window.wait("No move has the number 17. The numbers go from 1 to 2.")
    window.prompt("Ada")
    window.keys("\x1bOP")
    window.wait("choose a move from the list")


def test_look_describes_a_place(terminal: Open) -> None:
    window = terminal(*CASTLE, rows=40)
    window.wait("17 moves")
    window.prompt("Ada")
    window.line("look n")
    window.wait("The north side of player 1's castle: free for a wall.", "(place WRC N)")
    window.line("look 2 C")
    window.wait("Free for a knight.", "None of your moves affects it now.")
    window.prompt("Ada")
    window.keys("look 2 S\t")
    window.wait("Ada> look 2 S")
    window.keys("\x15look T\t")
    window.wait("Ada> look T")
    window.keys("\x15look TB\t")
    window.wait("Ada> look TBC")
    window.keys("\x15")
    window.line("look nowhere")
    window.wait("There is nothing called 'nowhere' here")
    window.line("legend")
    window.wait("T tower, corner")


def test_undo_and_redo(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY)
    window.wait(ASKED)
    window.prompt("Ada")
    window.line("redo")
    window.wait("There is nothing to redo")
    window.line("show 1")
    window.wait("Lanterns shown: Ada 1")
    window.line("undo")
    window.wait("Ada undid 1 move (")
    window.line("redo")
    window.wait("Ada redid 1 move (")
    window.line("undo")
    window.wait("Ada undid 1 move (")
    window.line("show 4")
    window.wait("Lanterns shown: Ada 4")
    window.line("redo")
    window.wait("There is nothing to redo")
    window.keys("\x04")
    assert window.end() == 0
    whos = [entry.who for entry in match_file.read(the_match(tmp_path)).entries]
    assert whos.count("undo") == 2


def test_tab_completes_and_the_history_comes_back(terminal: Open) -> None:
    window = terminal(*PLAY)
    window.wait(ASKED)
    window.prompt("Ada")
    window.keys("\t")
    window.wait("Ada> show")
    window.keys("4\r")
    window.wait("Lanterns shown: Ada 4")
    window.prompt("Ada")
    window.keys("\x10")
    window.wait("Ada> show 4")


def test_another_size_at_any_moment(terminal: Open) -> None:
    window = terminal(*CASTLE)
    window.wait("17 moves")
    window.prompt("Ada")
    window.keys("WRZ")
    window.wait("4 of 17 moves", "Ada> WRZ")
    for columns, rows in ((160, 50), (100, 30), (60, 16), (30, 8), (80, 24)):
        window.resize(columns, rows)
        window.keys("z" if columns == 160 else "")
        window.wait_last("Ada> WRZ")
        if rows >= 16:
            window.wait("Castle Keep · turn 1", "Ada: build, attack or pass")
            assert window.text.splitlines()[0].startswith("Castle Keep · turn 1")
    window.keys("\x7f" * 4)
    window.wait("17 moves")


def test_others_are_watched_act_by_act_and_any_key_hastens(terminal: Open) -> None:
    words = ("play", "kilt_castle", "--seed", "5", "--seats", "Ada=human,Bo=random", "--pace", "60")
    window = terminal(*words)
    window.wait("Bo moved. Press any key to continue.")
    window.keys(" ")
    window.wait("Bo (2) moved. Press any key to continue.")
    window.keys("\x03")
    window.wait("Leave the table? The match is saved and can be resumed. [y/N]")
    window.keys("y")
    window.wait("The match is saved in")
    assert window.end() == 0


def test_a_thinking_bot_can_be_hurried_while_the_table_lives(
    terminal: Open, tmp_path: Path
) -> None:
    seats = ("--seats", "Ada=human,Deep=mcts", "--pace", "0")
    window = terminal("play", "lanterns", "--seed", "3", *seats, "--think", "600")
    window.wait(ASKED)
    window.prompt("Ada")
    window.line("show 4")
    window.wait("Deep is thinking  ", "(Ctrl-C to interrupt)")
    window.resize(100, 30)
    window.wait("Deep is thinking  ")
    window.keys("\x03")
    window.wait("(w)ait, (m)ove now, or (q)uit and save the match?")
    window.keys("x")
    window.wait("Please press w, m or q.")
    window.keys("m")
    window.wait("Lanterns shown: Ada 4", "Ada>")
    window.keys("1\r1\r")
    window.wait("(Ctrl-C to interrupt)")
    window.child.kill(signal.SIGINT)
    window.wait("save the match?")
    window.keys("q")
    window.wait("The match is saved in")
    assert window.end() == 0
    assert len(moves_of(the_match(tmp_path))) >= 2


def test_ctrl_c_asks_and_kill_loses_nothing(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY)
    window.wait(ASKED)
    window.prompt("Ada")
    window.keys("sh\x03")
    window.wait("Leave the table? The match is saved and can be resumed. [y/N]")
    window.keys("n")
    window.wait("Ada> sh")
    window.line("ow 1")
    window.wait("Lanterns shown: Ada 1")
    window.kill()
    assert moves_of(the_match(tmp_path)) == ["show 1"]
    window = terminal("resume", "--pace", "0")
    window.wait("Unfinished matches, newest first:")
    window.line()
    window.wait("Ada>", "Lanterns shown: Ada 1")
    window.prompt("Ada")
    window.keys("\x03")
    window.wait("Leave the table?")
    window.keys("\x03")
    window.wait("Resume with: rulekeep resume")
    assert window.end() == 0


def test_two_people_hand_the_screen_over(terminal: Open) -> None:
    window = terminal("play", "lanterns", "--seed", "3", "--seats", "Ada=human,Bo=human")
    shown = window.wait("Ada, it is your turn.", "look away", "Ada: press any key")
    assert "hand" not in shown
    window.keys("x")
    window.wait("hand: [1, 0, 0, 2]", "Ada>")
    window.line("show 4")
    window.wait("Press any key, then hand over to Bo.")
    window.keys("x")
    shown = window.wait("Bo, it is your turn.", "Bo: press any key")
    # Nothing of Ada's is left, neither in the window nor above it.
    assert "hand" not in window.everything and "show 4" not in window.everything
    window.keys("x")
    shown = window.wait("Bo>", "Ada has chosen.")
    assert "hand: [1, 0, 0, 2]" not in shown
    # Bo cannot bring back what Ada typed.
    window.prompt("Bo")
    window.keys("\x10?")
    window.wait_last("Bo> ?")
    window.keys("\x7f")
    window.prompt("Bo")
    window.line("1")
    window.wait("Lanterns shown: Ada 4, Bo")
    window.keys("\x04")
    assert window.end() == 0
    assert "hand:" not in window.everything and b"\x1b[?1049l" in window.bytes


def test_undo_needs_the_consent_of_the_other_people(terminal: Open, tmp_path: Path) -> None:
    window = terminal("play", "lanterns", "--seed", "3", "--seats", "Ada=human,Bo=human")
    for name in ("Ada", "Bo"):
        window.wait(f"{name}: press any key")
        window.keys("x")
        window.wait(f"{name}>")
        window.prompt(name)
        window.line("1")
        if name == "Ada":
            window.wait("hand over to")
            window.keys("x")
    window.wait("Lanterns shown", "Bo>")
    for answer, told in (("n", "Nothing was undone or redone."), ("y", "Bo undid 1 move.")):
        window.prompt("Bo")
        window.line("undo")
        shown = window.wait("Bo wants to undo the last move", "Ada, do you agree? [y/N]")
        assert "hand" not in shown
        window.keys(answer)
        window.wait(told, "Bo: press any key")
        window.keys("x")
        window.wait("Bo>")
    window.keys("\x04")
    assert window.end() == 0
    assert [e.who for e in match_file.read(the_match(tmp_path)).entries] == [
        "setup",
        "0",
        "1",
        "undo",
    ]


def test_auto_plays_an_obligatory_series_and_can_be_undone(terminal: Open, tmp_path: Path) -> None:
    window = terminal(
        "play", "kings_and_castles", "--seed", "7", "--seats", "Ada=human,Bo=random", "--pace", "0"
    )
    window.wait("you drew on an empty region", "Ada>")
    window.prompt("Ada")
    window.line("auto")
    window.wait("auction for the first crown", "Ada>")
    window.prompt("Ada")
    window.line("undo 2")
    window.wait("Ada undid 2 of their moves (", "you drew on an empty region")
    window.keys("\x04")
    assert window.end() == 0
    assert len(moves_of(the_match(tmp_path))) > 10


def test_no_colours_and_no_unicode_where_they_are_not_wanted(terminal: Open) -> None:
    for words, env in ((("--ascii", "--no-colour"), {}), (("--ascii",), {"NO_COLOR": "1"})):
        window = terminal(*CASTLE, *words, **env)
        window.wait("17 moves")
        window.prompt("Ada")
        window.keys(DOWN)
        window.wait("> 1 Place the red curvy tower")
        assert "NW" in styled(window, "reverse")
        window.line("place KY C")
        window.wait("CK-018")
        window.keys("\x04")
        assert window.end() == 0
        assert window.bytes.isascii()
        for code in (b"\x1b[31m", b"\x1b[1;31m", b"38;5;", b"38;2;", b";31m"):
            assert code not in window.bytes


def test_a_fault_of_a_game_ends_the_table_in_sentences(terminal: Open, install: Install) -> None:
    path = install("faulty", FAULTY)
    words = ("play", "faulty", "--seed", "3", "--seats", "Ada=human,greedy", "--file", "m.rkm")
    for fault, line in (("render", ""), ("describe", ""), ("advance", "show 4")):
        window = terminal(*words[:-1], f"{fault}.rkm", columns=100, PYTHONPATH=path, RAISE=fault)
        if line:
            window.wait("Ada>")
            window.prompt("Ada")
            window.line(line)
        window.wait(f"the game 'faulty' failed in {fault}", f"saved in {fault}.rkm")
        assert window.end() == 1


@pytest.mark.parametrize("words", [("--lines",), ("--plain",)])
def test_lines_instead_of_a_full_screen(terminal: Open, words: tuple[str, ...]) -> None:
    window = terminal(*PLAY, *words)
    window.wait(ASKED, "(type show 1)")
    window.line("quit")
    assert window.end() == 0
    assert b"\x1b[?1049h" not in window.bytes


def test_a_pipe_never_loads_the_full_screen(environment: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from rulekeep.cli.main import cli\n"
        f"cli({list(PLAY)!r}, standalone_mode=False)\n"
        "assert not [name for name in sys.modules if name.startswith('prompt_toolkit')]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="1\n",
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_typed_ahead_is_not_lost(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY, "--file", "m.rkm")
    window.keys("show 4\rtake 3\r")
    window.wait("points: [3, 0]")
    window.keys("\x04")
    assert window.end() == 0
    moves = [ply.move for ply in Match.load(tmp_path / "m.rkm").plies]
    assert "show 4" in moves and "take 3" in moves


def test_a_tall_board_scrolls_in_its_place(terminal: Open) -> None:
    words = ("play", "kings_and_castles", "--seed", "7", "--seats", "Ada=human,Bo=random")
    window = terminal(*words, "--pace", "0", rows=18)
    top = window.wait("Kings & Castles · set-up: place an enemy", "Ada>", "1 of 31")
    title = top.splitlines()[0]
    window.prompt("Ada")
    for down, up in (
        ("\x1b[6~", "\x1b[5~"),
        ("\x1b[1;2B", "\x1b[1;2A"),
        ("\x1b[<65;9;3M", "\x1b[<64;9;3M"),
    ):
        window.keys(down)
        window.until(lambda shown: shown.splitlines()[0] != title, "the board further down")
        assert window.text.splitlines()[-6:] == top.splitlines()[-6:]
        window.keys(up)
        window.until(lambda shown: shown == top, "the top of the board again")
    window.line("place BOR")
    window.wait("Bo puts the enemy knight on", "(3 of 31)")


def test_bytes_that_are_no_text(terminal: Open) -> None:
    window = terminal(*PLAY)
    window.wait(ASKED)
    window.prompt("Ada")
    window.child.send(b"\xff\xfe\r")
    window.wait("is not a move")
    window.child.send(b"save \xff\r")
    window.wait("not the name of a file")
    window.line("x" * 1200)
    window.wait("That is longer than 1000 characters.")
    window.line("show 1")
    window.wait("Lanterns shown: Ada 1")
