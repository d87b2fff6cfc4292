"""Bots at a table in a browser: in processes of their own, whatever befalls those."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from tests.web.client import Guest
from tests.web.running import Running

DIES = (sys.executable, "-c", "import sys; sys.stdin.readline()")
HANGS = (sys.executable, "-c", "import time; time.sleep(600)")
RAVES = (sys.executable, "-c", "import sys; sys.stdin.readline(); print('[1]', flush=True)")
FAILS = (
    sys.executable,
    "-c",
    'import sys\nfor _ in sys.stdin: print(\'{"failed": "Error: KRZ in hand"}\', flush=True)',
)


def after_the_bot(ada: Guest, act: bool = True) -> tuple[list[str], int]:
    """Ada plays, the bot answers: the notes that were sent, and how much happened."""
    with ada.listening() as heard:
        while act and ada.view()["may"]["act"]:
            ada.act(ada.moves()[0])
        heard.wait(lambda: any(data.get("seat") == 1 for _, _, data in heard.events))
        notes = [data["say"][0] for _, event, data in heard.events if event == "note"]
        return notes, ada.view()["number"]


def test_a_bot_plays_and_is_seen_thinking(start: Callable[..., Running]) -> None:
    host = start().host()
    ada = host.guests(host.begin("kilt_castle", "Ada", "Bo=greedy"))[0]
    with ada.listening() as heard:
        while ada.view()["may"]["act"]:
            ada.act(ada.moves()[0])
        assert heard.wait_for_event("thinking") == {"seats": [1]}
        heard.wait(
            lambda: any(data.get("turn") == [0] and data.get("seat") for _, _, data in heard.events)
        )
    assert ada.view()["may"]["act"]
    assert ada.view()["seats"][1] == {"seat": 1, "name": "Bo", "bot": "greedy"}


@pytest.mark.parametrize("command", [DIES, HANGS, RAVES, FAILS, ("/no/such/program",)])
def test_a_bot_that_fails_is_helped_out(
    start: Callable[..., Running], command: tuple[str, ...]
) -> None:
    host = start(bot_command=command, grace=0.3).host()
    ada = host.guests(host.begin("kilt_castle", "Ada", "Bo=mcts"))[0]
    notes, number = after_the_bot(ada)
    assert number >= 3
    assert notes[0].startswith("Bo's bot ") and notes[0].endswith("Trying again.")
    assert notes[1].endswith("The Easy bot plays this move.")
    # What a bot says in its trouble may be what its seat alone knows.
    assert not any("KRZ" in note for note in notes)


def test_bots_do_not_keep_others_waiting(start: Callable[..., Running]) -> None:
    """While one thinks, requests are answered and other tables continue."""
    host = start(think=600.0).host()
    slow = host.guests(host.begin("kilt_castle", "Ada", "Bo=mcts"))[0]
    with slow.listening() as heard:
        while slow.view()["may"]["act"]:
            slow.act(slow.moves()[0])
        heard.wait_for_event("thinking")
        other = host.guests(host.begin("kilt_castle", "Cy", "Di"))[0]
        assert other.act(other.moves()[0])["number"] == 1
        assert slow.view()["thinking"] == [1]
        number = slow.view()["number"]
        assert slow.post("undo", number=number).json()["asked"] is False
    assert slow.view()["may"]["act"]


def test_a_hint_and_a_decision_left_to_the_bot(start: Callable[..., Running]) -> None:
    host = start().host()
    ada, bo, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    hint = ada.post("hint", number=0).json()
    assert hint["move"] in ada.moves() and 0 <= hint["value"] <= 1 and hint["words"]
    assert "playouts" in hint["detail"] and "seat" not in hint["detail"]
    assert bo.post("hint", number=0).json()["kind"] == "not_your_turn"
    assert spectator.post("hint", number=0).status_code == 403
    assert ada.post("hint", number=3).json()["kind"] == "stale"
    with ada.listening() as heard:
        assert ada.post("auto", number=0).json() == {"number": 0}
        heard.wait_for_number(1)
    assert ada.view()["number"] == 1
    waiting = bo if ada.view()["decision"] else ada
    assert waiting.post("auto", number=1).status_code == 409


def test_no_hints_where_the_host_says_so(start: Callable[..., Running]) -> None:
    host = start(hints=False).host()
    ada = host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]
    assert ada.view()["may"]["hint"] is False
    assert ada.post("hint", number=0).json()["kind"] == "no_hints"


def test_bots_alone_play_to_the_end(start: Callable[..., Running]) -> None:
    host = start().host()
    spectator = host.guests(host.begin("castle_keep", "Ada=random", "Bo=random"))[-1]
    with spectator.listening(since=0) as heard:
        heard.wait(lambda: bool(heard.numbers) and not heard.events[-1][2].get("turn", [0]))
    view = spectator.view()
    assert view["over"] and "win" in view["result"]["say"]
    assert view["result"]["places"]
