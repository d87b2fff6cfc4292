"""A plugin that raises: the game and the method are named, the match and the traceback are saved."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Install, Run

from rulekeep.session import game_list

FAULTY = """
import os
from lanterns.moves import SHOW
from lanterns.plugin import Lanterns
from rulekeep.core.rulebook import Rulebook

BOOK = Rulebook(Lanterns.book.rules, options=Lanterns.book.options)
RAISE = os.environ.get("RAISE", "")


class Odd(BaseException):
    pass


@BOOK.forbids("LA-005")
def never_content(state, seat, move):
    if RAISE == "rule" and seat == 0 and move == SHOW[3]:
        raise ZeroDivisionError("a rule divides")
    return None


class Faulty(Lanterns):
    id = "faulty"
    title = "Faulty"
    book = BOOK


def fails(name):
    def method(self, *args, **kwargs):
        begun = name != "advance" or args[1:3] == (0, SHOW[3])
        if RAISE == name and begun:
            raise ZeroDivisionError(f"a bug\\x1b[2J in {name}")
        if RAISE == f"{name} exits" and begun:
            raise SystemExit(0)
        if RAISE == f"{name} oddly" and begun:
            raise Odd("odd")
        return getattr(super(Faulty, self), name)(*args, **kwargs)

    method.__name__ = name
    method.__code__ = method.__code__.replace(co_name=name)
    setattr(Faulty, name, method)


for name in ("advance", "decisions", "legal_moves", "render", "observation", "notation", "describe"):
    fails(name)
GAME = Faulty()
"""
PLAY = ("play", "faulty", "--seed", "3", "--seats", "Ada=human,greedy", "--file", "m.rkm")


@pytest.mark.parametrize(
    ("fault", "where"),
    [
        ("advance", "in advance: ZeroDivisionError: a bug\\x1b[2J in advance"),
        ("legal_moves", "in legal_moves: ZeroDivisionError"),
        ("render", "in render: ZeroDivisionError"),
        ("rule", "in check, rule LA-005: ZeroDivisionError: a rule divides"),
        ("legal_moves exits", "in legal_moves: SystemExit: 0"),
        ("legal_moves oddly", "in legal_moves: Odd: odd"),
    ],
)
def test_a_crash_at_the_table_is_reported(
    run: Run, install: Install, tmp_path: Path, fault: str, where: str
) -> None:
    path = install("faulty", FAULTY)
    assert run(*PLAY, lines="1\n", PYTHONPATH=path).returncode == 0
    done = run("resume", "m.rkm", lines="show 4\n", PYTHONPATH=path, RAISE=fault)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr and "\x1b" not in done.stderr
    told = " ".join(done.stderr.split())
    assert f"rulekeep: the game 'faulty' failed {where}" in told
    assert "(faulty_game.py:" in told
    assert "The match is saved in m.rkm" in told
    assert re.search(r"rulekeep scenario m\.rkm --at \d", told)
    found = re.search(r"The traceback is in (\S+\.txt)", told)
    assert found is not None
    trace = Path(found[1]).read_text()
    assert Path(found[1]).parent == tmp_path / "home" / "faults"
    assert "Traceback (most recent call last)" in trace and "faulty" in trace
    again = run("resume", "m.rkm", lines="1\n", PYTHONPATH=path)
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("render", "ZeroDivisionError: a bug"),
        ("render exits", "SystemExit: 0"),
        ("render oddly", "Odd: odd"),
    ],
)
def test_a_crash_away_from_the_table_is_reported_too(
    run: Run, install: Install, fault: str, said: str
) -> None:
    path = install("faulty", FAULTY)
    assert run(*PLAY, lines="1\n", PYTHONPATH=path).returncode == 0
    done = run("show", "m.rkm", PYTHONPATH=path, RAISE=fault)
    assert done.returncode == 1
    assert f"rulekeep: the game 'faulty' failed in render: {said}" in done.stderr
    assert "The traceback is in " in done.stderr and "Traceback" not in done.stderr


def test_one_faulty_match_does_not_hide_the_others(
    run: Run, install: Install, tmp_path: Path
) -> None:
    path = install("faulty", FAULTY)
    for game in ("faulty", "lanterns"):
        words = ("play", game, "--seats", "Ada=human,greedy")
        assert run(*words, lines="1\n", PYTHONPATH=path).returncode == 0
    done = run("resume", PYTHONPATH=path, RAISE="decisions")
    assert done.returncode == 0, done.stderr
    assert "1  lanterns-" in done.stdout
    assert "the game 'faulty' failed in decisions: ZeroDivisionError" in done.stdout


def test_a_fault_that_cannot_be_kept_is_shown(run: Run, install: Install, tmp_path: Path) -> None:
    path = install("faulty", FAULTY)
    (tmp_path / "home").write_text("not a directory")
    done = run(*PLAY, lines="1\n", PYTHONPATH=path, RAISE="render")
    assert done.returncode == 1
    assert "the game 'faulty' failed in render" in done.stderr
    assert "Traceback (most recent call last)" in done.stderr


BAD_IMPORTS = {
    "exits": "raise SystemExit(3)",
    "interrupts": "raise KeyboardInterrupt",
    "odd": "class Odd(BaseException): pass\nraise Odd('\\x1b[2J and \\x9b')",
    "generator": "raise GeneratorExit",
    "silent": "class Mute(Exception):\n    def __str__(self): raise ValueError\nraise Mute",
}


@pytest.mark.parametrize("name", BAD_IMPORTS)
def test_a_plugin_that_raises_anything_at_import_hides_no_other(
    run: Run, install: Install, name: str
) -> None:
    path = install(name, BAD_IMPORTS[name])
    for command in ("games", "scenarios"):
        done = run(command, *(["lanterns"] if command == "scenarios" else []), PYTHONPATH=path)
        assert done.returncode == 0, done.stderr
        assert "anterns" in done.stdout
    done = run("games", PYTHONPATH=path)
    assert f"the plugin '{name}' ({name}_game:GAME) is broken" in done.stderr
    assert "\x1b" not in done.stderr and "\x9b" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_plugin_that_loops_at_import_hides_no_other(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: Path
) -> None:
    # Its time is up early, so that the others have all the time that they need.
    soon = "import signal; signal.setitimer(signal.ITIMER_REAL, 0.01)"
    install("endless", f"{soon}\nwhile True: pass")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    good, broken = game_list.load_all()
    assert "lanterns" in [game.id for game in good]
    assert (
        "(endless_game:GAME) is broken: LoadingTimeout: it does not come to an end"
        in broken["endless"]
    )


def caught(call: Callable[[], object]) -> BaseException:
    with pytest.raises(OSError) as found:
        call()
    return found.value


def test_a_terminal_that_fails_is_not_the_fault_of_a_bot(site: Path) -> None:
    """A bot tells how far it is: what goes wrong with telling is not its doing."""
    from rulekeep.bots import Bot, Choice
    from rulekeep.cli.terminal.screen import Screen
    from rulekeep.session.crash_origin import is_foreign, origin_of

    class Closed(io.StringIO):
        def write(self, _text: str) -> int:
            raise BrokenPipeError

    class Teller(Bot):
        name = "teller"

        def think(self, view: object) -> Choice:
            screen.say("half of it")
            raise AssertionError

    class Reader(Bot):
        name = "reader"

        def think(self, view: object) -> Choice:
            raise FileNotFoundError("its book of openings")

    screen = Screen(stream=Closed(), live=False)
    told = caught(lambda: Teller().think(None))
    assert not is_foreign(told) and origin_of(told).startswith("rulekeep itself failed: BrokenPipe")
    read = caught(lambda: Reader().think(None))
    assert is_foreign(read) and origin_of(read).startswith(
        "the bot 'reader' failed in think: FileNot"
    )
