"""One server and one browser for all tests of a module; the same few pages for all people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from tests.browsing import opened_browser
from tests.web.browser.people import Host, People, Served

import rulekeep

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    from rulekeep.session.sample_table import sample_picture

    # Games that are first imported by several threads at once are too much for pytest's rewriting.
    for game in rulekeep.games():
        sample_picture(game)
    served = Served(tmp_path_factory.mktemp("web") / "matches")
    yield served
    served.stop()


@pytest.fixture(scope="module")
def crowd(served: Served, browser: Browser) -> People:
    return People(browser, served.base)


@pytest.fixture
def people(crowd: People) -> Iterator[People]:
    crowd.complaints.clear()
    crowd.forgiven = r"^$"
    yield crowd
    crowd.leave()
    assert crowd.complaints == []


@pytest.fixture(scope="module")
def host(browser: Browser, served: Served) -> Host:
    context = browser.new_context(base_url=served.base)
    context.request.get(served.lobby)
    return Host(context.request, served.directory)
