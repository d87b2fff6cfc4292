"""What nobody should type or install: odd bytes, endless names, control characters, low windows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Install, Open, Run
from tests.patience import PATIENCE

from rulekeep.cli.terminal.screen import error_text, json_text
from rulekeep.core.text import whole_number
from rulekeep.match import match_file
from rulekeep.match.match import Match

PLAY = ("play", "lanterns", "--lines", "--seed", "3", "--seats", "Ada=human,greedy")
Raw = Callable[..., "subprocess.CompletedProcess[bytes]"]

PROMPTS = """
from attrs import evolve
from lanterns.plugin import Lanterns


class Loud(Lanterns):
    id = "loud"
    title = "Loud\\x1b[2J"

    def decisions(self, state):
        return tuple(
            evolve(d, prompt="Choose\\x1b[2J \\x9b5n\\u202e now.") for d in super().decisions(state)
        )


GAME = Loud()
"""


@pytest.fixture
def raw(environment: dict[str, str], tmp_path: Path) -> Raw:
    """Run the program with bytes for words."""

    def run(*words: bytes | str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [os.fsencode(word) for word in (sys.executable, "-m", "rulekeep", *words)],
            input=lines,
            check=False,
            capture_output=True,
            env=environment,
            cwd=tmp_path,
            timeout=PATIENCE,
        )

    return run


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*PLAY[:2], "--seed", b"\xff"), b"the seed '\\udcff' must be printable"),
        (("simulate", "lanterns", "--seed", b"\xff"), b"the seed '\\udcff' must be printable"),
        (("simulate", "lanterns", "--seed", "a\u2028b"), b"must be printable"),
        (("simulate", "lanterns", "--seed", "9" * 5000), b"the seed is too long"),
        (("check", "lanterns", "--seed", b"\xff"), b"must be printable"),
        (("show", b"\xff"), b"\\udcff: no match file and no saved match has this name"),
        (("show", b"\xff.rkm"), b"\\udcff.rkm: no match file and no saved match has this name"),
        ((*PLAY, "--file", b"no/\xff.rkm"), b"cannot be written"),
        ((*PLAY, "--data", b"\xff\x1b[2J"), b"does not exist"),
        ((b"\xff\x1b[2J",), b"No command called"),
        (("play", b"\xff\x1b[2J"), b"No game called"),
        (("rules", "lanterns", b"\xff\xfe"), b"has the id or the words"),
        ((*PLAY[:2], "--seats", b"\xff=human,greedy"), b"is not a name"),
        ((*PLAY[:2], "--seats", "mcts:" + "9" * 5000 + ",human"), b"9999"),
        (("simulate", "lanterns", "--games", "9" * 5000), b"9999"),
        (("simulate", "lanterns", "--out", b"\xff\x1b[2J.txt"), b"files only"),
        (("bench", "lanterns", "--seconds", "nan"), b"'nan' is not a number of seconds"),
        (("check", "lanterns", "--seconds", "nan"), b"'nan' is not a number of seconds"),
    ],
)
def test_odd_words_are_refused_in_a_sentence(
    raw: Raw, words: tuple[bytes | str, ...], told: bytes
) -> None:
    done = raw(*words)
    assert done.returncode == 2, done.stderr
    assert told in done.stderr and b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stderr and len(done.stderr) < 1500


def test_odd_names_of_files_that_are_there(raw: Raw, tmp_path: Path) -> None:
    """A name that is not text is as good as any other; it is shown spelled out."""
    done = raw(*PLAY, "--file", b"\xff.rkm", lines=b"1\n")
    assert done.returncode == 0, done.stderr
    assert b"The match is saved in \\udcff.rkm." in done.stdout
    for command in (("show",), ("replay",), ("show", "--json"), ("scenario", "--at", "0")):
        done = raw(*command, b"\xff.rkm")
        assert done.returncode == 0, done.stderr
    shown = json.loads(raw("show", "--json", b"\xff.rkm").stdout)
    assert shown["file"] == "\udcff.rkm"
    done = raw("scenario", "--at", "0", b"\xff.rkm", "--out", b"\xfe.yaml")
    assert done.returncode == 0 and b"Written to \\udcfe.yaml" in done.stdout
    done = raw("simulate", "lanterns", "-n", "2", "--out", b"\xfe.jsonl")
    assert done.returncode == 0, done.stderr


def test_names_of_any_length_are_not_echoed_whole(raw: Raw) -> None:
    for words in (
        ("show", "x" * 5000),
        ("show", "x y" * 2000),
        ("play", "x" * 5000),
        ("x" * 5000,),
        (*PLAY[:2], "--data", "x" * 5000),
        (*PLAY[:2], "--seats", "x" * 5000),
        ("rules", "lanterns", "x" * 5000),
    ):
        done = raw(*words)
        assert done.returncode == 2 and len(done.stderr) < 1000, done.stderr


@pytest.mark.parametrize("length", [247, 251, 252, 255, 256])
def test_saving_under_a_long_name(run: Run, tmp_path: Path, length: int) -> None:
    name = "x" * length
    done = run(*PLAY, "--file", "m.rkm", lines=f"1\nsave {name}\nscore\n")
    if length <= 251:
        assert done.returncode == 0, done.stderr
        assert len(Match.load(tmp_path / f"{name}.rkm").plies) > 1
    else:
        assert done.returncode == 2 and "File name too long" in done.stderr
        assert "Traceback" not in done.stderr
    assert len(match_file.read(tmp_path / "m.rkm").entries) > 1


def test_control_characters_of_a_plugin_are_spelled_out(run: Run, install: Install) -> None:
    path = install("loud", PROMPTS)
    words = ("play", "loud", "--seats", "Ada=human,greedy", "--file", "m.rkm")
    done = run(*words, lines="1\n", PYTHONPATH=path)
    assert done.returncode == 0, done.stderr
    assert "Choose\\x1b[2J \\x9b5n\\u202e now." in done.stdout
    for shown in (
        done.stdout,
        run("show", "m.rkm", PYTHONPATH=path).stdout,
        run("show", "--json", "m.rkm", PYTHONPATH=path).stdout,
        run("games", PYTHONPATH=path).stdout,
    ):
        assert not {"\x1b", "\x9b", "\u202e"} & set(shown)


def test_json_is_the_same_data_without_orders_to_the_terminal() -> None:
    data = {"a\x9b": ["\u202eé…", "\x1b\x7f\n", "\U000e0001", "\udcff"]}
    text = json_text(data)
    assert json.loads(text) == data
    assert "é…" in text
    assert all(char == "\n" or char.isprintable() for char in text)


def test_complaints_fit_the_screen() -> None:
    assert error_text("short\x1b[2J") == "short\\x1b[2J"
    assert len(error_text("a word " + "x" * 9000)) < 200


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1", 1),
        ("007", 7),
        ("10", 10),
        ("11", None),
        ("0", None),
        ("00011", None),
        ("1" * 900, None),
        ("-1", None),
        ("", None),
        ("x", None),
        ("٣", 3),
        ("²", None),
    ],
)
def test_whole_numbers(text: str, found: int | None) -> None:
    assert whole_number(text, 1, 10) == found


def test_numbers_of_too_many_digits_at_the_prompt(terminal: Open) -> None:
    window = terminal(*PLAY, rows=40)
    window.wait("Ada>")
    for said in ("1" * 900, "000000000001999", "undo " + "9" * 900, "why " + "9" * 900):
        window.prompt("Ada")
        window.line(said)
    window.prompt("Ada")
    window.line("show 1")
    window.wait("Lanterns shown: Ada 1")


def test_numbers_of_too_many_digits_elsewhere(terminal: Open, run: Run) -> None:
    assert run(*PLAY, "--file", "m.rkm", lines="1\n1\n").returncode == 0
    window = terminal("replay", "m.rkm", TERM="dumb")
    window.wait("a number: jump")
    for said in ("000000999", "9" * 900, "00001"):
        window.line(said)
    window.wait("move 1 of")
    window.line("q")
    assert window.end() == 0
    window = terminal("resume", RULEKEEP_HOME=str(Path("nowhere")))
    assert window.end() == 0


def test_bytes_that_are_no_text_at_the_prompt(terminal: Open) -> None:
    for more in ({}, {"TERM": "dumb"}):
        window = terminal(*PLAY, rows=40, **more)
        window.wait("Ada>")
        window.child.send(b"\xff\xfe\r")
        window.wait("not")
        window.child.send(b"save \xff\r")
        window.line("show 1")
        window.wait("Lanterns shown: Ada 1")


def test_bytes_that_are_no_text_between_two_pages(terminal: Open) -> None:
    window = terminal(
        "play", "castle_keep", "--lines", "--seats", "Ada=human,Bo=human", "--seed", "5", rows=12
    )
    window.wait("Ada: press any key")
    window.keys("x")
    window.wait_last("-- more: press Enter --")
    window.child.send(b"\xff\xfe\n")
    turned = 1
    while window.wait_last("-- more: press Enter --", "Ada>") != "Ada>":
        if window.said.count("-- more: press Enter --") > turned:
            turned += 1
            window.line()
        window.read()


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_tab_in_a_very_low_window(terminal: Open, tmp_path: Path, rows: int) -> None:
    window = terminal(*PLAY, "--file", "m.rkm", rows=rows)
    window.wait_last("Ada>")
    window.keys("\t")
    window.wait_last("Ada> show")
    window.keys("\t\t")
    window.settles("show")
    window.keys("4\r")
    window.wait_last("Ada>")
    window.line("quit")
    assert window.end() == 0
    assert "exception" not in window.said.lower()
    assert Match.load(tmp_path / "m.rkm").plies[1].move == "show 4"


@pytest.mark.parametrize(
    "words",
    ["rules kings_and_castles", "games", "show m.rkm", "--help", "scenarios lanterns --list"],
)
def test_the_reader_of_a_pipe_may_go_early(
    run: Run, environment: dict[str, str], tmp_path: Path, words: str
) -> None:
    assert run(*PLAY, "--file", "m.rkm", lines="1\n").returncode == 0
    program = f"{sys.executable} -m rulekeep {words}"
    for reader in ("head -1", "true"):
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {program} | {reader}"],
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
