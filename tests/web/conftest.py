"""A server of our own, in a thread, with a directory of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from attrs import evolve
from tests.web.client import SECONDS, Contract, Host

from rulekeep.web import server as web
from rulekeep.web.guard import Limits, Rate
from rulekeep.web.hall import Manners
from rulekeep.web.links import Links

QUICK = Manners(pace=0.0, think=0.05, thinkers=1)
UNBOUNDED = Limits(Rate(1e9, 1e9), Rate(1e9, 1e9), Rate(1e9, 1e9))


class Running:
    """A server that listens at a free port of this machine."""

    def __init__(
        self, directory: Path, manners: Manners = QUICK, limits: Limits = UNBOUNDED
    ) -> None:
        directory.mkdir(exist_ok=True)
        self.directory = directory
        self._hosts: list[Host] = []
        links = Links(directory)
        self.key = links.host_key
        bound = web.listen("127.0.0.1", 0)
        self.port = bound.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        place = web.Place("127.0.0.1", self.port)
        self._bound = bound
        self._server = web.configured(web.make_app(directory, place, manners, limits, links))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [bound]})
        self._thread.start()
        until = monotonic() + SECONDS
        while not self._server.started:
            assert monotonic() < until and self._thread.is_alive(), "the server did not start"
            sleep(0.01)

    def host(self, contract: Contract | None = None) -> Host:
        found = Host(self.base, self.key, contract)
        self._hosts.append(found)
        return found

    def stop(self) -> None:
        for host in self._hosts:
            host.close()
        self._server.should_exit = True
        self._thread.join(SECONDS)
        self._bound.close()
        assert not self._thread.is_alive()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts servers, by default in one and the same directory."""
    running: list[Running] = []

    def begun(directory: Path | None = None, limits: Limits = UNBOUNDED, **manners: Any) -> Running:
        one = Running(directory or tmp_path / "matches", evolve(QUICK, **manners), limits)
        running.append(one)
        return one

    yield begun
    for one in running:
        one.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests of a module that need nothing special of it."""
    running = Running(tmp_path_factory.mktemp("web") / "matches")
    yield running
    running.stop()


@pytest.fixture
def host(server: Running) -> Iterator[Host]:
    found = server.host()
    yield found
    found.close()
