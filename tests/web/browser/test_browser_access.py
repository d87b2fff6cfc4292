"""Access: what a screen reader is told, and matches played through the accessibility tree alone.

With RULEKEEP_AXE, the path of axe.min.js (`npm pack axe-core`), axe examines every page too.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from tests.web.browser.people import (
    GAMES,
    Host,
    People,
    Served,
    drawn,
    is_played,
    new,
    play_by_lot,
    play_on,
)

from rulekeep.core.chance import SeededChance
from rulekeep.match.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import Page

ALL = os.environ.get("RULEKEEP_BROWSER") == "all"
AXE = os.environ.get("RULEKEEP_AXE", "")
LEFT = 8
"""Moves that are left of a match to which people come late."""
CLICKS = 12
"""More places than any move needs."""

FAULTS = """() => {
  const visible = element => element.checkVisibility({ visibilityProperty: true });
  const headings = [...document.querySelectorAll("h1, h2, h3, h4")].filter(visible).map(one => Number(one.tagName[1]));
  const name = element => element.ariaLabel || element.textContent.trim() || element.title || element.labels?.[0]?.textContent || document.getElementById(element.getAttribute("aria-labelledby"))?.textContent;
  const scrolls = element => ["auto", "scroll"].includes(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1;
  return [
    ...(headings.filter(level => level === 1).length === 1 ? [] : ["not one h1"]),
    ...headings.filter((level, n) => n && level > headings[n - 1] + 1).map(level => `h${level} too deep`),
    ...[...document.querySelectorAll("button, a, input, select, [role=button], [role=listbox]")].filter(one => visible(one) && !name(one)).map(one => `no name: ${one.outerHTML.slice(0, 80)}`),
    ...[...document.querySelectorAll("body *")].filter(one => scrolls(one) && one.tabIndex < 0 && !one.hasAttribute("tabindex") && !one.querySelector("button, a, input, [tabindex]")).map(one => `cannot be scrolled by keys: ${one.className}`),
    ...[...document.querySelectorAll("[id]")].map(one => one.id).filter((id, n, all) => all.indexOf(id) !== n).map(id => `twice: ${id}`),
  ];
}"""


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(FAULTS)
    if AXE:
        page.evaluate(Path(AXE).read_text(encoding="utf-8"))
        found += page.evaluate(
            """async () => (await axe.run()).violations
              .filter(one => ["serious", "critical"].includes(one.impact))
              .map(one => `${one.id}: ${one.nodes.map(node => node.target.join(" ")).slice(0, 3)}`)"""
        )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_no_faults(
    people: People, host: Host, game: str, scheme: Literal["light", "dark"]
) -> None:
    match = new(game, *["human"] * (2 if game == "carcassonne_castle" else 4))
    play_by_lot(match, lambda: len(match.plies) > 30)
    links = host.kept(match)
    page = people.come(links[match.decisions[0].seat], 1280, 800, scheme)
    drawn(page)
    assert faults(page) == []
    page.locator("#moves [role=option]").first.click()
    page.keyboard.press("w")
    page.wait_for_selector("#note:visible")
    assert faults(page) == []
    for key in ("s", "?", "g", "l"):
        page.keyboard.press(key)
        page.wait_for_selector("#sheet[open]")
        assert faults(page) == []
        page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#past:visible")
    assert faults(page) == []
    watcher = people.come(links[-1], 390, 844, scheme)
    drawn(watcher)
    assert faults(watcher) == []


@pytest.mark.parametrize(
    "address",
    [
        "/learn/castle_keep",
        "/learn/castle_keep/1",
        "/book/castle_keep",
        "/book/castle_keep/60",
        "/docs",
        "/docs/web",
    ],
)
def test_other_pages_have_no_faults(people: People, served: Served, address: str) -> None:
    page = people.come(address)
    page.wait_for_load_state("networkidle")
    assert faults(page) == []


def test_the_pages_of_the_host_have_no_faults(people: People, host: Host, served: Served) -> None:
    host.late("castle_keep", 1)
    page = people.come(served.lobby)
    link = host.ask.get(f"/replay/{host.last.stem}/position").json()["link"]
    pages = ("/", f"/tables/{host.last.stem}", f"/replay/{host.last.stem}", f"/share#{link}")
    for address in pages:
        page.goto(f"{people.base}{address}")
        page.wait_for_load_state("networkidle")
        assert faults(page) == []


def play_by_names(page: Page, move: str) -> int:
    """Choose places by what a screen reader says of them, until a move is complete; then play it.

    Which move it is follows from `move`, so that it differs from turn to turn.
    """
    number = drawn(page)
    lot = SeededChance(f"{number} {move}")
    play = page.get_by_role("button", name=re.compile("Enter$"))
    clicks = 0
    while play.is_disabled() and clicks < CLICKS:
        places = page.get_by_role("region", name="The table").get_by_role(
            "button", name=re.compile("you may choose it$")
        )
        count = places.count()
        if not count:
            break
        places.nth(lot.below(count)).focus()
        page.keyboard.press("Enter")
        clicks += 1
    if play.is_disabled():
        page.get_by_role("listbox", name="Legal moves").focus()
        page.keyboard.press("ArrowDown")
    play.focus()
    assert is_played(page, lambda: page.keyboard.press("Enter"))
    return clicks


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_finished_through_the_accessibility_tree(
    people: People, host: Host, game: str
) -> None:
    options = {"variant": "short"} if game == "kings_and_castles" else {}
    if ALL:
        links = host.begun(game, "human", "human", **options)
    else:
        links = host.late(game, LEFT, **options)
    pages = [people.come(link) for link in links[:2]]
    lot = SeededChance(f"names {game}")
    done, clicks = play_on(pages, lot, how=(play_by_names, play_by_names))
    assert Match.load(host.last).outcome is not None
    assert done and clicks >= 0
    for page in pages:
        page.get_by_role("button", name="Play again").wait_for()
