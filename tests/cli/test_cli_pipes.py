"""The program in a pipe: plain lines in, plain lines out, the first bad line ends it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from rulekeep.core.text import printable
from rulekeep.match import match_file
from rulekeep.match.match import Match

Shell = Callable[[str], subprocess.CompletedProcess[str]]
PLAY = ("play", "lanterns", "--seed", "3", "--seats", "Ada=human,greedy")


def test_a_match_from_standard_input(run: Run, tmp_path: Path) -> None:
    lines = "# my match\n\n?\nscore\nlog\nhelp\nwhy take 1\nrules prize\n" + "1\n" * 40
    done = run(*PLAY, "--file", "match.rkm", lines=lines)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout and "\r" not in done.stdout
    assert "Length: " in done.stdout
    assert "Replay: rulekeep replay match.rkm" in done.stdout
    assert Match.load(tmp_path / "match.rkm").is_over


def test_the_same_seed_and_lines_give_the_same_words(run: Run) -> None:
    one, two = (
        run(*PLAY, "--file", f"{name}.rkm", lines="1\n" * 40).stdout.replace(name, "it")
        for name in ("first", "second")
    )
    assert one == two


def test_standard_input_may_end_before_the_match(run: Run, tmp_path: Path) -> None:
    done = run(*PLAY, lines="show 1\n")
    assert done.returncode == 0
    assert "Resume with: rulekeep resume lanterns-" in done.stdout
    (path,) = (tmp_path / "home" / "matches").glob("lanterns-????-??-??-??????.rkm")
    again = run("resume", path.stem, lines="1\n" * 40)
    assert again.returncode == 0 and "Length: " in again.stdout
    assert "already" not in again.stderr
    over = run("resume", path.stem)
    assert over.returncode == 0 and "Length: " in over.stdout
    listed = run("resume")
    assert "No unfinished match" in listed.stdout


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ("show 7", "line 3: 'show 7' is not a move. Did you mean 'show "),
        ("take 1", "line 3: You cannot play 'take 1': now is the time to show (LA-009). You"),
        ("99", "line 3: No move has the number 99"),
        ("dance", "line 3: 'dance' is not a move. Moves look like this: show LANTERN"),
        ("why dance", "line 3: 'dance' is not a move"),
        ("why", "line 3: Which move?"),
        ("undo 9", "line 3: You can undo at most 1 move."),
        ("undo x", "line 3: 'x' is not a number of moves."),
        ("rules xyzzy", "line 3: No rule has the id or the words 'xyzzy'."),
        ("save /no/such/directory/x", "line 3: /no/such/directory/x.rkm: cannot be written"),
        ("save .", "line 3: .: is a directory; name a file"),
        ("save /", "line 3: /: is a directory; name a file"),
        ("save a\0b", "line 3: a\\x00b: not the name of a file"),
        ("save \x1b[31mred", "line 3: \\x1b[31mred: not the name of a file"),
        ("save ~no-such-user/x", "line 3: ~no-such-user/x: there is no such user's home"),
        ("save " + "x" * 300, "line 3: xxx"),
        ("why ?", "line 3: '?' is not a move. Moves look like this: show LANTERN"),
        ("x" * 2000, "line 3: longer than 1000 characters"),
    ],
)
def test_the_first_bad_line_ends_it_with_its_number(
    run: Run, bad: str, told: str, tmp_path: Path
) -> None:
    done = run(*PLAY, "--file", "match.rkm", lines=f"show 1\n\n{bad}\n1\n")
    assert done.returncode == 2
    assert done.stderr.startswith(f"rulekeep: {told}"), done.stderr
    assert done.stderr.count("\n") == 1
    # What was played before it is kept.
    entries = match_file.read(tmp_path / "match.rkm").entries
    assert [entry.what for entry in entries if entry.who == "0"] == ["show 1"]


def test_undo_in_a_pipe_asks_the_other_people(run: Run, tmp_path: Path) -> None:
    seats = ("play", "lanterns", "--seed", "3", "--seats", "Ada=human,Bo=human")
    refused = run(*seats, "--file", "a.rkm", lines="1\n1\nundo\nno\n")
    assert refused.returncode == 0 and "Nothing was undone or redone." in refused.stdout
    agreed = run(*seats, "--file", "b.rkm", lines="1\n1\nundo\nyes\n")
    assert "undid 1 move" in agreed.stdout
    assert [e.who for e in match_file.read(tmp_path / "b.rkm").entries][-1] == "undo"
    unclear = run(*seats, "--file", "c.rkm", lines="1\n1\nundo\nperhaps\n")
    assert unclear.returncode == 2 and "line 4: Please answer y or n." in unclear.stderr


def test_ascii_only(run: Run) -> None:
    for words, env in ((("--ascii",), {}), ((), {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})):
        done = run(*PLAY, *words, "--no-colour", "--width", "100", lines="1\n?\n", **env)
        assert done.returncode == 0, done.stderr
        assert done.stdout.isascii()
        assert "  > Lanterns shown: Ada 1" in done.stdout


@pytest.fixture
def shell(environment: dict[str, str], tmp_path: Path) -> Shell:
    """Runs `rulekeep` with these words in a shell."""

    def run(words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", f"{sys.executable} -m rulekeep {words}"],
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path,
            check=False,
        )

    return run


def test_the_reader_of_a_pipe_may_go(shell: Shell) -> None:
    done = shell("rules lanterns | head -1")
    assert done.stdout == "Lanterns\n" and done.stderr == ""


@pytest.mark.parametrize(
    ("streams", "code"),
    [("<&-", 0), ("<&- >&-", 0), ("</dev/null >&- 2>&-", 0), ("</dev/null >/dev/full", 2)],
)
def test_closed_and_full_streams(shell: Shell, tmp_path: Path, streams: str, code: int) -> None:
    done = shell(f"{' '.join(PLAY)} --file match.rkm {streams}")
    assert done.returncode == code, done.stderr
    told = "rulekeep: the output: No space left on device\n"
    assert done.stderr == (told if code else "")
    assert Match.load(tmp_path / "match.rkm").decisions


def test_what_the_user_wrote_cannot_move_the_cursor(run: Run) -> None:
    done = run("show", "a\x1b[31mb")
    assert done.returncode == 2 and "a\\x1b[31mb: no match file and no saved match" in done.stderr
    assert printable("one\ntwo\x07\u202e") == "one\ntwo\\x07\\u202e"


def test_a_home_that_cannot_be(run: Run) -> None:
    for words in (("resume",), PLAY):
        done = run(*words, RULEKEEP_HOME="~no-such-user/x")
        assert done.returncode == 2 and "there is no such user's home" in done.stderr
        done = run(*words, RULEKEEP_HOME="/dev/null")
        assert "Traceback" not in done.stderr
    assert done.returncode == 2 and "/dev/null/matches: cannot be made" in done.stderr


BAD = [
    (("play", "castle_kep"), "No game called 'castle_kep'. Did you mean castle_keep?"),
    (("play", "lanterns", "--seats", "human"), "Lanterns has seats for 2 to 4, not for 1"),
    (("play", "lanterns", "--seats", "human,gredy"), "No bot called 'gredy'"),
    (("play", "lanterns", "--seats", "human,,"), "'' in --seats names nobody"),
    (
        ("play", "lanterns", "--seats", ",".join(["greedy"] * 9999)),
        "--seats names 9,999 seats; at most 100",
    ),
    (("play", "lanterns", "--seats", "A=human,A=human"), "two players have the same name"),
    (("play", "lanterns", "--seats", "A\x1b[2J=human,greedy"), "is not a name"),
    (("play", "lanterns", "--seats", "human,mcts:soon"), "'soon'"),
    (("play", "lanterns", "--option", "tie=next"), "there is no option 'tie'; did you mean 'ties'"),
    (("play", "lanterns", "--option", "ties=never"), "option 'ties' cannot be 'never'"),
    (("play", "lanterns", "--option", "ties"), "'ties' is not an option; write NAME=VALUE"),
    (("play", "lanterns", "--preset", "mean"), "there is no preset 'mean'"),
    (("play", "lanterns", "--data", "nowhere"), "'nowhere' does not exist"),
    (("play", "lanterns", "--data", "."), "has no data files to replace"),
    (("play", "lanterns", "--file", "no/such/place.rkm"), "cannot be written"),
    (("play", "lanterns", "--width", "3"), "3 is not in the range"),
    (("play", "lanterns", "--think", "nan"), "'nan' is not a number of seconds"),
    (("replay", "match.rkm", "--pause", "nan"), "'nan' is not a number of seconds"),
    (("show", ""), "no match file and no saved match"),
    (("show", "x" * 5000), "no match file and no saved match"),
    (("play",), "Which game?"),
    (("play", "--seats", "human,human"), "Which game?"),
    (("resume", "nothing"), "nothing: no match file and no saved match"),
    (("resume", "."), "cannot be read"),
    (("show", "garbage.rkm"), "garbage.rkm:1: not a match file"),
    (("show", "latin.rkm"), "latin.rkm:2: not UTF-8 text"),
    (("show", "match.rkm", "--to", "99"), "there is no position 99"),
    (("show", "match.rkm", "--seat", "9"), "the match has seats 1 to 2, not 9"),
    (("replay", "match.rkm", "--to", "99"), "there is no position 99"),
    (("replay", "changed.rkm"), "changed.rkm:4: the line, or one before it, is not what"),
    (("scenario", "match.rkm", "--at", "99"), "there is no position 99"),
    (("scenario", "match.rkm", "--at", "0", "--out", "match.rkm"), "exists already"),
    (
        ("resume", "match.rkm", "--seats", "human"),
        "--seats names 1 player, but the match has 2 seats",
    ),
    (("rules", "lanterns", "xyzzy"), "No rule of Lanterns has the id or the words 'xyzzy'"),
    (("options", "nothing"), "No game called 'nothing'"),
    (("check", "lanterns", "--seats", "9"), "Lanterns has no 9 seats"),
    (("scenarios", "nothing"), "No game called 'nothing'"),
    (("dance",), "No command called 'dance'"),
    (("plya",), "No command called 'plya'. Did you mean 'play'?"),
]


@pytest.mark.parametrize(("words", "told"), BAD, ids=[" ".join(words)[:40] for words, _ in BAD])
def test_bad_input_is_reported_in_a_sentence(
    words: tuple[str, ...], told: str, tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.testing import CliRunner

    from rulekeep.cli.main import cli
    from rulekeep.core.errors import RulekeepError

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEKEEP_HOME", str(tmp_path / "home"))
    match = Match.new("lanterns", 2, seed=3, path=tmp_path / "match.rkm")
    match.play("show 1")
    match.close()
    written = (tmp_path / "match.rkm").read_bytes()
    (tmp_path / "garbage.rkm").write_bytes(b"\x00\x01\x02 nonsense\n" * 50)
    (tmp_path / "latin.rkm").write_bytes(b"rulekeep-match 1\n{\xe4}\n")
    (tmp_path / "changed.rkm").write_bytes(written.replace(b"show 1", b"show 2"))
    before = {path: path.read_bytes() for path in tmp_path.glob("*.rkm")}
    done = CliRunner().invoke(cli, list(words), standalone_mode=True)
    if isinstance(done.exception, RulekeepError):
        said = str(done.exception)
        assert "\n" not in said
    else:
        assert done.exit_code == 2, done.output
        said = done.output
    assert told in " ".join(said.split()), said
    assert {path: path.read_bytes() for path in tmp_path.glob("*.rkm")} == before
    assert not (tmp_path / "home").exists()


def test_the_program_itself_answers_bad_input_with_exit_code_2(run: Run, tmp_path: Path) -> None:
    done = run("play", "lanterns", "--option", "ties=never")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == "rulekeep: option 'ties' cannot be 'never'; it is nobody | next\n"
    assert not (tmp_path / "home").exists()
    (tmp_path / "bomb.rkm").write_text("rulekeep-match 1\n" + "[" * 100_000 + "\n")
    done = run("show", "bomb.rkm")
    assert done.returncode == 2 and "bomb.rkm:2: the header is not JSON" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_match_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "precious.rkm").write_text("mine")
    done = run(*PLAY, "--file", "precious.rkm")
    assert done.returncode == 2 and "exists already; it is left alone" in done.stderr
    assert (tmp_path / "precious.rkm").read_text() == "mine"
