"""The page of a table in a real browser: how soon a move is painted, how much the page shifts.

    python -m benchmarks.page                      30 moves of each game against the Easy bot
    python -m benchmarks.page --moves 10 kilt_castle

Needs Chromium and playwright. From the press of Enter until the new picture is painted; and the
layout shift as browsers count it, over all moves. `bytes` is what the first load takes, compressed.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

GAMES = ("castle_keep", "kilt_castle", "carcassonne_castle", "kings_and_castles")
OBSERVE = """() => {
  window.shift = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) window.bytes = (window.bytes ?? 0) + entry.transferSize;
  }).observe({ type: "resource", buffered: true });
}"""
IS_ASKED = """() => document.querySelector("#picture").ariaBusy === "false"
  && (!document.querySelector("#result").hidden
    || document.querySelector("#status").textContent.startsWith("Your turn"))"""
PLAY = """() => new Promise(done => {
  const before = document.body.dataset.number;
  const start = performance.now();
  const isShown = () => document.body.dataset.number !== before
    && document.querySelector("#picture").ariaBusy === "false";
  const look = () => {
    if (!isShown()) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  };
  document.querySelector("#play").click();
  requestAnimationFrame(look);
})"""


def measure(page: Any, base: str, game: str, moves: int) -> None:
    """Play some moves of a game and print what was measured."""
    seats = [{"name": "Ada"}, {"name": "Bo", "player": "greedy"}]
    started = page.request.post(f"{base}/tables", data={"game": game, "seats": seats, "seed": "1"})
    links = page.request.get(f"{base}{started.json()['page']}/links").json()
    page.goto(links["seats"][0]["link"])
    page.evaluate(OBSERVE)
    page.wait_for_function(IS_ASKED)
    size = page.evaluate("window.bytes")
    times: list[float] = []
    while len(times) < moves:
        page.wait_for_function(IS_ASKED)
        if page.locator("#result").is_visible():
            break
        page.keyboard.press("ArrowDown")
        times.append(page.evaluate(PLAY))
    times.sort()
    shift = page.evaluate("window.shift")
    middle, most = times[len(times) // 2], times[int(0.95 * (len(times) - 1))]
    print(f"{game:20}{len(times):7}{middle:9.0f} ms{most:8.0f} ms{shift:9.3f}{size // 1000:7} kB")


@contextmanager
def served(directory: str) -> Iterator[tuple[str, str]]:
    """A server with its matches in a directory: the address of its lobby, and its own."""
    words = ["-u", "-m", "rulekeep", "serve", "--no-browser", "--matches", directory]
    server = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"(http://\S+)/\?key=(\S+)", server.stdout.readline())
        assert found is not None
        yield found[0], found[1]
    finally:
        server.terminate()
        server.communicate()


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--moves", type=int, default=30)
    chosen = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with (
        tempfile.TemporaryDirectory() as directory,
        served(directory) as (lobby, base),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        page.goto(lobby)
        print(f"{'':20}{'moves':>7}{'half within':>12}{'95 %':>11}{'shift':>9}{'bytes':>10}")
        for game in chosen.games:
            measure(page, base, game, chosen.moves)
        browser.close()


if __name__ == "__main__":
    main()
