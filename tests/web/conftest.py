"""Servers of our own, each with a directory of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.web.client import Host
from tests.web.running import QUICK, UNBOUNDED, Running

from rulekeep.web.middleware import Limits, TrustedProxies
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.tables.datasets import Datasets


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts servers, by default in one and the same directory."""
    running: list[Running] = []

    def begun(
        directory: Path | None = None,
        limits: Limits = UNBOUNDED,
        books: Books | None = None,
        datasets: Datasets | None = None,
        known_as: tuple[str, ...] = (),
        proxies: TrustedProxies | None = None,
        reviews: ReviewMaker | None = None,
        **settings: Any,
    ) -> Running:
        matches, chosen = directory or tmp_path / "matches", evolve(QUICK, **settings)
        one = Running(
            matches,
            chosen,
            limits,
            books=books,
            datasets=datasets,
            known_as=known_as,
            proxies=proxies,
            reviews=reviews,
        )
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
