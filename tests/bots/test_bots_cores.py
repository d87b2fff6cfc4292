"""Searching on several cores: the same answer every time, nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from threading import Thread
from typing import Any

import pytest

from rulekeep.bots import Choice, make_bot, parallel_search
from rulekeep.bots.mcts import Limit, TreeSearch
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.registry import load

pytestmark = pytest.mark.skipif(
    not parallel_search.AVAILABLE, reason="processes cannot be forked here"
)


def choose(spec: str, **how: Any) -> Choice:
    game = load("kilt_castle")
    state = game.setup(3, {}, SeededChance(4)).state
    return make_bot(spec, seed=9).choose(game, state, game.decisions(state)[0].seat, **how)


def helpers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that are going to be forked."""
    found: list[int] = []
    fork = os.fork

    def noted() -> int:
        pid = fork()
        found.append(pid)
        return pid

    monkeypatch.setattr(os, "fork", noted)
    return found


def test_iterations_on_several_cores_are_the_same_every_time() -> None:
    one, again = choose("mcts:120@3"), choose("mcts:120@3")
    assert one == again
    assert one.detail.startswith("120 playouts on 3 cores")


def test_every_core_searches_with_its_own_random_draws() -> None:
    assert choose("mcts:120@3").alternatives != choose("mcts:120@2").alternatives
    assert " cores" not in choose("mcts:120").detail


@pytest.mark.parametrize("many", [1, 2, 7])
def test_there_are_never_more_cores_than_iterations(many: int) -> None:
    assert choose(f"mcts:{many}@64").detail.startswith(f"{many} playouts")


def test_iterations_are_shared_without_a_rest() -> None:
    shares = [Limit(11, None).share(core, 4).iterations for core in range(4)]
    assert shares == [3, 3, 3, 2]
    assert Limit(None, 2.0).share(1, 4) == Limit(None, 2.0)


def test_nobody_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    forked = helpers(monkeypatch)
    choose("mcts:60@3")
    assert len(forked) == 2
    for pid in forked:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_helper_that_dies_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(TreeSearch, "_help", dies)
    choice = choose("mcts:30@3")
    assert choice.detail.partition(";")[0] == "30 playouts"
    assert choice == choose("mcts:30@3")


def test_where_no_process_can_be_had_one_core_does_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    open_before = set(os.listdir("/dev/fd"))
    monkeypatch.setattr(os, "fork", full)
    assert choose("mcts:30@3").detail.partition(";")[0] == "30 playouts"
    assert set(os.listdir("/dev/fd")) == open_before


def test_a_search_that_is_stopped_returns_what_all_cores_have_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forked = helpers(monkeypatch)
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 40

    choice = choose("mcts:100000@2", stop=stop)
    assert " playouts on 2 cores" in choice.detail
    with pytest.raises(ProcessLookupError):
        os.kill(forked[0], 0)


def test_an_interrupted_search_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    forked = helpers(monkeypatch)

    def progress(part: float) -> None:
        if forked:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        choose("mcts:100000@2", progress=progress)
    with pytest.raises(ProcessLookupError):
        os.kill(forked[0], 0)


def test_it_works_beside_the_main_thread() -> None:
    found: list[Choice] = []
    thread = Thread(target=lambda: found.append(choose("mcts:60@2")))
    thread.start()
    thread.join()
    assert found == [choose("mcts:60@2")]


def test_helper_processes_end_with_the_one_that_started_them() -> None:
    code = (
        "import os\n"
        "fork = os.fork\n"
        "def noted():\n"
        "    pid = fork()\n"
        "    if pid: print(pid, flush=True)\n"
        "    return pid\n"
        "os.fork = noted\n"
        "from rulekeep.bots import make_bot\n"
        "from rulekeep.core.chance import SeededChance\n"
        "from rulekeep.core.registry import load\n"
        "game = load('kilt_castle')\n"
        "state = game.setup(2, {}, SeededChance(4)).state\n"
        "make_bot('mcts:100000000@3').choose(game, state, game.decisions(state)[0].seat)\n"
    )
    # The helpers hold the other end of standard output: it ends when the last of them does.
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as asking:
        assert asking.stdout is not None
        forked = [int(asking.stdout.readline()) for _ in range(2)]
        asking.kill()
        assert asking.stdout.read() == b""
    assert len(set(forked)) == 2


@pytest.mark.parametrize("word", ["2s@0", "2s@", "500@65", "500@two", "@-1", "5@1@2"])
def test_a_bad_number_of_cores_is_reported_in_a_sentence(word: str) -> None:
    with pytest.raises(RulekeepError, match=r"cannot search on .* cores; write 'mcts:2s@2'"):
        make_bot(f"mcts:{word}")


@pytest.mark.parametrize("spec", ["mcts:2s@2", "mcts:500@4", "mcts:@2"])
def test_cores_stand_in_the_spec(spec: str) -> None:
    assert make_bot(spec).spec == spec
