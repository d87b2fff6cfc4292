"""The start screen: play, learn, resume, replay, rules, by arrows, by typing or by the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import ROOT, Open, Run
from tests.cli.pseudo_terminal import Terminal
from tests.cli.test_cli_fullscreen import DOWN, ESCAPE, UP, click, the_match
from tests.cli.test_cli_window_sizes import at_every_size

from rulekeep.match import match_file

START = "rulekeep: castle board games"


def chosen(window: Terminal, *words: str) -> str:
    """Wait until the mark is at an item with these words; its row."""
    window.until(
        lambda text: any(
            row.startswith("▶") and all(word in row for word in words) for row in text.splitlines()
        ),
        f"▶ {words}",
    )
    return next(row for row in window.text.splitlines() if row.startswith("▶"))


@at_every_size
def test_a_newcomer_needs_nothing_but_keys(
    terminal: Open, tmp_path: Path, columns: int, rows: int
) -> None:
    """Learn a lesson, play, undo, quit, resume: from `make play` on, without any command."""
    assert "rulekeep play\n" in (ROOT / "Makefile").read_text().partition("\nplay:")[2]
    window = terminal("play", "--pace", "0", "--seed", "7", columns=columns, rows=rows)
    window.wait(START)
    window.keys(DOWN)
    chosen(window, "Learn")
    window.keys("\r")
    window.wait("Which game would you like to learn?")
    window.keys(DOWN)
    chosen(window, "Castle Keep")
    window.keys("\r")
    window.wait("Press any key for the first lesson.")
    window.keys(" ")
    window.wait("Lesson 1 of 9: The first tile")
    window.keys(ESCAPE)
    window.wait("Your task, Ada")
    window.prompt("Ada")
    window.keys(DOWN)
    window.wait("▶ 1 Place the red curvy tower")
    window.keys("\r")
    window.wait("Lesson 1 is done", "(q)uit?")
    window.keys("q")
    window.wait(START)
    window.keys(UP)
    chosen(window, "Play")
    window.keys("\r")
    window.wait("Which game would you like to play?")
    window.keys(DOWN)
    chosen(window, "Castle Keep")
    window.keys("\r")
    window.wait("Castle Keep: a new match")
    chosen(window, "Start", "Player 1 and Easy")
    window.keys("\r")
    window.wait("Build, attack or pass")
    window.prompt("Player 1")
    window.keys(DOWN)
    window.wait("▶ 1 Place the red curvy tower")
    window.keys("\r")
    window.wait("Build more, or end the turn")
    window.prompt("Player 1")
    window.line("undo")
    window.wait("Build, attack or pass")
    window.prompt("Player 1")
    window.keys(DOWN + "\r")
    window.wait("Build more, or end the turn")
    window.prompt("Player 1")
    window.keys("\x03")
    window.wait("Leave the table?")
    window.keys("y")
    window.wait(START)
    window.keys(DOWN + DOWN)
    chosen(window, "Resume")
    window.keys("\r")
    window.wait("Unfinished matches, newest first:")
    window.keys("\r")
    window.wait("Build more, or end the turn")
    window.prompt("Player 1")
    window.keys("\x04")
    window.wait(START)
    window.keys("\x03")
    assert window.end() == 0
    plies = [entry.what for entry in match_file.read(the_match(tmp_path)).entries]
    assert "place TRC NW" in plies


@at_every_size
def test_typing_back_and_quit_work_everywhere(terminal: Open, columns: int, rows: int) -> None:
    window = terminal("play", columns=columns, rows=rows)
    window.wait(START)
    window.line("castel")
    window.wait("No game called 'castel'. Did you mean castle_keep?")
    window.line("pl")
    window.wait("Which game would you like to play?")
    window.line("castel")
    window.wait("No game called 'castel'. Did you mean castle_keep?")
    window.keys(ESCAPE)
    window.wait(START)
    window.line("lanterns")
    window.wait("Lanterns: a new match")
    window.line("seat 2")
    window.wait("Seat 2: who plays?")
    window.line("back")
    window.wait("Lanterns: a new match")
    window.line("back")
    window.wait(START)
    window.line("resume")
    window.wait("There is no unfinished match yet.")
    window.line("rules")
    window.wait("Which game would you like to read about?")
    window.line("quit")
    assert window.end() == 0


@at_every_size
def test_players_seats_and_rules_are_chosen_from_lists(
    terminal: Open, tmp_path: Path, columns: int, rows: int
) -> None:
    window = terminal("play", columns=columns, rows=rows)
    window.wait(START)
    window.line("lanterns")
    window.wait("Lanterns: a new match", "Player 1 and Easy, standard rules.")
    window.line("players")
    window.wait("How many players?", "3  players")
    window.line("7")
    window.wait("'7' is not a number from 2 to 4")
    window.line("3")
    window.wait("Player 1, Easy and Easy 2, standard rules.")
    window.line("seat 1")
    window.wait("Seat 1: who plays?", "Person", "Easy", *(["Hard", "Program"] if rows > 12 else []))
    window.keys("\r")
    window.wait("Name of the person [Player 1]")
    window.line("Ada")
    window.wait("Ada, Easy and Easy 2")
    window.line("seat 2")
    window.wait("Seat 2: who plays?")
    window.line("gredy")
    window.wait("'gredy' looks like the bot greedy; for a person of that name type 'gredy=human'")
    window.line("Ada")
    window.wait("Ada is at the table already")
    window.line("hard")
    window.wait("Ada, Hard and Easy, standard rules.")
    window.line("seat 3")
    window.wait("Seat 3: who plays?")
    window.line("random")
    window.wait("Ada, Hard and Random")
    window.line("rules")
    window.wait("Which rules?", "Standard rules", "generous", "Single options")
    window.line("options")
    window.wait("Options", "Ties", "Nobody.")
    window.line("ties")
    window.wait("Nobody", "Standard.", "Next")
    window.line("never")
    window.wait("option 'ties' cannot be 'never'; it is nobody | next")
    window.line("next")
    window.wait("Options", "Next.")
    window.line("done")
    window.wait("Ada, Hard and Random, Ties: Next.")
    window.keys("\r")
    window.wait("Ada: Choose a lantern to show.")
    window.prompt("Ada")
    window.keys("\x04")
    window.wait(START)
    window.line("quit")
    assert window.end() == 0
    command = "rulekeep play lanterns --seats Ada=human,hard,random --option ties=next"
    assert command in " ".join(window.said.split())
    header = match_file.read_header(the_match(tmp_path))
    assert header.players == ("human", "hard", "random")
    assert header.options == {"ties": "next"}


@at_every_size
def test_the_mouse_chooses_and_a_match_is_replayed(
    terminal: Open, run: Run, columns: int, rows: int
) -> None:
    assert run("play", "lanterns", "--seats", "random,random").returncode == 0
    window = terminal("play", columns=columns, rows=rows)
    window.wait(START)
    click(window, "4  Replay")
    window.wait("Saved matches, newest first:", "1  lanterns")
    click(window, "1  lanterns")
    window.wait("0/", "→ next")
    window.keys("q")
    window.wait(START)
    if rows == 12:
        window.keys(DOWN + DOWN)
    window.wait("6  Quit")
    click(window, "6  Quit")
    assert window.end() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04", ESCAPE])
def test_leaving_the_start_screen_begins_no_match(terminal: Open, tmp_path: Path, key: str) -> None:
    window = terminal("play")
    window.wait(START)
    window.keys(key)
    assert window.end() == 0
    assert not (tmp_path / "home").exists()


def test_a_terminal_without_escape_codes_has_the_same_menus(terminal: Open) -> None:
    window = terminal("play", TERM="dumb", rows=40)
    window.wait(START, "1  Play", "Number or name [1], back or quit>")
    window.line("castel")
    window.wait("Did you mean castle_keep?")
    window.line("")
    window.wait("Which game would you like to play?", "Lanterns")
    window.line("back")
    window.wait("back or quit>")
    window.line("lanterns")
    window.wait("Lanterns: a new match", "Start")
    window.line("")
    window.wait("Choose a lantern to show.")
    window.line("quit")
    window.wait("The match is saved in", START)
    window.line("quit")
    assert window.end() == 0
    assert b"\x1b" not in window.bytes
