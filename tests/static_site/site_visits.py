"""Visits to a site: a plain file server, and pages in the frame that the site puts around them."""

from __future__ import annotations

import functools
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from attrs import define
from tests.patience import PATIENCE

from rulekeep.match.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Frame, Page

FULL = "This browser has no room left for your matches"
ASK = """async ([address, said]) => {
  const request = said === null ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) };
  const answer = await fetch(address, request);
  return [answer.status, await answer.text()];
}"""
WIDTH = """address => new Promise(done => {
  const picture = new Image();
  picture.onload = () => done(picture.width);
  picture.onerror = () => done(0);
  picture.src = address;
})"""
"""The width of a picture; 0 if it does not load."""


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        return


class FileServer:
    """A plain file server for a site below a path; it can be stopped and started again."""

    def __init__(self, site: Path) -> None:
        self.directory = site.parent
        self.port = 0
        self.start()
        self.base = f"http://127.0.0.1:{self.port}/{site.name}/"

    def start(self) -> None:
        handler = functools.partial(_QuietHandler, directory=str(self.directory))
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@define
class FramedPage:
    """The page in the frame of a tab, used like a page of its own: the frame fills the tab."""

    tab: Page

    @property
    def frame(self) -> Frame:
        return self.tab.main_frame.child_frames[0]

    def __getattr__(self, name: str) -> Any:
        of_tab = ("mouse", "keyboard", "expect_response")
        return getattr(self.tab if name in of_tab else self.frame, name)

    def as_page(self) -> Page:
        return cast("Page", self)

    def visit(self, address: str) -> None:
        """Open a page of the site, as if its address were typed."""
        self.tab.goto(address)
        self._wait_for_page()

    def wait_until_ready(self) -> None:
        """Wait until the application answers, and the lobby shows what it knows."""
        self._wait_for_page()
        self.tab.locator("#bar").wait_for(state="hidden")
        self.tab.frame_locator("#page").locator("html:not([data-printed])").wait_for()

    def _wait_for_page(self) -> None:
        """Wait until the frame shows a page: it is empty at first."""
        self.tab.locator("iframe#page").wait_for()
        self.frame.wait_for_url(re.compile("^http"))

    def ask(self, address: str, said: Any = None) -> tuple[int, str]:
        """Ask the application as a script of a page does: the status and the text."""
        status, text = self.tab.evaluate(ASK, [address, said])
        return status, text


def patient(context: BrowserContext) -> BrowserContext:
    """A context in which nothing fails only because the machine is busy."""
    context.set_default_timeout(1000 * PATIENCE)
    return context


def late(game: str, left: int) -> Match:
    """A match of Ada and Bo, played at random until so many moves were left."""
    from tests.web.browser.people import new, play_by_lot

    whole, match = new(game, "human", "human"), new(game, "human", "human")
    play_by_lot(whole, lambda: whole.is_over)
    for ply in whole.plies[1:-left]:
        match.play(ply.move, ply.seat)
    return match
