"""A server in a thread of its own, for tests that talk to one."""

from __future__ import annotations

import threading
from pathlib import Path
from time import monotonic, sleep

from tests.web.client import Contract, Host
from tests.web.patiently import SECONDS

from rulekeep.web import application, server
from rulekeep.web.middleware import Limits, RequestRate, TrustedProxies
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.server_settings import ServerSettings

QUICK = ServerSettings(pace=0.0, think=0.05, bot_processes=1, grace=SECONDS)
UNBOUNDED = Limits(RequestRate(1e9, 1e9), RequestRate(1e9, 1e9), RequestRate(1e9, 1e9))


class Running:
    """A server that listens at a port of this machine: a free one, or that of one that stopped."""

    def __init__(
        self,
        directory: Path,
        settings: ServerSettings = QUICK,
        limits: Limits = UNBOUNDED,
        port: int = 0,
        books: Books | None = None,
        datasets: Datasets | None = None,
        known_as: tuple[str, ...] = (),
        proxies: TrustedProxies | None = None,
        reviews: ReviewMaker | None = None,
    ) -> None:
        directory.mkdir(exist_ok=True)
        self.directory = directory
        self._hosts: list[Host] = []
        links = SeatLinks(directory)
        self.key = links.host_key
        bound = server.listen("127.0.0.1", port)
        self.port = bound.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        address = application.ListenAddress("127.0.0.1", self.port, known_as)
        self._bound = bound
        app = application.make_app(
            directory, address, settings, limits, links, books, datasets, proxies, reviews
        )
        self._server = server.make_server(app)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [bound]})
        self._thread.start()
        until = monotonic() + SECONDS
        while not self._server.started:
            assert monotonic() < until and self._thread.is_alive(), "the server did not start"
            sleep(0.01)

    @property
    def lobby(self) -> str:
        return f"{self.base}/?key={self.key}"

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
