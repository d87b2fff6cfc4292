"""Programs that play: what they receive, what they may not do, and how they end."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.bots import Bot, View, line_protocol, make_bot, split_seats
from rulekeep.bots.listeners import MatchListeners
from rulekeep.bots.program_bot import ProgramBot
from rulekeep.bots.program_process import ProgramFailure
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game
from rulekeep.core.registry import load
from rulekeep.core.registry import names as game_names
from rulekeep.match.match import Match

AnyGame = Game[Any, Any]
ROOT = Path(__file__).parents[2]
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-2, 4), st.floats(), st.text())
WORDS = st.sampled_from(["show 1", "show 4", "take 1", "SHOW 1", " show  2 "])
ANSWERS = st.dictionaries(st.sampled_from(["id", "move", "type", "x"]), VALUES | WORDS)
ODD = Path(__file__).parent / "odd_program.py"


def program(*words: str | Path, seed: int | str = 0) -> ProgramBot:
    bot = make_bot(f"run:{shlex.join([sys.executable, str(ODD), *map(str, words)])}", seed)
    assert isinstance(bot, ProgramBot)
    return bot


def start(game: AnyGame, seats: int = 2, seed: int = 1) -> Any:
    return game.setup(seats, {}, SeededChance(seed)).state


def play_on(game: AnyGame, state: Any, acts: int) -> None:
    chance = SeededChance(game.id, "acts")
    for _ in range(acts):
        open_now = game.decisions(state)
        if open_now:
            seat = open_now[0].seat
            moves = game.legal_moves(state, seat)
            game.advance(state, seat, moves[chance.below(len(moves))], chance)


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("human,greedy", ["human", "greedy"]),
        ("D'Arcy=human, mcts:500 ,x", ["D'Arcy=human", "mcts:500", "x"]),
        ("run:./bot a,human", ["run:./bot a", "human"]),
        ("run:./bot 'a,b',Bo=run:./c \"d,e\" f\\,g,human", None),
        ("run:./bot 'a,human", ["run:./bot 'a", "human"]),
        ("", [""]),
        ("human,", ["human", ""]),
    ],
)
def test_commas_part_seats_but_not_inside_a_programs_quotes(
    text: str, words: list[str] | None
) -> None:
    quoted = ["run:./bot 'a,b'", 'Bo=run:./c "d,e" f\\,g', "human"]
    assert split_seats(text) == (words or quoted)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("run", "which program? Write run:./mybot"),
        ("run:", "which program?"),
        ("run:./no-such-bot --fast", "there is no program './no-such-bot' that can be started"),
        ("run:'./bot", "has a quote that is not closed"),
        ("run:./a\0b", "there is no program"),
        ("run:/", "there is no program '/'"),
        ("run:./" + 300 * "x", "there is no program"),
        ("run:" + 5000 * "x", "there is no program"),
    ],
)
def test_a_program_that_cannot_be_started_is_reported_at_once(spec: str, said: str) -> None:
    with pytest.raises(RulekeepError) as caught:
        make_bot(spec)
    assert said in str(caught.value)


def test_a_file_that_cannot_be_started_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot").write_text("#!/bin/sh\n")
    with pytest.raises(RulekeepError, match="is not executable; name what runs it"):
        make_bot("run:./mybot")
    (tmp_path / "mybot").chmod(0o755)
    make_bot("run:./mybot")
    with pytest.raises(RulekeepError, match=r"on the path; the file here is run:./mybot"):
        make_bot("run:mybot")


# -- the examples -----------------------------------------------------------------------------------


def example(name: str) -> str:
    runner = {".py": sys.executable, ".js": shutil.which("node")}[Path(name).suffix]
    if runner is None:
        pytest.skip(f"{name} was not run: there is no node here")
    return f"run:{shlex.join([runner, str(ROOT / 'examples' / 'bots' / name)])}"


@pytest.mark.parametrize("name", ["patient.py", "patient.js"])
@pytest.mark.parametrize("game_name", ["lanterns", "kilt_castle"])
def test_the_examples_play_to_the_end(name: str, game_name: str) -> None:
    game = load(game_name)
    bots: list[Bot] = [make_bot(example(name)), make_bot("random")]
    state = start(game)
    chance = SeededChance("examples")
    chosen = 0
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        moves = game.legal_moves(state, seat)
        choice = bots[seat].choose(game, state, seat)
        if seat == 0 and len(moves) > 1:
            longest = max(moves, key=lambda move: len(game.describe(state, 0, move)))
            assert choice.move == longest
            chosen += 1
        game.advance(state, seat, choice.move, chance)
    bots[0].leave(game.outcome(state))
    assert chosen and getattr(bots[0], "notes", None) == []


# -- what a program is told -----------------------------------------------------------------------


def told(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_hello_decide_bye(tmp_path: Path) -> None:
    game = load("lanterns")
    state = start(game, 3)
    bot = program("records", tmp_path / "told")
    bot.sit(game, 1, ("Ada", "Bo", "Cy"), {"ties": "nobody"}, 2.5)
    bot.hear(["Ada yawns."])
    choice = bot.choose(game, state, 1, 1.5)
    bot.leave()
    hello, decide, bye = told(tmp_path / "told")
    assert hello == {
        "type": "hello",
        "contract": 1,
        "game": "lanterns",
        "title": game.title,
        "options": {"ties": "nobody"},
        "seat": 1,
        "seats": 3,
        "names": ["Ada", "Bo", "Cy"],
        "seconds": 2.5,
    }
    assert decide["view"] == json.loads(json.dumps(game.observation(state, 1)))
    assert decide["news"] == ["Ada yawns."] and decide["seconds"] == 1.5 and decide["turn"] == 1
    legal = game.legal_moves(state, 1)
    assert [(m["id"], m["move"]) for m in decide["moves"]] == [
        (number, game.notation(move)) for number, move in enumerate(legal)
    ]
    assert choice.move == legal[-1]
    assert bye == {"type": "bye"}


@pytest.mark.parametrize("name", game_names())
def test_hidden_things_change_no_byte(name: str, tmp_path: Path) -> None:
    """The table is dealt again, in all that a seat cannot see: a program is told the very same."""
    game = load(name)
    seats = game.seats[-1]
    for number, acts in enumerate((0, 5, 17, 40)):
        state = start(game, seats, 5 + number)
        play_on(game, state, acts)
        for decision in game.decisions(state)[:2]:
            seat = decision.seat
            deals = [state, *(game.determinize(state, seat, SeededChance(d)) for d in range(2))]
            heard = set()
            for deal, table in enumerate(deals):
                file = tmp_path / f"{number}-{seat}-{deal}"
                bot = program("records", file, seed="never told")
                bot.sit(game, seat, [f"Player {n}" for n in range(seats)], {})
                bot.choose(game, table, seat)
                bot.leave()
                heard.add(file.read_bytes())
            assert len(heard) == 1, f"after {acts} acts, seat {seat}"
            assert b"never told" not in heard.pop()


# -- what it may not do -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("dies", "ended with exit code 3"),
        ("garbage", "answered with what is not a JSON object (hello?)"),
        ("bytes", "answered with what is not a JSON object"),
        ("list", "answered with what is not a JSON object ([0])"),
        ("deep", "answered with what is not a JSON object ([[["),
        ("empty", "answered with neither an id nor a move ({})"),
        ("high-id", "chose an id that is not there (3 of 3 moves)"),
        ("low-id", "chose an id that is not there (-1 of 3 moves)"),
        ("true-id", "chose an id that is not there (True of 3 moves)"),
        ("float-id", "chose an id that is not there (0.0 of 3 moves)"),
        ("huge-id", "answered with what is not a JSON object"),
        ("no-move", "answered with what is no move here ("),
        ("long-move", "answered with neither an id nor a move"),
        ("number-move", "answered with neither an id nor a move"),
        ("not-now", "a move that is not legal ('take 1' is not allowed: "),
        ("hangs", "did not answer within 0.3 seconds"),
        ("floods", "wrote a line of more than 64 KiB"),
        ("floods-lines", "wrote more than 16 MiB in one match"),
        ("sulks", 'did not answer hello with {"type":"ready"} ({"type": "no"})'),
        ("eats", "ended with exit code 1 (MemoryError)"),
    ],
)
def test_a_program_that_misbehaves_is_started_again_and_then_replaced(how: str, said: str) -> None:
    game = load("lanterns")
    state = hand_of_three(game)
    bot = program(how)
    # Only one who never answers is waited for; the others have all the time they need.
    budget = 0.05 if how == "hangs" else 60
    choice = bot.choose(game, state, 0, budget)
    again, replaced = bot.notes
    assert said in again and again.endswith("; it is started again.")
    assert said in replaced and replaced.endswith("; greedy plays on in its place.")
    assert again.startswith("The program ")
    assert choice.move in game.legal_moves(state, 0)
    assert bot.choose(game, state, 0, budget).move in game.legal_moves(state, 0)
    assert len(bot.notes) == 2, "from here on greedy plays, and nothing is left to tell"


@given(st.one_of(st.text(), ANSWERS.map(json.dumps)))
def test_any_answer_is_a_legal_move_or_trouble(line: str) -> None:
    game = load("lanterns")
    state = hand_of_three(game)
    looks = canonical_json(game.observation(state, 0))
    view = View(game, state, 0, game.legal_moves(state, 0), SeededChance(1), looks)
    try:
        move = line_protocol.read_answer(line, view)
    except ProgramFailure:
        return
    assert game.check(state, 0, move) is None


def hand_of_three(game: AnyGame) -> Any:
    state = game.from_dict({"hands": [[1, 1, 1, 0], [1, 1, 1, 0]], "prizes": [1, 3]})
    assert len(game.legal_moves(state, 0)) == 3
    return state


def test_one_death_is_forgiven(tmp_path: Path) -> None:
    game = load("lanterns")
    state = hand_of_three(game)
    bot = program("dies-once", tmp_path / "mark")
    bot.hear(["Something happened."])
    assert bot.choose(game, state, 0).move == game.legal_moves(state, 0)[-1]
    (note,) = bot.notes
    assert "was ended by SIGKILL; it is started again." in note
    bot.leave()


def test_lines_that_answer_no_question_are_ignored() -> None:
    game = load("lanterns")
    state = hand_of_three(game)
    bot = program("speaks-twice")
    for _ in range(4):
        assert bot.choose(game, state, 0).move in game.legal_moves(state, 0)
    bot.leave()
    assert len(bot.notes) <= 2 and all("spoke without being asked" in note for note in bot.notes)


@pytest.mark.parametrize("how", ["leaves-children", "leaves-daemons"])
def test_all_that_a_program_started_ends_with_it(tmp_path: Path, how: str) -> None:
    game = load("lanterns")
    file = tmp_path / "pid"
    bot = program(how, file)
    bot.choose(game, hand_of_three(game), 0, 0.5)
    assert len(bot.notes) == 2
    stat = Path(f"/proc/{file.read_text()}/stat")
    if not Path("/proc/self/stat").exists():
        pytest.skip("processes cannot be looked at here")
    # Killed, it may not have died yet on a busy system; left alone it would sleep on.
    for _ in range(500):
        if not stat.exists() or " Z " in stat.read_text():
            return
        time.sleep(0.02)
    raise AssertionError("it lives on")


def test_a_program_that_nobody_waits_for_is_replaced_this_once() -> None:
    game = load("lanterns")
    state = hand_of_three(game)
    bot = program("hangs")
    parts: list[float] = []
    choice = bot.choose(game, state, 0, 600, parts.append, lambda: True)
    assert choice.move in game.legal_moves(state, 0)
    assert bot.notes == [
        f"{bot.notes[0].split(' was not')[0]} was not waited for; greedy moves for it this once."
    ]
    assert parts and all(0 <= part <= 1 for part in parts)


def test_an_interrupted_question_is_asked_again(tmp_path: Path) -> None:
    """Ctrl-C where nobody asked whether to stop: the same news, and no late answer."""
    game = load("lanterns")
    state = hand_of_three(game)
    bot = program("records", tmp_path / "told")
    bot.hear(["Something happened."])

    def interrupted(_part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bot.choose(game, state, 0, progress=interrupted)
    assert bot.choose(game, state, 0).move == game.legal_moves(state, 0)[-1]
    bot.leave()
    asked = [message for message in told(tmp_path / "told") if message["type"] == "decide"]
    assert asked[-1]["news"] == ["Something happened."] and bot.notes == []


def test_a_bot_that_listens_hears_what_was_taken_back() -> None:
    heard: list[str] = []

    class Ear(Bot):
        listens = True

        def hear(self, told: Sequence[str]) -> None:
            heard.extend(told)

    match = Match.new("lanterns", 2, "7", names=("Ada", "Bo"))
    listeners = MatchListeners(match, {1: Ear(), 0: make_bot("greedy")}, lambda _seat: None)
    first, second = match.legal_moves(0)[:2]
    match.play(first, 0)
    listeners.update(1)
    assert heard[-1] == "Ada has chosen." and "Bo draws" in "".join(heard)
    heard.clear()
    listeners.update(1)
    assert heard == []
    match.undo()
    match.play(second, 0)  # as many acts as before, and yet others
    match.play(match.legal_moves(1)[0], 1)
    listeners.update(1)
    assert heard[:2] == ["Moves were undone: 1 that you had seen.", "Ada has chosen."]
    assert len(heard) > 2


def test_standard_error_goes_to_a_log_and_is_never_shown(tmp_path: Path) -> None:
    game = load("lanterns")
    log = tmp_path / "evening.seat1.log"
    bot = program("complains")
    bot.sit(game, 0, ("Ada", "Bo"), {}, log=log)
    bot.choose(game, hand_of_three(game), 0)
    assert log.read_text().count("a secret: my hand is good") == 2
    assert all(f"(more is in {log})" in note for note in bot.notes)
    assert not any("secret" in note for note in bot.notes)


def test_an_illegal_answer_is_not_shown_to_opponents(tmp_path: Path) -> None:
    game = load("lanterns")
    log = tmp_path / "log"
    bot = program("not-now")
    bot.sit(game, 0, ("Ada", "Bo"), {}, log=log)
    bot.choose(game, hand_of_three(game), 0)
    assert "'take 1' is not allowed: " in log.read_text()
    assert len(bot.notes) == 2 and not any("take" in note for note in bot.notes)


def test_standard_error_is_bounded(tmp_path: Path) -> None:
    game = load("lanterns")
    log = tmp_path / "log"
    bot = program("floods-errors")
    bot.sit(game, 0, ("Ada", "Bo"), {}, log=log)
    for _ in range(2):
        bot.choose(game, hand_of_three(game), 0)
    bot.leave()
    assert log.stat().st_size == 1 << 20 and bot.notes == []


def test_nobody_who_is_forgotten_lives_on(tmp_path: Path) -> None:
    game = load("lanterns")
    bot = program("records", tmp_path / "told")
    bot.choose(game, hand_of_three(game), 0)
    assert bot._process is not None
    process = bot._process._process
    del bot
    assert process.returncode is not None


def test_its_surroundings_say_nothing_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEKEEP_HOME", "/secret/place")
    script = tmp_path / "bot.py"
    script.write_text(
        "import json, os, sys\n"
        "open(sys.argv[1], 'w').write(json.dumps([dict(os.environ), sorted(os.listdir('/proc/self/fd'))]))\n"
    )
    bot = make_bot(f"run:{sys.executable} {script} {tmp_path / 'seen'}")
    bot.choose(load("lanterns"), hand_of_three(load("lanterns")), 0)
    environment, descriptors = json.loads((tmp_path / "seen").read_text())
    assert "RULEKEEP_HOME" not in environment and environment["PATH"] == os.environ["PATH"]
    assert len(descriptors) <= 5  # three pipes, the file, and the look at them
