"""What we stand on: bounds that can be tried, and no network at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.campaigns import dependencies
from tests.campaigns.dependencies import Bound
from tests.campaigns.ledger import ROOT

NO_SOCKETS = """
import socket, sys

class Forbidden(socket.socket):
    def __init__(self, family=-1, *more, **named):
        if {everything} or family != getattr(socket, "AF_UNIX", None):
            raise AssertionError(f"a socket of family {{family}} is opened")
        super().__init__(family, *more, **named)

socket.socket = Forbidden
for name in ("create_connection", "getaddrinfo", "gethostbyname"):
    setattr(socket, name, None)
sys.path.append({tiny!r})
import lanterns
from rulekeep.core import registry
registry.add(lanterns.GAME)
"""
PROGRAM = """
from rulekeep.cli.main import main
main()
"""
MATCHES = """
import rulekeep
from rulekeep.bots import make_bot
for name in rulekeep.games():
    match = rulekeep.Match.new(name, 2, 7, path=f"{name}.rkm")
    bots = [make_bot("greedy", 1), make_bot("mcts:5", 2)]
    for _ in range(12):
        if not match.is_over:
            seat = match.decisions[0].seat
            match.play(bots[seat].choose(match.game, match.state, seat).move, seat)
    match.close()
    rulekeep.Match.load(f"{name}.rkm")
    print(name)
"""


def _without_sockets(
    code: str, place: Path, *words: str, lines: str = "", everything: bool = True
) -> str:
    forbid = NO_SOCKETS.format(tiny=str(ROOT / "tests" / "tiny"), everything=everything)
    done = subprocess.run(
        [sys.executable, "-c", forbid + code, *words],
        input=lines,
        cwd=place,
        env={"RULEKEEP_HOME": str(place / "home"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_matches_and_bots_open_no_socket(tmp_path: Path) -> None:
    assert len(_without_sockets(MATCHES, tmp_path).splitlines()) >= 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("games", "Kilt Castle"),
        ("rules kilt_castle roof", "KC-"),
        ("play lanterns --seed 3 --seats Ada=human,mcts:5 --file m.rkm", "Resume with"),
        ("simulate lanterns -n 5 -s greedy,random --out r.jsonl", "greedy"),
    ],
)
def test_the_command_line_opens_no_socket(words: str, said: str, tmp_path: Path) -> None:
    assert said in _without_sockets(PROGRAM, tmp_path, *words.split(), lines="1\n")


def test_several_processes_open_no_socket_to_the_outside(tmp_path: Path) -> None:
    words = [
        "simulate",
        "kilt_castle",
        "-n",
        "4",
        "-s",
        "random,random",
        "-w",
        "2",
        "--option",
        "max_turns=1",
    ]
    assert "random" in _without_sockets(PROGRAM, tmp_path, *words, everything=False)


def test_the_ban_works(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="a socket of family"):
        _without_sockets("socket.socket(socket.AF_INET)", tmp_path)


def test_every_dependency_has_a_lower_bound() -> None:
    bounds = dependencies.bounds(dependencies.project())
    assert Bound("attrs", "24.2") in bounds and len(bounds) > 10
    assert Bound("attrs", "24.2").exactly == "attrs==24.2"
    with pytest.raises(ValueError, match="no lower bound"):
        Bound.of("attrs")


def test_the_tests_named_are_there() -> None:
    assert [path for path in dependencies.TESTS if not (ROOT / path).exists()] == []
