"""Completion in the shell and at the prompt, numbers, typos, seats."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.patience import PATIENCE

from rulekeep.cli.table import seating
from rulekeep.cli.terminal.completion import from_texts, table_completion
from rulekeep.cli.terminal.prompt import Proposal
from rulekeep.core.errors import RulekeepError
from rulekeep.match.match import Match
from rulekeep.session import move_list
from rulekeep.session.secrecy import has_secrets
from rulekeep.session.turn import Turn


def complete(run: Run, line: str) -> list[str]:
    """What bash would be offered for the last word of a line."""
    words = line.split(" ")
    done = run(_RULEKEEP_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=f"{len(words) - 1}")
    return [row.partition(",")[2] for row in done.stdout.splitlines()]


def test_the_shell_completes_commands_games_options_and_bots(run: Run) -> None:
    assert complete(run, "rulekeep sc") == ["scenario", "scenarios", "schema"]
    assert complete(run, "rulekeep play lan") == ["lanterns"]
    assert "castle_keep" in complete(run, "rulekeep rules ")
    assert "--seats" in complete(run, "rulekeep play --s")
    assert complete(run, "rulekeep play lanterns --option ") == ["ties="]
    assert complete(run, "rulekeep play lanterns --option ties=n") == ["ties=nobody", "ties=next"]
    assert complete(run, "rulekeep play lanterns --preset ") == ["generous"]
    assert complete(run, "rulekeep play --seats human,gr") == ["human,greedy"]
    assert complete(run, "rulekeep play --seats Ada=h") == ["Ada=human"]
    assert complete(run, "rulekeep rules lanterns LA-00")[:2] == ["LA-001", "LA-002"]


def test_the_shell_completes_kept_matches_and_files(run: Run, tmp_path: Path) -> None:
    assert run("play", "lanterns", "--seats", "random,random").returncode == 0
    (kept,) = (tmp_path / "home" / "matches").glob("*.rkm")
    assert complete(run, "rulekeep show lan") == [kept.stem]
    done = run(_RULEKEEP_COMPLETE="bash_complete", COMP_WORDS="rulekeep show ./x", COMP_CWORD="2")
    assert done.stdout.startswith("file,")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(run: Run, shell: str) -> None:
    done = run(_RULEKEEP_COMPLETE=f"{shell}_source")
    assert done.returncode == 0 and "_RULEKEEP_COMPLETE" in done.stdout
    page = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
    assert f"_RULEKEEP_COMPLETE={shell}_source rulekeep" in page


MOVES = ("build A1 crest0", "build A1 crest1", "build B2 crest0", "pass")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", [("build", True), ("pass", False)]),
        ("BU", [("build", True)]),
        ("build ", [("A1", True), ("B2", True)]),
        ("build a1 ", [("crest0", False), ("crest1", False)]),
        ("build A1 crest0 ", []),
        ("dance", []),
    ],
)
def test_words_come_from_the_legal_moves(typed: str, words: list[tuple[str, bool]]) -> None:
    assert from_texts(MOVES, typed) == [Proposal(word, more) for word, more in words]


def test_commands_are_offered_once_a_letter_is_typed() -> None:
    complete = table_completion(MOVES, ("board", "why", "rules"), ("KC-001", "KC-002"))
    assert [p.word for p in complete("")] == ["build", "pass"]
    assert [p.word for p in complete("b")] == ["build", "board"]
    assert [p.word for p in complete("why b")] == ["build"]
    assert [p.word for p in complete("rules kc")] == ["KC-001", "KC-002"]


def test_numbers_follow_the_groups() -> None:
    match = Match.new("lanterns", 2, seed=3)
    groups = move_list.grouped(match.game, match.state, 0)
    assert [group.title for group in groups] == ["show"]
    assert [(m.number, m.text) for m in move_list.flat(groups)] == [(1, "show 1"), (2, "show 4")]
    turn = Turn(match, match.decisions[0])
    (only,) = turn.groups_matching("4")
    assert [m.number for m in only.moves] == [2]


def test_the_nearest_move_to_a_typo() -> None:
    assert move_list.nearest("bulid B2 crest0", MOVES, 1) == ["build B2 crest0"]
    assert move_list.nearest("xyzzy", MOVES) == []


def test_seats() -> None:
    seats = seating.parse_seats("Ada=human, greedy,greedy,mcts:50")
    assert seats.names == ("Ada", "Greedy", "Greedy 2", "Mcts")
    assert seats.players == ("human", "greedy", "greedy", "mcts:50")
    assert seating.parse_seats("human,human").names == ("Player 1", "Player 2")
    for bad in ("", "human,", "=human", "Ada="):
        with pytest.raises(RulekeepError):
            seating.parse_seats(bad)


def test_secrets_are_found() -> None:
    assert has_secrets(Match.new("lanterns", 2, seed=1))
    assert has_secrets(Match.new("castle_keep", 2, seed=1))
    assert not has_secrets(Match.new("carcassonne_castle", 2, seed=1))
    assert not has_secrets(Match.new("kilt_castle", 2, seed=1))


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_zsh_and_fish_complete_with_their_scripts(
    shell: str, run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "rulekeep").write_text(f'#!/bin/sh\nexec {sys.executable} -m rulekeep "$@"\n')
    (folder / "rulekeep").chmod(0o755)
    script = tmp_path / "script"
    script.write_text(run(_RULEKEEP_COMPLETE=f"{shell}_source").stdout)
    if shell == "fish":
        lines = f"source {script}; complete -C 'rulekeep play castle'; complete -C 'rulekeep sc'"
    else:
        # What the shell would offer is printed instead of listed under a prompt.
        lines = (
            "compdef() { }; compadd() { print -rl -- ${(P)argv[-1]} }\n"
            "_describe() { print -rl -- ${(P)argv[-1]} ${(P)argv[-2]} }\n"
            f"source {script}\n"
            "words=(rulekeep play castle); CURRENT=3; _rulekeep_completion\n"
            "words=(rulekeep sc); CURRENT=2; _rulekeep_completion\n"
        )
    done = subprocess.run(
        [program, "-c", lines],
        env=environment | {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert "castle_keep" in done.stdout, done.stderr
    assert "scenarios" in done.stdout
    assert "kilt_castle" not in done.stdout
