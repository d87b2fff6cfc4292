"""The static site in a real browser: how soon a table is painted.

    rulekeep site --out build/site
    python -m benchmarks.site_start build/site
    python -m benchmarks.site_start build/site --rounds 5

Needs Chromium and playwright. A new match: from the opening of the lobby, through the click that
starts it against a bot, until the table is painted; first in a browser without anything stored, then
in the same browser when it is started again. The same table: from the opening of its address, in
the browser started once more. The site comes from a file server on this machine.
"""

from __future__ import annotations

import argparse
import functools
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

IS_PAINTED = """() => document.querySelector("#picture svg, #picture img") !== null
  && document.querySelector("#picture").ariaBusy === "false" """


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        return


@contextmanager
def started(chromium: Any, profile: str) -> Iterator[Any]:
    """A browser with what it has stored."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    context = chromium.launch_persistent_context(
        profile, executable_path=program, args=["--no-sandbox"]
    )
    yield context
    context.close()


def wait_until_painted(tab: Any) -> None:
    tab.locator("iframe#page").wait_for()
    tab.main_frame.child_frames[0].wait_for_function(IS_PAINTED)


def new_match(browser: Any, lobby: str) -> tuple[float, str]:
    """Seconds until the table of a new match is painted, and its address."""
    tab = browser.new_page()
    start = time.perf_counter()
    tab.goto(lobby)
    page = tab.frame_locator("iframe#page")
    page.locator("form#begin:not([inert]) [data-quick]").first.click()
    tab.main_frame.child_frames[0].wait_for_url("**/t/**", wait_until="commit")
    wait_until_painted(tab)
    return time.perf_counter() - start, tab.url


def same_table(browser: Any, address: str) -> float:
    """Seconds until a table that was played at before is painted."""
    tab = browser.new_page()
    start = time.perf_counter()
    tab.goto(address)
    wait_until_painted(tab)
    return time.perf_counter() - start


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("site", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    handler = functools.partial(_QuietHandler, directory=str(chosen.site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        lobby = f"http://127.0.0.1:{server.server_port}/"
        print("first visit, new match   next visit, new match   next visit, same table")
        for _ in range(chosen.rounds):
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
                with started(playwright.chromium, profile) as browser:
                    first, _address = new_match(browser, lobby)
                with started(playwright.chromium, profile) as browser:
                    second, address = new_match(browser, lobby)
                with started(playwright.chromium, profile) as browser:
                    same = same_table(browser, address)
                print(f"{first:20.1f} s {second:21.1f} s {same:22.1f} s")
        server.shutdown()


if __name__ == "__main__":
    main()
