"""The site in a browser with a profile on disk: no room for a move, and installing the site."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from tests.browsing import BROWSER, QUIET, installed_browser
from tests.static_site.site_visits import FULL, WIDTH, FileServer, FramedPage, patient
from tests.web.browser.test_browser_examples_and_links import type_move

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

MEGABYTE = 1_000_000
ROOM = 60 * MEGABYTE
"""More than the site needs."""
WRITE_UNTIL_REFUSED = """async () => {
  const opening = indexedDB.open("large", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("parts");
  const database = await new Promise(done => { opening.onsuccess = () => done(opening.result); });
  for (;;) {
    const transaction = database.transaction("parts", "readwrite");
    transaction.objectStore("parts").put(new Uint8Array(40_000_000), 1);
    const failure = await new Promise(done => {
      transaction.oncomplete = () => done("");
      transaction.onabort = () => done(transaction.error.name);
    });
    if (failure) return failure;
  }
}"""


class Profile:
    """The site in a browser that stores on disk."""

    def __init__(self, page: FramedPage, server: FileServer) -> None:
        self.page = page
        self.server = server
        self.devtools: CDPSession = page.tab.context.new_cdp_session(page.tab)
        self.limit(ROOM)
        page.tab.goto(server.base)
        page.tab.locator("iframe#page").wait_for()
        page.wait_until_ready()

    def limit(self, size: int | None) -> None:
        """How much this site may store; None: as usual."""
        parts = urlsplit(self.server.base)
        said: dict[str, Any] = {"origin": f"{parts.scheme}://{parts.netloc}"}
        if size is not None:
            said["quotaSize"] = size
        self.devtools.send("Storage.overrideQuotaForOrigin", said)

    def fill(self) -> None:
        """Leave no room. The browser trusts its last look at the disk until much is written."""
        self.limit(1)
        assert self.page.tab.evaluate(WRITE_UNTIL_REFUSED) == "QuotaExceededError"

    def data(self, path: str, said: Any = None) -> Any:
        status, text = self.page.ask(f"{self.server.base}{path}", said)
        assert status == 200, text
        return json.loads(text)

    def table(self, *seats: Any) -> str:
        """A new table: the path of the first seat."""
        page = self.data("tables", {"game": "castle_keep", "seats": seats})["page"]
        link = self.data(f"{page[1:]}/links")["seats"][0]["link"]
        return str(link).removeprefix(self.server.base)


@pytest.fixture(scope="module")
def profile(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Profile]:
    server = FileServer(site)
    with installed_browser() as kind:
        context = patient(
            kind.launch_persistent_context(
                tmp_path_factory.mktemp("profile"),
                executable_path=BROWSER,
                args=list(QUIET),
                reduced_motion="reduce",
            )
        )
        yield Profile(FramedPage(context.new_page()), server)
        context.close()
    server.stop()


def test_without_room_a_move_is_refused_and_can_be_made_later(profile: Profile) -> None:
    table = profile.table({"name": "Ada"}, {"name": "Bo"})
    page = profile.page
    page.visit(f"{profile.server.base}{table}")
    page.frame.locator("#moves [role=option]").first.wait_for()
    move = profile.data(f"{table}/view")["moves"][0]["moves"][0]["text"]
    profile.fill()
    type_move(page.as_page(), move)
    refusal = page.frame.locator("#refusal")
    refusal.get_by_text(FULL).wait_for()
    assert profile.data(f"{table}/view")["acts"] == 0
    profile.limit(None)
    type_move(page.as_page(), move)
    refusal.wait_for(state="hidden")
    assert profile.data(f"{table}/view")["acts"] == 1
    assert page.frame.locator("#status").inner_text()


def test_the_site_can_be_installed_from_below_a_path(profile: Profile) -> None:
    profile.page.visit(profile.server.base)
    tell = profile.devtools.send
    assert tell("Page.getInstallabilityErrors")["installabilityErrors"] == []
    found = tell("Page.getAppManifest")
    assert found["errors"] == [] and found["url"] == f"{profile.server.base}manifest.webmanifest"
    manifest = json.loads(found["data"])
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    assert manifest["display"] == "standalone" and manifest["short_name"] == "rulekeep"
    app = tell("Page.getAppId")
    assert app["appId"] == profile.server.base
    for icon in [*(one["src"] for one in manifest["icons"]), "apple-touch-icon.png"]:
        assert profile.page.tab.evaluate(WIDTH, f"{profile.server.base}{icon}") > 0
