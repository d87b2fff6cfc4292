"""The table in lines in a real terminal: what a person types, and what comes of it."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.cli.conftest import Open, Run

from rulekeep.match import match_file
from rulekeep.match.match import Match

PLAY = ("play", "lanterns", "--lines", "--seed", "3", "--seats", "Ada=human,greedy")
ASKED = "Ada: Choose a lantern to show."
# With seed 3 Ada holds the lanterns 1, 4 and 4, and the prizes are 2 and 3.


def the_match(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "home" / "matches").glob("*.rkm")
    return found


def moves_of(path: Path) -> list[str]:
    return [entry.what for entry in match_file.read(path).entries if entry.who == "0"]


def test_tab_completes_a_move_word_by_word(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY)
    window.wait(ASKED)
    window.prompt("Ada")
    window.keys("\t")
    window.wait("Ada> show")
    window.keys("\t")
    window.wait("1 4")
    window.keys("4\r")
    window.wait("Lanterns shown: Ada 4")
    window.prompt("Ada")
    window.keys("hi\t")
    window.wait("Ada> hint")
    window.keys("\x15\x1b[A")
    window.wait("Ada> show 4")
    window.keys("\x15quit\r")
    assert window.end() == 0
    assert moves_of(the_match(tmp_path)) == ["show 4"]


def test_questions_at_the_prompt(terminal: Open) -> None:
    window = terminal(*PLAY, "--think", "0.2", rows=50)
    window.wait(ASKED, "(type show 1). ? lists 2 moves, hint")
    window.line("?")
    window.wait("1  Show 1: you hold 1 of them", "2  Show 4: you hold 2 of them")
    window.line("? 4")
    window.line("why take 1")
    window.wait("Not allowed now: take 1", "✗ Now is the time to show. (LA-009)")
    window.line("why 1")
    window.wait("Legal now: ")
    window.line("take 2")
    window.wait("You cannot play 'take 2'", "(LA-009)", "You can play: show 1, show 4.")
    window.line("shwo 4")
    window.wait("'shwo 4' is not a move. Did you mean 'show 4'")
    window.line("hnit")
    window.wait("Did you mean 'hint'?")
    window.line("17")
    window.wait("No move has the number 17. The numbers go from 1 to 2.")
    window.line("rules LA-006")
    window.wait("LA-006  The player who showed the highest number")
    window.line("hint")
    window.wait("Best move: ", "Chance to win:")
    window.line("score")
    window.wait("Total")
    window.line("undo")
    window.wait("You have no move to undo.")
    window.line("help")
    window.wait("undo your last move")
    window.line("show 1")
    window.wait("Ada: Choose a lantern to show.  (? lists 2 moves; help)")


def test_undo_log_save_and_board(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY, rows=60)
    window.wait(ASKED)
    window.line("show 1")
    window.wait("Lanterns shown: Ada 1")
    window.line("log 3")
    window.wait("1. Ada: Show 1")
    window.line("save copy")
    window.wait("Saved a copy of the match in copy.rkm.")
    window.line("save copy")
    window.wait("copy.rkm: exists already; it is left alone")
    window.line("undo")
    window.wait("the bots agree", "Ada undid")
    window.line("board")
    window.line("show 4")
    window.wait("Lanterns shown: Ada 4")
    window.prompt("Ada")
    window.keys("\x04")
    window.wait("The match is saved in", "Resume with: rulekeep resume lanterns-")
    assert window.end() == 0
    assert moves_of(the_match(tmp_path)) == ["show 1", "show 4"]
    assert len(Match.load(tmp_path / "copy.rkm").plies) > 1


def test_ctrl_c_asks_and_the_match_goes_on(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY)
    window.wait(ASKED, "Ada>")
    window.keys("sh\x03")
    window.wait("Leave the table? The match is saved and can be resumed. [y/N]")
    window.keys("n")
    window.line("show 1")
    window.wait("Lanterns shown: Ada 1")
    window.prompt("Ada")
    window.keys("\x03")
    window.wait_last("Leave the table?")
    window.keys("y")
    assert window.end() == 0
    assert "Resume with: rulekeep resume" in window.text
    assert moves_of(the_match(tmp_path)) == ["show 1"]


def test_a_thinking_bot_shows_it_and_can_be_hurried(terminal: Open, tmp_path: Path) -> None:
    seats = ("--seats", "Ada=human,Deep=mcts")
    window = terminal("play", "lanterns", "--lines", "--seed", "3", *seats, "--think", "600")
    window.wait(ASKED)
    window.line("show 4")
    window.wait_last("Deep is thinking  ")
    window.child.kill(signal.SIGINT)
    window.wait_last("(w)ait, (m)ove now, or (q)uit and save the match?")
    window.keys("w")
    window.wait_last("(Ctrl-C to interrupt)")
    window.child.kill(signal.SIGINT)
    window.wait_last("save the match?")
    window.keys("m")
    # Nobody beats a 4: either Ada chooses a prize now, or the next round begins.
    window.wait("Lanterns shown: Ada 4", "Ada>")
    window.keys("1\r1\r")
    window.wait_last("(Ctrl-C to interrupt)")
    window.child.kill(signal.SIGINT)
    window.wait_last("save the match?")
    window.keys("q")
    assert window.end() == 0
    assert "The match is saved in" in window.text
    assert len(moves_of(the_match(tmp_path))) >= 2


def test_the_table_is_drawn_again_when_the_window_is_resized(terminal: Open) -> None:
    window = terminal(*PLAY, columns=80)
    window.wait(ASKED, "Ada>")
    window.keys("show")
    window.wait("Ada> show")
    before = window.everything.count(ASKED)
    window.resize(120, 40)
    window.wait("Ada> show")
    while window.everything.count(ASKED) == before:
        window.wait("Ada>")
        window.read()
    window.wait("Ada> show")
    window.line(" 1")
    window.wait("Lanterns shown: Ada 1")


def test_kill_and_resume_lose_nothing(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY)
    window.wait(ASKED)
    window.line("show 1")
    window.wait("Lanterns shown: Ada 1")
    window.line("show 4")
    window.wait("Lanterns shown: Ada 4")
    window.kill()
    path = the_match(tmp_path)
    assert moves_of(path)[:2] == ["show 1", "show 4"]
    # A power cut in the middle of a line.
    whole = path.read_bytes()
    path.write_bytes(whole + b"99\t0\tsho")
    window = terminal("resume", "--lines")
    window.wait("Unfinished matches, newest first:", path.stem)
    window.line("")
    window.wait("the last line was not written to its end", "Ada>")
    assert path.read_bytes() == whole
    # Keys that come while nobody reads them one by one are lost: each waits for an empty prompt.
    window.prompt("Ada")
    window.line("log")
    window.wait("3. Ada: Show 4")
    window.prompt("Ada")
    window.line("1")
    window.wait("Ada: Take 2.", "round: 3")
    window.prompt("Ada")
    window.keys("\x04")
    assert window.end() == 0
    assert path.read_bytes().startswith(whole) and len(path.read_bytes()) > len(whole)


def test_two_people_hand_the_screen_over(terminal: Open) -> None:
    window = terminal("play", "lanterns", "--lines", "--seed", "3", "--seats", "Ada=human,Bo=human")
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
    assert b"\x1b[?1049h" in window.bytes and b"\x1b[3J" in window.bytes
    window.keys("x")
    shown = window.wait("Bo>")
    assert "hand: [1, 0, 0, 2]" not in shown and "Ada has chosen." in shown
    # Bo cannot bring back what Ada typed.
    window.prompt("Bo")
    window.keys("\x1b[A?")
    window.wait_last("?")
    assert window.text.splitlines()[-1] == "Bo> ?"
    window.line()
    window.line("1")
    window.wait("Lanterns shown: Ada 4, Bo")


def test_undo_needs_the_consent_of_the_other_people(terminal: Open, tmp_path: Path) -> None:
    window = terminal("play", "lanterns", "--lines", "--seed", "3", "--seats", "Ada=human,Bo=human")
    window.wait("Ada: press any key")
    window.keys("x")
    window.wait("Ada>")
    window.line("1")
    window.wait("hand over to")
    window.keys("x")
    window.wait("Bo: press any key")
    window.keys("x")
    window.wait("Bo>")
    window.line("1")
    window.wait("Lanterns shown", "Bo>")
    for answer, told in (("n", "Bo: press any key"), ("y", "Bo undid 1 move.")):
        window.line("undo")
        shown = window.wait("Bo wants to undo the last move", "Ada, do you agree? [y/N]")
        assert "hand" not in shown
        window.keys(answer)
        window.wait(told)
        if answer == "n":
            window.keys("x")
            window.wait("Bo>")
    window.wait("Bo: press any key")
    window.keys("\x04")
    assert window.end() == 0
    assert [e.who for e in match_file.read(the_match(tmp_path)).entries] == [
        "setup",
        "0",
        "1",
        "undo",
    ]


def test_bots_alone_play_for_a_spectator(terminal: Open) -> None:
    window = terminal(
        "play", "lanterns", "--lines", "--seats", "greedy,random", "--seed", "1", rows=60
    )
    assert window.end() == 0
    shown = window.everything
    assert "draws a lantern" in shown and "draws lantern" not in shown
    assert "Length: " in shown and "rulekeep replay lanterns-" in shown


def test_replay_steps_forward_and_back_and_jumps(terminal: Open, run: Run, tmp_path: Path) -> None:
    assert run(*PLAY, lines="1\n" * 40).returncode == 0
    window = terminal("replay", the_match(tmp_path).stem, rows=40)
    window.wait("Lanterns, set-up", "q quit")
    window.keys("\x1b[C")
    window.wait("move 1 of")
    window.keys("\x1b[C")
    window.wait("move 2 of")
    window.keys("\x1b[D")
    window.wait("move 1 of")
    window.keys("g5\r")
    window.wait("move 5 of")
    window.keys("\x1b[F")
    window.wait("Length: ")
    window.keys("\x1b[H")
    window.wait("set-up")
    window.keys(" ")
    window.wait("auto")
    window.wait("move 2 of")
    window.keys("q")
    assert window.end() == 0


def test_a_dumb_terminal_gets_plain_lines(terminal: Open) -> None:
    window = terminal(*PLAY, TERM="dumb")
    window.wait(ASKED, "Ada>")
    window.line("nonsense")
    window.wait("'nonsense' is not a move")
    window.line("1")
    window.wait("Lanterns shown: Ada 1")
    window.keys("\x03")
    window.wait("Leave the table?")
    window.line("n")
    window.wait("Ada> ")
    window.keys("\x04")
    assert window.end() == 0
    assert b"\x1b" not in window.bytes


def test_a_dumb_terminal_is_handed_over_by_enter(terminal: Open) -> None:
    seats = ("--seats", "Ada=human,Bo=human")
    window = terminal("play", "lanterns", "--lines", "--seed", "3", *seats, TERM="dumb")
    window.wait("Ada: press Enter to see your view.")
    window.line()
    window.wait("hand: [1, 0, 0, 2]", "Ada>")
    window.keys("\x03")
    window.wait_last("Leave the table?")
    assert window.text.splitlines()[-1].startswith("Leave the table?")
    window.line("y")
    window.wait("The match is saved in")
    assert window.end() == 0


def test_no_colour_but_still_a_table(terminal: Open) -> None:
    for words, env in ((("--no-colour",), {}), ((), {"NO_COLOR": "1"})):
        window = terminal(*PLAY, *words, **env)
        window.wait(ASKED)
        window.line("take 1")
        window.wait("LA-009")
        window.prompt("Ada")
        window.keys("\x04")
        assert window.end() == 0
        for code in (b"\x1b[31m", b"\x1b[1;31m", b"38;5;", b"38;2;"):
            assert code not in window.bytes


def test_a_table_taller_than_the_window_can_be_scrolled_in(terminal: Open) -> None:
    window = terminal(
        "play", "carcassonne_castle", "--lines", "--seats", "Ada=human,random", "--seed", "5"
    )
    window.wait("too low for the whole table; board shows it", "Ada>")
    window.line("board")
    top = window.wait("goes back to the prompt")
    window.keys("\x1b[6~")
    window.until(lambda shown: shown != top, "the table further down")
    window.keys("\x1b[H")
    window.wait(top)
    window.keys("q")
    window.wait_last("Ada>")


MORE = "-- more: press Enter --"


def test_a_secret_table_is_shown_page_by_page(terminal: Open) -> None:
    seats = ("--seats", "Ada=human,Bo=human")
    window = terminal("play", "castle_keep", "--lines", *seats, "--seed", "5", rows=12)
    window.wait("Ada: press any key")
    window.keys("x")
    turned = 0
    for move in ("done", "1", "1"):
        window.wait_last(MORE)
        while window.wait_last(MORE, "Ada>") != "Ada>":
            if window.said.count(MORE) > turned:
                turned += 1
                window.line()
            window.read()
        window.line(move)
    window.wait("hand over to")
    window.keys("x")
    window.wait("Bo: press any key")
    assert "Hand" not in window.everything


def test_ctrl_c_twice_between_two_pages_keeps_the_match(terminal: Open, tmp_path: Path) -> None:
    window = terminal("play", "castle_keep", "--lines", "--seats", "Ada=human,Bo=human", rows=12)
    window.wait("Ada: press any key")
    window.keys("x")
    window.wait_last(MORE)
    # Two signals that come close together count as one: a third may be needed, never more.
    for _ in range(3):
        if "match is saved in" not in window.said:
            window.child.kill(signal.SIGINT)
            window.settles("match is saved in")
    window.wait("The match is saved in", "Resume with: rulekeep resume castle_keep-")
    assert window.end() == 0
    assert len(Match.load(the_match(tmp_path)).plies) == 1


def test_an_open_table_needs_no_handing_over(terminal: Open) -> None:
    window = terminal(
        "play", "kilt_castle", "--lines", "--seats", "Ada=human,Bo=human", "--seed", "5"
    )
    window.prompt("Bo")
    window.keys("1\r1\r")
    window.prompt("Ada")
    window.line("quit")
    assert window.end() == 0
    assert "look away" not in window.everything and b"\x1b[3J" not in window.bytes


def test_what_is_typed_between_two_pages_is_not_lost(terminal: Open) -> None:
    seats = ("--seats", "Ada=human,Bo=human")
    window = terminal("play", "castle_keep", "--lines", *seats, "--seed", "5", rows=12)
    window.wait("Ada: press any key")
    window.keys("x")
    turned = 0
    while window.wait_last(MORE, "Ada>") != "Ada> done":
        if window.said.count(MORE) > turned:
            turned += 1
            window.line("" if turned > 1 else "done")
        window.read()
    window.line()
    window.wait("discard down to 4 tiles")


def test_redo_and_auto_in_lines(run: Run, tmp_path: Path) -> None:
    words = ("play", "kings_and_castles", "--seed", "7", "--seats", "Ada=human,Bo=random")
    done = run(*words, "--file", "m.rkm", lines="1\nundo\nredo\nauto\nundo 3\nredo\nscore\n")
    assert done.returncode == 0, done.stderr
    assert "Ada undid 1 move (2 with the others' since)." in done.stdout
    assert "Ada redid 1 move (2 with the others' since)." in done.stdout
    assert "Ada undid 3 of their moves (" in done.stdout
    made = [ply.move for ply in Match.load(tmp_path / "m.rkm").plies if ply.seat == 0]
    assert len(made) > 10 and all(f"({move})." in done.stdout for move in made[1:])
    assert "auction" in done.stdout
    done = run(*words, lines="redo\n")
    assert done.returncode == 2 and "There is nothing to redo" in done.stderr


def test_another_match_in_lines(terminal: Open, tmp_path: Path) -> None:
    window = terminal(*PLAY)
    window.play_first_moves("Ada", "r: rematch")
    window.keys("r")
    window.prompt("Ada")
    window.line("quit")
    assert window.end() == 0
    assert len(list((tmp_path / "home" / "matches").glob("*.rkm"))) == 2
