"""Clocks of the seats, and the bot that moves when the time is up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.web.client import Host
from tests.web.running import Running

from rulekeep.web.tables import seat_clock
from rulekeep.web.tables.seat_clock import SeatClock


def test_a_clock_runs_for_those_who_must_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(seat_clock, "monotonic", lambda: now[0])
    clock = SeatClock(3)
    clock.wait_for([1])
    now[0] += 5
    assert clock.to_dict() == {"used": [0, 5, 0], "running": [1]}
    clock.wait_for([0, 2, 2])
    now[0] += 7
    clock.wait_for([])
    now[0] += 9
    assert clock.to_dict() == {"used": [7, 5, 7], "running": []}


def test_pages_show_clocks_if_the_host_wants_them(host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    assert ada.view()["clock"] is None
    host.post(f"{page}/settings", clock=True)
    assert ada.view()["clock"]["running"] == [0]
    while ada.view()["may"]["act"]:
        ada.act(ada.moves()[0])
    assert ada.view()["clock"]["running"] == [1]
    host.post(f"{page}/settings", paused=True)
    assert ada.view()["clock"]["running"] == []


def test_a_bot_moves_once_when_the_time_is_up(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_clock, "MINUTE", 0.2)
    host = start().host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada, _, spectator = host.guests(page)
    with spectator.listening() as heard:
        host.post(f"{page}/settings", takeover=1)
        heard.wait_for_number(2)
        note = heard.wait_for_event("note")
        assert note["say"] == ["Ada's time is up. The Easy bot made this move."]
        host.post(f"{page}/settings", takeover=0)
    assert ada.view()["settings"]["takeover"] == 0
    assert ada.view()["seats"][0]["bot"] is None


def test_no_bot_moves_while_a_table_is_paused(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_clock, "MINUTE", 0.01)
    host = start().host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    host.post(f"{page}/settings", paused=True, takeover=1)
    spectator = host.guests(page)[-1]
    with spectator.listening() as heard:
        assert spectator.view()["number"] == 0
        host.post(f"{page}/settings", paused=False)
        heard.wait_for_number(1)
