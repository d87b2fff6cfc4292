"""Programs at the table and in simulations: `--seats human,run:./mybot`."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.conftest import ROOT, Open, Run
from tests.patience import PATIENCE

from rulekeep.cli.table.seating import parse_seats
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.registry import load
from rulekeep.core.registry import names as game_names
from rulekeep.match.match import Match
from rulekeep.match.seat_events import move_sentences, sentences, sentences_since

ODD = ROOT / "tests" / "bots" / "odd_program.py"
PATIENTLY = ("--think", "600")
"""However slow the machine is, a program that answers is in time."""
STARTED_SLOWLY = (
    "from rulekeep.bots import program_bot; program_bot.START_SECONDS = 600.0\n"
    "from rulekeep.cli.main import main; main()"
)
"""The command line, which waits longer for a program to start."""
PATIENT = ROOT / "examples" / "bots" / "patient.py"


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run the program in a pipe."""

    def run(*words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", STARTED_SLOWLY, *words],
            input=lines,
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment,
            cwd=tmp_path,
            timeout=PATIENCE,
        )

    return run


def program(path: Path, *words: str) -> str:
    return f"run:{shlex.join([sys.executable, str(path), *words])}"


def test_seats_with_programs() -> None:
    odd = program(ODD, "garbage") + " 'a,b' --level=3"
    seating = parse_seats(f"Ada=human,{odd},{odd},Bo={odd}")
    assert seating.players == ("human", odd, odd, odd)
    assert seating.names[0] == "Ada" and seating.names[3] == "Bo"
    assert seating.names[2] == f"{seating.names[1]} 2"
    assert parse_seats(f"human,{program(PATIENT)}".replace(sys.executable, "python3")).names == (
        "Player 1",
        "Patient",
    )
    with pytest.raises(RulekeepError, match="there is no program"):
        parse_seats("human,run:./nobody")


def test_a_program_plays_at_the_table(run: Run, tmp_path: Path) -> None:
    seats = f"human,Pat={program(PATIENT)}"
    done = run(
        *("play", "kilt_castle", "--seed", "7", "--seats", seats, "--file", "m.rkm", *PATIENTLY),
        lines="1\n" * 200,
    )
    assert done.returncode == 0 and "Length: " in done.stdout
    assert "The program" not in done.stdout, "nothing went wrong"
    assert Match.load(tmp_path / "m.rkm").is_over
    assert not list(tmp_path.glob("*.log"))


def test_mistakes_of_a_program_are_shown_at_the_table(run: Run, tmp_path: Path) -> None:
    seats = f"human,Pat={program(ODD, 'complains')}"
    done = run(
        "play",
        "kilt_castle",
        "--seed",
        "7",
        "--seats",
        seats,
        "--file",
        "m.rkm",
        lines="1\n1\n1\n1\n1\nquit\n",
    )
    assert done.returncode == 0
    shown = " ".join(done.stdout.split())
    assert "ended with exit code 4 (more is in m.seat2.log); it is started again." in shown
    assert "greedy plays on in its place." in shown
    assert "my hand is good" not in done.stdout + done.stderr
    assert (tmp_path / "m.seat2.log").read_text().count("my hand is good") == 2


def test_a_program_that_hangs_is_replaced_at_the_table(run: Run) -> None:
    seats = f"human,Pat={program(ODD, 'hangs')}"
    words = ("play", "kilt_castle", "--seed", "7", "--seats", seats, "--think", "0.1")
    done = run(*words, lines="1\n" * 8 + "quit\n")
    shown = " ".join(done.stdout.split())
    assert done.returncode == 0
    assert "did not answer within 0.4 seconds; it is started again." in shown
    assert shown.count("greedy plays on in its place.") == 1
    assert "was not waited for" not in shown


def test_a_match_file_starts_no_program(run: Run, tmp_path: Path) -> None:
    seats = f"human,{program(PATIENT)}"
    run(
        "play", "kilt_castle", "--seed", "7", "--seats", seats, "--file", "m.rkm", lines="1\nquit\n"
    )
    refused = run("resume", "m.rkm", lines="1\nquit\n")
    assert refused.returncode == 2
    said = " ".join(refused.stderr.split())
    assert "a match file must not start programs" in said and shlex.quote(seats) in said
    assert run("resume", "m.rkm", "--seats", seats, lines="1\nquit\n").returncode == 0


def test_undone_moves_are_announced(run: Run, tmp_path: Path) -> None:
    seats = f"human,{program(ODD, 'records', str(tmp_path / 'told'))}"
    words = ("play", "kilt_castle", "--seed", "7", "--seats", seats, *PATIENTLY)
    # Both move often enough for the program to be asked before and after.
    moves = "1\n" * 12 + "undo 8\n" + "1\n" * 12 + "quit\n"
    assert run(*words, lines=moves).returncode == 0
    messages = [json.loads(line) for line in (tmp_path / "told").read_text().splitlines()]
    heard = [sentence for message in messages for sentence in message.get("news", ())]
    assert len([sentence for sentence in heard if "Moves were undone" in sentence]) == 1
    assert messages[-1] == {"type": "bye"}


@pytest.mark.parametrize("name", game_names())
def test_a_program_receives_what_a_person_would_see(name: str) -> None:
    game = load(name)
    match = Match.new(game, game.seats[-1], "news")
    dice = SeededChance("news")
    while not match.is_over and len(match.plies) < 120:
        asked = match.decisions
        seat = asked[dice.below(len(asked))].seat
        moves = game.legal_moves(match.state, seat)
        move = moves[dice.below(len(moves))]
        sentence = game.sentence(match.state, seat, move)
        match.play(move, seat)
        ply = match.plies[-1]
        for viewer in range(match.header.seats):
            heard = move_sentences(asked, seat, sentence, ply.events, viewer, match.name)
            assert heard == sentences(match, len(match.plies) - 1, viewer)


def test_a_simulation_sends_a_program_what_a_table_would(run: Run, tmp_path: Path) -> None:
    """What was dealt in secret is told as a rumour; the seed is told nowhere."""
    seats = f"{program(ODD, 'records', str(tmp_path / 'told'))},random"
    done = run("simulate", "castle_keep", "--seats", seats, "-n", "1", "--out", "run.jsonl")
    assert done.returncode == 0 and "note" not in done.stdout
    row = json.loads((tmp_path / "run.jsonl").read_text())
    messages = [json.loads(line) for line in (tmp_path / "told").read_text().splitlines()]
    heard = [sentence for message in messages for sentence in message.get("news", ())]
    match = Match.new("castle_keep", 2, row["seed"])
    assert heard[: len(sentences_since(match, 0, 0))] == sentences_since(match, 0, 0)
    assert messages[-1]["places"] == row["places"]
    assert row["seed"] not in (tmp_path / "told").read_text()
    assert not [s for s in heard if "Player 2 is dealt T" in s or "Player 2 is dealt W" in s]


def test_a_simulation_counts_what_went_wrong(run: Run, tmp_path: Path) -> None:
    seats = f"{program(ODD, 'dies')},random"
    done = run("simulate", "lanterns", "--seats", seats, "-n", "3", "--out", "run.jsonl")
    assert done.returncode == 0
    shown = " ".join(done.stdout.split())
    assert "note in 3 matches: The program" in shown and "run:odd_program.py" in shown
    assert "ended with exit code 3; it is started again." in shown
    assert "ended with exit code 3; greedy plays on in its place." in shown
    rows = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    assert [len(row["notes"]) for row in rows] == [2, 2, 2]
    more = run(
        *("simulate", "lanterns", "--seats", seats, "-n", "4", "--out", "run.jsonl", "--continue")
    )
    assert "note in 4 matches" in " ".join(more.stdout.split())


def test_programs_play_in_several_processes(run: Run) -> None:
    seats = f"{program(PATIENT)},random"
    words = ("simulate", "lanterns", "--seats", seats, "-n", "4")
    one = run(*words, "--out", "one.jsonl")
    two = run(*words, "-w", "2", "--out", "two.jsonl")
    assert one.returncode == two.returncode == 0
    assert (
        one.stdout.split("s of play")[0].rsplit(",", 1)[0]
        == (two.stdout.split("s of play")[0].rsplit(",", 1)[0])
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_simulation_that_is_broken_off_leaves_nobody_behind(
    environment: dict[str, str], tmp_path: Path, workers: str
) -> None:
    """Ctrl-C while programs think: they are ended, with what they have started."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("not run: processes cannot be looked at here")
    file = tmp_path / "pid"
    seats = f"{program(ODD, 'leaves-children', str(file))},random"
    # However the tests were started: Ctrl-C is listened to.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from rulekeep.cli.main import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "simulate", "lanterns", "-s", seats, "-w", workers],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not file.exists() or not file.read_text():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    stat = Path(f"/proc/{file.read_text()}/stat")
    # Killed, it may not have died yet on a busy system; left alone it would sleep on.
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not stat.exists() or " Z " in stat.read_text():
            return
        time.sleep(0.02)
    raise AssertionError("it lives on")


def test_a_terminal_shows_that_a_program_is_starting(terminal: Open) -> None:
    seats = f"Ada=human,Pat={program(PATIENT)}"
    window = terminal("play", "lanterns", "--lines", "--seed", "3", "--seats", seats)
    window.wait("Ada> ")
    window.line("show 4")
    window.wait("Pat is starting …")
    window.line("quit")
    assert window.end() == 0
    assert window.everything.count("is starting") == 1
