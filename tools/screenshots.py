"""Screenshots of every page of the server, to look at one by one.

    python -m tools.screenshots DIRECTORY                  all sizes
    python -m tools.screenshots DIRECTORY wide phone       some of them
    python -m tools.screenshots DIRECTORY --only table     pages whose name contains a word

Needs Chromium and playwright. The matches are played by the Easy bot and are always the same.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen
from benchmarks.page import GAMES, served
from tests.browsing import opened_browser
from tests.web.browser.people import Host, drawn, new

import rulekeep
from rulekeep.match.match import Match

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "landscape": {"viewport": {"width": 844, "height": 390}, "has_touch": True},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "zoom": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
}
"""`zoom` is a window of 1280×800 at 200 %."""
EARLY = 8
"""Moves of a match that has begun."""
LATE = 0.85
"""The share of a match that is played when it is late."""


@frozen
class Shot:
    """A page, and what is done before its picture is taken."""

    name: str
    address: str
    prepare: Callable[[Any], object] = lambda _page: None


def whole(game: str) -> Match:
    """A match of as many players as possible, played to the end by the Easy bot."""
    plugin = rulekeep.games()[game]
    match = new(game, *["human"] * plugin.seats[-1])
    bots = [rulekeep.make_bot("easy", seat) for seat in range(match.seats)]
    while not match.is_over:
        seat = match.decisions[0].seat
        match.play(bots[seat].choose(plugin, match.state, seat, 0).move, seat)
    return match


def beginning(match: Match, moves: int) -> Match:
    """The first moves of a match."""
    same = new(match.game.id, *["human"] * match.seats)
    for ply in match.plies[1 : moves + 1]:
        same.play(ply.move, ply.seat)
    return same


def selected(page: Any) -> None:
    """A table with a selected move, and its ghost."""
    drawn(page)
    page.locator("#moves [role=option]").first.click()
    page.wait_for_load_state("networkidle")


def talking(page: Any) -> None:
    drawn(page)
    page.locator("#talk summary").click()
    page.locator("#quick button").first.click()
    page.locator("#said li").first.wait_for()
    page.locator("#talk").scroll_into_view_if_needed()


def opened(key: str) -> Callable[[Any], None]:
    """A table with the sheet that a key opens."""

    def prepare(page: Any) -> None:
        drawn(page)
        page.keyboard.press(key)
        page.wait_for_selector("#sheet[open]")

    return prepare


def at_the_end(page: Any) -> None:
    page.keyboard.press("End")
    page.wait_for_selector("#result:visible")


def reviewed(page: Any) -> None:
    page.get_by_role("heading", name="is being made").wait_for(state="detached", timeout=600_000)


def shots(host: Host) -> Iterator[Shot]:
    """Every page; matches are put beside the server as they are needed."""
    yield Shot("lobby-empty", "/")
    for game in GAMES:
        match = whole(game)
        last = len(match.plies) - 1
        early = beginning(match, EARLY)
        yield Shot(f"table-{game}-early", host.kept(early)[early.decisions[0].seat], selected)
        late = beginning(match, int(LATE * last))
        links = host.kept(late)
        mine = links[late.decisions[0].seat]
        yield Shot(f"table-{game}-late", mine, selected)
        yield Shot(f"table-{game}-past", f"{mine}#move={last // 2}", drawn)
        yield Shot(f"table-{game}-legend", mine, opened("s"))
        yield Shot(f"spectator-{game}", links[-1], drawn)
        if game == "kings_and_castles":
            yield Shot("talk", mine, talking)
            yield Shot("links", f"/tables/{host.last.stem}")
            yield Shot("keys", mine, opened("?"))
            yield Shot("goal", mine, opened("g"))
            yield Shot("log", mine, opened("l"))
        end = host.kept(match)[0]
        yield Shot(f"end-{game}", end, drawn)
        yield Shot(f"replay-{game}", f"/replay/{host.last.stem}", at_the_end)
        if game == "castle_keep":
            yield Shot("review", f"{end}/review", reviewed)
        yield Shot(f"lobby-{game}", f"/?game={game}")
        yield Shot(f"book-{game}", f"/book/{game}")
        yield Shot(f"lessons-{game}", f"/learn/{game}")
        yield Shot(f"lesson-{game}", f"/learn/{game}/1")
    yield Shot("problem", "/t/no-such-link")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument("sizes", nargs="*", default=list(SIZES))
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as directory,
        served(directory) as (lobby, base),
        opened_browser() as browser,
    ):
        pages = {}
        for size in chosen.sizes:
            context = browser.new_context(base_url=base, reduced_motion="reduce", **SIZES[size])
            pages[size] = context.new_page()
            pages[size].goto(lobby)
            (chosen.directory / size).mkdir(parents=True, exist_ok=True)
        host = Host(pages[chosen.sizes[0]].context.request, Path(directory))
        for shot in shots(host):
            if chosen.only not in shot.name:
                continue
            for size, page in pages.items():
                page.goto(shot.address)
                page.wait_for_load_state()
                shot.prepare(page)
                page.screenshot(path=chosen.directory / size / f"{shot.name}.png")
            print(shot.name)


if __name__ == "__main__":
    main()
