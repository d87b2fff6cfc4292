"""The server is killed in the midst of a match, again and again: no act is lost, none is doubled."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic, sleep

import httpx
from tests.web.client import Guest, Host, until_it_answers
from tests.web.patiently import SECONDS

from rulekeep.match import match_file
from rulekeep.match.match import Match

KILLS = 3


class Program:
    """`rulekeep serve` as a process of its own, always at the same port."""

    def __init__(self, directory: Path, port: int) -> None:
        words = ["serve", "--no-browser", "--matches", str(directory), "--port", str(port)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulekeep", *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"(http://[^/]+)/\?key=(\S+)", said)
        assert found, said
        self.base, self.key = found[1], found[2]
        self.port = int(self.base.rpartition(":")[2])
        until_it_answers(self.base)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def insist(guest: Guest, number: int, move: str) -> int:
    """Say a move until it is answered, as a page does whose server is gone for a while."""
    until = monotonic() + SECONDS
    while True:
        try:
            response = guest.post("act", number=number, move=move)
        except httpx.HTTPError:
            assert monotonic() < until
            sleep(0.05)
            continue
        assert response.status_code == 200, response.text
        return int(response.json()["number"])


def look(guest: Guest) -> dict[str, object]:
    until = monotonic() + SECONDS
    while True:
        try:
            return guest.view()
        except httpx.HTTPError:
            assert monotonic() < until
            sleep(0.05)


def test_killed_at_any_moment(tmp_path: Path) -> None:
    program = Program(tmp_path, 0)
    host = Host(program.base, program.key)
    page = host.begin("kilt_castle", "Ada", "Bo")
    guests = host.guests(page)[:2]
    answered: list[tuple[int, int, str]] = []
    """Number, seat and move of every act that was answered."""
    enough = threading.Event()
    failed: list[BaseException] = []

    def play() -> None:
        try:
            while not enough.is_set():
                view = look(guests[0])
                seat = view["turn"][0]["seat"]  # type: ignore[index]
                number = int(view["number"])  # type: ignore[call-overload]
                move = look(guests[seat])["moves"][0]["moves"][0]["text"]  # type: ignore[index]
                reached = insist(guests[seat], number, move)
                assert reached == number + 1
                answered.append((reached, seat, move))
        except BaseException as error:  # noqa: BLE001 (told by the test below)
            failed.append(error)

    player = threading.Thread(target=play)
    player.start()
    try:
        for kill in range(KILLS):
            so_far = len(answered)
            until = monotonic() + SECONDS
            while len(answered) < so_far + 4 + kill and not failed and monotonic() < until:
                sleep(0.003 * (kill + 1))
            program.kill()
            program = Program(tmp_path, program.port)
    finally:
        enough.set()
        player.join(2 * SECONDS)
        program.kill()
        host.close()
    assert not failed, failed
    path = tmp_path / f"{page.removeprefix('/tables/')}.rkm"
    entries = match_file.read(path).entries[1:]
    kept = [(number, entry.seat, entry.what) for number, entry in enumerate(entries, 1)]
    assert len(answered) >= KILLS * 4
    assert kept == answered
    assert len(Match.load(path).plies) == len(answered) + 1
